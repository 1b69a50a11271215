/*
 * The table: the game, and the player's selection. `applyEvent` takes the same events from every front end, and returns
 * the next table, or the same one with a refusal.
 *
 * The game decides what is allowed, and words the refusals. A mode is a question of the table itself. An event that
 * does not answer the question ends the mode.
 */
import type {Advice} from '../analysis/advice.js';
import {
  type Action,
  applyAction,
  computerOf,
  diceShowing,
  type Game,
  type Played,
  placementAt,
  placementsOf,
  rerollRefusal,
} from '../game/game.js';
import {DIE_NUMBERS, type DieNumber, type Face} from '../rules/dice.js';
import {type Box, isSameBox, type Placement} from '../rules/scorecard.js';
import {adviceView} from './advice-view.js';
import {type Direction, openBox} from './cursor.js';
import {otherView, type ViewName, WORDINGS} from './layouts.js';
import * as messages from './messages.js';
import {adviceNow, isMoving, type Mode, nextRoll, type Table, type TableEvent, typingNow} from './state.js';

const PLAYING: Mode = {mode: 'playing'};
const HINT: Action = {action: 'hint'};

/** Returns a table with a game on it, new or kept, also in the middle of a turn. */
export function tableOf(
  played: Played,
  {view = 'cs106a', motion = false, held}: Partial<Pick<Table, 'view' | 'motion' | 'held'>> = {},
): Table {
  const {game} = played;
  return {
    played,
    view,
    motion,
    isHurried: false,
    hasJustEnded: false,
    held: held ?? heldAfter(game, view),
    cursor: openBox(game, {column: 1, category: 'ones'}),
    mode: modeAfter(game),
    isAdvising: false,
    advice: null,
    refusal: null,
    barredBy: null,
    announcement: messages.promptOf(game, view),
  };
}

/** Returns the table after an event, or the same with a refusal; the same object if nothing changes. */
export function applyEvent(table: Table, event: TableEvent): Table {
  if (event.event === 'motion') return {...table, motion: event.isOn};
  if (isMoving(table)) return meanwhile(table, event);
  switch (event.event) {
    case 'toggle': {
      const {die} = event;
      return hold(
        idle(table),
        DIE_NUMBERS.filter((number) => table.held.includes(number) !== (number === die)),
      );
    }
    case 'hold':
      return hold(idle(table), event.dice === 'all' ? DIE_NUMBERS : []);
    case 'roll':
      return roll(table, event.faces);
    case 'type':
      return type(table, event.face);
    case 'erase':
      return table.mode.mode === 'typing'
        ? awaiting(idle(table), table.mode.numbers, table.mode.faces.slice(0, -1))
        : table;
    case 'move':
      return move(idle(table), event.direction);
    case 'choose':
      return choose(table, event.box === undefined ? table.cursor : event.box, event.meant === true);
    case 'cancel':
      return table.mode.mode === 'playing' ? table : closed(table);
    case 'undo':
      return undo(idle(table));
    case 'hint':
      return hint(table, event.once === true);
    case 'take':
      return take(table);
    case 'rank':
      return rank(table);
    case 'help':
      return table.mode.mode === 'help'
        ? closed(table)
        : {...says(idle(table), messages.HELP_OPENS), mode: {mode: 'help'}};
    case 'view':
      return see(idle(table), event.view);
    case 'shown':
      return table.hasJustEnded ? {...table, hasJustEnded: false} : table;
    case 'hurry':
    case 'quit':
    case 'again':
      return table;
  }
}

/** Returns the table after the computer's next action; the same if it is not the computer's turn. */
export function computerActs(table: Table, action: Action): Table {
  if (table.mode.mode !== 'computer') return table;
  const acted = act(idle(table), action, (after, view, played) =>
    after.phase === 'awaiting-choice' ? rolledNow(after, view) : promptAfter(played, view),
  );
  const {game} = acted.played;
  if (acted.refusal !== null) return {...acted, mode: table.mode};
  if (game.phase !== 'awaiting-choice') return acted;
  const isShown = table.motion && !table.isHurried && game.held.length < DIE_NUMBERS.length;
  return {...acted, mode: isShown ? {mode: 'rolling'} : modeAfter(game)};
}

/**
 * Returns the table with the advice that was asked for; the same if the game has gone on, or nobody asked. Advice that
 * comes later is announced only if the earlier advice is still the announcement.
 */
