/* What has changed, for people: who, and in which cases; and then the cases, each with how many. */
import {widthOf, wrapWords} from '../../../command-line/columns.js';
import {withoutCommands} from '../../../command-line/user-error.js';
import {counted, groupBy} from '../../run/grouping.js';
import {isAtMost} from '../../run/points.js';
import {VERDICT_WORDS} from '../../run/verdicts.js';
import {oneLine} from '../../run/visible.js';
import {COLUMNS} from '../drawing.js';
import {
  type CaseChange,
  CHANGES,
  type Change,
  type Changes,
  differenceOf,
  haveSameMaximum,
  isChanged,
  type Only,
  type Sum,
  sumsOf,
} from './changes.js';

export function* writeText(changes: Changes): Iterable<string> {
  for (const piece of piecesOf(changes)) yield withoutCommands(piece);
}

function* piecesOf(changes: Changes): Iterable<string> {
  const {submissions, onlyOld, onlyNew, cases, notes} = changes;
  const all = submissions.flatMap(({target, cases: own}) =>
    own.map((change) => ({target, line: lineOf(change)})),
  );
  const owners = groupBy(all, ({line}) => line);
  const isShared = (line: string): boolean => (owners.get(line)?.length ?? 0) > 1;
  for (const one of submissions.filter(isChanged)) {
    yield `${oneLine(one.target)}  ${pointsOf(one.old, one.now)}\n`;
    for (const line of one.cases.map(lineOf)) if (!isShared(line)) yield `  ${line}\n`;
  }
  if (submissions.some(isChanged)) yield '\n';
  for (const [line, members] of owners) {
    if (members.length < 2) continue;
    yield `${counted(members.length, 'submission')}: ${line}\n`;
    const names = members.map(
      ({target}, index) => `${oneLine(target)}${index === members.length - 1 ? '' : ','}`,
    );
    for (const some of wrapWords(names, COLUMNS - 2, widthOf)) yield `  ${some}\n`;
    yield '\n';
  }
  if (submissions.length > 1 && cases.length > 0) {
    yield 'by case\n';
    for (const {name, ...counts} of cases) {
      const parts = CHANGES.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`);
      yield `  ${oneLine(name)}  ${parts.join(', ')}\n`;
    }
    yield '\n';
  }
  yield* onlyLines('old', onlyOld);
  yield* onlyLines('new', onlyNew);
  for (const note of notes) yield `note: ${note}\n`;
  yield `${totalOf(changes)}\n`;
}

function lineOf(change: CaseChange): string {
  return `${oneLine(change.name)}  ${outcomesOf(change)}`;
}

/** `12 submissions gained, 3 lost, 1 otherwise, 84 the same; 650.5 → 660.0 points (+9.5)` */
export function totalOf(changes: Changes): string {
  const {submissions} = changes;
  const count = (wanted: Change | null): number => submissions.filter(({change}) => change === wanted).length;
  const {old, now} = sumsOf(changes);
  const [gained, otherwise] = [count('gained'), count('otherwise')];
  return [
    `${counted(gained, 'submission')} gained`,
    `${count('lost')} lost`,
    ...(otherwise === 0 ? [] : [`${otherwise} otherwise`]),
    `${count(null)} the same; ${pointsOf(old, now)}`,
  ].join(', ');
}

/** `8 → 9 points (+1)`; with the maximum if that has changed: `8/10 → 8/20 points (0)`. */
function pointsOf(old: Sum, now: Sum): string {
  const change = haveSameMaximum(old, now)
    ? `${old.points} → ${now.points}`
    : `${old.points}/${old.maxPoints} → ${now.points}/${now.maxPoints}`;
  return `${change} points (${differenceOf(old.points, now.points)})`;
}

/** `wrong output → pass`; with the points where the verdicts do not say them. */
export function outcomesOf({old, now}: CaseChange): string {
  const words = [old, now].map(({verdict}) => VERDICT_WORDS[verdict]).join(' → ');
  return isAllOrNothing(old) && isAllOrNothing(now) && haveSameMaximum(old, now)
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
