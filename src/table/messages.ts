/*
 * Texts shared by the front ends. Card labels are in `layouts.ts`; refusals come from the game. The message line has the
 * handout's words. Names are never cut here.
 */
import {boxInWords, capitalize, isolated, listOf} from '../game/format.js';
import {
  computerOf,
  exclusionReason,
  type Game,
  type Played,
  placementAt,
  playerOf,
  type RolledGame,
  roundOf,
  roundsOf,
  winnersOf,
} from '../game/game.js';
import {strengthOf} from '../game/setup.js';
import {CATEGORY_RULES} from '../rules/categories.js';
import {DIE_NUMBERS, type DieNumber, type Face, othersOf, ROLLS} from '../rules/dice.js';
import {type RuleSet, type Rules, rulesOf, UPPER_BONUS, UPPER_BONUS_FROM} from '../rules/rule-sets.js';
import {type BonusProgress, type Box, type Placement, totalOf} from '../rules/scorecard.js';
import type {Moment} from './highlights.js';
import {type Device, type ViewName, WORDINGS, withBonus} from './layouts.js';

const FACE_WORDS = ['one', 'two', 'three', 'four', 'five', 'six'] as const;

/* The message line. */

/** Says the next step of a player, or the result. */
export function promptOf(game: Game, view: ViewName, device: Device = 'mouse'): string {
  const {buttons} = WORDINGS[view];
  switch (game.phase) {
    case 'awaiting-roll':
      return `${nameIn(game)}'s turn! ${device === 'keyboard' ? 'Press Space to roll.' : `${capitalize(PRESS[device])} "${buttons.first}" button to roll the dice.`}`;
    case 'awaiting-choice':
      return game.roll < ROLLS ? askReroll(view, device) : 'Select a category for this roll.';
    case 'over': {
      const winners = winnersOf(game);
      const names = winners.map((winner) => isolated(game.setup.players[winner] ?? ''));
      const total = totalOf(game.cards[winners[0] ?? 0] ?? [], game.setup.rules);
      const isPersons = winners.some((winner) => strengthOf(game.setup, winner) === null);
      return isPersons
        ? congratulations(names, total, game.setup.players.length)
        : computersWin(names, total);
    }
  }
}

const PRESS = {mouse: 'click', touch: 'tap'} as const;

function askReroll(view: ViewName, device: Device): string {
  const {selectTo, buttons} = WORDINGS[view];
  return device === 'keyboard'
    ? `Select the dice to ${selectTo}; press Space.`
    : `Select the dice you wish to ${selectTo} and ${PRESS[device]} "${buttons.again}".`;
}

function congratulations(names: readonly string[], total: number, players: number): string {
  const result =
    players === 1
      ? `you finish with a total score of ${total}`
      : names.length === 1
        ? `you're the winner with a total score of ${total}`
        : `you're the winners with a total score of ${total} each`;
  return `Congratulations, ${listOf(names)}, ${result}!`;
}

/** Says who has won if no person has: computers are not congratulated. */
function computersWin(names: readonly string[], total: number): string {
  return names.length === 1
    ? `${names[0]} wins with a total score of ${total}.`
    : `${listOf(names)} win with a total score of ${total} each.`;
}

export function rollsNow(game: Game): string {
  return `${nameIn(game)} rolls the dice.`;
}

export function playsNow(game: Game): string {
  return `${nameIn(game)} plays.`;
}

/** Says the price of advice; null if the game enters no hall of fame anyway. */
export function priceOfAdvice(game: Game): string | null {
  return exclusionReason(game) === null ? exclusionReason({...game, hinted: true}) : null;
}

/** Shown with advice until the chance to win is known. */
export const WIN_FOLLOWS = 'Working out the chance to win…';

export const WORKING_IT_OUT = 'Working out the best move…';

/** At the end, while the review is worked out. */
export const WORKING_OUT_END = 'Working out luck and choices…';

