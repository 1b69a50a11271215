/* Which submissions are shown, and in which order. */
import type {Verdict} from '../../../results/verdicts.js';
import type {Result} from '../contents.js';
import type {Submission} from './report.js';

export interface Choice {
  /** A part of the name, in any case. */
  readonly name: string;
  readonly verdict: Verdict | null;
  /** The number of a mistake. */
  readonly cause: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly order: Order;
}

export const ORDERS = ['as marked', 'name', 'name, backwards', 'least points', 'most points'] as const;
export type Order = (typeof ORDERS)[number];

/** The numbers of the submissions that are chosen, in their order. */
export function chosenFrom(submissions: readonly Submission[], choice: Choice): number[] {
  const numbers = submissions.flatMap((one, number) => (isChosen(one, choice) ? [number] : []));
  const compare = COMPARE[choice.order];
  if (compare === null) return numbers;
  return numbers.sort((a, b) => {
    const [one, other] = [submissions[a], submissions[b]];
    return one === undefined || other === undefined ? 0 : compare(one, other);
  });
}

/** Whether a result is what is looked for; nothing is if neither a verdict nor a mistake is. */
export function isSought({verdict, cause}: Result, choice: Choice): boolean {
  if (choice.verdict === null && choice.cause === null) return false;
  return (
    (choice.verdict === null || choice.verdict === verdict) &&
    (choice.cause === null || choice.cause === cause)
  );
}

function isChosen({target, points, results}: Submission, choice: Choice): boolean {
  const {name, verdict, cause, least, most} = choice;
  return (
    target.toLowerCase().includes(name.toLowerCase()) &&
    (least === null || Number(points) >= least) &&
    (most === null || Number(points) <= most) &&
    ((verdict === null && cause === null) || results.some((one) => one !== null && isSought(one, choice)))
  );
}

type Compare = (one: Submission, other: Submission) => number;

/** `z2` comes before `z10`. */
const {compare: compareNames} = new Intl.Collator('en', {numeric: true});
const byName: Compare = (one, other) => compareNames(one.target, other.target);
const byPoints: Compare = (one, other) => Number(one.points) - Number(other.points);

const COMPARE: Readonly<Record<Order, Compare | null>> = {
  'as marked': null,
  name: byName,
  'name, backwards': (one, other) => byName(other, one),
  'least points': byPoints,
  'most points': (one, other) => byPoints(other, one),
};
