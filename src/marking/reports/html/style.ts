/* Style of all pages, and the script of the index, which sorts its table. */

export const STYLE = `
:root { color-scheme: light dark; --text: #1d2329; --quiet: #57606a; --line: #d5dae0; --page: #fff; --soft: #f4f6f8;
  --good: #16652f; --bad: #a8201a; --good-soft: #e3f4e7; --bad-soft: #fdeae8; --link: #0a58a6; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e3e7eb; --quiet: #a0a9b3; --line: #363d45; --page: #14181c; --soft: #1d2328;
    --good: #7fd698; --bad: #ff9d94; --good-soft: #173021; --bad-soft: #3d1e1c; --link: #7fbcff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; color: var(--text); background: var(--page);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.15rem; }
h3 { margin: 0 0 .5rem; font-size: 1rem; color: var(--bad); }
p { margin: .25rem 0; }
a { color: var(--link); }
.quiet, .typed { color: var(--quiet); }
.warning { color: var(--bad); font-weight: 700; }
ul, ol { margin: 0; padding-left: 2rem; }
ul { padding: 0; list-style: none; }
li { padding: .08rem 0; break-inside: avoid; }
details p { margin: 0 0 .5rem 1.1rem; }
ul:not(:has(details)) { columns: 20rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: normal; }
thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; }
.number { text-align: right; }
td.number { white-space: nowrap; }
th button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; cursor: pointer; }
th button::after { content: '\u00a0↕'; }
th[aria-sort=ascending] button::after { content: '\u00a0↑'; }
th[aria-sort=descending] button::after { content: '\u00a0↓'; }
td.signs { min-width: 20rem; color: var(--quiet); font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
tbody th { position: sticky; left: 0; min-width: 7rem; max-width: 20rem; background: var(--page);
  overflow-wrap: anywhere; }
td.cases { overflow-wrap: anywhere; }
.pass { color: var(--good); }
.fail { color: var(--bad); font-weight: 700; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-left: .25rem solid var(--bad);
  border-radius: .25rem; }
pre { margin: .5rem 0; padding: .5rem .75rem; background: var(--soft); font: 14px/1.45 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.row { display: block; }
.row.expected { background: var(--good-soft); }
.row.actual { background: var(--bad-soft); }
.row mark { color: inherit; background: none; font-weight: 700; text-decoration: underline; }
.typed { font-style: italic; }
@media (max-width: 40rem) { td.signs { white-space: nowrap; } }
@media print {
  :root { color-scheme: light; --text: #000; --quiet: #444; --page: #fff; --soft: #fff; --line: #999; --good: #000;
    --bad: #000; --good-soft: #fff; --bad-soft: #fff; --link: #000; }
  body { padding: 0; max-width: none; font-size: 11pt; }
  article, tr { break-inside: avoid; }
  .wide { overflow: visible; }
  th button::after { display: none; }
}
`;

/** Turns each head of the table into a button that sorts the rows by its column. */
export const SORTING = `
const table = document.querySelector('table'), body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
heads.forEach((head, column) => {
  if (head.className === 'signs') return;
  const button = document.createElement('button');
  button.append(...head.childNodes);
  head.append(button);
  const isNumber = head.className === 'number';
  const by = new Intl.Collator('en', {numeric: true});
  button.onclick = () => {
    const way = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', way === 1 ? 'ascending' : 'descending');
    const keyed = [...body.rows].map((row) => [row.cells[column].textContent, row]);
    keyed.sort(([a], [b]) => way * (isNumber ? (parseFloat(a) || 0) - (parseFloat(b) || 0) : by.compare(a, b)));
    body.append(...keyed.map(([, row]) => row));
  };
});
`;
