/* `mark --list`: who handed in what, and how it would be compiled and run. Nothing runs. */
import {basename, dirname, relative} from 'node:path';
import {padEnd, widthOf} from '../../../command-line/terminal.js';
import {EXIT} from '../../../command-line/user-error.js';
import type {Word} from '../../../running/job.js';
import {oneLine} from '../../results/visible.js';
import {fill, type LaunchPlan} from '../../submissions/launch-plan.js';
import type {Submission} from '../../submissions/submissions.js';

/** Prints the table, and returns the exit status: 3 if the marker or the machine must settle something first. */
export function list(submissions: readonly Submission[]): number {
  const rows = submissions.map(({target, person, program, plan}) => [
    target,
    person?.id ?? '',
    program ?? (plan.kind === 'none' ? '' : '(all)'),
    howOf(plan),
  ]);
  const table = [['submission', 'id', 'program', 'how'], ...rows].map((row) => row.map(oneLine));
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
  for (const row of table)
    process.stdout.write(
      `${row
        .map((cell, column) => padEnd(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  const isOpen = submissions.some(({plan}) => plan.kind === 'none' && plan.verdict === 'could-not-check');
  return isOpen ? EXIT.trouble : EXIT.passed;
}

function howOf(plan: LaunchPlan): string {
  if (plan.kind === 'none') {
    const verdict = plan.verdict === 'could-not-run' ? 'cannot run' : 'open';
    return [verdict, plan.reason, ...(plan.remedy === null ? [] : [plan.remedy])].join(': ');
  }
  if (plan.kind === 'command') return plan.words.map(shown).join(' ');
  const {source, files, compiler, run, mainClass} = plan;
  const main = source.folder === undefined ? basename(source.file) : relative(source.folder, source.file);
  const words = {
    source: main,
    sources: files.join(' '),
    folder: dirname(main),
    program: '{program}',
    main: mainClass,
  };
  const runs = run.join(' ');
  return fill(compiler, words) + (runs === '{program}' ? '' : `; ${runs}`);
}

function shown(word: Word): string {
  if (typeof word === 'string') return word;
  return word.folder === undefined ? basename(word.file) : relative(word.folder, word.file);
}
