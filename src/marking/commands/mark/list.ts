/* `mark --list`: who handed in what, and how it would be compiled and run. */
import {basename} from 'node:path';
import {printLines} from '../../../command-line/command.js';
import {aligned} from '../../../command-line/terminal.js';
import {EXIT} from '../../../command-line/user-error.js';
import type {Word} from '../../../running/job.js';
import {oneLine} from '../../results/visible.js';
import {compileLine, type LaunchPlan} from '../../submissions/launch-plan.js';
import type {Submission} from '../../submissions/submissions.js';

/** Returns the exit status: 3 if the marker or the machine must settle something first. */
export function list(submissions: readonly Submission[]): number {
  const rows = submissions.map(({target, person, plan}) => [
    target,
    person?.id ?? '',
    plan.program ?? (plan.kind === 'none' ? '' : '(all)'),
    howOf(plan),
  ]);
  const table = [['submission', 'id', 'program', 'how'], ...rows].map((row) => row.map(oneLine));
  printLines(aligned(table));
  const isOpen = submissions.some(({plan}) => plan.kind === 'none' && plan.verdict === 'could-not-check');
  return isOpen ? EXIT.trouble : EXIT.passed;
}

function howOf(plan: LaunchPlan): string {
  if (plan.kind === 'none') {
    const verdict = plan.verdict === 'could-not-run' ? 'cannot run' : 'open';
    return [verdict, plan.reason, ...(plan.remedy === null ? [] : [plan.remedy])].join(': ');
  }
  const program = plan.program ?? (plan.source === null ? '' : basename(plan.source.file));
  if (plan.kind === 'command')
    return plan.run.map((word) => (word === '{program}' ? program : shown(word))).join(' ');
  const run = plan.run.map(shown).join(' ');
  return compileLine(plan, (path) => path, '{program}') + (run === '{program}' ? '' : `; ${run}`);
}

function shown(word: Word): string {
  return typeof word === 'string' ? word : basename(word.file);
}
