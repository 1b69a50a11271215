/*
 * Loads fixtures: `NAME.in`, `NAME.out` (or `NAME.ans`) and optionally `NAME.alt.out`, `NAME.err`, `NAME.status` and a folder
 * `NAME.files`, in folders of any depth, each perhaps with a `suite.json`. Anything that could hide a case is an error.
 */
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import {inputError, messageOf} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';
import {NotRegular, readRegularFile, whyNoFolder} from '../../system/regular-file.js';
import {areEqual, type Tolerance} from '../comparing/tolerances.js';
import {groupBy, listSome, naturally} from '../results/grouping.js';
import {expectedFiles, givenFiles} from './case-files.js';
import {type Checker, programIn} from './checker.js';
import {
  extraGoldens,
  type FixtureCase,
  parseStatus,
  STANDARD_ERROR,
  STATUSES,
  type Status,
} from './fixture-case.js';
import {isForWholeRun, parseSuite, programSettings, type Suite, settingsOf} from './suite-json.js';

const OTHER_FILES: readonly string[] = ['suite.json', 'README.md'];

const CASE_ENDINGS = /\.(?:in|(?:alt\d*\.)?out|ans|err|status)$/;

/** Endings of other answers: `.alt.out`, `.alt2.out`. */
const OTHER_ENDING = /\.alt\d*\.out$/;

/** Endings of goldens; Kattis' is the second. */
const GOLDEN_ENDINGS = ['.out', '.ans'] as const;

const FILES_ENDING = /\.files$/;

type Unnumbered = Omit<FixtureCase, 'number'>;

/**
 * Loads all cases below a folder, in natural order, a folder's own before those of its subfolders.
 *
 * @param outputs `not yet`: a missing golden counts as empty
 * @throws UserError if anything is wrong
 */
export function loadFixtures(root: string, outputs: 'needed' | 'not yet' = 'needed'): FixtureCase[] {
  const problems = new Set<string>();
  const cases: Unnumbered[] = [];
  // Given files may look like cases.
  const given = new Set<string>();
  const visit = (folder: string): void => {
    const found = readFolder(root, folder, outputs === 'needed', given);
    for (const problem of found.problems) problems.add(join(root, folder, '/') + problem);
    cases.push(...found.cases);
    for (const name of found.folders) visit(join(folder, name));
    if (found.isEmpty) problems.add(`${join(root, folder)}: no cases in it: a case is NAME.in and NAME.out`);
  };
  const why = whyNoFolder(root);
  if (why !== null) throw inputError(`${root}: ${why}`);
  try {
    visit('');
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? `${error.path}: ` : '';
    throw inputError(path + reasonOf(error));
  }
  if (problems.size > 0) throw inputError([...problems].join('\n'));
  return cases.map((one, index) => ({...one, number: index + 1}));
}

/** Oddities that an editor or a shell left in goldens, and the golden without them. */
const ODDITIES: Readonly<Record<string, (golden: string) => string>> = {
  'in UTF-16': (golden) => golden.replace(/^(?:\xff\xfe|\xfe\xff)[\s\S]*/, ''),
  'with a byte order mark': (golden) => golden.replace(/^\xef\xbb\xbf/, ''),
  'with a carriage return on each line': (golden) =>
    /(?<!\r)\n/.test(golden) ? golden : golden.replaceAll('\r\n', '\n'),
};

/** Returns a note on each oddity that few programs print. */
export function oddGoldens(cases: readonly FixtureCase[], tolerances: readonly Tolerance[]): string[] {
  return Object.entries(ODDITIES).flatMap(([what, plain]) => {
    const odd = cases.filter((one) => {
      const golden = one.expected.toString('latin1');
      return one.checker === null && !areEqual(plain(golden), golden, [...one.tolerances, ...tolerances]);
    });
    return odd.length === 0
      ? []
      : [`goldens ${what}, so few programs pass: ${listSome(odd.map(({name}) => name))}`];
  });
}

/** Returns the settings of the whole run; defaults if there is no valid `suite.json`. */
export function programSettingsIn(root: string): ReturnType<typeof programSettings> {
  const file = join(root, 'suite.json');
  const isThere = statSync(file, {throwIfNoEntry: false})?.isFile() === true;
  return programSettings(isThere ? parseSuite(readFileSync(file, 'utf8'), []) : {});
}

/**
 * Reads a folder without its subfolders. Beside a wrong `suite.json`, nothing else is read.
 *
 * @param given paths of given files, to which those of this folder are added
 */
