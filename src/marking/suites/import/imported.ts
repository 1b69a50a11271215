/* What an importer makes of another system's suite: the files of a folder of cases. */
import {posix} from 'node:path';
import {DEFAULT_LIMITS, LIMITS} from '../../../running/limits.js';
import {sumOf} from '../../run/points.js';

/** A case in that system. */
export interface ForeignCase {
  /** Path below the new folder, without ending: `secret/01`. */
  readonly name: string;
  readonly input: Buffer;
  readonly golden: Buffer;
  /** Keys of `suite.json` that are its own. */
  readonly own?: OwnKeys;
  /** More files of the case, by how their names go on after its own: `.err`, `.given/words.txt`. */
  readonly more?: ReadonlyMap<string, Buffer>;
}

export interface OwnKeys {
  readonly points?: number | string;
  readonly about?: string;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
}

/** Keys of `suite.json` that a folder has. */
export interface FolderKeys {
  readonly limits?: Readonly<Record<string, number>>;
  readonly [key: string]: unknown;
}

export interface ForeignSuite {
  /** What reports call it, before the name of a folder. */
  readonly title?: string | null;
  readonly cases: readonly ForeignCase[];
  /** Keys of `suite.json`, by folder; `''` is the new folder itself, and says what is the same in all. */
  readonly folders: ReadonlyMap<string, FolderKeys>;
  /** Files that lie beside the cases of every folder, such as a checker, by their paths there. */
  readonly beside: ReadonlyMap<string, Buffer>;
  /** What cannot be taken, one line each. */
  readonly left: readonly string[];
}

/** A file to write. */
export interface NewFile {
  readonly path: string;
  readonly content: Buffer;
}

/**
 * The files of the new folder, and what to say of them. Of cases in a folder that tell a program the same only the first
 * is kept, with the points of all: a suite with twins would be refused.
 */
export function filesOf({title = null, cases, folders, beside, left}: ForeignSuite): {
  readonly files: readonly NewFile[];
  readonly said: readonly string[];
} {
  const said = [...new Set(left)];
  const files: NewFile[] = [];
  const byFolder = new Map<string, ForeignCase[]>();
  for (const one of cases) {
    const folder = folderOf(one.name);
    const before = byFolder.get(folder) ?? [];
    const twin = before.findIndex((other) => isTwin(one, other));
    if (twin === -1) before.push(one);
    else {
      const first = before[twin] ?? one;
      said.push(`${one.name}: the same input as ${first.name}: they are one case now`);
      before[twin] = {...first, own: {...first.own, ...sumOfPoints(first, one)}};
    }
    byFolder.set(folder, before);
  }
  for (const [folder, members] of byFolder) {
    const own = Object.fromEntries(
      members.flatMap(({name, own: keys = {}}: ForeignCase): [string, OwnKeys][] =>
        Object.keys(keys).length === 0 ? [] : [[posix.basename(name), keys]],
      ),
    );
    const suite = {
      ...folders.get(''),
      ...(folder === ''
        ? {}
        : {...(title !== null && {title: `${title}: ${folder}`}), ...folders.get(folder)}),
      ...roomFor(members, folders.get(folder)?.limits ?? folders.get('')?.limits),
      ...(Object.keys(own).length === 0 ? {} : {cases: own}),
    };
    if (Object.keys(suite).length > 0) {
      const content = Buffer.from(`${JSON.stringify(suite, null, 2)}\n`);
      files.push({path: posix.join(folder, 'suite.json'), content});
    }
    for (const {name, input, golden, more = []} of members) {
      files.push({path: `${name}.in`, content: input}, {path: `${name}.out`, content: golden});
      for (const [ending, content] of more) files.push({path: name + ending, content});
    }
    for (const [path, content] of beside) files.push({path: posix.join(folder, path), content});
  }
  return {files, said};
}

/** Room for twice the longest golden, where the limit on output would refuse it: only Kattis has such a limit. */
function roomFor(members: readonly ForeignCase[], limits: FolderKeys['limits']): FolderKeys {
  const longest = Math.ceil(Math.max(...members.map(({golden}) => golden.length)) / 1024);
  const {output = DEFAULT_LIMITS.output} = limits ?? {};
  if (longest <= output) return {};
  return {limits: {...limits, output: Math.min(LIMITS.output.most, 2 * longest)}};
}

export function folderOf(name: string): string {
  const folder = posix.dirname(name);
  return folder === '.' ? '' : folder;
}

function isTwin(a: ForeignCase, b: ForeignCase): boolean {
  const told = ({own}: ForeignCase): string =>
    JSON.stringify([own?.arguments ?? [], own?.environment ?? {}, own?.files ?? []]);
  return a.input.equals(b.input) && told(a) === told(b);
}

function sumOfPoints(a: ForeignCase, b: ForeignCase): OwnKeys {
  const [one, other] = [a.own?.points, b.own?.points];
  return one === undefined || other === undefined ? {} : {points: Number(sumOf([`${one}`, `${other}`]))};
}
