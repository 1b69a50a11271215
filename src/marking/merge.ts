/* The door of `fivedice merge`: joins the JSON reports of shards into one run. */
import {readFileSync} from 'node:fs';
import {type Command, helpOf, parseFlags, UsageError} from '../command-line/flags.js';
import {parseMarks} from './report/json.js';
import {mergeMarks} from './report/merge.js';
import {EXIT, exitStatusOf, REPORT_FLAGS, reportsFrom, writeReports} from './reporting.js';

const COMMAND: Command = {
  name: 'merge',
  usage: 'REPORT.json …',
  about: `Joins the JSON reports of several runs, say of shards, into the same totals and reports as one run
    would give. Every shard must be there, and no case twice.`,
  flags: REPORT_FLAGS,
  exitStatus: `0 all passed; 1 some did not; 2 the reports do not go together; 3 something could not be checked.`,
};

/** Reports that cannot be read or joined. */
class MergeError extends Error {
  override readonly name = 'MergeError';
}

export async function main(args: readonly string[]): Promise<number> {
  const given = parseFlags(COMMAND, args);
  if (given.has('help')) {
    process.stdout.write(helpOf(COMMAND));
    return EXIT.passed;
  }
  const {positionals, rest} = given;
  if (positionals.length === 0 || rest !== null) throw new UsageError('name the JSON reports to join');
  const parts = positionals.map((name) => ({
    name,
    marks: orMergeError(() => parseMarks(readFileSync(name, 'utf8')), name),
  }));
  const marks = orMergeError(() => mergeMarks(parts));
  return writeReports(reportsFrom(given, marks.submissions.length), marks)
    ? exitStatusOf(marks)
    : EXIT.couldNotCheck;
}

function orMergeError<T>(act: () => T, file?: string): T {
  try {
    return act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MergeError(file === undefined || reason.includes(file) ? reason : `${file}: ${reason}`);
  }
}
