/*
 * The game line by line, pure: a typed line becomes events at the table, and what they have changed is printed with the
 * next question. A refused answer leaves its question standing. While the table waits for advice or for the computer
 * nothing is asked.
 */
import {type Game, type Played, playerOf} from '../../game/game.js';
import {DIE_NUMBERS, type DieNumber, othersOf} from '../../rules/dice.js';
import {askHint, WORKING_IT_OUT} from '../../table/messages.js';
import {sceneOf} from '../../table/scene.js';
import {rerollRefusal, type Table, type TableEvent} from '../../table/state.js';
import {applyEvent, tableOf} from '../../table/table.js';
import {adviceInWords} from '../drawing/advice-lines.js';
import {fitted} from '../drawing/text.js';
import {cardInWords, rollAndHeldInWords, rollInWords, worthInWords} from '../drawing/words.js';
import {hasControls} from '../setup.js';
import {parseCategory, parseCommand, parseFaces, parseReroll} from './answers.js';
import * as messages from './messages.js';
import {REFUSALS} from './messages.js';

/** A table with its question. */
export interface Dialogue {
  readonly table: Table;
  readonly asks: 'roll' | 'reroll' | 'faces' | 'category';
  /** The game is over, or was left. */
  readonly isLeft: boolean;
  /** A game that is left can be gone on with. */
  readonly isSafe: boolean;
  /** `quit` is to be typed once more. */
  readonly isLeaving: boolean;
  /** Advice that was asked for lists everything. */
  readonly isRanking: boolean;
}

/** The dialogue after an event, and what the event prints. */
export interface Step {
  readonly dialogue: Dialogue;
  readonly output: string;
}

/** Begins a game, or goes on with one, which a note above it says. */
export function start(played: Played, note: string | null = null): Step {
  const {game} = played;
  const dialogue = dialogueAt(tableOf(played), false);
  const said = note === null ? [] : [`${note}\n`];
  const isComputers = dialogue.table.mode.mode === 'computer';
  if (game.phase !== 'awaiting-roll')
    return askAt(dialogue, [`${said.join('')}${messages.standings(game)}\n`]);
  const card = cardInWords(game);
  return isComputers ? askAt(dialogue, [...said, card]) : ask(dialogue, said, card + leadOf(dialogue));
}

/** The dialogue after one more line, without its end. */
export function step(dialogue: Dialogue, line: string): Step {
  const text = line.trim();
  const {table} = dialogue;
  if (!isAsking(dialogue)) return {dialogue, output: ''};
  if (hasControls(text)) return again(dialogue, REFUSALS.keys());
  const command = parseCommand(text);
  switch (command) {
    case null:
      return answer(dialogue, text);
    case 'help':
      return again(dialogue, helpOf(dialogue));
    case 'quit':
      return dialogue.isSafe || dialogue.isLeaving
        ? {dialogue: {...dialogue, isLeft: true}, output: ''}
        : {...again(dialogue, messages.LEAVE), dialogue: {...dialogue, isLeaving: true}};
    case 'undo':
      return dispatch(dialogue, {event: 'undo'});
    case 'card':
      return again(dialogue, cardInWords(table.played.game).trimEnd(), '');
    case 'advice':
    case 'ranking':
      return askAdvice(dialogue, command === 'ranking');
  }
}

/** Asks again, for a player who comes back to a screen that shows something else. */
export function remind(dialogue: Dialogue): string {
  return isAsking(dialogue) ? `\n${reminderOf(dialogue)}${questionOf(dialogue)}\n> ` : '';
}

