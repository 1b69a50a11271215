/* The door of `fivedice merge`: joins the JSON reports of shards into one. */
import {readFileSync} from 'node:fs';
import {runCommand} from '../../command-line/command.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Command, Given} from '../../command-line/flags.js';
import {inputError, messageOf, usageError} from '../../command-line/user-error.js';
import {joinMarks} from '../marks/joining.js';
import type {CaseMarks, Marks} from '../marks/marks.js';
import {sharing} from '../marks/sharing.js';
import {parseMarks} from '../reports/json.js';
import {saveMemory} from './memory.js';
import {exitStatusOf, openReports, REPORT_FLAGS, reportsFrom, writeReports} from './report-flags.js';

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

function mergeFrom(given: Given): number {
  const {positionals, rest} = given;
  if (positionals.length === 0 || rest !== null) throw usageError('name the JSON reports to join');
  saveMemory();
  const share = sharing();
  const parts = positionals.map((name) => ({
    name,
    marks: orInputError(() => withShared(parseMarks(readFileSync(name, 'utf8')), share), name),
  }));
  const marks = orInputError(() => joinMarks(parts, {incomplete: given.has('incomplete')}));
  const targets = marks.submissions.map(({target}) => target);
  const reports = openReports(reportsFrom(given, targets.length), targets, positionals);
  return writeReports(reports, marks) ? exitStatusOf(marks) : EXIT.trouble;
}

/** A class has so many parts that they must not each hold what all have in common. */
function withShared(marks: Marks, share: (one: CaseMarks) => CaseMarks): Marks {
  const submissions = marks.submissions.map((one) => ({...one, cases: one.cases.map(share)}));
  return {...marks, submissions};
}

function orInputError<T>(act: () => T, file?: string): T {
  try {
    return act();
  } catch (error) {
    const reason = messageOf(error);
    throw inputError(file === undefined || reason.includes(file) ? reason : `${file}: ${reason}`);
  }
}
