/* What the flags choose: the submissions, the cases, and the part of a run that is marked here. */
import {lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync} from 'node:fs';
import {availableParallelism, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import type {Given} from '../../../command-line/flags.js';
import {complain, inputError, reasonOf, usageError} from '../../../command-line/user-error.js';
import {folderPrefix} from '../../../running/guardian.js';
import {whyNoFolder} from '../../../system/regular-file.js';
import {rowsOf, separatorOf} from '../../grading/table.js';
import {casesOfPart, partOf, type Shard} from '../../judging/shards.js';
import type {Marking} from '../../judging/whole-run.js';
import {isHandedIn, noPlan, type TargetOptions} from '../../submissions/launch-plan.js';
import {
  isArchive,
  type Submission,
  submissionAt,
  submissionOf,
  submissionsIn,
} from '../../submissions/submissions.js';
import {casesNamed, namesLike} from '../../suites/choosing.js';
import {type FixtureCase, parseStatus, STATUSES, type Status} from '../../suites/fixture-case.js';
import {LABELS, labelNamed, OR} from './expectations.js';

/** What zip files are unpacked into; removed in the end, by whatever way. */
export class Unpacked {
  private readonly folders: string[] = [];

  /** If this process is killed, the next marker removes it. */
  newFolder(): string {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), folderPrefix()));
    if (this.folders.length === 0) process.once('exit', () => this.remove());
    this.folders.push(folder);
    return folder;
  }

  remove(): void {
    for (const folder of this.folders.splice(0)) rmSync(folder, {recursive: true, force: true});
  }
}

export async function submissionsFrom(
  given: Given,
  options: TargetOptions,
  unpacked: Unpacked,
): Promise<Submission[]> {
  const {positionals, rest} = given;
  const all = given.text('all');
  const ways = [all !== null, positionals.length > 0, rest !== null].filter(Boolean).length;
  if (ways !== 1) {
    const said = [
      all === null ? [] : `--all ${all}`,
      positionals,
      rest === null ? [] : 'a command after --',
    ].flat();
    const both = ways === 0 ? '' : `${said.join(' and ')} were given: `;
    throw usageError(`${both}name a TARGET or several, or --all DIR, or a command after --`);
  }
  if (given.has('expect')) return labelled(all, options);
  if (all !== null)
    return isArchive(all) ? unpackedIn(all, options, unpacked.newFolder()) : submissionsIn(all, options);
  if (rest === null) {
    const named = new Set<string>();
    for (const path of positionals) {
      if (named.has(resolve(path))) throw usageError(`${path} is named twice`);
      named.add(resolve(path));
    }
    return Promise.all(
      positionals.map(async (path) =>
        isArchive(path) ? unpackedAt(path, options, unpacked.newFolder()) : submissionAt(path, options),
      ),
    );
  }
  if (rest.length === 0) throw usageError('a command is missing after --');
  return [submissionOf(rest, options.shown)];
}

/** Those in the folders that are their labels. */
function labelled(all: string | null, options: TargetOptions): Submission[] {
  if (all === null)
    throw usageError('--expect needs --all DIR, a folder with accepted/, wrong_answer/ and others in it');
  const why = whyNoFolder(all);
  if (why !== null) throw inputError(`${all}: ${why}`);
  const folders = readdirSync(all, {withFileTypes: true}).filter((one) => one.isDirectory());
  const labels = folders.filter(({name}) => labelNamed(name) !== null || name === MIXED);
  if (labels.length === 0) throw inputError(`${all}: no folder in it is a label: ${LABELS.join(', ')}`);
  for (const one of folders)
    if (!labels.includes(one)) complain(`${join(all, one.name)} is no label: nothing in it is run`);
  const filled = labels.filter(({name}) => readdirSync(join(all, name)).some(isHandedIn));
  return filled.flatMap(({name}) =>
    submissionsIn(join(all, name), options).map((one) => ({
      target: `${name}/${one.target}`,
      get plan() {
        return one.plan;
      },
      args: one.args,
    })),
  );
}

/** The folder of DOMjudge whose solutions say themselves what becomes of them. */
const MIXED = 'mixed';

/** In bytes: a source is shorter, and a program is not searched. */
const LARGEST_SOURCE = 256 * 1024;

/** What a solution says of itself, as DOMjudge reads it: `@EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR`; null: nothing. */
function tagIn(path: string): string | null {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats?.isDirectory()) {
    const tags = readdirSync(path).map((name) => tagIn(join(path, name)));
    return tags.find((tag) => tag !== null) ?? null;
  }
  if (!stats?.isFile() || stats.size > LARGEST_SOURCE) return null;
  const [, said] = /@EXPECTED_RESULTS@:([^\n]*)/.exec(readFileSync(path, 'latin1')) ?? [];
  const labels = said?.split(',').flatMap((word) => labelNamed(word.replace(/\*\/|-->/, '')) ?? []) ?? [];
  return labels.length === 0 ? null : labels.join(OR);
}

