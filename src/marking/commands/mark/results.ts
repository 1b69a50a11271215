/* The folder of results of a run, and the part of a class that is marked. */
import {dirname, resolve} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {usageError} from '../../../command-line/user-error.js';
import type {Runner} from '../../../running/runner.js';
import {allPathsOf, isBelow, realPathOf} from '../../../system/paths.js';
import {digestOfShown, digestOfSubmission, toolDigests} from '../../judging/fingerprint.js';
import type {Judgements} from '../../judging/whole-run.js';
import {createResults, type Origin, type ResultsFolder, type Run} from '../../results/folder.js';
import {counted, groupBy} from '../../results/grouping.js';
import {filesOf, type Submission} from '../../submissions/submissions.js';
import {remark} from '../shared/run-flags.js';

/**
 * @param folders folders that are read whole; results among them would be read, too
 * @throws UserError if flags of results do not belong together, or the folder is inside an input
 */
export function checkResults(given: ParsedFlags, folders: readonly string[]): void {
  const path = given.text('results');
  if (path === null) {
    const needs = ['again', 'part'].find((flag) => given.has(flag));
    if (needs !== undefined) throw usageError(`--${needs} needs --results DIR`);
    return;
  }
  if (given.has('case'))
    throw usageError(
      '--results keeps whole submissions, and --case marks only some cases: leave one of them out',
    );
  const place = folders.find((folder) => isBelow(realPathOf(path), realPathOf(folder)));
  if (place !== undefined) throw usageError(`--results: ${path} is inside ${place}, which is an input`);
}

/** Picks the submissions of `--part`. Neighbours go to different parts. @throws UserError */
export function partOf(given: ParsedFlags, submissions: readonly Submission[]): readonly Submission[] {
  const part = given.text('part');
  if (part === null) return submissions;
  const [, index = 0, of = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(part) ?? []).map(Number);
  if (index < 1 || index > of)
    throw usageError(`--part takes I/N with I from 1 to N, say 2/8, not ${JSON.stringify(part)}`);
  return submissions.filter((_, position) => position % of === index - 1);
}

/** Keeps the judgements on a submission, and those without `-Werror` if that alone refused it. */
export type Keep = (
  one: Submission,
  judgements: Judgements,
  runner: Runner,
  milder: Judgements | null,
) => void;

/**
 * Opens the folder, and notes how many results are reused, and why the others are not.
 *
 * @param own submissions of this part of the run
 * @param folders the marker's folders, removed from students' reports
 */
export function resultsFor(
  given: ParsedFlags,
  run: Run,
  own: readonly Submission[],
  folders: readonly string[],
  temporary: () => string,
): {readonly results: ResultsFolder; readonly unmarked: readonly Submission[]; readonly keep: Keep} {
  const results = createResults(given.text('results') ?? temporary(), run);
  const isKept = given.has('results');
  const shown = isKept ? digestOfShown(given.texts('show').map((path) => resolve(path))) : null;
  const bytesOf = (one: Submission): Origin['bytes'] => digestOfSubmission(one, shown);
  const toolsOf = isKept ? toolDigests() : () => NOWHERE.tools;
  const origins = new Map(own.map((one) => [one, {bytes: bytesOf(one), tools: toolsOf(one)}]));
  const whyMarked = (one: Submission): string | null =>
    given.has('again') ? '' : results.whyUnmarked(one.target, origins.get(one) ?? NOWHERE);
  const reasons = new Map(own.map((one) => [one, whyMarked(one)]));
  const unmarked = own.filter((one) => reasons.get(one) !== null);
  const reused = own.length - unmarked.length;
  const others = groupBy(unmarked, (one) => reasons.get(one) ?? '');
  const clauses = [
    `reused ${reused} of ${counted(own.length, 'result')}`,
    ...Array.from(others, ([why, {length}]) => `${length} ${why}`),
  ];
  if (reused > 0) remark(given, clauses.join('; '));
  const keep: Keep = (one, judgements, {folder, isSandboxed, sandboxOff}, milder) => {
    const before = origins.get(one) ?? NOWHERE;
    const programs = given.has('all') ? [] : filesOf(one).map((file) => dirname(file));
    const machine = {
      sandbox: isSandboxed,
      sandboxOff,
      folders: allPathsOf([...folders, ...programs, folder]),
    };
    // A submission that changed while it was marked counts as another one.
    const origin = bytesOf(one) === before.bytes ? before : NOWHERE;
    results.write(one.target, judgements, origin, machine, milder);
  };
  return {results, unmarked, keep};
}

/** Origin of results that are not used again. */
const NOWHERE: Origin = {bytes: null, tools: ''};
