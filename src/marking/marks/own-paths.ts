/* Paths as a student can use them. The folders of whoever marks are nobody else's business, and are nowhere else. */
import {visible} from './visible.js';

/**
 * Leaves out of a text the folders, given as absolute paths, in each of the forms that a text of the marks can have.
 *
 * @param around folders that are left out only together with our own temporary one in them
 */
export function withoutFolders(
  folders: readonly string[],
  around: readonly string[] = [],
): (text: string) => string {
  const [any, outer] = [anyOf(folders), anyOf([...folders, ...around])];
  // A folder is left out with its slash, and with our own temporary one in it. Alone, it is the current one.
  const pattern = new RegExp(`(?:${outer})/fivedice-[\\w-]+/|(?:${any})(?:/|(?![\\w-]))`, 'g');
  return (text) => text.replace(pattern, (found) => (found.endsWith('/') ? '' : '.'));
}

/** A pattern for one of some folders; it matches nothing if there is none. */
function anyOf(folders: readonly string[]): string {
  const forms = folders.filter((folder) => /^\/[^/]/.test(folder)).flatMap(formsOf);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|') || '(?!)';
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
