/*
 * Loads folders of fixtures: `<case>.in`, `<case>.out` (or `<case>.ans`) and optionally `<case>.err`, `<case>.status` and a
 * folder `<case>.files`, in subfolders of any depth, each with at most one `suite.json`. Anything that could make us
 * silently miss a case is an error.
 */
import {type Dirent, lstatSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import {inputError} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';
import {NotRegular, readRegularFile, whyNoFolder} from '../../system/regular-file.js';
import type {LanguageCommands} from '../submissions/languages.js';
import {expectedFiles, givenFiles} from './case-files.js';
import {type FixtureCase, parseStatus, STANDARD_ERROR, STATUSES, type Status} from './fixture-case.js';
import {FolderCheckers} from './folder-checkers.js';
import {parseSuite, type Suite, saidOf} from './suite-json.js';

/** Files that a folder may hold besides its cases. */
const OTHER_FILES: readonly string[] = ['suite.json', 'README.md'];

const CASE_ENDINGS = /\.(?:in|out|ans|err|status)$/;

/** Endings of goldens: ours, and that of Kattis. */
const GOLDEN_ENDINGS = ['.out', '.ans'] as const;

/** The ending of the folder with the files that a case must write. */
const FILES_ENDING = /\.files$/;

/**
 * All cases below a folder, sorted by name; a folder's own cases come before those of its subfolders.
 *
 * @param outputs `not yet`: a case may lack its expected output, which then counts as empty
 * @throws UserError if anything at all is wrong with the fixtures
 */
export function loadFixtures(root: string, outputs: 'needed' | 'not yet' = 'needed'): FixtureCase[] {
  const problems: string[] = [];
  const cases: Unnumbered[] = [];
  // The files that cases are given lie anywhere below their folder, and are no cases themselves.
  const given = new Set<string>();
  // Below a suite that does not hold, nobody knows what is a case and what is not: only suites can be wrong there.
  const visit = (folder: string, isKnown: boolean): void => {
    const found = readFolder(root, folder, outputs === 'needed', given);
    const told = found.problems.filter((problem) => isKnown || problem.startsWith('suite.json: '));
    for (const problem of told) problems.push(join(root, folder, '/') + problem);
    cases.push(...found.cases);
    for (const name of found.folders) visit(join(folder, name), isKnown && found.holds);
    const isEmpty = found.cases.length + found.folders.length + found.problems.length === 0;
    if (isEmpty && isKnown && !found.isGiven) {
      problems.push(`${join(root, folder)}: no cases in it: a case is NAME.in and NAME.out`);
    }
  };
  const why = whyNoFolder(root);
  if (why !== null) throw inputError(`${root}: ${why}`);
  try {
    visit('', true);
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? `${error.path}: ` : '';
    throw inputError(path + reasonOf(error));
  }
  if (problems.length > 0) throw inputError(problems.join('\n'));
  return cases.map((one, index) => ({...one, number: index + 1}));
}

/** What the `suite.json` of the fixtures says of languages, for the whole run. A folder that cannot be read says nothing. */
export function languageCommandsIn(root: string): LanguageCommands {
  const file = join(root, 'suite.json');
  const isThere = statSync(file, {throwIfNoEntry: false})?.isFile() === true;
  const {compile = {}, run = {}} = isThere ? parseSuite(readFileSync(file, 'utf8'), []) : {};
  return {compile, run};
}

type Unnumbered = Omit<FixtureCase, 'number'>;

/** The names of a folder's cases, taken from its files, and the files that belong to no case. */
export function casesOf(files: readonly string[]): {
  readonly stems: readonly string[];
  readonly strays: readonly string[];
} {
  // Files that systems leave lying around begin with a dot: `._a.in`.
  const seen = files.filter((file) => !file.startsWith('.'));
  const own = seen.filter((file) => CASE_ENDINGS.test(file));
  return {
    stems: [...new Set(own.map((file) => file.replace(CASE_ENDINGS, '')))].sort(),
    strays: seen.filter((file) => !CASE_ENDINGS.test(file) && !OTHER_FILES.includes(file)),
  };
}

interface Folder {
  readonly cases: readonly Unnumbered[];
  readonly folders: readonly string[];
  /** Each begins with the path of the file below the folder. */
  readonly problems: readonly string[];
  /** Whether it holds files that cases are given. */
  readonly isGiven: boolean;
  /** Whether its `suite.json` holds. If not, only that is said. */
  readonly holds: boolean;
}

/**
 * @param needsGoldens whether a case must have its expected output
 * @param given the paths of files that cases are given; those of this folder are added
 */
function readFolder(root: string, folder: string, needsGoldens: boolean, given: Set<string>): Folder {
  const path = join(root, folder);
  const problems: string[] = [];
  const all = entriesIn(path);
  const read = (file: string): Buffer | undefined =>
    all.files.includes(file) ? contentOf(path, file, problems) : undefined;
  const suite = parseSuite(read('suite.json')?.toString('utf8') ?? '{}', problems);
  const unnamed = all.unnamed.map((name) => `${name}: its name is not UTF-8`);
  if (problems.length > 0) {
    const folders = all.folders.filter((name) => !FILES_ENDING.test(name));
    return {cases: [], folders, problems: [...problems, ...unnamed], isGiven: false, holds: false};
  }
  const filesOf = givenFiles(path, suite, problems);
  for (const file of filesOf.all) given.add(file);
  const files = all.files.filter((file) => !given.has(join(path, file)));
  const {stems, strays} = casesOf(files);
  problems.push(...casesGivenAway(all.files.filter((file) => !files.includes(file))));
  const checkers = new FolderCheckers(path, suite, problems);
  const isOthers = (name: string): boolean => !checkers.owns(name, (file) => CASE_ENDINGS.test(file));
  if (folder !== '' && saysOfLanguages(suite))
    problems.push(
      'suite.json: compile and run hold for all cases: only the folder with all of them can say them',
    );
  problems.push(...orphansIn(all, {stems, strays: strays.filter(isOthers)}, suite), ...unnamed);

  const cases: Unnumbered[] = [];
  const inputs = new Map<string, string>();
  for (const stem of stems) {
    const [golden = `${stem}.out`, twinGolden] = goldensOf(stem, files);
    if (twinGolden !== undefined)
      problems.push(`${twinGolden}: the case has ${golden} too: keep one of them`);
    const missing = [`${stem}.in`, ...(needsGoldens ? [golden] : [])].filter((file) => !files.includes(file));
    problems.push(...missing.map((file) => `${file}: missing`));
    const [input, expected, errors, status] = [`${stem}.in`, golden, `${stem}.err`, `${stem}.status`].map(
      read,
    );
    if (missing.length > 0 || input === undefined) continue;
    const said = saidOf(suite, stem);
    const one = {
      ...said,
      name: join(folder, stem),
      folder,
      suite: suite.title ?? (folder === '' ? basename(resolve(root)) : folder),
      inputFile: join(path, `${stem}.in`),
      input,
      expectedFile: join(path, golden),
      expected: expected ?? Buffer.alloc(0),
      status: status === undefined ? said.status : statusIn(status, `${stem}.status`, problems),
      files: filesOf.case(stem),
      expectedFiles: all.folders.includes(`${stem}.files`)
        ? expectedFiles(path, `${stem}.files`, problems)
        : [],
      expectedErrors:
        errors === undefined
          ? null
          : {name: STANDARD_ERROR, path: join(path, `${stem}.err`), content: errors},
      checker: checkers.of(stem),
    };
    if (one.isMerged && one.expectedErrors !== null) {
      problems.push(`${stem}.err: standard error is merged into the output, as suite.json says`);
    }
    cases.push(one);
    checkers.complain(one);
    const told = toldTo(one);
    const twin = inputs.get(told);
    if (twin !== undefined) problems.push(`${stem}.in: the same input as ${twin}.in`);
    inputs.set(told, stem);
  }
  const folders = all.folders.filter((name) => !FILES_ENDING.test(name) && isOthers(name));
  return {cases, folders, problems, isGiven: files.length < all.files.length, holds: true};
}

/** The bytes of a file; undefined if it is no regular file. */
function contentOf(folder: string, file: string, problems: string[]): Buffer | undefined {
  try {
    return readRegularFile(join(folder, file));
  } catch (error) {
    if (!(error instanceof NotRegular)) throw error;
    problems.push(`${file}: it is ${error.message}`);
    return undefined;
  }
}

/** Files that look like a case but are given to cases: complaints, since no case may be missed. */
function casesGivenAway(given: readonly string[]): string[] {
  return casesOf(given)
    .stems.filter((stem) => given.includes(`${stem}.in`))
    .flatMap((stem) => goldensOf(stem, given).map((golden) => `${stem}.in, ${golden}`))
    .map((pair) => `${pair}: either a case or files that cases are given, not both`);
}

/** The goldens of a case that are among some files. */
function goldensOf(stem: string, files: readonly string[]): string[] {
  return GOLDEN_ENDINGS.map((ending) => stem + ending).filter((file) => files.includes(file));
}

/** What lies in a folder and belongs to no case. */
function orphansIn(
  {files, folders}: Entries,
  {stems, strays}: ReturnType<typeof casesOf>,
  suite: Suite,
): string[] {
  const stemOf = (name: string): string => name.replace(FILES_ENDING, '');
  const expected = folders.filter((name) => FILES_ENDING.test(name) && !stems.includes(stemOf(name)));
  const named = Object.keys(suite.cases ?? {}).filter((stem) => !stems.includes(stem));
  const rest = 'belongs to no case: a case is NAME.in, NAME.out and optionally NAME.err and NAME.status';
  return [
    ...strays.map((file) => `${file}: ${rest}`),
    ...expected.map((name) => `${name}: belongs to no case: there is no ${stemOf(name)}.in`),
    // It applies to its own folder only.
    ...(stems.length === 0 && files.includes('suite.json') && !saysOfLanguages(suite)
      ? ['suite.json: there is no case beside it']
      : []),
    ...named.map((stem) => `suite.json: cases.${stem}: there is no case of this name`),
  ];
}

function saysOfLanguages({compile, run}: Suite): boolean {
  return compile !== undefined || run !== undefined;
}

/** All that a program gets to know of a case. */
function toldTo({input, arguments: args, environment, files}: Unnumbered): string {
  return JSON.stringify([input.toString('latin1'), args, environment, files.map(({path}) => path)]);
}

/** The exit status that a file demands; null if it is none. */
function statusIn(content: Buffer, file: string, problems: string[]): Status | null {
  const written = content.toString('latin1');
  const status = parseStatus(written.replace(/\n$/, ''));
  if (status === null) problems.push(`${file}: ${JSON.stringify(written)} is not ${STATUSES}`);
  return status;
}

interface Entries {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** By these names, which are not UTF-8, Node finds nothing. */
  readonly unnamed: readonly string[];
}

/** What is in a folder, sorted by name. Folders whose names begin with a dot are ignored. */
function entriesIn(path: string): Entries {
  const listed = readdirSync(path, {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1));
  const isFound = ({name}: Dirent): boolean =>
    !name.includes('\ufffd') || lstatSync(join(path, name), {throwIfNoEntry: false}) !== undefined;
  const names = (entries: readonly Dirent[]): string[] => entries.map(({name}) => name);
  const entries = listed.filter(isFound);
  return {
    folders: names(entries.filter((one) => one.isDirectory() && !one.name.startsWith('.'))),
    files: names(entries.filter((one) => !one.isDirectory())),
    unnamed: names(listed.filter((one) => !isFound(one))),
  };
}
