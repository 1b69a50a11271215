/*
 * Loads folders of fixtures: `<case>.in`, `<case>.out` and optionally `<case>.status`, in subfolders of any
 * depth, each with at most one `suite.json`. Anything that could make us silently miss a case is an error.
 */
import {type Dirent, existsSync, lstatSync, readdirSync, statSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import {inputError, messageOf} from '../../command-line/user-error.js';
import type {Limits} from '../../running/limits.js';
import {brokenPattern} from '../comparing/checkers/regex.js';
import {inOrder} from '../comparing/tolerances.js';
import {NotRegular, readRegularFile} from '../files/regular-file.js';
import {pointsOf} from '../marks/points.js';
import {type FixtureCase, PLAIN_CASE} from './fixture-case.js';
import {FolderCheckers} from './folder-checkers.js';
import {parseSuite, type Suite} from './suite-json.js';

/** Files that a folder may hold besides its cases. */
const OTHER_FILES: readonly string[] = ['suite.json', 'README.md'];

const CASE_ENDINGS = /\.(?:in|out|status)$/;

/**
 * All cases below a folder, sorted by name; a folder's own cases come before those of its subfolders.
 *
 * @param outputs `not yet`: a case may lack its expected output, which then counts as empty
 * @throws UserError if anything at all is wrong with the fixtures
 */
export function loadFixtures(root: string, outputs: 'needed' | 'not yet' = 'needed'): FixtureCase[] {
  const problems: string[] = [];
  const cases: Unnumbered[] = [];
  const visit = (folder: string): void => {
    const found = readFolder(root, folder, outputs === 'needed' ? ['.in', '.out'] : ['.in']);
    for (const problem of found.problems) problems.push(join(root, folder, problem));
    cases.push(...found.cases);
    for (const name of found.folders) visit(join(folder, name));
    if (found.cases.length + found.folders.length + found.problems.length === 0) {
      problems.push(`${join(root, folder)}: no cases in it: a case is NAME.in and NAME.out`);
    }
  };
  if (!existsSync(root) || !statSync(root).isDirectory()) throw inputError(`${root}: no such folder`);
  try {
    visit('');
  } catch (error) {
    throw inputError(messageOf(error));
  }
  if (problems.length > 0) throw inputError(problems.join('\n'));
  return cases.map((one, index) => ({...one, number: index + 1}));
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
}

function readFolder(root: string, folder: string, needed: readonly string[]): Folder {
  const path = join(root, folder);
  const listed = readdirSync(path, {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1));
  // By a name that is not UTF-8, Node finds nothing.
  const isFound = ({name}: Dirent): boolean =>
    !name.includes('\ufffd') || lstatSync(join(path, name), {throwIfNoEntry: false}) !== undefined;
  const entries = listed.filter(isFound);
  const folders = entries
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({name}) => name);
  const files = entries.filter((one) => !one.isDirectory()).map(({name}) => name);
  const {stems, strays} = casesOf(files);
  const problems: string[] = [];
  for (const {name} of listed.filter((one) => !isFound(one))) problems.push(`${name}: its name is not UTF-8`);

  const contents = new Map<string, Buffer>();
  for (const file of files.filter(
    (one) => one === 'suite.json' || stems.includes(one.replace(CASE_ENDINGS, '')),
  )) {
    try {
      contents.set(file, readRegularFile(join(path, file)));
    } catch (error) {
      if (!(error instanceof NotRegular)) throw error;
      problems.push(`${file}: it is ${error.message}`);
    }
  }

  // It applies to its own folder only.
  if (stems.length === 0 && files.includes('suite.json'))
    problems.push('suite.json: there is no case beside it');
  const suite: Suite = parseSuite(contents.get('suite.json')?.toString('utf8') ?? '{}', problems);
  for (const stem of Object.keys(suite.cases ?? {})) {
    if (!stems.includes(stem)) problems.push(`suite.json: cases.${stem}: there is no case of this name`);
  }

  const checkers = new FolderCheckers(path, suite, problems);
  const isOfCase = (name: string): boolean => CASE_ENDINGS.test(name);
  const visited = folders.filter((name) => !checkers.owns(name, isOfCase));

  const cases: Unnumbered[] = [];
  const inputs = new Map<string, string>();
  for (const stem of stems) {
    const missing = needed.map((ending) => stem + ending).filter((file) => !files.includes(file));
    for (const file of missing) problems.push(`${file}: missing`);
    if (missing.length > 0) continue;
    const inputFile = join(path, `${stem}.in`);
    const expectedFile = join(path, `${stem}.out`);
    const [input, expected, status] = ['in', 'out', 'status'].map((ending) =>
      contents.get(`${stem}.${ending}`),
    );
    if (input === undefined) continue;
    const twin = inputs.get(input.toString('latin1'));
    if (twin !== undefined) problems.push(`${stem}.in: the same input as ${twin}.in`);
    inputs.set(input.toString('latin1'), stem);
    const written = status?.toString('latin1') ?? null;
    if (written !== null && !isStatus(written)) {
      problems.push(`${stem}.status: ${JSON.stringify(written)} is not an exit status from 0 to 255`);
    }
    const own = {...suite, ...suite.cases?.[stem]};
    const checker = checkers.of(stem);
    if (checker !== null && (own.tolerances ?? []).length > 0) checkers.refuseTolerances();
    const broken = checker?.kind === 'regex' && expected !== undefined ? brokenPattern(expected) : null;
    if (broken !== null && needed.includes('.out'))
      problems.push(`${stem}.out: line ${broken.line}: ${broken.why}`);
    cases.push({
      name: join(folder, stem),
      folder,
      suite: suite.title ?? (folder === '' ? basename(resolve(root)) : folder),
      title: suite.cases?.[stem]?.title ?? stem,
      about: own.about ?? null,
      section: own.section ?? null,
      inputFile,
      input,
      expectedFile,
      expected: expected ?? Buffer.alloc(0),
      status: written === null ? (own.status ?? null) : Number(written),
      arguments: suite.arguments ?? [],
      points: own.points === undefined ? PLAIN_CASE.points : pointsOf(own.points),
      visibility: own.visibility ?? 'public',
      limits: withoutUndefined(suite.limits ?? {}),
      tolerances: inOrder(suite.tolerances ?? []),
      prompt: suite.prompt ?? PLAIN_CASE.prompt,
      skipAfterFailure: suite.skipAfterFailure ?? false,
      checker,
    });
  }
  const lost = strays
    .filter((file) => !checkers.owns(file, isOfCase))
    .map((file) => `${file}: belongs to no case: a case is NAME.in, NAME.out and optionally NAME.status`);
  return {cases, folders: visited, problems: [...lost, ...problems]};
}

function isStatus(written: string): boolean {
  return /^\d{1,3}\n?$/.test(written) && Number(written) <= 255;
}

function withoutUndefined(limits: {readonly [key in keyof Limits]?: number | undefined}): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
