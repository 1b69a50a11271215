/* Loads golden cases, and refuses a folder in which one could be passed over in silence. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';

export const FIXTURES = join(import.meta.dirname, '../../fixtures/valuation');

export interface Golden {
  /** The folder below the root, and the case's stem, say `handout/2.3-full-house`. */
  readonly name: string;
  readonly folder: string;
  readonly inputFile: string;
  readonly input: Buffer;
  readonly expected: Buffer;
  /** 0 after a score or a stage 1 exit, 1 after an error: it follows from the last line of the output. */
  readonly exitCode: 0 | 1;
  /** From the folder's `suite.json`. */
  readonly arguments: readonly string[];
}

const SUITE_KEYS: readonly string[] = ['title', 'arguments', 'points'];

/**
 * All cases below `root`, in order of their names.
 *
 * @throws Error that lists every half case, empty expected output, empty folder, stray file, unknown key of a
 *   `suite.json`, and every difference between the cases and the tables of `README.md`
 */
export function loadGoldens(root: string): Golden[] {
  const problems: string[] = [];
  const goldens: Golden[] = [];

  const visit = (folder: string): void => {
    const path = join(root, folder);
    const entries = readdirSync(path, {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1));
    const folders = entries.filter((entry) => entry.isDirectory());
    const files = new Set(entries.filter((entry) => !entry.isDirectory()).map(({name}) => name));
    const suite = files.delete('suite.json')
      ? JSON.parse(readFileSync(join(path, 'suite.json'), 'utf8'))
      : {};
    for (const key of Object.keys(suite)) {
      if (!SUITE_KEYS.includes(key)) problems.push(`${join(folder, 'suite.json')}: unknown key ${key}`);
    }
    if (folder === '') files.delete('README.md');

    const stems = new Set([...files].map((file) => file.replace(/\.(in|out)$/, '')));
    if (stems.size === 0 && folders.length === 0) problems.push(`${folder}: no case in it`);
    for (const stem of stems) {
      const name = join(folder, stem);
      if (files.has(stem)) {
        problems.push(`${name}: neither .in nor .out`);
        continue;
      }
      const missing = [`${stem}.in`, `${stem}.out`].filter((file) => !files.has(file));
      for (const file of missing) problems.push(`${join(folder, file)}: missing`);
      if (missing.length > 0) continue;
      const inputFile = join(path, `${stem}.in`);
      const expected = readFileSync(join(path, `${stem}.out`));
      if (expected.length === 0) problems.push(`${name}.out: empty`);
      goldens.push({
        name,
        folder,
        inputFile,
        input: readFileSync(inputFile),
        expected,
        exitCode: /\nYour score is: \d+ points\n\n$|> \n$/.test(expected.toString('latin1')) ? 0 : 1,
        arguments: suite.arguments ?? [],
      });
    }
    for (const {name} of folders) visit(join(folder, name));
  };
  visit('');

  const listed = listedCases(root);
  const found = goldens.map(({name}) => name);
  for (const name of found) if (!listed.includes(name)) problems.push(`${name}: not listed in README.md`);
  for (const name of listed)
    if (!found.includes(name)) problems.push(`${name}: listed in README.md, but no case`);
  for (const name of new Set(listed.filter((one, index) => listed.indexOf(one) !== index))) {
    problems.push(`${name}: listed twice in README.md`);
  }
  if (problems.length > 0) throw new Error(`${basename(root)}:\n${problems.join('\n')}`);
  return goldens;
}

/** The cases that `README.md` lists: a heading for each folder, and below it a table with a row for each case. */
function listedCases(root: string): string[] {
  const readme = join(root, 'README.md');
  if (!existsSync(readme)) return [];
  let folder = '';
  const cases: string[] = [];
  for (const line of readFileSync(readme, 'utf8').split('\n')) {
    folder = /^## `(.+?)`/.exec(line)?.[1] ?? folder;
    const stem = /^\| `(.+?)` \| ./.exec(line)?.[1];
    if (stem !== undefined) cases.push(join(folder, stem));
  }
  return cases;
}
