/* Paths as a student can use them. The folders of whoever marks are nobody else's business, and are nowhere else. */
import {visible} from './visible.js';

/** Leaves out of a text the folders, given as absolute paths, in each of the forms that a text of the marks can have. */
export function withoutFolders(folders: readonly string[]): (text: string) => string {
  const forms = folders.filter((folder) => /^\/[^/]/.test(folder)).flatMap(formsOf);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  const any = longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  // A folder is left out with its slash, and with our own temporary one in it. Alone, it is the current one.
  const pattern = new RegExp(`(?:${any})(?:/(?:fivedice-[\\w-]+/)?|(?![\\w-]))`, 'g');
  return (text) => text.replace(pattern, (found) => (found.endsWith('/') ? '' : '.'));
}

/** As it is; as visible text; and as summaries write both, with `#` for a number. */
function formsOf(folder: string): string[] {
  const shown = visible(Buffer.from(folder).toString('latin1'));
  return [folder, shown].flatMap((form) => [form, form.replace(/\d+/g, '#')]);
}

/** The names of submissions without the folder that all of them lie in. */
export function withoutCommonFolder(targets: readonly string[]): string[] {
  const [first = '', ...others] = targets;
  const folders = /^[^\s]*\//.exec(first)?.[0] ?? '';
  let common = folders;
  while (common !== '' && !others.every((target) => target.startsWith(common))) {
    common = common.replace(/[^/]*\/$/, '');
  }
  return targets.map((target) => target.slice(common.length) || target);
}
