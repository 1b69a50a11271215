/*
 * Everything that a front end shows, as plain data. The front end decides nothing: the scene says what may be clicked,
 * its name, and what it would earn.
 */
import {type Game, placementsOf, playerOf, rerollRefusal, winnersOf} from '../game/game.js';
import {DIE_NUMBERS, type Dice, type DieNumber, FACES, type Face} from '../rules/dice.js';
import {isBox, type Placement, totalOf} from '../rules/scorecard.js';
import {type AdviceView, adviceView} from './advice-view.js';
import {type CardView, cardOf} from './card-view.js';
import {type Moment, momentOf} from './highlights.js';
import {type KeyLine, keysNow, keysOfHelp, rollInWords} from './keys.js';
import {type Device, type ViewName, WORDINGS} from './layouts.js';
import type {DieState} from './messages.js';
import * as messages from './messages.js';
import {adviceNow, isMoving, PICTURES, type Table, type Typing, typingNow} from './state.js';

export interface Scene {
  readonly view: ViewName;
  /** The line below the card. */
  readonly message: string;
  /** Colour of the line: it asks for the next step, asks once more, refuses, or ends the game. */
  readonly tone: 'prompt' | 'question' | 'refusal' | 'end';
  /** `Round 10 of 13, no rolls left`; on a keyboard's narrow screen `Round 10/13, no rolls left`. */
  readonly status: string;
  /** `Round 1 of 13`. */
  readonly round: string;
  /** `Eric, roll 2 of 3: 5 1 5 2 5. Held: dice 1, 3 and 5.`; null before the first roll of a turn. */
  readonly rolled: string | null;
  /** Rolls of this turn so far. */
  readonly roll: number;
  readonly players: readonly PlayerView[];
  readonly dice: readonly DieView[];
  /** The button that rolls; null where there is none. */
  readonly button: RollButtonView | null;
  /** The switch of the advice; null once the game is over. */
  readonly hint: HintView | null;
  /** The faces that can be typed or clicked now; none but in cheat mode. */
  readonly keypad: readonly Face[];
  readonly card: CardView;
  /** Notes of the rules on this roll, such as the Joker. */
  readonly reasons: readonly string[];
  /** Reasons for the advice in the message, and the limits of its numbers. */
  readonly whys: readonly string[];
  /** Keys that do something now. */
  readonly keys: readonly KeyLine[];
  /** The game is over, and so is the pause at its end. */
  readonly mayPlayAgain: boolean;
  /** The last placement, until the next roll: `Eric scores 24 in Threes.`; null before the first. */
  readonly did: string | null;
  /** A celebration of the last roll or placement; null if there is none. */
  readonly moment: MomentView | null;
  /** Target of undo: `Eric's 24 in Three of a Kind`; null if there is none. */
  readonly undo: string | null;
  /** Null without advice. */
  readonly advice: AdviceView | null;
  readonly isRanking: boolean;
  /** Null while it is closed. */
  readonly help: {readonly keys: readonly KeyLine[]; readonly notes: readonly string[]} | null;
  /** Effect of the last event, for a live region. */
  readonly announcement: string;
}

export interface MomentView {
  readonly kind: Moment;
  /** `Yahtzee! +300`, with the most that any box would earn as bonus. */
  readonly words: string;
}

export interface PlayerView {
  readonly name: string;
  readonly total: number;
  /** True at this player's turn, for nobody once the game is over. */
  readonly isCurrent: boolean;
  readonly isWinner: boolean;
}

export interface DieView extends DieState {
  /** `Die 3: five, held`. */
  readonly label: string;
}

export interface ButtonView {
  readonly label: string;
  /** `roll dice 2 and 4 again`. */
  readonly does: string;
  readonly isEnabled: boolean;
}

export interface HintView extends ButtonView {
  readonly isOn: boolean;
  /** `no hall of fame`; null once it is paid. */
  readonly price: string | null;
}

/** The button that rolls. */
export interface RollButtonView extends ButtonView {
  /** `2 dice, 1 roll left`; a roll of no dice is a pass. */
  readonly rolls: string;
}

/**
 * Builds the scene.
 *
 * @param focused name of the button that has the keyboard's focus
 * @param picture picture of the roll that is being shown, from 0
 */
export function sceneOf(
  table: Table,
  focused: string | null = null,
  device: Device = 'mouse',
  picture = 0,
): Scene {
  const {view, mode, played, announcement} = table;
  const {game} = played;
  const placements = mode.mode === 'rolling' ? [] : placementsOf(game);
  const now = adviceNow(table);
  const advice = now && adviceView(now.game, now.advice);
  const {said = null, ...line} = lineOf(table, placements, advice, device);
  return {
    view,
    ...line,
    reasons: notesOn(table, placements),
    whys: [said?.why ?? [], said?.note ?? []].flat(),
    status: messages.statusOf(game, view, device === 'keyboard' ? '/' : ' of '),
    round: messages.roundInWords(game),
    rolled: game.phase === 'awaiting-choice' ? messages.rolledAndHeld(game) : null,
    roll: game.phase === 'awaiting-choice' ? game.roll : 0,
    players: playersOf(game),
    dice: seenDice(table, picture, advice?.kept ?? null),
    button: buttonOf(table),
    hint: hintOf(table),
    keypad: typingNow(table) === null ? [] : FACES,
    card: cardOf(table, placements),
    keys: keysNow(table, focused),
    mayPlayAgain: game.phase === 'over' && !table.hasJustEnded,
    undo: messages.undoDescription(played),
    did: messages.lastScored(played),
    moment: mode.mode === 'rolling' ? null : seenMoment(game, placements),
    advice,
    isRanking: mode.mode === 'ranking',
    help: mode.mode === 'help' ? {keys: keysOfHelp(table), notes: messages.helpNotes(game)} : null,
    announcement,
  };
}

