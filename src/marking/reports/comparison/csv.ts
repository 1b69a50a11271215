/*
 * What has changed, for a spreadsheet: a row for each submission. Where only one report has it, the points of the other
 * are empty. The difference is left to the spreadsheet, since a cell that begins with a sign would be text.
 */
import type {Marks, SubmissionMarks} from '../../run/marks.js';
import {row} from '../csv.js';
import {type CaseChange, CHANGES, type Changes, type Sum} from './changes.js';

export function* writeCsv(
  {submissions, onlyOld, onlyNew}: Changes,
  old: Marks,
  now: Marks,
): Iterable<string> {
  yield row([
    'submission',
    ...['oldPoints', 'oldMaxPoints', 'newPoints', 'newMaxPoints'],
    ...['gainedCases', 'lostCases', 'otherCases'],
  ]);
  for (const {target, old: before, now: after, cases} of submissions) {
    const named = CHANGES.map((kind) => namesOf(cases.filter(({change}) => change === kind)));
    yield row([target, ...cellsOf(before), ...cellsOf(after), ...named]);
  }
  const [none, noCases] = [['', ''], CHANGES.map(() => '')];
  for (const one of some(old, onlyOld.submissions))
    yield row([one.target, ...cellsOf(one), ...none, ...noCases]);
  for (const one of some(now, onlyNew.submissions))
    yield row([one.target, ...none, ...cellsOf(one), ...noCases]);
}

function cellsOf({points, maxPoints}: Sum): string[] {
  return [points, maxPoints];
}

function namesOf(cases: readonly CaseChange[]): string {
  return cases.map(({name}) => name).join(' ');
}

function* some({submissions}: Marks, targets: readonly string[]): Iterable<SubmissionMarks> {
  for (const one of submissions) if (targets.includes(one.target)) yield one;
}
