/* What the flags choose: the submissions, the cases, and the part of a run that is marked here. */
import {availableParallelism} from 'node:os';
import {resolve} from 'node:path';
import type {Given} from '../../../command-line/flags.js';
import {usageError} from '../../../command-line/user-error.js';
import {casesOfPart, partOf, type Shard} from '../../judging/shards.js';
import type {Marking} from '../../judging/whole-run.js';
import type {TargetOptions} from '../../submissions/launch-plan.js';
import {type Submission, submissionAt, submissionOf, submissionsIn} from '../../submissions/submissions.js';
import {casesNamed, namesLike} from '../../suites/choosing.js';
import {type FixtureCase, parseStatus, STATUSES, type Status} from '../../suites/fixture-case.js';

export function submissionsFrom(given: Given, options: TargetOptions): Submission[] {
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
  if (all !== null) return submissionsIn(all, options);
  if (rest === null) {
    const named = new Set<string>();
    for (const path of positionals) {
      if (named.has(resolve(path))) throw usageError(`${path} is named twice`);
      named.add(resolve(path));
    }
    return positionals.map((path) => submissionAt(path, options));
  }
  if (rest.length === 0) throw usageError('a command is missing after --');
  return [submissionOf(rest, options.shown)];
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
