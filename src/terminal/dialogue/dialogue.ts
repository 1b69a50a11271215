/*
 * The game as a dialogue: a front end of the table that reads and prints lines. A line becomes events; what they have
 * changed at the table is printed, and the next question. Before the game it asks questions of its own: whether to go
 * on with a kept one, how many play, and their names. Pure: whoever drives it prints each output before it waits for
 * the next line.
 *
 * An answer leads to the next question, or is refused, and then the same question stands again: nothing that was
 * answered before is lost. At none it waits until who drives it has worked out what the table waits for.
 */
import {newGame, type Played, playerOf} from '../../game/game.js';
import {sameName} from '../../game/players.js';
import type {Setup, Strength} from '../../game/setup.js';
import {DIE_NUMBERS, type DieNumber} from '../../rules/dice.js';
import type {HallOfFame} from '../../storage/log.js';
import type {TableEvent} from '../../table/events.js';
import {askHint, WORKING_IT_OUT} from '../../table/messages.js';
import {rerollRefusal, type Table} from '../../table/state.js';
import {applyEvent, didInWords, tableOf} from '../../table/table.js';
import {adviceInWords} from '../drawing/advice-lines.js';
import {fitted} from '../drawing/text.js';
import {cardInWords, hallOfFameInWords, rollAndHeldInWords} from '../drawing/words.js';
import {
  parseCategory,
  parseCommand,
  parseFaces,
  parseGoOn,
  parseName,
  parsePlayers,
  parseReroll,
} from './answers.js';
import * as messages from './messages.js';
import {REFUSALS} from './messages.js';
import {
  askedAt,
  type Dialogue,
  type Ended,
  type InGame,
  isInGame,
  leadOf,
  mostPersons,
  type Offer,
  type Open,
  playedIn,
  questionOf,
  reminderOf,
  type Settings,
  tableIn,
} from './questions.js';

/** The dialogue after an event, and what the event prints. */
export interface Step {
  readonly dialogue: Dialogue;
  readonly output: string;
}

/** A dialogue that first asks whether to go on with a game that was kept. */
export function offer(settings: Settings, kept: Offer): Step {
  const asking: Dialogue = {asks: 'go-on', offer: kept, settings};
  return {dialogue: asking, output: `${questionOf(asking).question}\n> `};
}

/** A new dialogue, or one that goes on with a game where it was left: the welcome, and the first question. */
export function start(settings: Settings, entries: HallOfFame, saved: Played | null): Step {
  const {setup} = settings;
  const first =
    saved !== null
      ? goOn(settings, saved)
      : setup.players === null
        ? ask({asks: 'players', settings})
        : begin(settings, setup.players, setup.dice);
  const greeting = [
    messages.welcome(setup.rules, setup.columns),
    ...(setup.dice === 'typed' ? [messages.CHEAT_MODE] : []),
    `\n${hallOfFameInWords(entries, setup.columns)}`,
  ];
  return {dialogue: first.dialogue, output: greeting.join('\n') + first.output};
}

/** The dialogue after one more line, without its end. One that asks nothing stays as it is, and prints nothing. */
export function step(dialogue: Dialogue, line: string): Step {
  const text = line.trim();
  if (!isAsking(dialogue)) return {dialogue, output: ''};
  // What is left of it without its control character could be an answer that nobody gave.
  if (/[^\P{Cc}\t]/u.test(text)) return again(dialogue, REFUSALS.keys());
  if (dialogue.asks === 'name') return answerName(dialogue, text);
  const command = parseCommand(text);
  if (command?.command === 'help') return again(dialogue, questionOf(dialogue).help);
  if (command?.command === 'quit') return quit(dialogue);
  if (!isInGame(dialogue))
    return dialogue.asks === 'go-on' ? answerOffer(dialogue, text) : answerPlayers(dialogue, text);
  switch (command?.command) {
    case undefined:
      return answer(dialogue, text);
    case 'undo':
      return happen(dialogue, {event: 'undo'});
    case 'card':
      return again(dialogue, cardInWords(dialogue.table.played.game).trimEnd(), '');
    case 'advice':
      return askAdvice(dialogue, command.everything);
  }
}

/** The dialogue when the input is at its end: it ends too. */
export function endOfInput(dialogue: Dialogue): Step {
  return leave(dialogue, '\n', messages.NOT_SAVED);
}

/** The dialogue after Ctrl-C. */
export function interrupt(dialogue: Dialogue): Step {
  return leave(dialogue, '\n', messages.LEFT);
}