export function advised(table: Table, played: Played, advice: Advice): Table {
  const {advice: before} = table;
  const {game} = played;
  if (before === null || table.played !== played || game.phase !== 'awaiting-choice') return table;
  // Announced with the dice, once they rest.
  if (table.mode.mode === 'rolling') return {...table, advice};
  const isSaid = before === 'asked' || table.announcement === adviceView(game, before).sentence;
  if (!isSaid) return {...table, advice};
  return {...table, refusal: null, advice, announcement: adviceView(game, advice).sentence};
}

/** Returns the table after advice or the computer's action could not be worked out. */
export function unanswered(table: Table, problem: string): Table {
  if (table.mode.mode === 'computer') return refuse(table, messages.notWorkedOut(problem, 'action'));
  return {
    ...refuse(table, messages.notWorkedOut(problem, 'advice')),
    isAdvising: false,
    advice: null,
  };
}

/** Few events count while dice roll or the computer plays: a second click must not roll again. */
function meanwhile(table: Table, event: TableEvent): Table {
  const isRolling = table.mode.mode === 'rolling';
  if (event.event === 'shown') return isRolling ? endRoll(table) : table;
  if (event.event === 'undo' && !isRolling) return undo(table);
  if (!['hurry', 'toggle', 'undo'].includes(event.event)) return table;
  const rested = isRolling ? endRoll(table) : table;
  if (computerOf(table.played.game) !== null) return {...rested, refusal: null, isHurried: true};
  return event.event === 'toggle' ? applyEvent(rested, event) : rested;
}

function endRoll(table: Table): Table {
  const {game} = table.played;
  return {...says(idle(table), rolledNow(game, table.view, table.advice)), mode: modeAfter(game)};
}

function hold(table: Table, held: readonly DieNumber[]): Table {
  const refusal = rerollRefusal(table.played.game);
  if (refusal !== null) return refuse(table, refusal);
  return says({...table, held}, messages.heldNow(held, table.view));
}

/** Rolls the dice that are not held; a roll of none is a pass, which still uses up a roll. */
function roll(table: Table, faces?: readonly Face[]): Table {
  const here = idle(table);
  const {game} = table.played;
  const next = nextRoll(here);
  if ('refusal' in next) return refuse(here, next.refusal);
  const {numbers} = next;
  const isPass = numbers.length === 0;
  if (faces === undefined && game.setup.dice === 'typed')
    return isPass ? roll(here, []) : awaiting(here, numbers, []);
  const typed = faces === undefined ? {} : {faces};
  const action: Action =
    game.phase === 'awaiting-roll' ? {action: 'roll', ...typed} : {action: 'reroll', numbers, ...typed};
  const rolled = act(here, action, (after, view) =>
    rolledNow(after, view, table.isAdvising ? 'asked' : null),
  );
  // A pass moves no die: there is nothing to show.
  const isShown = table.motion && rolled.refusal === null && !isPass;
  return isShown ? {...rolled, mode: {mode: 'rolling'}, announcement: ''} : rolled;
}

/** Asks for the face of the next of these dice. */
function awaiting(table: Table, numbers: readonly DieNumber[], faces: readonly Face[]): Table {
  const die = numbers[faces.length] ?? 1;
  return {...says(table, messages.askFace(die)), mode: {mode: 'typing', numbers, faces}};
}

/** Takes a typed face: the next one, or the first of a roll. */
function type(table: Table, face: Face): Table {
  const waiting = typingNow(table);
  // If no die waits for a face, the game refuses it.
  if (waiting === null) return roll(table, [face]);
  const faces = [...waiting.faces, face];
  const {numbers} = waiting;
  return faces.length < numbers.length ? awaiting(idle(table), numbers, faces) : roll(table, faces);
}

function move(table: Table, direction: Direction): Table {
  const {game} = table.played;
  const cursor = openBox(game, table.cursor, direction);
  const preview = placementAt(game, cursor);
  return preview === null ? table : says({...table, cursor}, messages.previewInWords(game, preview));
}

function choose(table: Table, box: Box, isMeant: boolean): Table {
  const here = idle(table);
  const {game} = table.played;
  const {column, category} = box;
  const chosen = placementAt(game, box);
  const moved = chosen?.legal ? {...here, cursor: {column, category}} : here;
  const isConfirmed = isMeant || (table.mode.mode === 'confirming' && isSameBox(table.mode, box));
  if (
    chosen?.legal &&
    earns(chosen) === 0 &&
    !isConfirmed &&
    placementsOf(game).some((one) => one.legal && earns(one) > 0)
  )
    return {...says(moved, messages.askZero(chosen)), mode: {mode: 'confirming', column, category}};
  const action: Action = {action: 'place', column, category};
  const placed = act(moved, action, (_, view, played) => promptAfter(played, view));
  return placed.refusal === null ? placed : {...placed, barredBy: chosen?.reason ?? null};
}

