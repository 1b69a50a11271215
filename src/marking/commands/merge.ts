/* Entry point of `fivedice merge`: joins the JSON reports of shards into one. */
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {EXIT, usageError} from '../../command-line/user-error.js';
import {exitStatusOf, openReports, REPORT_FLAGS, reportsFrom} from './shared/report-flags.js';
import {readReports, writeReports} from './shared/reports.js';

export const COMMAND: Command = {
  name: 'merge',
  usage: 'REPORT.json …',
  about: `Joins the JSON reports of several runs, such as shards, into the totals and reports that a single run
    would give. Every shard must be present and complete, all of them of the same fixtures and options, and no
    case may appear twice.`,
  flags: [
    {name: 'incomplete', help: 'join what there is, although parts are missing; the reports say so'},
    ...REPORT_FLAGS,
  ],
  exitStatus: `0 all passed; 1 some did not; 2 the reports do not belong together; 3 something could not be checked.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, mergeFrom);
}

async function mergeFrom(given: ParsedFlags): Promise<number> {
  const {positionals, rest} = given;
  if (positionals.length === 0 || rest !== null) throw usageError('name the JSON reports to join');
  const marks = readReports(positionals, {incomplete: given.has('incomplete')});
  const targets = Array.from(marks.submissions, ({target}) => target);
  const reports = openReports(reportsFrom(given, targets.length), targets, positionals);
  return writeReports(reports, marks) ? exitStatusOf(marks) : EXIT.trouble;
}
