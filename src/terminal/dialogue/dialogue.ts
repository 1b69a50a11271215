/*
 * The game line by line, pure: a typed line becomes events at the table, and what they have changed is printed with the
 * next question. A refused answer leaves its question standing. While the table waits for advice or for the computer,
 * nothing is asked.
 */
import {type Game, type Played, rerollRefusal} from '../../game/game.js';
import {DIE_NUMBERS, type DieNumber, othersOf} from '../../rules/dice.js';
import {priceOfAdvice, takenBack} from '../../table/messages.js';
import {sceneOf} from '../../table/scene.js';
import type {Table, TableEvent} from '../../table/state.js';
import {applyEvent, tableOf} from '../../table/table.js';
import * as messages from '../messages.js';
import {REFUSALS} from '../messages.js';
import {fitted} from '../text.js';
import {hasControls, isName, parseCategory, parseCommand, parseFaces, parseReroll} from './answers.js';
import {adviceIn, boxesIn, cardsIn, standingsIn} from './speech.js';

/** A table with its question. */
export interface Dialogue {
  readonly table: Table;
  readonly asks: 'roll' | 'reroll' | 'faces' | 'category';
  /** The game is over, or was left. */
  readonly isLeft: boolean;
  /** `quit` was typed once, in a game that would be lost. */
  readonly isLeaving: boolean;
}

/** The dialogue after an event, and what the event prints. */
export interface Step {
  readonly dialogue: Dialogue;
  readonly output: string;
}

/** Starts a new game, or continues one below a note. */
export function start(played: Played, note: string | null = null): Step {
  const dialogue = dialogueAt(tableOf(played));
  const scene = sceneOf(dialogue.table);
  const noted = note === null ? [] : [`${note}\n`];
  return played.game.phase === 'awaiting-roll'
    ? askAt(dialogue, noted, cardsIn(scene) + leadOf(dialogue))
    : askAt(dialogue, [`${noted.join('')}${standingsIn(scene)}\n`]);
}

/**
 * Returns the dialogue after a typed line, which is given without its end.
 *
 * @param isSafe the game could be continued later
 */
export function step(dialogue: Dialogue, line: string, isSafe = false): Step {
  const text = line.trim();
  if (!isAsking(dialogue)) {
    // After a failure, any line asks the computer again.
    const table = applyEvent(dialogue.table, {event: 'hurry'});
    return {dialogue: dialogue.table.refusal === null ? dialogue : {...dialogue, table}, output: ''};
  }
  if (hasControls(text)) return again(dialogue, REFUSALS.keys());
  switch (parseCommand(text)) {
    case null:
      return answer(dialogue, text);
    case 'help':
      return again(dialogue, helpOf(dialogue));
    case 'quit':
      return isSafe || dialogue.isLeaving
        ? {dialogue: {...dialogue, isLeft: true}, output: ''}
        : {...again(dialogue, messages.LEAVE), dialogue: {...dialogue, isLeaving: true}};
    case 'undo':
      return dispatch(dialogue, {event: 'undo'});
    case 'card':
      return again(dialogue, cardsIn(sceneOf(dialogue.table)).trimEnd(), '');
    case 'advice':
      return askAdvice(dialogue);
    case 'take':
      return dialogue.table.advice === null
        ? again(dialogue, REFUSALS.noneToTake())
        : dispatch(dialogue, {event: 'take'});
  }
}

/** Says what has changed at the table, and asks what it waits for now. A refused answer has changed nothing. */
export function tell(dialogue: Dialogue, table: Table): Step {
  const before = dialogue.table;
  const scene = sceneOf(table);
  const {actions} = table.played;
  const next = {...dialogue, isLeaving: false, table};
  if (table.refusal !== null) return again(isAsking(dialogue) ? dialogue : next, fitted(scene.message));
  if (table.advice === 'asked') {
    // The first advice of a game may take a moment.
    const first = [priceOfAdvice(before.played.game) ?? [], scene.message].flat().join(' ');
    return {dialogue: next, output: before.played.game.hinted ? '' : `\n${first}\n`};
  }
  if (before.advice === 'asked' || scene.isRanking) return again(next, adviceIn(scene).trimEnd());
  const last = table.played === before.played ? undefined : actions.at(-1)?.action;
  const said =
    last === 'undo' ? takenBack(sceneOf(before).undo ?? '') : last === 'place' ? (scene.did ?? '') : '';
  return askAt(dialogueAt(table), said === '' ? [] : [`${fitted(said)}\n`], undefined, last !== undefined);
}

/** Returns the final cards and the result. */
export function endingOf(played: Played): string {
  const scene = sceneOf(tableOf(played));
  return `\n${cardsIn(scene)}${fitted(scene.message)}\n`;
}

function dialogueAt(table: Table): Dialogue {
  return {asks: askedAt(table), table, isLeft: table.played.game.phase === 'over', isLeaving: false};
}

function askedAt(table: Table): Dialogue['asks'] {
  if (table.played.game.phase !== 'awaiting-choice') return 'roll';
  if (table.mode.mode === 'typing') return 'faces';
  return rerollRefusal(table.played.game) === null ? 'reroll' : 'category';
}