/** Says what has changed at the table, and asks what it waits for now. A refusal has changed nothing. */
export function tell(dialogue: Dialogue, table: Table): Step {
  const before = dialogue.table;
  const {game, actions} = table.played;
  if (table.refusal !== null) return again(dialogue, table.refusal);
  const next = {...dialogue, isLeaving: false, table};
  if (table.mode.mode === 'asking-hint')
    return {...again(dialogue, askHint({...game, hinted: true})), dialogue: next};
  if (table.advice === 'asked')
    // The first advice of a game may take a moment.
    return {dialogue: next, output: before.played.game.hinted ? '' : `\n${WORKING_IT_OUT}\n`};
  if (before.advice === 'asked') return tellAdvice({...dialogue, table});
  const last = table.played === before.played ? undefined : actions.at(-1)?.action;
  const said =
    last === 'undo' ? messages.takenBack(before.played.game) : last === 'place' ? sceneOf(table).did : null;
  const asking = dialogueAt(table, dialogue.isSafe);
  return askAt(asking, said === null ? [] : [`${fitted(said)}\n`], last !== undefined);
}

/** The last card, and who has won. */
export function endingOf(game: Game): string {
  return `\n${cardInWords(game)}${messages.ended(game)}\n`;
}

function dialogueAt(table: Table, isSafe: boolean): Dialogue {
  const isLeft = table.played.game.phase === 'over';
  return {asks: askedAt(table), table, isLeft, isSafe, isLeaving: false, isRanking: false};
}

function askedAt(table: Table): Dialogue['asks'] {
  if (table.played.game.phase !== 'awaiting-choice') return 'roll';
  if (table.mode.mode === 'typing') return 'faces';
  return rerollRefusal(table) === null ? 'reroll' : 'category';
}

function isAsking({isLeft, table}: Dialogue): boolean {
  return !isLeft && table.mode.mode !== 'computer' && table.advice !== 'asked';
}

/** Answers at the table: by events, or by a refusal of what means nothing. */
function answer(dialogue: Dialogue, text: string): Step {
  const {table} = dialogue;
  const word = text.toLowerCase();
  switch (dialogue.asks) {
    case 'roll':
      if (table.played.game.setup.dice === 'typed') return typeFaces(dialogue, text, DIE_NUMBERS.length);
      return ['', 'roll'].includes(word)
        ? dispatch(dialogue, {event: 'roll'})
        : again(dialogue, REFUSALS.notRoll(text));
    case 'reroll': {
      const answered = parseReroll(text);
      if ('refusal' in answered) return again(dialogue, answered.refusal);
      if ('numbers' in answered)
        return dispatch(dialogue, ...togglesFor(table, answered.numbers), {event: 'roll'});
      // A whole name fills the box at once; in games of several columns it may lack the column.
      return answered.score === null ? ask({...dialogue, asks: 'category'}) : choose(dialogue, text);
    }
    case 'faces':
      return word === 'back'
        ? dispatch(dialogue, {event: 'cancel'})
        : typeFaces(dialogue, text, othersOf(table.held).length);
    case 'category':
      if (word !== 'back') return choose(dialogue, text);
      return rerollRefusal(table) === null
        ? ask({...dialogue, asks: 'reroll'})
        : again(dialogue, REFUSALS.noRollLeft());
  }
}

/** The events that hold all dice but these. */
function togglesFor({held}: Table, numbers: readonly DieNumber[]): TableEvent[] {
  return DIE_NUMBERS.filter((die) => held.includes(die) === numbers.includes(die)).map((die) => ({
    event: 'toggle',
    die,
  }));
}

function typeFaces(dialogue: Dialogue, text: string, count: number): Step {
  const answered = parseFaces(text, count);
  return 'refusal' in answered
    ? again(dialogue, answered.refusal)
    : dispatch(dialogue, {event: 'roll', faces: answered.faces});
}

function choose(dialogue: Dialogue, text: string): Step {
  const {game} = dialogue.table.played;
  const answered = parseCategory(text, game.cards[playerOf(game)] ?? []);
  return 'refusal' in answered
    ? again(dialogue, answered.refusal)
    : dispatch(dialogue, {event: 'choose', box: answered, meant: true});
}

/** Asked once more, advice is a ranking. */
function askAdvice(dialogue: Dialogue, isRanking: boolean): Step {
  const {table} = dialogue;
  if (table.advice !== null) return tellAdvice({...dialogue, isRanking: true});
  if (table.played.game.phase !== 'awaiting-choice') return again(dialogue, REFUSALS.noAdvice());
  // Line by line, a question has one answer: advice does not stay on.
  return tell({...dialogue, isRanking}, {...applyEvent(table, {event: 'hint'}), isAdvising: false});
}

