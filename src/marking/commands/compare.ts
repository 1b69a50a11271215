/* Entry point of `fivedice compare`: what has changed between two JSON reports. */
import {runCommand} from '../../command-line/command.js';
import type {Command, Given} from '../../command-line/flags.js';
import {EXIT, usageError} from '../../command-line/user-error.js';
import {writeWhole} from '../../system/whole-file.js';
import {type Changes, changesOf, hasChanged} from '../reports/comparison/changes.js';
import {writeCsv} from '../reports/comparison/csv.js';
import {writeText} from '../reports/comparison/text.js';
import type {Marks} from '../run/marks.js';
import {checkOutputs, checkPlaceholders} from './shared/outputs.js';
import {askedReports} from './shared/report-flags.js';
import {readReports} from './shared/reports.js';

interface Compared {
  readonly old: Marks;
  readonly now: Marks;
  readonly changes: Changes;
}

/** The formats by their names. That of the page is loaded only if it is asked for. */
const FORMATS = {
  text: ({changes}: Compared) => writeText(changes),
  csv: ({changes, old, now}: Compared) => writeCsv(changes, old, now),
  html: async ({changes}: Compared) => (await import('../reports/html/html.js')).writeComparison(changes),
} as const satisfies Readonly<
  Record<string, (compared: Compared) => Iterable<string> | Promise<Iterable<string>>>
>;

export const COMMAND: Command = {
  name: 'compare',
  usage: 'OLD.json NEW.json',
  about: `Compares the JSON reports of two runs, say before and after a golden was corrected: who gained points
    and who lost some, and in which cases. A case has changed if its verdict, its points or its maximum have.`,
  flags: [
    {
      name: 'report',
      takes: 'FORMAT[:PATH]',
      values: Object.keys(FORMATS),
      many: true,
      help: 'text, csv or html; without PATH, it is printed in place of the text',
    },
  ],
  exitStatus: `0 nothing has changed; 1 something has; 2 the command line was wrong, or a file holds no report. As with
    diff, 1 is no error.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, compareFrom);
}

async function compareFrom(given: Given): Promise<number> {
  const [oldFile, newFile, ...more] = given.positionals;
  if (oldFile === undefined || newFile === undefined || more.length > 0 || given.rest !== null)
    throw usageError('name two JSON reports, the old one first');
  const asked = askedReports(given, FORMATS, 'text');
  for (const {name, path} of asked) checkPlaceholders(`--report ${name}`, path ?? '', []);
  const outputs = asked.flatMap(({path}) => (path === null ? [] : [{flag: '--report', path}]));
  // A part of a run, or one that ended early, can be compared too: a note says so.
  const old = readReports([oldFile], {incomplete: true});
  const now = readReports([newFile], {incomplete: true});
  checkOutputs(outputs, [], [oldFile, newFile]);
  const compared = {old, now, changes: changesOf(old, now)};
  for (const {name, path} of asked) {
    const pieces = await FORMATS[name](compared);
    if (path !== null) writeWhole(path, pieces);
    else for (const piece of pieces) process.stdout.write(piece);
  }
  return hasChanged(compared.changes) ? EXIT.failed : EXIT.passed;
}
