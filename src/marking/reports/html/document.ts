/* What all pages have in common: their head, text as HTML, and tables that need no script. */
import {oneLine} from '../../results/visible.js';

/** @param policy what the page may load besides nothing: `style-src 'sha256-…'` */
export function documentHead(title: string, style: string, policy: readonly string[]): string {
  const whole = ["default-src 'none'", ...policy, "base-uri 'none'", "form-action 'none'"].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${html(whole)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<style>${style}</style>
</head>
`;
}

/** @param numbers the heads of the columns that hold numbers */
export function* plainTable(
  heads: readonly string[],
  rows: Iterable<readonly string[]>,
  numbers: readonly string[] = [],
): Iterable<string> {
  const side = (column: number): string => (numbers.includes(heads[column] ?? '') ? ' class="number"' : '');
  yield `<table class="plain">\n<thead><tr>${heads.map((text, index) => `<th scope="col"${side(index)}>${html(text)}</th>`).join('')}</tr></thead>\n<tbody>\n`;
  for (const row of rows)
    yield `<tr>${row.map((text, index) => `<td${side(index)}>${html(text)}</td>`).join('')}</tr>\n`;
  yield '</tbody>\n</table>\n';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as HTML, safe within quotes too, on one line. */
export function html(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
