/* What the flags choose: the submissions, the cases, and the part of a run that is marked here. */
import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {availableParallelism, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {usageError} from '../../../command-line/user-error.js';
import {folderPrefix} from '../../../running/guardian.js';
import {noPlan, type TargetOptions} from '../../submissions/launch-plan.js';
import {
  isArchive,
  type Submission,
  submissionAt,
  submissionOf,
  submissionsIn,
} from '../../submissions/submissions.js';
import {casesNamed, namesLike} from '../../suites/choosing.js';
import {type FixtureCase, parseStatus, STATUSES, type Status} from '../../suites/fixture-case.js';

/** Folders for unpacked zip files, and for results that nobody keeps; removed in the end, by whatever way. */
export class TemporaryFolders {
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
  given: ParsedFlags,
  options: TargetOptions,
  temporary: TemporaryFolders,
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
  if (all !== null)
    return isArchive(all) ? unpackedIn(all, options, temporary.newFolder()) : submissionsIn(all, options);
  if (rest === null) {
    const named = new Set<string>();
    for (const path of positionals) {
      if (named.has(resolve(path))) throw usageError(`${path} is named twice`);
      named.add(resolve(path));
    }
    return Promise.all(
      positionals.map(async (path) =>
        isArchive(path) ? unpackedAt(path, options, temporary.newFolder()) : submissionAt(path, options),
      ),
    );
  }
  if (rest.length === 0) throw usageError('a command is missing after --');
  return [submissionOf(rest, options.shown)];
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

export function statusFrom(given: ParsedFlags): Status | null {
  const text = given.text('status');
  const status = text === null ? null : parseStatus(text);
  if (text !== null && status === null)
    throw usageError(`--status takes ${STATUSES}, not ${JSON.stringify(text)}`);
  return status;
}

/** @param runs how many there are in all */
export function lanesFor(given: ParsedFlags, runs: number): number {
  return Math.min(given.count('jobs', 1) ?? availableParallelism(), Math.max(1, runs));
}
