/* Cases and submissions of a run, as the command line names them. */
import {readdirSync} from 'node:fs';
import {parse} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {inputError, usageError} from '../../../command-line/user-error.js';
import type {Limits} from '../../../running/limits.js';
import type {TemporaryFolders} from '../../../running/marker-folder.js';
import {ifAllowed} from '../../../system/file-errors.js';
import {parseTolerance} from '../../comparing/tolerances.js';
import {isArchive} from '../../submissions/archives.js';
import {classAt, type NewFolder, placeOf} from '../../submissions/class.js';
import type {TargetOptions} from '../../submissions/launch-plan.js';
import {
  type Submission,
  submissionAt,
  submissionOf,
  submissionOfHandIn,
} from '../../submissions/submissions.js';
import {extraGoldens, type FixtureCase, limitsOf} from '../../suites/fixture-case.js';
import {loadFixtures} from '../../suites/fixtures.js';
import {remark} from '../shared/run-flags.js';

export interface BuiltInSuite {
  readonly folder: string;
  /** Name for `--fixtures`. */
  readonly name: string;
  readonly title: string;
  /** Name for the same cases under a tolerance. */
  readonly mild: {readonly name: string; readonly tolerance: string};
  /** Program that is marked with this suite by default, and file that the handout asks for. */
  readonly program: string;
  readonly file: string;
}

/** Returns the folder of the cases; null if none is named: another course's suite would give marks, too. */
export function fixturesFor(given: ParsedFlags, {folder, name, mild, program}: BuiltInSuite): string | null {
  const {positionals, rest} = given;
  const named = given.text('fixtures');
  if (named !== null) return [name, mild.name].includes(named) ? folder : named;
  const hasName = (word: string): boolean => parse(word).name.toLowerCase() === program;
  const contains = (word: string): boolean => ifAllowed(() => readdirSync(word))?.some(hasName) === true;
  const isAlone = given.text('all') === null && positionals.length <= 1;
  return isAlone && (rest ?? positionals).some((word) => hasName(word) || contains(word)) ? folder : null;
}

export function casesFor(given: ParsedFlags, folder: string, {mild}: BuiltInSuite): readonly FixtureCase[] {
  const cases = loadFixtures(folder);
  if (given.text('fixtures') !== mild.name) return cases;
  return cases.map((one) => ({...one, tolerances: [parseTolerance(mild.tolerance)]}));
}

/** @throws UserError unless submissions are named in exactly one way */
export function checkWays(given: ParsedFlags): void {
  const {positionals, rest} = given;
  const ways = [given.has('all'), positionals.length > 0, rest !== null].filter(Boolean).length;
  if (ways !== 1) throw usageError('name one or more TARGETs, or --all CLASS, or a command after --');
  if (rest?.length === 0) throw usageError('a command is missing after --');
}

export async function submissionsFrom(
  given: ParsedFlags,
  options: TargetOptions,
  temporary: TemporaryFolders,
): Promise<Submission[]> {
  const {positionals, rest} = given;
  const all = given.text('all');
  if (all !== null) {
    const {handIns, notes} = await classAt(all, options, temporary.newFolder);
    for (const note of notes) remark(given, note);
    return handIns.map((one) => submissionOfHandIn(one, options));
  }
  if (rest === null)
    return Promise.all(positionals.map((path) => submissionNamed(path, options, temporary.newFolder)));
  return [submissionOf(rest, options.shown)];
}

async function submissionNamed(
  path: string,
  options: TargetOptions,
  newFolder: NewFolder,
): Promise<Submission> {
  const place = isArchive(path) ? await placeOf(path, options, newFolder) : path;
  const {plan, ...submission} = submissionAt(place, options);
  // Several programs may be a class.
  const isQuestion =
    plan.kind === 'none' && plan.studentReason !== null && plan.verdict === 'could-not-check';
  const hinted = isQuestion ? {...plan, remedy: `${plan.remedy}; --all marks a class`} : plan;
  return {...submission, plan: hinted, target: path, ...(place === path ? {} : {isUnpacked: true})};
}

/** Ways to name a case; the first way that finds any counts. */
const WAYS: readonly ((one: FixtureCase, text: string) => boolean)[] = [
  ({name}, text) => name === text,
  ({name}, text) => name.slice(name.lastIndexOf('/') + 1) === text,
  ({name}, text) => name.startsWith(`${text.replace(/\/+$/, '')}/`),
  ({number}, text) => String(number) === text,
  ({name}, text) => name.includes(text),
];

export function chosen(
  cases: readonly FixtureCase[],
  texts: readonly string[],
  folder: string,
): readonly FixtureCase[] {
  if (texts.length === 0) return cases;
  const named = texts.flatMap((text) => {
    const found = WAYS.map((way) => cases.filter((one) => way(one, text))).find(({length}) => length > 0);
    if (found !== undefined) return found;
    throw usageError(
      `--case takes the name of a case, a part of one, a folder, or a number from 1 to ${cases.length}; nothing in ${folder} is called ${JSON.stringify(text)}`,
    );
  });
  const isNamed = new Set(named);
  return cases.filter((one) => isNamed.has(one));
}

/** @throws UserError if the limit on output would stop the right output */
export function checkGoldenSizes(cases: readonly FixtureCase[], limits: Partial<Limits>): void {
  const problems = cases.flatMap((one) => {
    const {output} = limitsOf(one, limits);
    return [{path: one.expectedFile, content: one.expected}, ...extraGoldens(one)]
      .filter(({content}) => content.length > output * 1024)
      .map(
        ({path, content}) =>
          `${path}: ${content.length} bytes, more than the limit on output allows (${output} KiB)`,
      );
  });
  if (problems.length > 0) throw inputError(problems.join('\n'));
}
