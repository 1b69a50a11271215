/* Entries at the top of a class, and those that are nobody's. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {ifAllowed} from '../../system/file-errors.js';
import {isFolder, isTaken, shownName} from './taking.js';

export interface Top {
  /** Its name as reports show it. */
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly place: string;
  /** Returns the names in a folder. */
  readonly inner: () => readonly string[];
}

/** Files at the top of a class that could be no hand-in: tables, texts, parts of programs, descriptions of builds. */
const NOBODYS =
  /^(?:readme|license|makefile|cmakelists\.txt|suite\.json)$|(?<!\.[a-z+]{1,4})\.(?:csv|tsv|xlsx?|ods|txt|md|rst|html?|log|json|ya?ml|xml|ini|toml|lnk|url|h|hpp|o|class|pyc)$/i;

export function isSomebodys({name, kind}: Pick<Top, 'name' | 'kind'>): boolean {
  return isTaken(name) && (kind === 'folder' || !NOBODYS.test(name));
}

export function topsIn(folder: string): Top[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const place = join(folder, name);
      const kind = isFolder(place) ? 'folder' : 'file';
      return {name: shownName(name), kind, place, inner: () => ifAllowed(() => readdirSync(place)) ?? []};
    });
}