export const ADVICE_IS_ON = 'Advice is on.';

export const ADVICE_IS_OFF = 'Advice is off.';

export const RANKING_OPENS = 'All choices are listed, the best first.';

export function askZero({category}: Placement): string {
  return `${CATEGORY_RULES[category].label} would score 0, but another box would score. Choose it again to take the 0.`;
}

export function askFace(die: DieNumber): string {
  return `Type or choose the value of die ${die}.`;
}

/** Ways to ask again after a failure. */
const AGAIN = {
  advice: 'Ask for advice',
  action: 'Press Space or click',
  review: 'Ask for the review',
} as const;

export function notWorkedOut(problem: string, what: keyof typeof AGAIN): string {
  return `No answer could be worked out: ${problem}. ${AGAIN[what]} to try again.`;
}

/* Events in words, for a screen reader. */

/** A roll in words: the player, which of the three rolls it is, and the dice. */
export function rolled(game: RolledGame): string {
  return `${nameIn(game)}, roll ${game.roll} of ${ROLLS}: ${game.dice.join(' ')}.`;
}

/** Adds the dice that the last reroll held. */
export function rolledAndHeld(game: RolledGame): string {
  return rolled(game) + (game.held.length === 0 ? '' : ` Held: ${diceInWords(game.held)}.`);
}

function scored(game: Game, {column, category, points, bonus}: Placement): string {
  const extra = bonus === 0 ? '' : `, and a Yahtzee bonus of ${bonus}`;
  return `${nameIn(game)} scores ${points} in ${boxOf(game, {column, category})}${extra}.`;
}

/** Says the last placement, until the next roll; null if there is none. */
export function lastScored({game, actions}: Played): string | null {
  if (game.phase === 'awaiting-choice' || game.before === null) return null;
  const {before} = game;
  const last = actions.findLast(({action}) => action === 'place');
  const placed = last?.action === 'place' && placementAt(before, last);
  return placed ? scored(before, placed) : null;
}

/** Names the dice that are held now, in the words of the view. */
export function heldNow(held: readonly DieNumber[], view: ViewName): string {
  const {marked} = WORDINGS[view];
  const verb = marked === 'held' ? 'kept' : 'selected to re-roll';
  const dice = marked === 'held' ? held : othersOf(held);
  return `${capitalize(diceInWords(dice))} ${dice.length === 1 ? 'is' : 'are'} ${verb}.`;
}

export function nowSeen(view: ViewName): string {
  return `Now showing ${WORDINGS[view].title}.`;
}

export const HELP_OPENS = 'Help is open.';

/** Names what undo takes back: `Eric's 24 in Three of a Kind`; null if there is nothing. */
export function undoDescription({game, actions}: Played): string | null {
  const last = actions.at(-1);
  const {before} = game;
  if (before === null || computerOf(before) !== null) return null;
  if (game.phase === 'awaiting-choice') return `${nameIn(before)}'s pass`;
  if (last?.action !== 'place') return `${nameIn(before)}'s last placement`;
  const placement = placementAt(before, last);
  const earned = placement === null ? 0 : placement.points + placement.bonus;
  return `${nameIn(before)}'s ${earned} in ${boxOf(before, last)}`;
}

export function takenBack(what: string): string {
  return `${what} is taken back.`;
}

export const MOMENTS: Readonly<Record<Moment, string>> = {
  yahtzee: 'Yahtzee!',
  'yahtzee-bonus': 'Yahtzee!',
  joker: 'Joker!',
  'upper-bonus': 'Upper bonus!',
  best: 'A new best!',
  win: 'Victory!',
  end: 'The end',
};

export function takesPlace(name: string, score: number, place: number): string {
  return `Congratulations, ${isolated(name)}: ${score} points, place ${place} in the hall of fame!`;
}

/* Dice and boxes in words. */

