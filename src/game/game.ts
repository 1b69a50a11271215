/*
 * The whole game as a pure state machine.
 *
 * A phase is the input that the game waits for. `applyAction` takes one action and returns the next game, or a
 * refusal. The state includes the random source, so a setup and a list of actions replay a game exactly. Typed dice
 * (CS106A's "cheat mode") are part of the actions instead.
 */
import {CATEGORIES, CATEGORY_RULES, type Category} from '../rules/categories.js';
import {
  DIE_NUMBERS,
  type Dice,
  type DieNumber,
  diceOf,
  type Face,
  isDieNumber,
  othersOf,
  ROLLS,
  reroll,
} from '../rules/dice.js';
import {type ColumnNumber, rulesOf} from '../rules/rule-sets.js';
import {
  type Box,
  type Choice,
  emptyScorecard,
  fill,
  openPlacements,
  type Placement,
  placementOf,
  type Scorecard,
  totalOf,
} from '../rules/scorecard.js';
import {facesOfDay} from './daily.js';
import {checkedNames} from './players.js';
import {type RandomState, randomFrom, rollFaces} from './random.js';
import {areKnown, type Setup, type Strength, strengthOf} from './setup.js';

/** The state that a game has in every phase. */
export interface GameState {
  readonly setup: Setup;
  /** One card for each player. */
  readonly cards: readonly Scorecard[];
  /** Completed turns of all players together. */
  readonly turn: number;
  /** Null if the dice are typed. */
  readonly random: RandomState | null;
  /** True once anybody has asked for a hint. */
  readonly hinted: boolean;
}

/** A game that waits for the first roll of a turn. */
export interface NewTurn extends GameState {
  readonly phase: 'awaiting-roll';
  /** The game before the last placement, for undo; null if there is nothing to undo. */
  readonly before: RolledGame | null;
}

/** A game in the middle of a turn, which waits for a reroll or a placement. */
export interface RolledGame extends GameState {
  readonly phase: 'awaiting-choice';
  readonly dice: Dice;
  /** Rolls made in this turn: 1 to 3. */
  readonly roll: number;
  /** Dice kept by the last reroll; none after the first roll. */
  readonly held: readonly DieNumber[];
  /** The game before a pass, for undo; null unless the last roll was one. */
  readonly before: RolledGame | null;
}

/** A game that is over. */
export interface FinishedGame extends GameState {
  readonly phase: 'over';
  readonly before: RolledGame;
}

/** A game is plain data; `phase` names the input that it waits for. */
export type Game = NewTurn | RolledGame | FinishedGame;

/** The input of a game. */
export type Action =
  /** The first roll of a turn. `faces` is for typed dice only. */
  | {readonly action: 'roll'; readonly faces?: readonly Face[]}
  /** An empty `numbers` is a pass, which still uses up a roll. */
  | {readonly action: 'reroll'; readonly numbers: readonly DieNumber[]; readonly faces?: readonly Face[]}
  | ({readonly action: 'place'} & Box)
  /** Takes back a person's last placement or pass, until the next roll. */
  | {readonly action: 'undo'}
  /** Records that somebody asked for advice, which is computed elsewhere. */
  | {readonly action: 'hint'};

/** A game and the actions that led to it. */
export interface Played {
  readonly game: Game;
  readonly actions: readonly Action[];
}

/** The reason why a game does not take an action, as a sentence. */
export interface Refusal {
  readonly refusal: string;
}

/**
 * Starts a game, which waits for the first player's first roll.
 *
 * @throws RangeError unless there are one to four players, valid rules, and a seed from 0 to `HIGHEST_SEED`
 * @example
 * newGame({players: ['Ada', 'Bob'], rules: 'official', columns: 1, dice: {seed: 7}});
 */
export function newGame(setup: Setup): Game {
  const {players, rules, columns, dice} = setup;
  checkedNames(players);
  rulesOf(rules);
  return {
    setup,
    cards: players.map(() => emptyScorecard(columns)),
    turn: 0,
    random: dice === 'typed' ? null : randomFrom(dice.seed),
    hinted: false,
    phase: 'awaiting-roll',
    before: null,
  };
}

/**
 * Returns the game after an action, or a refusal. Changes nothing.
 *
 * @example
 * const next = applyAction(game, {action: 'reroll', numbers: [1, 2]});
 * if ('refusal' in next) console.error(next.refusal);
 */
