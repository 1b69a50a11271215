/* The reason why a keep is good: the boxes in which its turn may end, in words. */
import {CATEGORY_RULES} from '../rules/categories.js';
import type {Ending} from '../solver/endings.js';

/** The endings of a turn in a box with some points, or with none. */
export interface BoxEnding {
  /** `Sixes`, or `a 0 in Ones`. */
  readonly what: string;
  readonly least: number;
  readonly most: number;
  readonly chance: number;
}

/** Groups endings by box, those with 0 apart; the most probable first. */
export function endingsByBox(endings: readonly Ending[]): readonly BoxEnding[] {
  const found = new Map<string, BoxEnding>();
  for (const {category, points, chance} of endings) {
    const {label} = CATEGORY_RULES[category];
    const what = points === 0 ? `a 0 in ${label}` : label;
    const before = found.get(what) ?? {what, least: points, most: points, chance: 0};
    found.set(what, {
      what,
      least: Math.min(before.least, points),
      most: Math.max(before.most, points),
      chance: before.chance + chance,
    });
  }
  return [...found.values()].sort((one, other) => other.chance - one.chance);
}

/** Max endings named in a sentence, and the chance below which an ending is too rare. */
const NAMED = 3;
const RARE = 0.01;

/** `It ends as Sixes with 18 or more in 62%, Yahtzee in 6%, else as Chance.` */
export function whyInWords(endings: readonly Ending[]): string {
  const boxes = endingsByBox(endings);
  const named = boxes.filter(({chance}, index) => index < NAMED && chance >= RARE);
  const others = boxes.slice(named.length);
  const texts = named.map(({what, least, most, chance}) => {
    const points = least === most ? '' : ` with ${least} or more`;
    return `${what}${points} in ${Math.round(100 * chance)}%`;
  });
  const [other] = others;
  const rest = other === undefined ? [] : [others.length === 1 ? `else ${other.what}` : 'else another box'];
  return `Why: ${[...texts, ...rest].join(', ')}.`;
}