/** `no dice`, `die 2`, `dice 2 and 4`, `all dice`. */
function diceInWords(numbers: readonly DieNumber[]): string {
  if (numbers.length === 0) return 'no dice';
  if (numbers.length === DIE_NUMBERS.length) return 'all dice';
  return `${numbers.length === 1 ? 'die' : 'dice'} ${listOf(numbers)}`;
}

/** A die as it lies on the table. */
export interface DieState {
  readonly number: DieNumber;
  /** Null before it is rolled. */
  readonly face: Face | null;
  /** The face is left from the turn before. */
  readonly isPast: boolean;
  /** A reroll would keep the die. */
  readonly isHeld: boolean;
  /** The window marks dice to re-roll, the sheet dice to keep. */
  readonly isMarked: boolean;
  /** The word at the mark. */
  readonly mark: string;
  /** The best choice keeps the die; null without advice, or if it fills a box. */
  readonly isBestKept: boolean | null;
  readonly isRolling: boolean;
  /** The face is typed next. */
  readonly isAwaited: boolean;
  /** The die can be toggled now. */
  readonly isEnabled: boolean;
}

/** `Die 3: five, held`. */
export function dieInWords(die: DieState, isTyped: boolean): string {
  const {number, face, isPast, isHeld, isBestKept, isRolling, isAwaited, isEnabled} = die;
  const word = face === null ? 'not rolled' : (FACE_WORDS[face - 1] ?? '');
  const words = [
    isRolling ? 'rolling' : isAwaited ? 'type its value' : isPast ? 'not rolled' : word,
    isPast ? `${word} in the turn before` : null,
    !isEnabled || isTyped ? null : isHeld ? 'held' : 'to roll again',
    isBestKept === null ? null : isBestKept ? 'best kept' : 'best rolled again',
  ];
  return `Die ${number}: ${words.filter((one) => one !== null).join(', ')}`;
}

/** Says the effect of a reroll. */
export function rerollInWords(held: readonly DieNumber[]): string {
  const numbers = othersOf(held);
  if (numbers.length === 0) return 'pass: keep all, use up a roll';
  return `roll ${diceInWords(numbers)} again`;
}

/** Label of the switch for advice. */
export const ADVICE = 'Advice';

/** The price of advice, on its switch. */
export const PRICE = 'no hall of fame';

export function switchAdvice(game: Game, isOn: boolean): string {
  if (isOn) return 'no more advice';
  return `ask for advice${priceOfAdvice(game) === null ? '' : ` (${PRICE})`}`;
}

/** An open box and what it would earn: `Fives, 15 points`. */
export function previewInWords(game: Game, {legal, points, bonus, reason, ...box}: Placement): string {
  const worth = legal ? `${points} ${points === 1 ? 'point' : 'points'}` : 'not allowed';
  const extra = legal && bonus > 0 ? ` and a Yahtzee bonus of ${bonus}` : '';
  return `${boxInWords(box, game.setup.columns)}, ${worth}${extra}${reason === null ? '' : `. ${reason}`}`;
}

/** `put 15 into Fives`. */
export function placeInWords(game: Game, {points, bonus, ...box}: Placement): string {
  return `put ${withBonus(points, bonus)} into ${boxOf(game, box)}`;
}

/** `Fives, 15`, `Fives, open`, `TOTAL, 192`. */
export function cellInWords(game: Game, cell: Box | string, text: string | null): string {
  return `${typeof cell === 'string' ? cell : boxInWords(cell, game.setup.columns)}, ${text ?? 'open'}`;
}

/** Lists each reason once; in games of several columns, after the columns that have it. */
export function reasonsIn(game: Game, placements: readonly Placement[]): string[] {
  const columnsOf = new Map<string, Set<string>>();
  for (const {reason, column} of placements) {
    if (reason !== null) columnsOf.set(reason, (columnsOf.get(reason) ?? new Set()).add(`x${column}`));
  }
  return [...columnsOf].map(([reason, columns]) =>
    game.setup.columns === 1 ? reason : `${[...columns].join(' ')} ${reason}`,
  );
}