export function applyAction(game: Game, action: Action): Game | Refusal {
  switch (action.action) {
    case 'roll':
      return applyRoll(game, action.faces);
    case 'reroll':
      return applyReroll(game, action.numbers, action.faces);
    case 'place':
      return applyPlacement(game, action.column, action.category);
    case 'undo':
      return applyUndo(game);
    case 'hint':
      return game.phase === 'awaiting-choice' ? {...game, hinted: true} : notRolled(game);
  }
}

/**
 * Plays a list of actions. Stops at the first refusal and returns it with the number of its action, from 1.
 */
export function replay(setup: Setup, actions: readonly Action[]): Game | (Refusal & {readonly at: number}) {
  let game = newGame(setup);
  for (const [index, action] of actions.entries()) {
    const next = applyAction(game, action);
    if ('refusal' in next) return {...next, at: index + 1};
    game = next;
  }
  return game;
}

/** Returns the index of the current player, or of the last player once the game is over. */
export function playerOf(game: Game): number {
  return game.phase === 'over' ? game.setup.players.length - 1 : game.turn % game.setup.players.length;
}

/** Returns the card of the current player, or of the last player once the game is over. */
export function currentCard(game: Game): Scorecard {
  return game.cards[playerOf(game)] ?? [];
}

/** Returns the strength of the current player; null for a person and once the game is over. */
export function computerOf(game: Game): Strength | null {
  return game.phase === 'over' ? null : strengthOf(game.setup, playerOf(game));
}

/** Returns the current round, from 1 to `roundsOf`. */
export function roundOf(game: Game): number {
  return Math.min(Math.floor(game.turn / game.setup.players.length) + 1, roundsOf(game.setup));
}

/** Returns the number of rounds: 13 for each column. */
export function roundsOf({columns}: Setup): number {
  return CATEGORIES.length * columns;
}

/** Returns true in the last turn of the game. */
export function isLastTurn({setup, turn}: NewTurn | RolledGame): boolean {
  return turn + 1 === roundsOf(setup) * setup.players.length;
}

/** Returns a placement for each open box of the current player; empty unless dice lie on the table. */
export function placementsOf(game: Game): readonly Placement[] {
  return game.phase === 'awaiting-choice'
    ? openPlacements(currentCard(game), game.dice, game.setup.rules)
    : [];
}

/** Returns null if the box is not open, or there are no dice. */
export function placementAt(game: Game, {column, category}: Box): Placement | null {
  return game.phase === 'awaiting-choice'
    ? placementOf(currentCard(game), column, category, game.dice, game.setup.rules)
    : null;
}

/** Returns the reason why no dice can be rolled again, as a sentence; null if some can. */
export function rerollRefusal(game: Game): string | null {
  if (game.phase !== 'awaiting-choice') return notRolled(game).refusal;
  return game.roll === ROLLS ? `The dice were rolled ${ROLLS} times: choose a box now.` : null;
}

/** Returns the action that makes a choice. Of dice with the same face, it keeps those held before. */
export function actionFor(game: RolledGame, choice: Choice): Action {
  if ('keep' in choice) return {action: 'reroll', numbers: othersOf(diceShowing(game, choice.keep))};
  return {action: 'place', ...choice};
}

