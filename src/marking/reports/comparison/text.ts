/* What has changed, for people: who, and in which cases; and then the cases, each with how many. */
import {VERDICT_WORDS} from '../../marks/marks.js';
import {isAtMost} from '../../marks/points.js';
import {oneLine} from '../plain.js';
import {type CaseChange, type Changes, differenceOf, isChanged, type Only, sumsOf} from './changes.js';

export function* writeText(changes: Changes): Iterable<string> {
  const {submissions, onlyOld, onlyNew, cases, notes} = changes;
  for (const one of submissions.filter(isChanged)) {
    yield `${oneLine(one.target)}  ${one.old.points} → ${one.now.points} points (${one.difference})\n`;
    for (const change of one.cases) yield `  ${oneLine(change.name)}  ${outcomesOf(change)}\n`;
    yield '\n';
  }
  if (submissions.length > 1 && cases.length > 0) {
    yield 'by case\n';
    for (const {name, gained, lost, same} of cases) {
      const parts = [
        ...(gained > 0 ? [`${gained} gained`] : []),
        ...(lost > 0 ? [`${lost} lost`] : []),
        ...(same > 0 ? [`${same} wrong in another way`] : []),
      ];
      yield `  ${oneLine(name)}  ${parts.join(', ')}\n`;
    }
    yield '\n';
  }
  yield* onlyLines('old', onlyOld);
  yield* onlyLines('new', onlyNew);
  for (const note of notes) yield `note: ${note}\n`;
  yield `${totalOf(changes)}\n`;
}

/** `12 submissions gained, 3 lost, 85 the same; 650.5 → 660.0 points (+9.5)` */
export function totalOf(changes: Changes): string {
  const {submissions} = changes;
  const count = (wanted: string): number => submissions.filter(({direction}) => direction === wanted).length;
  const {old, now} = sumsOf(changes);
  const gained = count('gained');
  return `${gained} ${gained === 1 ? 'submission' : 'submissions'} gained, ${count('lost')} lost, ${count('same')} the same; ${old} → ${now} points (${differenceOf(old, now)})`;
}

/** `wrong output → pass`; with the points where the verdicts do not say them. */
export function outcomesOf({old, now}: CaseChange): string {
  const words = [old, now].map(({verdict}) => VERDICT_WORDS[verdict]).join(' → ');
  return isAllOrNothing(old) &&
    isAllOrNothing(now) &&
    isAtMost(old.maxPoints, now.maxPoints) &&
    isAtMost(now.maxPoints, old.maxPoints)
    ? words
    : `${words}, ${old.points}/${old.maxPoints} → ${now.points}/${now.maxPoints} points`;
}

function isAllOrNothing({verdict, points, maxPoints}: CaseChange['old']): boolean {
  return verdict === 'pass' ? isAtMost(maxPoints, points) : isAtMost(points, '0');
}

function* onlyLines(which: 'old' | 'new', {submissions, cases}: Only): Iterable<string> {
  const lists = {submissions, cases};
  for (const [noun, names] of Object.entries(lists))
    if (names.length > 0) yield `${noun} only in the ${which} report: ${names.map(oneLine).join(', ')}\n`;
}
