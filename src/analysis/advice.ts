/*
 * Advice on a game in the middle of a turn.
 *
 * The solver knows one column. With several, each is valued as if it were played alone: players who play them together
 * can expect more. A keep is worth the most that it is worth to any one column while the others are frozen.
 */
import {UNSEEN} from '../game/format.js';
import {currentCard, type RolledGame} from '../game/game.js';
import {CATEGORIES, CATEGORY_RULES} from '../rules/categories.js';
import {ROLLS} from '../rules/dice.js';
import {type Column, keyOf, type Scorecard} from '../rules/scorecard.js';
import {advise, SAME} from '../solver/advice.js';
import type {ChancesToWin, Opposition} from '../solver/chances/win.js';
import {type Ending, endings} from '../solver/endings.js';
import type {Values} from '../solver/solver.js';
import {standingOf, type Throw} from '../solver/standing.js';
import {tablesOf} from '../solver/tables.js';
import {type Ranked, ranked, type Worth} from '../solver/turn.js';
import {chancesOf, isSolvableLater} from './chances.js';

/** A choice with the final score to expect after it. */
export interface Advised extends Ranked {
  /** The chance to win after it, from 0 to 1: a first place that is shared by k counts as 1/k. Null if it is not known. */
  readonly win: Worth | null;
}

export interface Advice {
  /** All boxes that the rules allow, and all dice worth keeping, best first for points. At least one. */
  readonly choices: readonly Advised[];
  /** The choice that is advised: the best to win where the chances are known, else the best for points. */
  readonly best: Advised;
  /** Play of the opponents in the chances to win: `against the expert`; null if they are not known. */
  readonly against: string | null;
  /** The boxes in which the turn may end after this choice, in words; null if it ends now, or with several columns. */
  readonly why: string | null;
  /** The chances to win take some seconds more, and can be asked for. */
  readonly isMoreToCome: boolean;
  /** Limits of the numbers; null if they are exact. */
  readonly note: string | null;
}

export const APPROXIMATE =
  'An approximation: each column is valued as if it were played alone, so more can be expected.';

/** @throws RangeError if the values are of other rules */
export function adviceOn(values: Values, game: RolledGame): Advice {
  const chances = chancesOf(values, game);
  const choices = rankingOf(values, game, chances);
  const best = bestOf(choices);
  return {
    choices,
    best,
    against: chances && againstInWords(chances.against, game.cards.length - 1),
    why: whyOf(values, game, best, chances),
    isMoreToCome: isSolvableLater(game),
    note: currentCard(game).filter(hasOpenBox).length > 1 ? APPROXIMATE : null,
  };
}

/**
 * Ranks the choices of a player for points.
 *
 * @param chances the chances to win, if the choices are to have them
 * @throws RangeError if the values are of other rules
 */
export function rankingOf(
  values: Values,
  game: RolledGame,
  chances: ChancesToWin | null,
): readonly Advised[] {
  const {rules} = game.setup;
  if (tablesOf(values.rules) !== tablesOf(rules)) {
    const [given, needed] = [values.rules, rules].map((one) => JSON.stringify(one));
    throw new RangeError(`values must be of the rules ${needed}, not ${given}`);
  }
  const card = currentCard(game);
  const found = card.filter(hasOpenBox).flatMap((column) => {
    const {factor} = column;
    const others = card.filter((one) => one !== column);
    const frozen = expectedOf(values, others);
    return advise(values, thrownIn(game, column)).map(({choice, worth}) => ({
      choice: 'keep' in choice ? choice : {...choice, column: factor},
      worth: frozen + factor * worth,
    }));
  });
  const [column] = card;
  const wins = chances !== null && column !== undefined ? chances.advise(thrownIn(game, column)) : [];
  return withWins(firstOfEach(ranked(found, SAME)), wins);
}

/** Adds the chances to win, as ranked for the same throw; none if they are not known. */
export function withWins(choices: readonly Ranked[], chances: readonly Ranked[]): Advised[] {
  const wins = new Map(chances.map(({choice, worth, loss}) => [keyOf(choice), {worth, loss}]));
  return choices.map((one) => ({...one, win: wins.get(keyOf(one.choice)) ?? null}));
}

/** Returns the best choice to win, of equal ones the best for points; or the best for points if none is known. */
export function bestOf(choices: readonly Advised[]): Advised {
  const best = choices.find(({win}) => win?.loss === 0) ?? choices[0];
  if (best === undefined) throw new RangeError('the card is full');
  return best;
}

/** Returns the final score to expect of a card at the start of a turn; with several open columns, a lower bound. */
export function expectedOf(values: Values, card: Scorecard): number {
  return card.reduce((sum, column) => {
    const {position, points} = standingOf(column, values.rules);
    return sum + column.factor * (points + values.of(position));
  }, 0);
}

/** Returns a turn as the solver takes it, for one column of the player. */
export function thrownIn({setup, dice, roll}: RolledGame, column: Column): Throw {
  return {...standingOf(column, setup.rules), dice, rolls: (ROLLS - roll) as Throw['rolls']};
}

/** Says why a choice is advised; null with several columns, each of which would need its own reason. */
function whyOf(
  values: Values,
  game: RolledGame,
  {choice, loss}: Advised,
  chances: ChancesToWin | null,
): string | null {
  const [column, ...others] = currentCard(game);
  if (!('keep' in choice) || column === undefined || others.length > 0) return null;
  const thrown = thrownIn(game, column);
  // A choice that costs points is explained by the play to win.
  const found = loss < UNSEEN ? null : chances?.endings(thrown, choice.keep);
  return whyInWords(found ?? endings(values, thrown, choice.keep));
}

function firstOfEach(choices: readonly Ranked[]): readonly Ranked[] {
  const seen = new Set<string>();
  return choices.filter(({choice}) => seen.size < seen.add(keyOf(choice)).size);
}

function hasOpenBox({boxes}: Column): boolean {
  return CATEGORIES.some((category) => boxes[category] === null);
}

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

/** `Why: Sixes with 18 or more in 62%, Yahtzee in 6%, else Chance.` */
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

/** Says how the opponents play in a chance to win. */
export function againstInWords(against: Opposition, opponents: number): string {
  if (against === 'to-win') return 'if both play to win';
  return opponents === 1 ? 'against the expert' : 'against experts';
}