function isAsking({isLeft, table}: Dialogue): boolean {
  return !isLeft && table.mode.mode !== 'computer' && table.advice !== 'asked';
}

/** Takes an answer: by events at the table, or by a refusal. */
function answer(dialogue: Dialogue, text: string): Step {
  const {table, asks} = dialogue;
  const {game} = table.played;
  const word = text.toLowerCase();
  if (game.phase !== 'awaiting-choice') {
    if (game.setup.dice === 'typed') return typeFaces(dialogue, text, DIE_NUMBERS.length);
    const rolls = word === '' || word === 'roll';
    return rolls ? dispatch(dialogue, {event: 'roll'}) : again(dialogue, REFUSALS.notRoll(text));
  }
  // The text may lack its column: `choose` refuses it then.
  if (asks === 'category' ? word !== 'back' : isName(text, sceneOf(table).card))
    return choose(dialogue, text);
  if (asks === 'category')
    return rerollRefusal(game) === null
      ? ask({...dialogue, asks: 'reroll'})
      : again(dialogue, REFUSALS.noRollLeft());
  if (asks === 'faces')
    return word === 'back'
      ? dispatch(dialogue, {event: 'cancel'})
      : typeFaces(dialogue, text, othersOf(table.held).length);
  if (word === '' || word === 'score') return ask({...dialogue, asks: 'category'});
  const answered = parseReroll(text, game.dice);
  return 'refusal' in answered
    ? again(dialogue, answered.refusal)
    : dispatch(dialogue, ...togglesFor(table, answered.numbers), {event: 'roll'});
}

/** Returns the events that hold all dice except these. */
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

/** Asks for advice, or lists all choices if it was given. */
function askAdvice(dialogue: Dialogue): Step {
  const {table} = dialogue;
  if (table.advice !== null) return dispatch(dialogue, {event: 'rank'});
  if (table.played.game.phase !== 'awaiting-choice') return again(dialogue, REFUSALS.noAdvice());
  // Line by line, a question has one answer: advice does not stay on.
  return dispatch(dialogue, {event: 'hint', once: true});
}

/** Fills a box. Below a refusal, lists the boxes that are possible. */
function choose(dialogue: Dialogue, text: string): Step {
  const answered = parseCategory(text, sceneOf(dialogue.table).card);
  const isBox = !('refusal' in answered);
  const table = isBox
    ? applyEvent(dialogue.table, {event: 'choose', box: answered, meant: true})
    : dialogue.table;
  const {refusal} = isBox ? table : answered;
  if (refusal === null) return tell(dialogue, table);
  return again(dialogue, fitted(refusal), reminderOf(dialogue) + boxesIn(sceneOf(table)));
}

function dispatch(dialogue: Dialogue, ...events: readonly TableEvent[]): Step {
  return tell(dialogue, events.reduce(applyEvent, dialogue.table));
}

/** Asks what the table waits for; with `showsDice` the dice are shown first. */
function askAt(dialogue: Dialogue, said: readonly string[], lead = leadOf(dialogue), showsDice = true): Step {
  const {table} = dialogue;
  if (dialogue.isLeft) return {dialogue, output: blocks(said) + endingOf(table.played)};
  const dice = reminderOf(dialogue);
  const shown = showsDice && dice !== '' ? [...said, dice] : said;
  if (table.mode.mode !== 'computer') return ask(dialogue, shown, lead);
  return {dialogue, output: blocks(dice === '' ? [...shown, lead] : shown)};
}

/** Asks a question below the `shown` texts; `lead` stands right above it. */
function ask(dialogue: Dialogue, shown: readonly string[] = [], lead = leadOf(dialogue)): Step {
  const question = `${lead}${questionOf(dialogue)}\n`;
  return {dialogue: withoutConfirmations(dialogue), output: `${blocks([...shown, question])}> `};
}

/** Asks the same question again, below a text; says the roll again, which may be out of sight by now. */
function again(dialogue: Dialogue, text: string, reminder = reminderOf(dialogue)): Step {
  return ask(dialogue, [], `${text}\n${reminder}`);
}

function blocks(shown: readonly string[]): string {
  return shown.map((block) => `\n${block}`).join('');
}

/** Any other answer ends the wait for a second `quit`, and closes the list of choices. */
function withoutConfirmations(dialogue: Dialogue): Dialogue {
  const {table} = dialogue;
  const isListed = table.mode.mode === 'ranking';
  return {...dialogue, isLeaving: false, table: isListed ? applyEvent(table, {event: 'cancel'}) : table};
}

/** The roll in words, between a roll and a placement. */
function reminderOf({table}: Dialogue): string {
  const {rolled} = sceneOf(table);
  return rolled === null ? '' : `${fitted(rolled)}\n`;
}

/** Text above a question that is asked for the first time. */
function leadOf({table, asks}: Dialogue): string {
  const scene = sceneOf(table);
  if (scene.rolled === null) return `${standingsIn(scene)}\n`;
  return asks === 'faces' ? '' : boxesIn(scene);
}

/** The question at each point of a turn, and its help. */
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