function readFolder(root: string, folder: string, needsGoldens: boolean, given: Set<string>) {
  const path = join(root, folder);
  const cases: Unnumbered[] = [];
  /** Each begins with a path below the folder. */
  const problems: string[] = [];
  const all = entriesIn(path);
  const names = new Set(all.files);
  const read = (file: string): Buffer | undefined =>
    names.has(file) ? contentOf(path, file, problems) : undefined;
  const suite = parseSuite(read('suite.json')?.toString('utf8') ?? '{}', problems);
  if (problems.length > 0) return {cases, folders: [], problems, isEmpty: false};
  const filesOf = givenFiles(path, suite, problems);
  for (const file of filesOf.all) given.add(file);
  const files = all.files.filter((file) => !given.has(join(path, file)));
  if (folder !== '' && isForWholeRun(suite))
    problems.push(
      'suite.json: compile, run, languages and program apply to the whole suite: move them to the top folder',
    );

  const stems = stemsOf(files);
  const own = new Set(files);
  const ownFolders = new Set(all.folders);
  const answers = groupBy(
    files.filter((file) => OTHER_ENDING.test(file)),
    (file) => file.replace(OTHER_ENDING, ''),
  );
  for (const stem of stems) {
    const [golden = `${stem}.out`, twinGolden] = goldensOf(stem, own);
    if (twinGolden !== undefined)
      problems.push(`${twinGolden}: the case has ${golden} too: keep one of them`);
    const missing = [`${stem}.in`, ...(needsGoldens ? [golden] : [])].filter((file) => !own.has(file));
    problems.push(...missing.map((file) => `${file}: missing`));
    const parts = [`${stem}.in`, golden, `${stem}.err`, `${stem}.status`];
    const [input, expected, errors, status] = parts.map(read);
    if (missing.length > 0 || input === undefined) continue;
    const settings = settingsOf(suite, stem);
    const one: Unnumbered = {
      ...settings,
      name: join(folder, stem),
      folder,
      suite: suite.title ?? (folder === '' ? basename(resolve(root)) : folder),
      inputFile: join(path, `${stem}.in`),
      input,
      expectedFile: join(path, golden),
      expected: expected ?? Buffer.alloc(0),
      otherAnswers: (answers.get(stem) ?? []).map((name) => ({
        name,
        path: join(path, name),
        content: read(name) ?? Buffer.alloc(0),
      })),
      status: status === undefined ? settings.status : statusIn(status, `${stem}.status`, problems),
      files: filesOf.case(stem),
      expectedFiles: ownFolders.has(`${stem}.files`) ? expectedFiles(path, `${stem}.files`, problems) : [],
      expectedErrors:
        errors === undefined
          ? null
          : {name: STANDARD_ERROR, path: join(path, `${stem}.err`), content: errors},
      checker: checkerOf(path, suite, stem, problems),
    };
    problems.push(...conflictsIn(one, stem));
    cases.push(one);
  }
  const checkers = checkerPlaces(path, suite);
  const folders = all.folders.filter((name) => !FILES_ENDING.test(name) && !checkers.has(name));
  problems.push(...orphansIn(all, files, stems, checkers, suite));
  if (needsGoldens) problems.push(...idleAlternatives(cases));
  const isEmpty = all.files.every((file) => !isSeen(file)) && all.folders.length === 0;
  return {cases, folders, problems, isEmpty};
}

function contentOf(folder: string, file: string, problems: string[]): Buffer | undefined {
  try {
    return readRegularFile(join(folder, file));
  } catch (error) {
    if (!(error instanceof NotRegular)) throw error;
    problems.push(`${file}: ${error.message}`);
    return undefined;
  }
}

function stemsOf(files: readonly string[]): readonly string[] {
  const own = files.filter((file) => isSeen(file) && CASE_ENDINGS.test(file));
  return [...new Set(own.map((file) => file.replace(CASE_ENDINGS, '')))].sort(naturally);
}

/** Returns false for files of no case, such as `._a.in` of macOS. */
function isSeen(file: string): boolean {
  return !file.startsWith('.') && !OTHER_FILES.includes(file);
}

function goldensOf(stem: string, files: ReadonlySet<string>): string[] {
  return GOLDEN_ENDINGS.map((ending) => stem + ending).filter((file) => files.has(file));
}