function seenMoment(game: Game, placements: readonly Placement[]): MomentView | null {
  const kind = momentOf(game);
  if (kind === null) return null;
  const bonus = Math.max(0, ...placements.map((one) => one.bonus));
  return {kind, words: messages.MOMENTS[kind] + (kind === 'yahtzee-bonus' ? ` +${bonus}` : '')};
}

/** Notes of the rules on this roll, without the one that the refusal repeats. */
function notesOn({played: {game}, barredBy}: Table, placements: readonly Placement[]): readonly string[] {
  return messages.reasonsIn(
    game,
    placements.filter(({reason}) => reason !== barredBy),
  );
}

/** Returns the message, and the advice if the message says it. */
function lineOf(
  table: Table,
  placements: readonly Placement[],
  advice: AdviceView | null,
  device: Device,
): Pick<Scene, 'message' | 'tone'> & {readonly said?: AdviceView | null} {
  const {played, view, mode, refusal} = table;
  const {game} = played;
  if (refusal !== null) return {message: refusal, tone: 'refusal'};
  const waiting = table.advice === 'asked' ? messages.WORKING_IT_OUT : messages.promptOf(game, view, device);
  const prompt = {
    message: advice?.sentence ?? waiting,
    tone: game.phase === 'over' ? 'end' : 'prompt',
    said: advice,
  } as const;
  switch (mode.mode) {
    case 'rolling':
      return {message: messages.isRolling(game), tone: 'prompt'};
    case 'typing':
      return {message: messages.askFace(mode.numbers[mode.faces.length] ?? 1), tone: 'question'};
    case 'confirming': {
      const asked = placements.find((one) => isBox(one, mode));
      return asked === undefined ? prompt : {message: messages.askZero(asked), tone: 'question'};
    }
    case 'computer':
      return {message: messages.isComputing(game), tone: 'prompt'};
    case 'playing':
    case 'ranking':
    case 'help':
      return prompt;
  }
}

function playersOf(game: Game): PlayerView[] {
  const isOver = game.phase === 'over';
  return game.setup.players.map((name, player) => ({
    name,
    total: totalOf(game.cards[player] ?? [], game.setup.rules),
    isCurrent: !isOver && player === playerOf(game),
    isWinner: isOver && game.cards.length > 1 && winnersOf(game).includes(player),
  }));
}

function buttonOf(table: Table): RollButtonView | null {
  const {view, mode, played} = table;
  const does = rollInWords(table);
  if (does === null) return null;
  const {first, again} = WORDINGS[view].buttons;
  return {
    label: played.game.phase === 'awaiting-roll' ? first : again,
    does,
    rolls: messages.rollsInWords(played.game, table.held),
    isEnabled: !isMoving(table) && mode.mode !== 'typing',
  };
}

function hintOf(table: Table): Scene['hint'] {
  const {
    isAdvising: isOn,
    played: {game},
  } = table;
  if (game.phase === 'over') return null;
  const price = messages.priceOfAdvice(game) === null ? null : messages.PRICE;
  return {
    label: messages.ADVICE,
    does: messages.switchAdvice(game, isOn),
    isEnabled: !isMoving(table),
    isOn,
    price,
  };
}

function seenDice(table: Table, picture: number, kept: AdviceView['kept']): DieView[] {
  const {mode, view, played, held} = table;
  const {game} = played;
  const {marked, mark} = WORDINGS[view];
  const dice = rolledDice(game);
  const typed: Pick<Typing, 'numbers' | 'faces'> = mode.mode === 'typing' ? mode : {numbers: [], faces: []};
  const awaited = mode.mode === 'typing' ? typingNow(table)?.die : undefined;
  const isEnabled = !isMoving(table) && rerollRefusal(game) === null;
  return DIE_NUMBERS.map((number) => {
    const place = typed.numbers.indexOf(number);
    const isTyped = place !== -1;
    const face = (isTyped ? typed.faces[place] : dice?.[number - 1]) ?? null;
    const isPast = game.phase === 'awaiting-roll' && !isTyped && face !== null;
    const isHeld = isEnabled && held.includes(number);
    const isRolling =
      mode.mode === 'rolling' && game.phase === 'awaiting-choice' && !game.held.includes(number);
    const die = {
      number,
      face: isRolling ? faceIn(picture, number, face) : face,
      isPast,
      isHeld,
      isMarked: isEnabled && isHeld === (marked === 'held'),
      mark,
      isBestKept: kept === null ? null : kept.includes(number),
      isRolling,
      isAwaited: number === awaited,
      isEnabled,
    };
    return {...die, label: messages.dieInWords(die, isTyped)};
  });
}

/** Another face in each picture of a roll, and not yet the die's own, until it comes to rest. */
function faceIn(picture: number, number: DieNumber, face: Face | null): Face | null {
  if (picture >= PICTURES - DIE_NUMBERS.length + number - 1) return face;
  const others = FACES.filter((one) => one !== face);
  return others[(3 * picture + 2 * number) % others.length] ?? null;
}

/** The dice on the table: before a first roll those of the turn before, and the last ones when the game is over. */
function rolledDice(game: Game): Dice | null {
  switch (game.phase) {
    case 'awaiting-roll':
      return game.before?.dice ?? null;
    case 'awaiting-choice':
      return game.dice;
    case 'over':
      return game.before.dice;
  }
}
