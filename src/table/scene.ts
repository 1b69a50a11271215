/*
 * Everything that a front end shows, as plain data. The front end decides nothing: the scene says what may be clicked,
 * its name, and what it would earn.
 */
import {type Game, placementsOf, playerOf, rerollRefusal, winnersOf} from '../game/game.js';
import {DIE_NUMBERS, type Dice, type DieNumber, FACES, type Face} from '../rules/dice.js';
import {isSameBox, type Placement, totalOf} from '../rules/scorecard.js';
import {type AdviceView, adviceView} from './advice-view.js';
import {cardOf} from './card-view.js';
import {momentOf} from './highlights.js';
import {keysNow, keysOfHelp, rollInWords} from './keys.js';
import {type Device, WORDINGS} from './layouts.js';
import type {DieState} from './messages.js';
import * as messages from './messages.js';
import {adviceNow, isMoving, PICTURES, type Table, type Typing, typingNow} from './state.js';

export type Scene = ReturnType<typeof sceneOf>;

export interface DieView extends DieState {
  /** `Die 3: five, held`. */
  readonly label: string;
}

/**
 * Builds the scene.
 *
 * @param focused name of the button that has the keyboard's focus
 * @param picture picture of the roll that is being shown, from 0
 */
export function sceneOf(table: Table, focused: string | null = null, device: Device = 'mouse', picture = 0) {
  const {view, mode, played, announcement} = table;
  const {game} = played;
  const placements = mode.mode === 'rolling' ? [] : placementsOf(game);
  const now = adviceNow(table);
  const advice = now && adviceView(now.game, now.advice);
  const {message, tone, said = null} = lineOf(table, placements, advice, device);
  const isRolled = game.phase === 'awaiting-choice';
  return {
    view,
    /** The line below the card. */
    message,
    tone,
    /** Notes of the rules on this roll, such as the Joker. */
    reasons: notesOn(table, placements),
    /** Reasons for the advice in the message, and the limits of its numbers. */
    whys: [said?.why ?? [], said?.note ?? []].flat(),
    /** `Round 10 of 13, no rolls left`; on a keyboard's narrow screen `Round 10/13, no rolls left`. */
    status: messages.statusOf(game, view, device === 'keyboard' ? '/' : ' of '),
    /** `Round 1 of 13`. */
    round: messages.roundInWords(game),
    /** `Eric, roll 2 of 3: 5 1 5 2 5. Held: dice 1, 3 and 5.`; null before the first roll of a turn. */
    rolled: isRolled ? messages.rolledAndHeld(game) : null,
    /** Rolls of this turn so far. */
    roll: isRolled ? game.roll : 0,
    players: playersOf(game),
    dice: seenDice(table, picture, advice?.kept ?? null),
    button: buttonOf(table),
    hint: hintOf(table),
    /** The faces that can be typed or clicked now; none but in cheat mode. */
    keypad: typingNow(table) === null ? [] : FACES,
    card: cardOf(table, placements),
    /** Keys that do something now. */
    keys: keysNow(table, focused),
    /** The game and the pause at its end are over. */
    mayPlayAgain: game.phase === 'over' && !table.hasJustEnded,
    /** Target of undo: `Eric's 24 in Three of a Kind`; null if there is none. */
    undo: messages.undoDescription(played),
    /** The last placement, until the next roll: `Eric scores 24 in Threes.`; null before the first. */
    did: messages.lastScored(played),
    moment: mode.mode === 'rolling' ? null : seenMoment(game, placements),
    /** Null without advice. */
    advice,
    isRanking: mode.mode === 'ranking',
    /** Null while it is closed. */
    help: mode.mode === 'help' ? {keys: keysOfHelp(table), notes: messages.helpNotes(game)} : null,
    /** Effect of the last event, for a live region. */
    announcement,
  };
}

/** A celebration of the last roll or placement: `Yahtzee! +300`, with the highest bonus that a box would earn. */
function seenMoment(game: Game, placements: readonly Placement[]) {
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

interface Line {
  readonly message: string;
  /** Colour of the line: it asks for the next step, asks once more, refuses, or ends the game. */
  readonly tone: 'prompt' | 'question' | 'refusal' | 'end';
  /** The advice, if the message says it. */
  readonly said?: AdviceView | null;
}

function lineOf(
  table: Table,
  placements: readonly Placement[],
  advice: AdviceView | null,
  device: Device,
): Line {
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
      return {message: messages.rollsNow(game), tone: 'prompt'};
    case 'typing':
      return {message: messages.askFace(mode.numbers[mode.faces.length] ?? 1), tone: 'question'};
    case 'confirming': {
      const asked = placements.find((one) => isSameBox(one, mode));
      return asked === undefined ? prompt : {message: messages.askZero(asked), tone: 'question'};
    }
    case 'computer':
      return {message: messages.playsNow(game), tone: 'prompt'};
    case 'playing':
    case 'ranking':
    case 'help':
      return prompt;
  }
}

function playersOf(game: Game) {
  const isOver = game.phase === 'over';
  return game.setup.players.map((name, player) => ({
    name,
    total: totalOf(game.cards[player] ?? [], game.setup.rules),
    /** True at this player's turn, for nobody once the game is over. */
    isCurrent: !isOver && player === playerOf(game),
    isWinner: isOver && game.cards.length > 1 && winnersOf(game).includes(player),
  }));
}

/** The button that rolls; null where there is none. */
function buttonOf(table: Table) {
  const {view, mode, played} = table;
  const does = rollInWords(table);
  if (does === null) return null;
  const {first, again} = WORDINGS[view].buttons;
  return {
    label: played.game.phase === 'awaiting-roll' ? first : again,
    /** `roll dice 2 and 4 again`. */
    does,
    /** `2 dice, 1 roll left`; a roll of no dice is a pass. */
    rolls: messages.rollsInWords(played.game, table.held),
    isEnabled: !isMoving(table) && mode.mode !== 'typing',
  };
}

/** The switch of the advice; null once the game is over. */
function hintOf(table: Table) {
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
    /** `no hall of fame`; null once it is paid. */
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

/** Returns the face in a picture: another one in each until the die comes to rest, then its own. */
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
