/* Style of all pages, and the script of the index. */

export const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1d2329, #e3e7eb); --quiet: light-dark(#57606a, #a0a9b3);
  --line: light-dark(#d5dae0, #363d45); --page: light-dark(#fff, #14181c); --soft: light-dark(#f4f6f8, #1d2328);
  --bad: light-dark(#a8201a, #ff9d94); --link: light-dark(#0a58a6, #7fbcff); --bar: light-dark(#6d8fb5, #55799f);
  --good-soft: light-dark(#e3f4e7, #173021); --good-mark: light-dark(#a3dfb3, #2a6a41);
  --bad-soft: light-dark(#fdeae8, #3d1e1c); --bad-mark: light-dark(#f5b8b2, #86332d); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.25rem 1rem 3rem; max-width: 84rem; color: var(--text); background: var(--page);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.15rem; }
h3 { margin: 0 0 .5rem; font-size: 1rem; color: var(--bad); }
p { margin: .25rem 0; }
a { color: var(--link); }
nav { display: flex; gap: 1rem; margin-bottom: 1rem; }
.quiet, .typed, article summary { color: var(--quiet); }
.warning { color: var(--bad); font-weight: 700; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .08rem 0; break-inside: avoid; }
li :target, article:target { outline: 2px solid var(--link); outline-offset: 2px; }
details p { margin: 0 0 .5rem 1.1rem; }
summary { cursor: pointer; }
ul:not(:has(details, svg)) { columns: 20rem; }
.overview { display: grid; grid-template-columns: minmax(0, 26rem) minmax(0, 1fr); gap: 0 2.5rem; }
.overview section:only-child { grid-column: 1 / -1; }
.spread { width: 100%; fill: var(--bar); }
.spread text { fill: var(--quiet); font-size: 9.5px; text-anchor: middle; }
.spread path { stroke: var(--quiet); }
.bar { width: 5rem; height: .7rem; margin-right: .25rem; background: var(--soft); fill: var(--bar); }
.patterns { position: absolute; }
.pass { --own: light-dark(#cdebd5, #1f4a2f); --sign: var(--text); }
.partly { --own: light-dark(#f2c14e, #d9a72f); --sign: #1d2329; }
.wrong { --own: light-dark(#c9362c, #f0786d); --sign: var(--page); }
.ended { --own: light-dark(#7b3fb5, #b98bea); --sign: var(--page); }
.refused { --own: var(--quiet); --sign: var(--page); }
.open { --own: var(--line); --sign: var(--text); }
pattern rect { fill: var(--own); }
pattern text { fill: var(--sign); font: 700 8px sans-serif; text-anchor: middle; }
.square { display: inline-block; min-width: 1.25rem; margin: 0 2px 2px 0; border-radius: 2px; color: var(--sign);
  background: var(--own); font: 700 .8rem/1.25rem sans-serif; text-align: center; text-decoration: none;
  print-color-adjust: exact; }
.whole { width: 100%; min-width: 10rem; padding: 0 .5rem; font-weight: 400; text-align: left; }
.scrolled { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .75rem .2rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: normal; }
thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; }
.number { text-align: right; }
td.number { white-space: nowrap; }
th button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; cursor: pointer; }
th button::after { content: '\u00a0↕'; }
th[aria-sort=ascending] button::after { content: '\u00a0↑'; }
th[aria-sort=descending] button::after { content: '\u00a0↓'; }
th:first-child { position: sticky; left: 0; min-width: 9rem; max-width: 20rem; background: var(--page);
  overflow-wrap: anywhere; }
.cases svg { display: block; margin-top: .3rem; }
.cases .square { margin: 0; }
.columns a rect { fill: var(--soft); }
.columns a .share { fill: var(--bar); }
.columns a.all .share { fill: var(--bad); }
.columns a:focus { outline: 0; }
.columns a:is(:hover, :focus, .near) rect:first-child { fill: var(--line); }
.columns a:is(:hover, :focus, .near) .share { fill: var(--link); }
.problem { width: 100%; min-width: 11rem; max-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  font-size: .85rem; line-height: 1.75; }
.pointed { position: fixed; left: 0; right: 0; bottom: 0; margin: 0; padding: .5rem 1rem; background: var(--text);
  color: var(--page); }
.pointed:empty { display: none; }
.squares { min-width: 9rem; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-left: .25rem solid var(--bad);
  border-radius: .25rem; }
pre { margin: .5rem 0; padding: .5rem .75rem; background: var(--soft); font: 14px/1.45 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.row { display: grid; grid-template-columns: 4.75rem minmax(0, 1fr); margin: 0 -.75rem; padding: 0 .75rem; }
.side { color: var(--quiet); font: 12px/1.7 system-ui, sans-serif; }
.row.expected { background: var(--good-soft); }
.row.actual { background: var(--bad-soft); }
.row mark { color: inherit; text-decoration: underline; }
.expected mark { background: var(--good-mark); }
.actual mark { background: var(--bad-mark); }
.typed { font-style: italic; }
@media (max-width: 60rem) { .overview { display: block; } .spread { max-width: 26rem; } }
@media (max-width: 40rem) { th:first-child { min-width: 7rem; } .stage { display: none; } .bar { width: 2.5rem; } }
@media print {
  :root { color-scheme: light; --text: #000; --soft: #fff; --good-soft: #fff; --bad-soft: #fff; --bad: #000; }
  body { padding: 0; max-width: none; font-size: 11pt; }
  article, tr { break-inside: avoid; }
  .scrolled { overflow: visible; }
  .cases svg { width: 24rem; height: auto; }
  article details::details-content { display: block; content-visibility: visible; }
  nav, .problem, th button::after { display: none; }
}
`;

/**
 * Turns heads of the table into buttons that sort its rows, and names the case below the pointer or the focus. Arrow keys
 * lead from case to case.
 */
export const INDEX_SCRIPT = `
const table = document.querySelector('table'), body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
heads.forEach((head, column) => {
  if (head.className === 'cases') return;
  const button = document.createElement('button');
  button.append(...head.childNodes);
  head.append(button);
  const isNumber = head.classList.contains('number');
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
const pointed = document.querySelector('.pointed'), columns = [...document.querySelectorAll('.columns a')];
const point = (column, where = '') => {
  for (const one of columns) one.classList.toggle('near', one === column);
  pointed.textContent = column === undefined ? '' : where + column.getAttribute('aria-label');
};
table.onpointermove = ({target, clientX}) => {
  const picture = target.closest('svg');
  if (picture === null) return point();
  const {left, width} = picture.getBoundingClientRect();
  const place = Math.floor((clientX - left) / width * picture.viewBox.baseVal.width / 10);
  const verdict = /#(.*)\\)/.exec(target.getAttribute('fill') ?? '')?.[1].replaceAll('-', ' ');
  const row = target.closest('tr').cells[0].textContent;
  point(columns.find((one) => one.dataset.place === String(place)), verdict ? row + ': ' + verdict + ' in ' : '');
};
table.onpointerleave = () => point();
columns.forEach((one, at) => {
  one.setAttribute('tabindex', at === 0 ? 0 : -1);
  one.onfocus = () => point(one);
  one.onblur = () => point();
  one.onkeydown = ({key}) => columns[at + (key === 'ArrowRight') - (key === 'ArrowLeft')]?.focus();
});
`;