function orphansIn(
  all: ReturnType<typeof entriesIn>,
  files: readonly string[],
  stems: readonly string[],
  checkers: ReadonlySet<string>,
  suite: Suite,
): string[] {
  const strays = files.filter((file) => isSeen(file) && !CASE_ENDINGS.test(file) && !checkers.has(file));
  const stemOf = (name: string): string => name.replace(FILES_ENDING, '');
  const isCase = new Set(stems);
  const expected = all.folders.filter((name) => FILES_ENDING.test(name) && !isCase.has(stemOf(name)));
  const named = Object.keys(suite.cases ?? {}).filter((stem) => !isCase.has(stem));
  const rest = 'belongs to no case: a case is NAME.in, NAME.out and optionally NAME.err and NAME.status';
  const isAlone = stems.length === 0 && files.includes('suite.json') && !isForWholeRun(suite);
  return [
    ...strays.map((file) => `${file}: ${rest}`),
    ...expected.map((name) => `${name}: belongs to no case: there is no ${stemOf(name)}.in`),
    ...(isAlone ? ['suite.json: there is no case beside it, and it does not apply to subfolders'] : []),
    ...named.map((stem) => `suite.json: cases.${stem}: there is no case of this name`),
  ];
}

function checkerOf(path: string, suite: Suite, stem: string, problems: string[]): Checker | null {
  const own = suite.cases?.[stem]?.checker;
  const setting = own === undefined ? (suite.checker ?? null) : own;
  if (setting?.kind !== 'program') return setting;
  try {
    return programIn(path, setting);
  } catch (error) {
    const place = own === undefined ? '' : `cases.${stem}.`;
    problems.push(`suite.json: ${place}checker.program: ${setting.name}: ${messageOf(error)}`);
    return null;
  }
}

/** Returns the files and folders of checker programs. A folder with cases is not one of these. */
function checkerPlaces(path: string, suite: Suite): ReadonlySet<string> {
  const settings = [suite, ...Object.values(suite.cases ?? {})].map(({checker}) => checker);
  const names = settings.flatMap((one) => (one?.kind === 'program' ? (one.name.split('/')[0] ?? []) : []));
  const hasCases = (name: string): boolean =>
    statSync(join(path, name), {throwIfNoEntry: false})?.isDirectory() === true &&
    readdirSync(join(path, name), {recursive: true, encoding: 'utf8'}).some((file) =>
      CASE_ENDINGS.test(file),
    );
  return new Set([...new Set(names)].filter((name) => !hasCases(name)));
}

/** Complains about lines with alternatives that no golden has, such as misspelt ones. */
function idleAlternatives(cases: readonly Unnumbered[]): string[] {
  const lines = new Set(cases.flatMap(({alternatives}) => alternatives.map(([line = '']) => line)));
  return [...lines]
    .filter((line) => !cases.some(({expected}) => expected.includes(line, 0, 'latin1')))
    .map((line) => `suite.json: alternatives: no golden has ${JSON.stringify(line)}`);
}

function conflictsIn(one: Unnumbered, stem: string): string[] {
  const {checker, tolerances, alternatives, otherAnswers, isMerged, expectedErrors} = one;
  // A checker program checks only the output.
  const takesTolerances = checker?.kind !== 'program' || extraGoldens(one).length > 0;
  return [
    ...(isMerged && expectedErrors !== null
      ? [`${stem}.err: standard error is merged into the output, as suite.json says`]
      : []),
    ...(tolerances.length > 0 && !takesTolerances
      ? ['suite.json: tolerances: a checker program takes none, and there are no files to compare']
      : []),
    ...(checker?.kind === 'program' && alternatives.length + otherAnswers.length > 0
      ? [`suite.json: checker: a program takes no alternatives, and no other answers such as ${stem}.alt.out`]
      : []),
  ];
}

/** Returns the exit status that a file demands; 0, and adds a problem, if the file is wrong. */
function statusIn(content: Buffer, file: string, problems: string[]): Status {
  const written = content.toString('latin1');
  const status = parseStatus(written.replace(/\n$/, ''));
  if (status === null) problems.push(`${file}: ${JSON.stringify(written)} is not ${STATUSES}`);
  return status ?? 0;
}

/** Lists a folder in natural order, without folders whose names begin with a dot. */
function entriesIn(path: string) {
  const listed = readdirSync(path, {withFileTypes: true}).sort((a, b) => naturally(a.name, b.name));
  return {
    folders: listed.filter((one) => one.isDirectory() && !one.name.startsWith('.')).map(({name}) => name),
    files: listed.filter((one) => !one.isDirectory()).map(({name}) => name),
  };
}
