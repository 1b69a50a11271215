/* The door of `fivedice merge`: joins the JSON reports of shards into one. */
import {readFileSync} from 'node:fs';
import {runCommand} from '../../command-line/command.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Command, Given} from '../../command-line/flags.js';
import {inputError, messageOf, usageError} from '../../command-line/user-error.js';
import {joinMarks} from '../marks/joining.js';
import {parseMarks} from '../reports/json.js';
import {exitStatusOf, openReports, REPORT_FLAGS, reportsFrom, writeReports} from './report-flags.js';

const COMMAND: Command = {
  name: 'merge',
  usage: 'REPORT.json …',
  about: `Joins the JSON reports of several runs, such as shards, into the totals and reports that a single run
    would give. Every shard must be present, and no case may appear twice.`,
  flags: REPORT_FLAGS,
  exitStatus: `0 all passed; 1 some did not; 2 the reports do not belong together; 3 something could not be checked.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, mergeFrom);
}

function mergeFrom(given: Given): number {
  const {positionals, rest} = given;
  if (positionals.length === 0 || rest !== null) throw usageError('name the JSON reports to join');
  const parts = positionals.map((name) => ({
    name,
    marks: orInputError(() => parseMarks(readFileSync(name, 'utf8')), name),
  }));
  const marks = orInputError(() => joinMarks(parts));
  const targets = marks.submissions.map(({target}) => target);
  const reports = openReports(reportsFrom(given, targets.length), targets, positionals);
  return writeReports(reports, marks) ? exitStatusOf(marks) : EXIT.trouble;
}

function orInputError<T>(act: () => T, file?: string): T {
  try {
    return act();
  } catch (error) {
    const reason = messageOf(error);
    throw inputError(file === undefined || reason.includes(file) ? reason : `${file}: ${reason}`);
  }
}