function dispatch(dialogue: Dialogue, ...events: readonly TableEvent[]): Step {
  return tell(dialogue, events.reduce(applyEvent, dialogue.table));
}

/** Tells the advice that is there; then the question stands again. */
function tellAdvice(dialogue: Dialogue): Step {
  const {advice, played} = dialogue.table;
  if (advice === null || advice === 'asked' || played.game.phase !== 'awaiting-choice')
    return {dialogue, output: ''};
  // More of it would be written into a line that somebody types.
  const told = {...advice, isMoreToCome: false};
  return again(dialogue, adviceInWords(played.game, told, dialogue.isRanking).trimEnd());
}

/** Asks what the table waits for; `isRolled` shows the dice, which were rolled or came into sight. */
function askAt(dialogue: Dialogue, said: readonly string[], isRolled = true): Step {
  const {table} = dialogue;
  const {game} = table.played;
  if (game.phase === 'over') return {dialogue, output: blocks(said) + endingOf(game)};
  const dice = isRolled && game.phase === 'awaiting-choice' ? [rollAndHeldInWords(game)] : [];
  if (table.mode.mode !== 'computer') return ask(dialogue, [...said, ...dice]);
  const begins = game.phase === 'awaiting-roll' ? [leadOf(dialogue)] : [];
  return {dialogue, output: blocks([...said, ...dice, ...begins])};
}

/** Asks a question, below all that is shown first; `lead` stands right above it. */
function ask(dialogue: Dialogue, shown: readonly string[] = [], lead = leadOf(dialogue)): Step {
  const question = `${lead}${questionOf(dialogue)}\n`;
  return {dialogue: withoutConfirmations(dialogue), output: `${blocks([...shown, question])}> `};
}

/** Asks the same question again, below a text; says the roll again, which may be out of sight by now. */
function again(dialogue: Dialogue, text: string, reminder = reminderOf(dialogue)): Step {
  return {
    dialogue: withoutConfirmations(dialogue),
    output: `\n${text}\n${reminder}${questionOf(dialogue)}\n> `,
  };
}

function blocks(shown: readonly string[]): string {
  return shown.map((block) => `\n${block}`).join('');
}

/** Any other answer ends the wait for one that was to be typed once more. */
function withoutConfirmations(dialogue: Dialogue): Dialogue {
  const {table} = dialogue;
  return {
    ...dialogue,
    isLeaving: false,
    isRanking: false,
    table: table.mode.mode === 'asking-hint' ? applyEvent(table, {event: 'cancel'}) : table,
  };
}

/** The roll in words, between a roll and a placement. */
function reminderOf({table}: Dialogue): string {
  const {game} = table.played;
  return game.phase === 'awaiting-choice' ? `${rollInWords(game)}\n` : '';
}

/** Text above a question that is asked for the first time. */
function leadOf({table, asks}: Dialogue): string {
  const {game} = table.played;
  if (game.phase !== 'awaiting-choice') return `${messages.standings(game)}\n`;
  return asks === 'faces' ? '' : worthInWords(sceneOf(table));
}

/** The question at each place of a turn, and what can be typed there. */
const QUESTIONS: Readonly<
  Record<Dialogue['asks'], Readonly<Record<'question' | 'help', (game: Game, held: Table['held']) => string>>>
> = {
  roll: {question: messages.askRoll, help: messages.helpRoll},
  reroll: {question: () => messages.ASK_REROLL, help: messages.helpReroll},
  faces: {
    question: (_, held) => messages.askFaces(othersOf(held)),
    help: (game, held) => messages.helpFaces(game, othersOf(held).length),
  },
  category: {question: ({setup}) => messages.askCategory(setup.columns), help: messages.helpCategory},
};

function questionOf({table, asks}: Dialogue): string {
  return QUESTIONS[asks].question(table.played.game, table.held);
}

function helpOf({table, asks}: Dialogue): string {
  return QUESTIONS[asks].help(table.played.game, table.held);
}
