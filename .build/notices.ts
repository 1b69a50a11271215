/* The licences of bundled packages, which must be distributed with the bundles. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** Licences that allow bundling. */
const ALLOWED = ['BSD-3-Clause', 'ISC', 'MIT'];

const HEAD = 'The files in this folder hold code of these packages, each under its own licence:';

/** @param files paths of bundled files, with those of packages below `node_modules` */
export function formatNotices(root: string, files: readonly string[]): string {
  const folders = files.flatMap((file) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const notices = [...new Set(folders)]
    .map((folder) => noticeOf(join(root, folder)))
    .sort((one, other) => (one.title < other.title ? -1 : 1));
  const list = notices.map(({title}) => `  ${title}\n`).join('');
  const texts = notices.map(({title, text}) => `\n${'='.repeat(80)}\n${title}\n\n${text}\n`);
  return `${HEAD}\n\n${list}${texts.join('')}`;
}

/** Throws Error if the licence of a package is not one of those above, or its text is missing. */
export function noticeOf(folder: string): {readonly title: string; readonly text: string} {
  const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const title = `${name} ${version} (${license})`;
  if (!ALLOWED.includes(license)) throw new Error(`${title} is bundled: does its licence allow that?`);
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length === 0) throw new Error(`${title} is bundled, and has no text of its licence`);
  return {title, text: texts.join('\n\n')};
}
