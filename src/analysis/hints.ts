/*
 * Advice on a game in the middle of a turn, as the table shows it.
 *
 * The solver knows one column. With several, each is valued as if it were played alone: players who play them together
 * can expect more. A keep is worth the most that it is worth to any one column while the others are frozen.
 */
import {currentCard, type RolledGame} from '../game/game.js';
import {CATEGORIES} from '../rules/categories.js';
import {DIE_NUMBERS, type DieNumber, type Face, facesOf, othersOf, ROLLS} from '../rules/dice.js';
import type {Column, Scorecard} from '../rules/scorecard.js';
import {advise, SAME} from '../solver/advice.js';
import {endings} from '../solver/endings.js';
import type {Values} from '../solver/solver.js';
import {standingOf, type Throw} from '../solver/standing.js';
import {ranked} from '../solver/turn.js';
import {
  type Advice,
  type Advised,
  bestForPoints,
  type Choice,
  otherToWin,
  type Win,
} from '../table/advice-view.js';
import {chancesOf, isSolvableLater} from './chances.js';
import {whyInWords} from './why.js';

export const APPROXIMATE =
  'An approximation: each column is valued as if it were played alone, so more can be expected.';

/** @throws RangeError if the values are of other rules, as `rankingOf` does */
export function adviceOn(values: Values, game: RolledGame): Advice {
  const choices = rankingOf(values, game);
  const win = winOn(values, game, choices);
  return {
    choices,
    win,
    why: whyOf(values, game, {choices, win}),
    isMoreToCome: isSolvableLater(game),
    note: currentCard(game).filter(hasOpenBox).length > 1 ? APPROXIMATE : null,
  };
}

/**
 * Returns the choices of `adviceOn`, best first; of equals boxes before keeps, and those of the fewest dice first. The
 * keep of all five dice is left out: each box tells its worth.
 *
 * @throws RangeError if the values are of other rules
 */
export function rankingOf(values: Values, game: RolledGame): readonly Advised[] {
  const {rules} = game.setup;
  if (values.rules !== rules)
    throw new RangeError(`the game has the rules ${rules}, the values ${values.rules}`);
  const card = currentCard(game);
  const found = card.filter(hasOpenBox).flatMap((column) => choicesIn(values, game, card, column));
  const keeps = bestOfEach(found.filter(({choice}) => 'keep' in choice));
  const choices = [...found.filter(({choice}) => 'box' in choice), ...keeps];
  const best = Math.max(...choices.map(({expected}) => expected));
  return ranked(choices, ({expected}) => expected, best, SAME);
}

/** Returns the final score to expect of a card at the start of a turn; with several open columns at least that. */
export function expectedOf(values: Values, card: Scorecard): number {
  return card.reduce((sum, column) => {
    const {position, points} = standingOf(column);
    return sum + column.factor * (points + values.of(position));
  }, 0);
}

export function rollsLeft({roll}: RolledGame): Throw['rolls'] {
  return (ROLLS - roll) as Throw['rolls'];
}

/** Returns null if `chancesOf` knows no chances. `choices` are those of `rankingOf`. */
export function winOn(values: Values, game: RolledGame, choices: readonly Advised[]): Win | null {
  const chances = chancesOf(values, game);
  const column = currentCard(game).find(hasOpenBox);
  if (chances === null || column === undefined) return null;
  const {dice} = game;
  const {keeps, boxes, chance} = chances.advise({...standingOf(column), dice, rolls: rollsLeft(game)});
  const found = choices.map(({choice}) => {
    if ('box' in choice) return boxes.find(({category}) => category === choice.box.category);
    const kept = facesOf(dice, choice.keep).join();
    return keeps.find((keep) => keep.dice.join() === kept);
  });
  const best = choices[found.findIndex((one) => one?.loss === 0)];
  if (best === undefined) return null;
  return {
    chance,
    against: chances.against,
    choice: best.choice,
    chances: found.map((one) => one?.chance ?? 0),
  };
}

/** Says why the first advice is good; null with several columns, of which it would have to speak one by one. */
function whyOf(values: Values, game: RolledGame, advice: Pick<Advice, 'choices' | 'win'>): string | null {
  const toWin = otherToWin(advice);
  const {choice} = toWin ?? bestForPoints(advice) ?? {};
  const [column, ...others] = currentCard(game);
  if (choice === undefined || 'box' in choice || column === undefined || others.length > 0) return null;
  const {dice} = game;
  const thrown = {...standingOf(column), dice, rolls: rollsLeft(game)};
  const keep = facesOf(dice, choice.keep);
  const chances = toWin === null ? null : chancesOf(values, game);
  return whyInWords(chances?.endings(thrown, keep) ?? endings(values, thrown, keep));
}

/** A choice whose loss is set when all are known. */
type Valued = Pick<Advised, 'choice' | 'expected'> & {loss: number};

function choicesIn(values: Values, game: RolledGame, card: Scorecard, column: Column): Valued[] {
  const {factor} = column;
  const {dice} = game;
  const others = expectedOf(
    values,
    card.filter((one) => one !== column),
  );
  const valued = (choice: Choice, expected: number): Valued => ({
    choice,
    expected: others + factor * expected,
    loss: 0,
  });
  const {keeps, boxes} = advise(values, {...standingOf(column), dice, rolls: rollsLeft(game)});
  return [
    ...keeps
      .filter((keep) => keep.dice.length < dice.length)
      .map((keep) => valued({keep: diceShowing(keep.dice, game)}, keep.expected)),
    ...boxes.map(({category, expected}) => valued({box: {column: factor, category}}, expected)),
  ];
}

/** Keeps only the column to which each keep is worth most. */
function bestOfEach(keeps: readonly Valued[]): Valued[] {
  const best = new Map<string, Valued>();
  for (const one of keeps) {
    const key = JSON.stringify(one.choice);
    if (one.expected > (best.get(key)?.expected ?? Number.NEGATIVE_INFINITY)) best.set(key, one);
  }
  return [...best.values()].sort((one, other) => sizeOf(one) - sizeOf(other));
}

function sizeOf({choice}: Valued): number {
  return 'keep' in choice ? choice.keep.length : DIE_NUMBERS.length;
}

/** Returns dice with these faces; of alike ones those that were held already. */
function diceShowing(faces: readonly Face[], {dice, held}: RolledGame): DieNumber[] {
  const left = [...held, ...othersOf(held)];
  return faces
    .flatMap((face) =>
      left.splice(
        left.findIndex((number) => dice[number - 1] === face),
        1,
      ),
    )
    .sort();
}

function hasOpenBox({boxes}: Column): boolean {
  return CATEGORIES.some((category) => boxes[category] === null);
}
