/* Entry point of `fivedice compare`: what has changed between two runs. */
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {EXIT, withoutCommands} from '../../command-line/user-error.js';
import {compareRuns} from '../reports/comparison.js';
import {openResults} from '../results/folder.js';
import {complainOfDamage} from './shared/reports.js';

export const COMMAND: Command = {
  name: 'compare',
  usage: 'OLD NEW',
  about: `Compares the results of two runs, say before and after a golden was corrected: who gained points and who lost
    some, and in which cases. A case has changed if its verdict, its points or its maximum have. mark --results keeps
    the folders of results.`,
  flags: [],
  exitStatus: `0 nothing has changed; 1 something has; 2 the command line was wrong, or a folder holds no results. As
    with diff, 1 is not an error.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, compareFrom);
}

function compareFrom(given: ParsedFlags): number {
  const [old, now] = given.only(2, 'name two folders of results, the old one first');
  const runs = [openResults(old), openResults(now)] as const;
  const {hasChanged, lines} = compareRuns(runs[0].marks(), runs[1].marks());
  for (const run of runs) complainOfDamage(run);
  for (const line of lines) process.stdout.write(withoutCommands(`${line}\n`));
  return hasChanged ? EXIT.failed : EXIT.passed;
}
