import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const READMES: ReadonlyMap<string, string> = new Map(
  ['README.md', ...['src', 'fixtures', 'tests'].flatMap(readmesBelow)].map((path) => [
    path,
    readFileSync(join(ROOT, path), 'utf8'),
  ]),
);

export const README = readmeAt('README.md');

export function readmeOf(room: string): string {
  return readmeAt(`src/${room}/README.md`);
}

export function readmeAt(path: string): string {
  const readme = READMES.get(path);
  if (readme === undefined) throw new Error(`there is no ${path}`);
  return readme;
}

export function examplesIn(readme: string): {readonly name: string; readonly text: string}[] {
  return [...readme.matchAll(/<!-- test: (.+?) -->\n```\w*\n(.*?)```\n/gs)].map(
    ([, name = '', text = '']) => ({name, text}),
  );
}

export function example(name: string): string {
  const found = [...READMES.values()].flatMap(examplesIn).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no README has an example ${name}`);
  return found.text;
}

/** Returns true if a README contains some words, wherever its lines break. */
export function says(readme: string, words: string): boolean {
  return readme.replace(/\s+/g, ' ').includes(words);
}

/** Returns the rows, as lists of cells, of the table whose first column has this heading. */
export function tableIn(readme: string, head: string): string[][] {
  const start = readme.indexOf(`\n| ${head} |`);
  if (start === -1) throw new Error(`there is no table ${head}`);
  const [table = ''] = readme.slice(start + 1).split('\n\n');
  return table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/^\| ?| ?\|$/g, '').split(' | '));
}

function readmesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((path) => /(?:^|\/)README\.md$/.test(path))
    .map((path) => `${folder}/${path}`)
    .sort();
}