/** Asks again, for who comes back to a screen that shows something else. */
export function remind(dialogue: Dialogue): Step {
  if (!isAsking(dialogue)) return {dialogue, output: ''};
  return {dialogue, output: `\n${reminderOf(dialogue)}${questionOf(dialogue).question}\n> `};
}

/** The dialogue at a table where the full screen has played on. */
export function playedOn({settings}: Dialogue, table: Table): InGame | Ended {
  return table.played.game.phase === 'over' ? over(settings, table) : inGame(settings, table);
}

/** Says how a game has ended that was played on the full screen. */
export function sayEnding(dialogue: Dialogue): Step {
  return {dialogue, output: dialogue.asks === 'nothing' ? endingOf(dialogue) : ''};
}

/** Answers at the table: by events, or by a refusal of what means nothing. */
function answer(dialogue: InGame, text: string): Step {
  const {table} = dialogue;
  const {game} = table.played;
  const word = text.toLowerCase();
  switch (dialogue.asks) {
    case 'roll': {
      if (game.setup.dice === 'typed') return typeFaces(dialogue, text, DIE_NUMBERS.length);
      const rolls = ['', 'roll'].includes(word);
      return rolls ? happen(dialogue, {event: 'roll'}) : again(dialogue, REFUSALS.notRoll(text));
    }
    case 'reroll': {
      const answered = parseReroll(text);
      if ('refusal' in answered) return again(dialogue, answered.refusal);
      if ('numbers' in answered)
        return happen(dialogue, ...holdsOthers(table, answered.numbers), {event: 'roll'});
      // A whole name fills the box at once; in games of several columns it may lack the column.
      return answered.score === null ? ask({...dialogue, asks: 'category'}) : choose(dialogue, text);
    }
    case 'faces':
      return word === 'back'
        ? happen(dialogue, {event: 'cancel'})
        : typeFaces(dialogue, text, DIE_NUMBERS.length - table.held.length);
    case 'category': {
      if (word !== 'back') return choose(dialogue, text);
      return rerollRefusal(table) === null
        ? ask({...dialogue, asks: 'reroll'})
        : again(dialogue, REFUSALS.noRollLeft());
    }
  }
}

/** What holds all dice but these. */
function holdsOthers({held}: Table, numbers: readonly DieNumber[]): TableEvent[] {
  return DIE_NUMBERS.filter((die) => held.includes(die) === numbers.includes(die)).map((die) => ({
    event: 'toggle',
    die,
  }));
}

function typeFaces(dialogue: InGame, text: string, count: number): Step {
  const answered = parseFaces(text, count);
  return 'refusal' in answered
    ? again(dialogue, answered.refusal)
    : happen(dialogue, {event: 'roll', faces: answered.faces});
}

function choose(dialogue: InGame, text: string): Step {
  const {game} = dialogue.table.played;
  const answered = parseCategory(text, game.cards[playerOf(game)] ?? []);
  return 'refusal' in answered
    ? again(dialogue, answered.refusal)
    : happen(dialogue, {event: 'choose', box: answered, meant: true});
}

/** Asked once more, advice is a ranking. */
function askAdvice(dialogue: InGame, isRanking: boolean): Step {
  const {table} = dialogue;
  if (table.advice !== null) return advise({...dialogue, isRanking: true});
  const after = applyEvent(table, {event: 'hint'});
  // In its own words: what is refused is not a roll, but advice on one.
  if (after.refusal !== null) return again(dialogue, REFUSALS.noAdvice());
  return tell({...dialogue, isRanking}, after);
}

/** What comes of events at the table. */
function happen(dialogue: InGame, ...events: readonly TableEvent[]): Step {
  return tell(dialogue, events.reduce(applyEvent, dialogue.table));
}

/** Says what has changed at the table, and asks what it waits for now. A refusal has changed nothing. */
export function tell(dialogue: InGame, table: Table): Step {
  const {settings, table: before} = dialogue;
  const {game, actions} = table.played;
  if (table.refusal !== null) return again(dialogue, table.refusal);
  if (table.mode.mode === 'asking-hint') {
    const {output} = again(dialogue, askHint({...game, hinted: true}));
    return {dialogue: {...dialogue, isLeaving: false, table}, output};
  }
  if (table.advice === 'asked') {
    // The first one of a game may take a moment.
    const output = game.hinted === before.played.game.hinted ? '' : `\n${WORKING_IT_OUT}\n`;
    return {dialogue: {...dialogue, isLeaving: false, table}, output};
  }
  if (before.advice === 'asked') return advise({...dialogue, table});
  const last = table.played === before.played ? undefined : actions.at(-1);
  const did = last === undefined ? null : didInWords(before.played.game, last);
  const said = last?.action === 'undo' ? messages.takenBack(before.played.game) : did;
  return askAt(settings, table, said === null ? [] : [`${fitted(said)}\n`], last !== undefined);
}