/** Returns the dice that show these faces; of dice with the same face, first those held before. */
export function diceShowing({dice, held}: RolledGame, faces: readonly Face[]): readonly DieNumber[] {
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

/** Returns the indexes of the players with the highest total: several if they tie. */
export function winnersOf({cards, setup}: Game): number[] {
  const totals = cards.map((card) => totalOf(card, setup.rules));
  const highest = Math.max(...totals);
  return totals.flatMap((total, player) => (total === highest ? [player] : []));
}

/** Returns a sentence saying why a game cannot enter the hall of fame. Returns null if it can. */
export function exclusionReason({setup, hinted}: Pick<Game, 'setup' | 'hinted'>): string | null {
  if (setup.dice === 'typed') return 'Cheated games do not enter the hall of fame.';
  if (hinted) return 'Games with advice do not enter the hall of fame.';
  return areKnown(setup) ? 'Games with known dice do not enter the hall of fame.' : null;
}

function applyRoll(game: Game, typed: readonly Face[] | undefined): Game | Refusal {
  if (game.phase === 'over') return refuse('The game is over.');
  if (game.phase === 'awaiting-choice')
    return refuse('The dice are already rolled: reroll some, or choose a box.');
  return roll(game, DIE_NUMBERS, typed, {roll: 1, held: [], before: null});
}

function applyReroll(
  game: Game,
  numbers: readonly DieNumber[],
  typed: readonly Face[] | undefined,
): Game | Refusal {
  if (game.phase !== 'awaiting-choice') return notRolled(game);
  const refusal = rerollRefusal(game);
  if (refusal !== null) return {refusal};
  const unknown = numbers.find((number) => !isDieNumber(number));
  if (unknown !== undefined) return refuse(`There is no die ${unknown}: they are numbered 1 to 5.`);
  const held = othersOf(numbers);
  if (held.length + numbers.length !== DIE_NUMBERS.length) return refuse('Each die can be listed only once.');
  return roll(game, numbers, typed, {
    roll: game.roll + 1,
    held,
    before: numbers.length === 0 ? game : null,
  });
}

function applyPlacement(game: Game, column: ColumnNumber, category: Category): Game | Refusal {
  if (game.phase !== 'awaiting-choice') return notRolled(game);
  const {setup, cards} = game;
  const card = currentCard(game);
  const placement = placementAt(game, {column, category});
  if (placement === null) return refuse(notOpen(card, column, category));
  if (!placement.legal) return refuse(`${placement.reason}.`);
  return {
    setup,
    cards: cards.with(playerOf(game), fill(card, placement)),
    turn: game.turn + 1,
    random: game.random,
    hinted: game.hinted,
    phase: isLastTurn(game) ? 'over' : 'awaiting-roll',
    before: game,
  };
}

/** Says why a box is not open (CS106A handout: "The user cannot re-use any previous category"). */
function notOpen(card: Scorecard, column: ColumnNumber, category: Category): string {
  if (!CATEGORIES.includes(category)) return `There is no category ${JSON.stringify(category)}.`;
  const points = card[column - 1]?.boxes[category];
  if (points === undefined) return `There is no column ${column}.`;
  const {label} = CATEGORY_RULES[category];
  return `${label}${card.length > 1 ? ` of column ${column}` : ''} already holds ${points}: choose another box.`;
}

/** Returns the new faces, rolled or typed, and the random state after them. */
function facesFor(
  game: Game,
  numbers: readonly DieNumber[],
  typed: readonly Face[] | undefined,
): {readonly faces: readonly Face[]; readonly random: RandomState | null} | Refusal {
  const {random, turn} = game;
  const {dice} = game.setup;
  const count = numbers.length;
  if (random !== null && dice !== 'typed') {
    if (typed !== undefined) return refuse('The dice are rolled, not typed.');
    if (dice.day === undefined) return rollFaces(random, count);
    const roll = game.phase === 'awaiting-choice' ? game.roll : 0;
    return {faces: facesOfDay(dice.seed, turn, roll, numbers), random};
  }
  if (typed === undefined) return refuse('The dice are typed, not rolled.');
  if (typed.length !== count)
    return refuse(`The number of dice values must be ${count}, not ${typed.length}.`);
  return {faces: typed, random};
}

/** Rolls dice, or takes their typed faces. */
function roll(
  game: Game,
  numbers: readonly DieNumber[],
  typed: readonly Face[] | undefined,
  rolledTurn: Pick<RolledGame, 'roll' | 'held' | 'before'>,
): Game | Refusal {
  const rolled = facesFor(game, numbers, typed);
  if ('refusal' in rolled) return rolled;
  const {faces, random} = rolled;
  const dice = game.phase === 'awaiting-choice' ? reroll(game.dice, numbers, faces) : diceOf(faces);
  // The fields are listed because spreading a game takes several times as long.
  const {setup, cards, hinted} = game;
  return {setup, cards, turn: game.turn, random, hinted, phase: 'awaiting-choice', dice, ...rolledTurn};
}

function applyUndo({phase, before, hinted}: Game): Game | Refusal {
  if (before === null)
    return refuse(
      phase === 'awaiting-choice'
        ? 'Only a placement or a pass can be taken back, and only before the next roll.'
        : 'There is no placement to take back.',
    );
  if (computerOf(before) !== null) return refuse('A placement by the computer cannot be taken back.');
  // Undoing a pass does not undo the advice that was given after it.
  return hinted === before.hinted ? before : {...before, hinted};
}

function notRolled({phase}: Game): Refusal {
  return refuse(phase === 'over' ? 'The game is over.' : 'Roll the dice first.');
}

export function refuse(refusal: string): Refusal {
  return {refusal};
}
