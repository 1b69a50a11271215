/* Entry point of `fivedice report`: writes the reports of a folder of results. */
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {EXIT} from '../../command-line/user-error.js';
import {openResults} from '../results/folder.js';
import {REPORT_FLAGS} from './shared/flags.js';
import {complainOfDamage, exitStatusOf, reportsFrom, writeReports} from './shared/reports.js';

export const COMMAND: Command = {
  name: 'report',
  usage: 'DIR',
  about: `Writes the reports of a run from its folder of results, which mark --results keeps. Cases that are not marked yet
    count as could not check, and the sum is incomplete.`,
  flags: REPORT_FLAGS,
  exitStatus: `0 all passed; 1 some did not; 2 the command line was wrong, or the folder holds no results; 3 something could
    not be checked, or is not marked yet.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, reportFrom);
}

async function reportFrom(given: ParsedFlags): Promise<number> {
  const [folder] = given.only(1, 'name one folder of results');
  const results = openResults(folder);
  const all = results.run.submissions.map((target) => ({...results.handedBy(target), target}));
  const reports = reportsFrom(given, all, [folder]);
  const marks = results.marks();
  const isWritten = writeReports(reports, marks, all);
  complainOfDamage(results);
  return isWritten ? exitStatusOf(marks) : EXIT.trouble;
}