/** Tells the advice that is there; then the question stands again. */
function advise(dialogue: InGame): Step {
  const {advice, played} = dialogue.table;
  if (advice === null || advice === 'asked' || played.game.phase !== 'awaiting-choice')
    return {dialogue, output: ''};
  // What would follow is not written into a line that somebody types.
  const told = {...advice, isMoreToCome: false};
  return again(dialogue, adviceInWords(played.game, told, dialogue.isRanking).trimEnd());
}

/** What the table waits for, below what is said first; with the dice if they were `rolled`, or came into sight. */
function askAt(settings: Settings, table: Table, said: readonly string[], rolled = true): Step {
  const {game} = table.played;
  if (game.phase === 'over') {
    const dialogue = over(settings, table);
    return {dialogue, output: [...said.map((block) => `\n${block}`), endingOf(dialogue)].join('')};
  }
  const dialogue = inGame(settings, table);
  const isComputers = table.mode.mode === 'computer';
  const dice = rolled && game.phase === 'awaiting-choice' ? [rollAndHeldInWords(game)] : [];
  if (!isComputers) return ask(dialogue, [...said, ...dice]);
  const begins = game.phase === 'awaiting-roll' ? [leadOf(dialogue)] : [];
  return {dialogue, output: [...said, ...dice, ...begins].map((block) => `\n${block}`).join('')};
}

function inGame(settings: Settings, table: Table): InGame {
  return {asks: askedAt(table), table, settings, isLeaving: false, isRanking: false};
}

function over(settings: Settings, table: Table): Ended {
  return {asks: 'nothing', table, isLost: !isKeptOn(settings), settings};
}

/** The last card, and who has won; nothing of a game that was left. */
function endingOf({table}: Ended): string {
  if (table?.played.game.phase !== 'over') return '';
  const {game} = table.played;
  return `\n${cardInWords(game)}${messages.ended(game)}\n`;
}

function answerOffer(dialogue: Extract<Open, {readonly asks: 'go-on'}>, text: string): Step {
  const {settings, offer} = dialogue;
  const {kept, entries} = offer;
  const answered = parseGoOn(text);
  if ('refusal' in answered) return again(dialogue, answered.refusal);
  const next = answered.goesOn
    ? start({...settings, setup: kept.game.setup}, entries.kept, kept)
    : start(settings, entries.fresh, null);
  return {...next, output: `\n${next.output}`};
}

function answerPlayers(dialogue: Extract<Open, {readonly asks: 'players'}>, text: string): Step {
  const {settings} = dialogue;
  const {last, setup} = settings;
  if (text === '' && last !== null) {
    const again = {...settings, setup: {...last, dice: setup.dice}, computers: []};
    return begin(again, last.players, setup.dice, [`${messages.rulesInWords(last.rules)}\n`]);
  }
  const answered = parsePlayers(text, mostPersons(dialogue));
  if ('refusal' in answered) return again(dialogue, answered.refusal);
  if (answered.count === 0) return begin(settings, [], setup.dice);
  const next = {...dialogue, asks: 'name', names: [], ...answered} as const;
  return ask(next, answered.cheat ? [`${messages.CHEAT_MODE}\n`] : []);
}

function answerName(dialogue: Extract<Open, {readonly asks: 'name'}>, text: string): Step {
  const {names, count, cheat, settings} = dialogue;
  switch (text.toLowerCase()) {
    case '?':
      return again(dialogue, questionOf(dialogue).help);
    case 'quit':
      return leave(dialogue, '', messages.LEFT);
    case 'back':
      return ask(names.length > 0 ? {...dialogue, names: names.slice(0, -1)} : {asks: 'players', settings});
    default: {
      const answered = parseName(text, names);
      if ('refusal' in answered) return again(dialogue, answered.refusal);
      const players = [...names, answered.name];
      return players.length < count
        ? ask({...dialogue, names: players})
        : begin(settings, players, cheat ? 'typed' : settings.setup.dice);
    }
  }
}

/** A new game: its empty card, and the first turn. */
function begin(
  settings: Settings,
  players: readonly string[],
  dice: Setup['dice'],
  said: readonly string[] = [],
): Step {
  const game = newGame({...settings.setup, ...seated(players, settings.computers), dice});
  return askFirst(settings, tableOf({game, actions: []}), said);
}