/** The label of each submission; null if nobody asks for them. */
export function labelsFrom(given: Given, all: readonly Submission[]): ((target: string) => string) | null {
  const table = given.text('labels');
  if (table === null) {
    if (!given.has('expect')) return null;
    const folder = given.text('all') ?? '';
    const found = new Map(
      all.map(({target}) => {
        const label = tagIn(join(folder, target)) ?? labelNamed(target.split('/')[0] ?? '');
        if (label === null) throw inputError(`${join(folder, target)}: no @EXPECTED_RESULTS@: in it`);
        return [target, label] as const;
      }),
    );
    return (target) => found.get(target) ?? 'accepted';
  }
  if (given.has('expect'))
    throw usageError('--labels and --expect both say what is expected: give one of them');
  const labels = labelsIn(table);
  const without = all.find(({target}) => !labels.has(target));
  if (without !== undefined) throw inputError(`${table}: ${without.target}: there is no row of it`);
  return (target) => labels.get(target) ?? 'accepted';
}

function labelsIn(path: string): ReadonlyMap<string, string> {
  try {
    const text = readFileSync(path, 'utf8');
    const [first, ...rows] = rowsOf(text, separatorOf(text));
    const head = first?.cells ?? [];
    const [submission, label] = [head.indexOf('submission'), head.indexOf('label')];
    if (submission < 0 || label < 0)
      throw new Error('it needs a first line with the columns submission and label');
    return new Map(
      rows.map(({cells, line}) => {
        const known = labelNamed(cells[label] ?? '');
        if (known !== null) return [cells[submission] ?? '', known];
        throw new Error(`line ${line}: ${JSON.stringify(cells[label])} is no label: ${LABELS.join(', ')}`);
      }),
    );
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
}

/** Those in a zip file. */
async function unpackedIn(path: string, options: TargetOptions, folder: string): Promise<Submission[]> {
  const {unpackClass} = await import('../../submissions/archives.js');
  const problems = await unpackClass(path, folder);
  return submissionsIn(folder, options, problems).map((one) => ({
    target: one.target,
    get plan() {
      return one.plan;
    },
    args: one.args,
    isUnpacked: true,
  }));
}

async function unpackedAt(path: string, options: TargetOptions, folder: string): Promise<Submission> {
  const {unpackOne} = await import('../../submissions/archives.js');
  const problem = await unpackOne(path, folder);
  const {plan} = problem === null ? submissionAt(folder, options) : {plan: noPlan(problem)};
  return {target: path, plan, args: [], isUnpacked: true};
}

/** Those that `--case` names, or all. */
export function chosen(
  cases: readonly FixtureCase[],
  texts: readonly string[],
  folder: string,
): readonly FixtureCase[] {
  if (texts.length === 0) return cases;
  const named = texts.flatMap((text) => {
    const found = casesNamed(text, cases);
    if (found.length > 0) return found;
    const [what, like] = [JSON.stringify(text), namesLike(text, cases).join(', ')];
    throw usageError(
      `--case takes the name of a case, a part of one, a folder, or a number from 1 to ${cases.length}; nothing in ${folder} is called ${what}. The nearest: ${like}`,
    );
  });
  return cases.filter((one) => named.includes(one));
}

export function statusFrom(given: Given): Status | null {
  const text = given.text('status');
  const status = text === null ? null : parseStatus(text);
  if (text !== null && status === null)
    throw usageError(`--status takes ${STATUSES}, not ${JSON.stringify(text)}`);
  return status;
}

export function shardFrom(text: string | null): Shard | null {
  if (text === null) return null;
  const [, index, of] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index === undefined || of === undefined || index < 1 || index > of) {
    throw usageError(`--shard takes I/N with I from 1 to N, say 2/8, not ${JSON.stringify(text)}`);
  }
  return {index, of};
}

/** What a part of a run marks. */
type ChosenPart = Pick<Marking, 'submissions' | 'cases' | 'failFast'>;

/** Parts are whole submissions, as long as there are several. */
export function partFor(
  shard: Shard | null,
  all: readonly Submission[],
  cases: readonly FixtureCase[],
  failFast: boolean,
): ChosenPart {
  return all.length > 1
    ? {submissions: partOf(all, shard), cases: casesOfPart(cases, null, failFast), failFast}
    : {submissions: all, cases: casesOfPart(cases, shard, failFast), failFast};
}

export function lanesFor(given: Given, {submissions, cases}: ChosenPart): number {
  const most = given.count('jobs', 1) ?? availableParallelism();
  return Math.min(most, Math.max(1, submissions.length * cases.length));
}