/** Says how many dice a roll would roll, and how many rolls are left: `all dice, 2 rolls left`. */
export function rollsInWords(game: Game, held: readonly DieNumber[]): string {
  const left = rollsLeftInWords(game);
  if (game.phase !== 'awaiting-choice') return left;
  const {length} = othersOf(held);
  if (length === 0) return `no dice: a pass, ${left}`;
  if (length === DIE_NUMBERS.length) return `all dice, ${left}`;
  return `${length} ${length === 1 ? 'die' : 'dice'}, ${left}`;
}

/** `2 rolls left`. */
function rollsLeftInWords(game: Game): string {
  const left = ROLLS - (game.phase === 'awaiting-choice' ? game.roll : 0);
  return `${left === 0 ? 'no' : left} ${left === 1 ? 'roll' : 'rolls'} left`;
}

export function progressInWords({missing, ahead}: BonusProgress, factor: number) {
  const from = UPPER_BONUS_FROM * factor;
  const par = ahead === 0 ? 'exactly at' : `${Math.abs(ahead)} ${ahead > 0 ? 'above' : 'below'}`;
  return {
    missing: `${missing}`,
    toGo: 'to go',
    /** `12 to go to 63, 3 above three of each`. */
    long: `${missing} to go to ${from}, ${par} three of each`,
  };
}

/** Round and rolls left; the sheet counts the rolls of the turn instead. */
export function statusOf(game: Game, view: ViewName, of: string): string {
  const roll = game.phase === 'awaiting-choice' ? game.roll : game.phase === 'over' ? game.before.roll : 0;
  if (view === 'sheet') return `Turn: ${roundOf(game)} Roll: ${roll}`;
  const left = game.phase === 'over' ? '' : `, ${rollsLeftInWords(game)}`;
  return `${roundInWords(game, of)}${left}`;
}

export function roundInWords(game: Game, of = ' of '): string {
  return `Round ${roundOf(game)}${of}${roundsOf(game.setup)}`;
}

/* Help and refusals. */

/** Says in one line how further Yahtzees count. */
export function ruleLine(rules: RuleSet | Rules): string {
  const {yahtzeeBonus, joker} = rulesOf(rules);
  if (yahtzeeBonus === 0) return 'Plain: a second Yahtzee counts like any other roll.';
  const more = joker === 'none' ? '' : ', and is a Joker once its own upper box is full';
  return `Each further Yahtzee earns ${yahtzeeBonus}${more}.`;
}

const JOKER = 'A Joker may fill Full House or a straight for full points.';

/** Rules in the help. */
export function helpNotes({setup}: Game): readonly string[] {
  const each = setup.columns === 1 ? '' : ' of a column, before it is multiplied,';
  return [
    `A turn has up to ${ROLLS} rolls; then the dice go into one open box.`,
    'A pass, a roll of no dice, uses up a roll.',
    'In one view you select the dice to roll again, in the other those to keep.',
    'With advice on, -17.3 in a box says how far it is behind the best choice.',
    `Upper bonus: ${UPPER_BONUS_FROM} points (three of each face) in the upper boxes${each} earn ${UPPER_BONUS}.`,
    ruleLine(setup.rules),
    ...(rulesOf(setup.rules).joker === 'none' ? [] : [JOKER]),
  ];
}

/** Title of the button that shows another view, and text of its key. */
export function seeView(view: ViewName): string {
  return `see ${WORDINGS[view].title}`;
}

export function takeBack(what: string): string {
  return `take back ${what}`;
}

/** `Fives`, or in games of several columns `Fives of column 2`. */
function boxOf({setup}: Game, {column, category}: Box): string {
  const {label} = CATEGORY_RULES[category];
  return setup.columns === 1 ? label : `${label} of column ${column}`;
}

function nameIn(game: Game): string {
  return isolated(game.setup.players[playerOf(game)] ?? '');
}