/** Persons and computers at one table; each computer has a name that nobody else has. */
function seated(
  persons: readonly string[],
  computers: readonly Strength[],
): Pick<Setup, 'players' | 'computers'> {
  if (computers.length === 0) return {players: persons};
  const players = [...persons];
  for (const strength of computers) {
    const name = messages.computerName(strength, 1);
    const names = [name, ...computers.map((_, index) => messages.computerName(strength, index + 2))];
    players.push(names.find((one) => sameName(one, players) === undefined) ?? name);
  }
  return {players, computers: [...persons.map(() => null), ...computers]};
}

function goOn(settings: Settings, saved: Played): Step {
  const {game} = saved;
  const goesOn = settings.savedIn === null ? messages.KEPT_GOES_ON : messages.goesOn(settings.savedIn);
  const note = `${goesOn}\n`;
  const table = tableOf(saved);
  return game.phase === 'awaiting-roll'
    ? askFirst(settings, table, [note])
    : askAt(settings, table, [`${note}${messages.standings(game)}\n`]);
}

/** The card and the totals, and whose turn begins; a computer begins it by itself. */
function askFirst(settings: Settings, table: Table, said: readonly string[]): Step {
  const dialogue = inGame(settings, table);
  const card = cardInWords(table.played.game);
  return table.mode.mode === 'computer'
    ? askAt(settings, table, [...said, card])
    : ask(dialogue, said, card + leadOf(dialogue));
}

function quit(dialogue: Exclude<Open, {readonly asks: 'name'}>): Step {
  if (!isInGame(dialogue) || isKeptOn(dialogue.settings) || dialogue.isLeaving)
    return leave(dialogue, '', messages.LEFT);
  const {output} = again(dialogue, messages.LEAVE);
  return {dialogue: {...dialogue, isLeaving: true}, output};
}

/** Whether the game is there for later, however it is left. */
function isKeptOn({savedIn, isKept}: Settings): boolean {
  return savedIn !== null || isKept;
}

/** Ends the dialogue before the game is over, and says whether the game is saved. */
function leave(dialogue: Dialogue, endOfPrompt: string, lost: string): Step {
  if (dialogue.asks === 'nothing') return {dialogue, output: ''};
  const {settings} = dialogue;
  const remains = remainsOf(dialogue);
  return {
    dialogue: {asks: 'nothing', table: tableIn(dialogue), isLost: remains === null, settings},
    output: `${endOfPrompt}\n${remains ?? (isBegun(dialogue) ? lost : messages.NOT_BEGUN)}\n`,
  };
}

/** Where the game can be gone on with, in words; null if nowhere. */
function remainsOf(dialogue: Open): string | null {
  const {savedIn, isKept} = dialogue.settings;
  if (dialogue.asks === 'go-on') return messages.IS_KEPT;
  if (!isBegun(dialogue)) return null;
  return savedIn !== null ? messages.isSaved(savedIn) : isKept ? messages.IS_KEPT : null;
}

/** Whether there is a game that could be lost. One that is kept by itself begins with its first action. */
function isBegun(dialogue: Open): boolean {
  const played = playedIn(dialogue);
  return played !== null && (!dialogue.settings.isKept || played.actions.length > 0);
}

function isAsking(dialogue: Dialogue): dialogue is Open {
  if (isInGame(dialogue)) return dialogue.table.mode.mode !== 'computer' && dialogue.table.advice !== 'asked';
  return dialogue.asks !== 'nothing';
}

/** Asks a question, below all that is shown first; `lead` stands right above it. */
function ask(dialogue: Open, shown: readonly string[] = [], lead = leadOf(dialogue)): Step {
  const blocks = [...shown, `${lead}${questionOf(dialogue).question}\n`];
  return {dialogue: unhurried(dialogue), output: `${blocks.map((block) => `\n${block}`).join('')}> `};
}

/** Asks the same question again, below a text; says the roll again, which may be out of sight by now. */
function again(dialogue: Open, text: string, reminder = reminderOf(dialogue)): Step {
  const {question} = questionOf(dialogue);
  return {dialogue: unhurried(dialogue), output: `\n${text}\n${reminder}${question}\n> `};
}

/** Nothing is to be typed once more: something else was. */
function unhurried(dialogue: Open): Open {
  if (!isInGame(dialogue)) return dialogue;
  const {table} = dialogue;
  return {
    ...dialogue,
    isLeaving: false,
    isRanking: false,
    table: table.mode.mode === 'asking-hint' ? applyEvent(table, {event: 'cancel'}) : table,
  };
}
