/*
 * What has changed, for a spreadsheet: a row for each submission. Where only one report has it, the points of the other
 * are empty. The difference is left to the spreadsheet, since a cell that begins with a sign would be text.
 */
import type {Marks} from '../../marks/marks.js';
import {row} from '../csv.js';
import type {CaseChange, Changes, Direction} from './changes.js';

export function* writeCsv(
  {submissions, onlyOld, onlyNew}: Changes,
  old: Marks,
  now: Marks,
): Iterable<string> {
  yield row(['submission', 'oldPoints', 'newPoints', 'gainedCases', 'lostCases']);
  for (const {target, old: before, now: after, cases} of submissions) {
    const named = (wanted: Direction): string => namesOf(cases.filter(({direction}) => direction === wanted));
    yield row([target, before.points, after.points, named('gained'), named('lost')]);
  }
  for (const {target, points} of some(old, onlyOld.submissions)) yield row([target, points, '', '', '']);
  for (const {target, points} of some(now, onlyNew.submissions)) yield row([target, '', points, '', '']);
}

function namesOf(cases: readonly CaseChange[]): string {
  return cases.map(({name}) => name).join(' ');
}

function some({submissions}: Marks, targets: readonly string[]): Marks['submissions'] {
  return submissions.filter(({target}) => targets.includes(target));
}
