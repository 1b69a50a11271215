/* Elements that several pages share, and the frame of a page. */
import {createHash} from 'node:crypto';
import {fileNameOf} from '../../results/folder.js';
import type {CaseMarks} from '../../results/marks.js';
import {UNTESTED, VERDICTS, type Verdict, verdictWords} from '../../results/verdicts.js';
import {oneLine} from '../../results/visible.js';
import {STYLE} from './style.js';

/** Kinds of verdicts, by colour: `ended` by a signal or a limit, `refused` before the run, `open` questions. */
type Kind = 'pass' | 'partly' | 'wrong' | 'ended' | 'refused' | 'open';

/** Signs tell verdicts apart without colour. */
export const SIGNS_OF_VERDICTS: Readonly<Record<Verdict, readonly [sign: string, kind: Kind]>> = {
  pass: ['✓', 'pass'],
  'partly-right': ['◐', 'partly'],
  'wrong-output': ['✗', 'wrong'],
  'wrong-status': ['≠', 'wrong'],
  crashed: ['†', 'ended'],
  'timed-out': ['T', 'ended'],
  'out-of-memory': ['M', 'ended'],
  'too-much-output': ['O', 'ended'],
  'too-many-processes': ['P', 'ended'],
  'did-not-compile': ['C', 'refused'],
  'could-not-run': ['R', 'refused'],
  'could-not-check': ['?', 'open'],
  skipped: ['–', 'open'],
};

/** Draws one bar for all cases of a program that never ran; null if it ran. */
export function wholeBar(cases: readonly CaseMarks[]): string | null {
  const [only, ...others] = new Set(cases.map(({verdict}) => verdict));
  if (only === undefined || others.length > 0 || !UNTESTED.includes(only)) return null;
  return `<span class="square whole ${SIGNS_OF_VERDICTS[only][1]}">${verdictWords(only)}</span>`;
}

export function legend(verdicts: ReadonlySet<Verdict>): string {
  const shown = VERDICTS.filter((one) => verdicts.has(one)).map((one) => {
    const [sign, kind] = SIGNS_OF_VERDICTS[one];
    return `<span class="square ${kind}" aria-hidden="true">${sign}</span> ${verdictWords(one)}`;
  });
  return `<p class="quiet">${shown.join(' &nbsp; ')}</p>\n`;
}

/** Returns the name of a submission's file. A percent sign sets a submission called index apart from the index. */
export function pageNameOf(target: string): string {
  // A link cannot contain lone surrogates.
  const name = Buffer.from(fileNameOf(target)).toString();
  return `${/^index$/i.test(name) ? `${name}%` : name}.html`;
}

export function link(target: string, text = html(target)): string {
  return `<a href="${encodeURIComponent(pageNameOf(target))}">${text}</a>`;
}

export function quiet(text: string): string {
  return `<p class="quiet">${html(text)}</p>\n`;
}

export function head(text: string, kind = ''): string {
  return `<th scope="col"${kind === '' ? '' : ` class="${kind}"`}>${html(text)}</th>`;
}

export function tableHtml(name: string, heads: string, rows: readonly string[]): string {
  return `<div class="scrolled" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.join('')}</tbody></table></div>
`;
}

export function warning(text: string): string {
  return `<p class="warning">${html(text)}</p>\n`;
}

export function list(items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>\n`];
}

/** Max items of a list shown without a click. */
const MOST_OPEN = 8;

export function foldedList(items: readonly string[]): string[] {
  const rest = list(items.slice(MOST_OPEN)).map((all) => folded(`${items.length - MOST_OPEN} more`, all));
  return [...list(items.slice(0, MOST_OPEN)), ...rest];
}

/** @param summary markup */
export function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>\n`;
}

export function section(title: string, content: readonly string[]): string {
  return content.length === 0 ? '' : `<section>\n<h2>${title}</h2>\n${content.join('')}</section>\n`;
}

export function page(title: string, body: readonly string[], script = ''): string {
  const allowed = script === '' ? '' : `; script-src '${digestOf(script)}'`;
  const policy = `default-src 'none'; style-src '${digestOf(STYLE)}'${allowed}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body.join('')}</main>
${script === '' ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

// biome-ignore format: a table
const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

/** Escapes a text for elements and quoted attributes, on one line. */
export function html(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