/** Says the placement, and what the game waits for then. */
function promptAfter(played: Played, view: ViewName): string {
  return [messages.lastScored(played) ?? [], messages.promptOf(played.game, view)].flat().join(' ');
}

/** Switches advice on or off. */
function hint(table: Table, isOnce: boolean): Table {
  const {played, isAdvising} = table;
  const here = idle(table);
  if (isAdvising) return {...says(here, messages.ADVICE_IS_OFF), isAdvising: false, advice: null};
  if (played.game.phase === 'over') return act(here, HINT, () => '');
  return {...asking({...says(here, messages.ADVICE_IS_ON), isAdvising: true}), isAdvising: !isOnce};
}

/** Asks for advice on a person's roll if advice is on. One action marks a game as hinted for good. */
function asking(table: Table): Table {
  const {played, isAdvising} = table;
  const game = applyAction(played.game, HINT);
  if (!isAdvising || 'refusal' in game || computerOf(game) !== null) return table;
  return {
    ...table,
    played: played.game.hinted ? played : {...played, game, actions: [...played.actions, HINT]},
    advice: 'asked',
  };
}

function take(table: Table): Table {
  const now = adviceNow(table);
  if (now === null) return table;
  const {choice} = now.advice.best;
  return 'keep' in choice
    ? roll({...table, held: diceShowing(now.game, choice.keep)})
    : choose(table, choice, true);
}

function rank(table: Table): Table {
  if (table.mode.mode === 'ranking') return closed(table);
  if (adviceNow(table) === null) return table;
  return {...says(idle(table), messages.RANKING_OPENS), mode: {mode: 'ranking'}};
}

function undo(table: Table): Table {
  const what = messages.undoDescription(table.played);
  return act(table, {action: 'undo'}, (game, view) =>
    [...(what === null ? [] : [messages.takenBack(what)]), messages.promptOf(game, view)].join(' '),
  );
}

function see(table: Table, view: ViewName | undefined): Table {
  const next = view ?? otherView(table.view);
  return says({...table, view: next}, messages.nowSeen(next));
}

/** Applies an action to the game, and announces its effect or the reason for a refusal. */
function act(
  table: Table,
  action: Action,
  saying: (game: Game, view: ViewName, played: Played) => string,
): Table {
  const game = applyAction(table.played.game, action);
  if ('refusal' in game) return refuse(table, game.refusal);
  const played = {...table.played, game, actions: [...table.played.actions, action]};
  return asking({
    ...says(table, saying(game, table.view, played)),
    played,
    held: heldAfter(game, table.view),
    cursor: openBox(game, table.cursor),
    advice: null,
    mode: modeAfter(game),
    refusal: null,
    isHurried: table.isHurried && game.turn === table.played.game.turn,
    hasJustEnded: game.phase === 'over',
  });
}

/** Announces the dice, and to a person the advice or the next step. */
function rolledNow(game: Game, view: ViewName, advice: Table['advice'] = null): string {
  const prompt = messages.promptOf(game, view);
  if (game.phase !== 'awaiting-choice') return prompt;
  if (computerOf(game) !== null || advice === 'asked') return messages.rolled(game);
  return `${messages.rolled(game)} ${advice === null ? prompt : adviceView(game, advice).sentence}`;
}

function heldAfter(game: Game, view: ViewName): readonly DieNumber[] {
  return game.phase === 'awaiting-choice' ? WORDINGS[view].heldAfter(game) : [];
}

function modeAfter(game: Game): Mode {
  return computerOf(game) === null ? PLAYING : {mode: 'computer'};
}

/** Returns the table without its mode, with nothing announced. */
function idle(table: Table): Table {
  return {...says(table, ''), mode: PLAYING, refusal: null, barredBy: null};
}

/** Returns the table without its mode, with the prompt announced. */
function closed(table: Table): Table {
  return says(idle(table), messages.promptOf(table.played.game, table.view));
}

function says(table: Table, announcement: string): Table {
  return {...table, announcement};
}

function refuse(table: Table, refusal: string): Table {
  return {...says(table, refusal), refusal};
}

function earns({points, bonus}: Placement): number {
  return points + bonus;
}
