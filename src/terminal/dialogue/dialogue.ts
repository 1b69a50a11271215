/*
 * The game as a dialogue: what is asked, what an answer does, what is shown. Pure: whoever drives it prints each
 * output before it waits for the next line, and keeps the actions.
 *
 * A dialogue is nearly always at one question. An answer leads to the next question, or is refused, and then the same
 * question stands again: nothing that was answered before is lost. Twice it is at none, and waits for who drives it: for
 * advice, and at the computer's turn.
 */
import {
  type Action,
  applyAction,
  computerOf,
  type Game,
  newGame,
  type Played,
  placementsOf,
  playerOf,
  ROLLS,
  type RolledGame,
  winnersOf,
} from '../../game/game.js';
import {barred, type HallOfFame} from '../../game/hall-of-fame.js';
import {sameName} from '../../game/players.js';
import type {Setup, Strength} from '../../game/setup.js';
import {DIE_NUMBERS, type DieNumber} from '../../rules/dice.js';
import {totalOf} from '../../rules/scorecard.js';
import type {Advice} from '../../table/advice.js';
import {isBox} from '../../table/cursor.js';
import {askHint, WORKING_IT_OUT} from '../../table/messages.js';
import {adviceInWords} from '../drawing/advice.js';
import {CARD_VIEWS, drawCard} from '../drawing/card.js';
import {drawDice, drawHallOfFame} from '../drawing/dice.js';
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
  type Asking,
  type Dialogue,
  helpOf,
  type InGame,
  leadOf,
  mostPersons,
  type Offer,
  questionOf,
  reminderOf,
  type Settings,
  type Waiting,
} from './questions.js';

/** The dialogue after an event, and what the event prints. */
export interface Step {
  readonly dialogue: Dialogue;
  readonly output: string;
  /** A kept game that the player does not go on with: whoever drives this sets it aside, and says so. */
  readonly declined?: Game;
}

/** A dialogue that first asks whether to go on with a game that was kept. */
export function offer(settings: Settings, kept: Offer): Step {
  const asking: Dialogue = {asks: 'go-on', offer: kept, settings, actions: [], confirming: null};
  return {dialogue: asking, output: `${questionOf(asking)}\n> `};
}

/** A new dialogue, or one that goes on with a game where it was left: the welcome, and the first question. */
export function start(settings: Settings, entries: HallOfFame, saved: Played | null): Step {
  const {setup} = settings;
  const begun: Dialogue = {asks: 'players', settings, actions: [], confirming: null};
  const first =
    saved !== null
      ? goOn(begun, saved)
      : setup.players === null
        ? ask(begun)
        : begin(begun, setup.players, setup.dice);
  const greeting = [
    messages.welcome(setup.rules, setup.columns),
    ...(setup.dice === 'typed' ? [messages.CHEAT_MODE] : []),
    `\n${drawHallOfFame(entries, setup.columns)}`,
  ];
  return {dialogue: first.dialogue, output: greeting.join('\n') + first.output};
}

/** The dialogue after one more line, without its end. One that is at its end stays so and prints nothing. */
export function step(dialogue: Dialogue, line: string): Step {
  const text = line.trim();
  if (!isAsking(dialogue)) return {dialogue, output: ''};
  // What is left of it without its control character could be an answer that nobody gave.
  if (/[^\P{Cc}\t]/u.test(text)) return again(dialogue, REFUSALS.keys());
  if (dialogue.asks === 'name') return answerName(dialogue, text);
  const command = parseCommand(text);
  switch (command?.command) {
    case undefined:
      return answer(dialogue, text);
    case 'help':
      return again(dialogue, helpOf(dialogue));
    case 'quit':
      return quit(dialogue);
    case 'undo':
      return 'game' in dialogue ? act(dialogue, {action: 'undo'}) : answer(dialogue, text);
    case 'card':
      return 'game' in dialogue ? showCard(dialogue, command.of) : answer(dialogue, text);
    case 'hint':
      return 'game' in dialogue ? hint(dialogue, command.everything) : answer(dialogue, text);
  }
}

/** The dialogue when the input is at its end: it ends too. */
export function endOfInput(dialogue: Dialogue): Step {
  return leave(dialogue, '\n', messages.NOT_SAVED);
}

/** Asks again, for who comes back to a screen that shows something else. */
export function remind(dialogue: Dialogue): Step {
  if (!isAsking(dialogue)) return {dialogue, output: ''};
  return {dialogue, output: `\n${reminderOf(dialogue)}${questionOf(dialogue)}\n> `};
}

/** The dialogue at a game that went on elsewhere, and how it ended if it is over. */
export function goneOn({settings}: Dialogue, {game, actions}: Played): Step {
  return askAbout(game, {settings, confirming: null, actions}, []);
}

/** The dialogue with the advice that it waited for: the question stands again, below it. */
export function advised(
  {back, everything, settings, actions}: Extract<Waiting, {readonly asks: 'advice'}>,
  advice: Advice,
): Step {
  return again(
    {...back, settings, actions, confirming: null},
    adviceInWords(back.game, advice, everything).trimEnd(),
  );
}

/**
 * The dialogue after the computer's next action.
 *
 * @throws RangeError for one that the game refuses
 */
export function computerActs(
  {game, settings, actions}: Extract<Waiting, {readonly asks: 'computer'}>,
  action: Action,
): Step {
  const after = applyAction(game, action);
  if ('refusal' in after) throw new RangeError(`the computer: ${after.refusal}`);
  return askAbout(
    after,
    {settings, confirming: null, actions: [...actions, action]},
    didInWords(game, action),
  );
}

/** The dialogue after Ctrl-C. */
export function interrupt(dialogue: Dialogue): Step {
  return leave(dialogue, '\n', messages.LEFT);
}

function answer(dialogue: Exclude<Asking, {readonly asks: 'name'}>, text: string): Step {
  switch (dialogue.asks) {
    case 'go-on':
      return answerOffer(dialogue, text);
    case 'players': {
      const answered = parsePlayers(text, mostPersons(dialogue));
      if ('refusal' in answered) return again(dialogue, answered.refusal);
      const next = {...dialogue, asks: 'name', names: [], ...answered} as const;
      return ask(next, answered.cheat ? [`${messages.CHEAT_MODE}\n`] : []);
    }
    case 'roll': {
      if (dialogue.game.setup.dice !== 'typed') {
        const rolls = ['', 'roll'].includes(text.toLowerCase());
        return rolls ? act(dialogue, {action: 'roll'}) : again(dialogue, REFUSALS.notRoll(text));
      }
      const answered = parseFaces(text, DIE_NUMBERS.length);
      return 'refusal' in answered
        ? again(dialogue, answered.refusal)
        : act(dialogue, {action: 'roll', faces: answered.faces});
    }
    case 'reroll': {
      const answered = parseReroll(text);
      if ('refusal' in answered) return again(dialogue, answered.refusal);
      if ('numbers' in answered) return reroll(dialogue, answered.numbers);
      const category = {...dialogue, asks: 'category'} as const;
      // A whole name fills the box at once; in games of several columns it may lack the column.
      return answered.score === null ? ask(category) : place(dialogue, text);
    }
    case 'faces': {
      const {numbers, ...rest} = dialogue;
      if (text.toLowerCase() === 'back') return ask({...rest, asks: 'reroll'});
      const answered = parseFaces(text, numbers.length);
      return 'refusal' in answered
        ? again(dialogue, answered.refusal)
        : act(dialogue, {action: 'reroll', numbers, faces: answered.faces});
    }
    case 'category': {
      if (text.toLowerCase() !== 'back') return place(dialogue, text);
      return dialogue.game.roll === ROLLS
        ? again(dialogue, REFUSALS.noRollLeft())
        : ask({...dialogue, asks: 'reroll'});
    }
  }
}

function answerOffer(dialogue: Extract<Asking, {readonly asks: 'go-on'}>, text: string): Step {
  const {settings, offer} = dialogue;
  const {kept, entries} = offer;
  const answered = parseGoOn(text);
  if ('refusal' in answered) return again(dialogue, answered.refusal);
  const next = answered.goesOn
    ? start({...settings, setup: kept.game.setup, mark: kept.mark ?? null}, entries.kept, kept)
    : {...start(settings, entries.fresh, null), declined: kept.game};
  return {...next, output: `\n${next.output}`};
}

function answerName(dialogue: Extract<Asking, {readonly asks: 'name'}>, text: string): Step {
  const {names, count, cheat, ...rest} = dialogue;
  switch (text.toLowerCase()) {
    case '?':
      return again(dialogue, helpOf(dialogue));
    case 'quit':
      return leave(dialogue, '', messages.LEFT);
    case 'back':
      return names.length > 0
        ? ask({...dialogue, names: names.slice(0, -1)})
        : ask({...rest, asks: 'players'});
    default: {
      const answered = parseName(text, names);
      if ('refusal' in answered) return again(dialogue, answered.refusal);
      const players = [...names, answered.name];
      return players.length < count
        ? ask({...dialogue, names: players})
        : begin(dialogue, players, cheat ? 'typed' : dialogue.settings.setup.dice);
    }
  }
}

/** A new game: its empty card, and the first turn. */
function begin(
  {settings, actions, confirming}: Dialogue,
  players: readonly string[],
  dice: Setup['dice'],
): Step {
  const game = newGame({...settings.setup, ...seated(players, settings.computers), dice});
  const card = drawCard(game, settings.view);
  return ask({asks: 'roll', game, settings, actions, confirming}, [], `${card}${messages.standings(game)}\n`);
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

function goOn({settings, confirming}: Dialogue, {game, actions}: Played): Step {
  const rest = {settings, actions, confirming};
  const edited = settings.mark === 'edited' ? `${messages.EDITED}\n` : '';
  const goesOn = settings.savedIn === null ? messages.KEPT_GOES_ON : messages.goesOn(settings.savedIn);
  const note = `${goesOn}\n${edited}`;
  const standings = `${messages.standings(game)}\n`;
  return game.phase === 'awaiting-roll'
    ? ask({...rest, asks: 'roll', game}, [note], `${drawCard(game, settings.view)}${standings}`)
    : askAbout(game, rest, [`${note}${standings}`]);
}

/** Shows the card, or from now on another view of it, or that of another player. */
function showCard(dialogue: InGame, of: string): Step {
  const {settings, game} = dialogue;
  const view = CARD_VIEWS.find((one) => one === of);
  const {players} = game.setup;
  const player = players.indexOf(sameName(of, players) ?? '');
  if (of !== '' && view === undefined && player === -1) return again(dialogue, REFUSALS.noCard(of));
  const next = view === undefined ? dialogue : {...dialogue, settings: {...settings, view}};
  return again(next, drawCard(game, next.settings.view, player === -1 ? undefined : player).trimEnd(), '');
}

function reroll(dialogue: Extract<Asking, {readonly asks: 'reroll'}>, numbers: readonly DieNumber[]): Step {
  if (dialogue.game.setup.dice !== 'typed') return act(dialogue, {action: 'reroll', numbers});
  return numbers.length === 0
    ? act(dialogue, {action: 'reroll', numbers, faces: []})
    : ask({...dialogue, asks: 'faces', numbers});
}

function place(dialogue: InGame & {readonly game: RolledGame}, text: string): Step {
  const {game} = dialogue;
  const answered = parseCategory(text, game.cards[playerOf(game)] ?? []);
  return 'refusal' in answered
    ? again(dialogue, answered.refusal)
    : act(dialogue, {action: 'place', ...answered});
}

/** Waits for advice; where that costs the hall of fame, only if it is asked for once more. */
function hint(dialogue: InGame, everything: boolean): Step {
  if (dialogue.asks === 'roll') return again(dialogue, REFUSALS.noHint());
  const {settings, confirming} = dialogue;
  const game = {...dialogue.game, hinted: true};
  if (barred(dialogue.game) === null && confirming !== 'hint') {
    const {output} = again(dialogue, askHint(game));
    return {dialogue: {...dialogue, confirming: 'hint'}, output};
  }
  const isFirst = !dialogue.game.hinted;
  const asked: Action = {action: 'hint'};
  const actions = isFirst ? [...dialogue.actions, asked] : dialogue.actions;
  const back = {...dialogue, game};
  return {
    dialogue: {asks: 'advice', game, everything, back, settings, actions, confirming: null},
    // The first one may take a moment.
    output: isFirst ? `\n${WORKING_IT_OUT}\n` : '',
  };
}

/** Does it in the game, or says why that is not possible. */
function act(dialogue: InGame, action: Action): Step {
  const {settings, confirming} = dialogue;
  const game = applyAction(dialogue.game, action);
  if ('refusal' in game) return again(dialogue, game.refusal);
  return askAbout(
    game,
    {settings, confirming, actions: [...dialogue.actions, action]},
    didInWords(dialogue.game, action),
  );
}

/** What is said of an action beside what the game waits for then. */
function didInWords(game: Game, action: Action): string[] {
  if (action.action === 'undo') return [`${messages.TAKEN_BACK}\n`];
  const placed = action.action === 'place' && placementsOf(game).find((one) => isBox(one, action));
  return placed ? [`${messages.scored(game, placed)}\n`] : [];
}

/** The question that the game is waiting for, or its end. */
function askAbout(
  game: Game,
  rest: Pick<Dialogue, 'settings' | 'actions' | 'confirming'>,
  shown: readonly string[],
): Step {
  switch (game.phase) {
    case 'awaiting-roll':
      return ask({...rest, asks: 'roll', game}, shown);
    case 'awaiting-choice':
      if (computerOf(game) !== null) {
        const said = [...shown, drawDice(game, false)].map((block) => `\n${block}`);
        return {dialogue: {...rest, asks: 'computer', game}, output: said.join('')};
      }
      return ask({...rest, asks: game.roll < ROLLS ? 'reroll' : 'category', game}, [
        ...shown,
        drawDice(game, rest.settings.view !== 'words'),
      ]);
    case 'over': {
      const {players} = game.setup;
      const winners = winnersOf(game);
      const names = winners.flatMap((winner) => players[winner] ?? []);
      const total = totalOf(game.cards[winners[0] ?? 0] ?? []);
      const won = messages.congratulations(names, total, players.length);
      const output = [...shown, `${drawCard(game, rest.settings.view)}${won}\n`].map((block) => `\n${block}`);
      const {savedIn, isKept} = rest.settings;
      const isLost = savedIn === null && !isKept;
      return {dialogue: {...rest, asks: 'nothing', game, isLost}, output: output.join('')};
    }
  }
}

function quit(dialogue: Exclude<Asking, {readonly asks: 'name'}>): Step {
  const {savedIn, isKept} = dialogue.settings;
  const isNothingLost = !('game' in dialogue) || savedIn !== null || isKept;
  if (isNothingLost || dialogue.confirming === 'quit') return leave(dialogue, '', messages.LEFT);
  const {output} = again(dialogue, messages.LEAVE);
  return {dialogue: {...dialogue, confirming: 'quit'}, output};
}

/** Ends the dialogue before the game is over, and says whether the game is saved. */
function leave(dialogue: Dialogue, endOfPrompt: string, lost: string): Step {
  if (dialogue.asks === 'nothing') return {dialogue, output: ''};
  const {settings, actions, confirming} = dialogue;
  const game = 'game' in dialogue ? dialogue.game : null;
  const remains = remainsOf(dialogue);
  return {
    dialogue: {asks: 'nothing', game, settings, actions, confirming, isLost: remains === null},
    output: `${endOfPrompt}\n${remains ?? (isBegun(dialogue) ? lost : messages.NOT_BEGUN)}\n`,
  };
}

/** Where the game can be gone on with, in words; null if nowhere. */
function remainsOf(dialogue: Asking | Waiting): string | null {
  const {savedIn, isKept} = dialogue.settings;
  if (dialogue.asks === 'go-on') return messages.IS_KEPT;
  if (!isBegun(dialogue)) return null;
  return savedIn !== null ? messages.isSaved(savedIn) : isKept ? messages.IS_KEPT : null;
}

/** Whether there is a game that could be lost. One that is kept by itself begins with its first action. */
function isBegun(dialogue: Asking | Waiting): boolean {
  return 'game' in dialogue && (!dialogue.settings.isKept || dialogue.actions.length > 0);
}

function isAsking(dialogue: Dialogue): dialogue is Asking {
  return !['advice', 'computer', 'nothing'].includes(dialogue.asks);
}

/** Asks a question, below all that is shown first; `lead` stands right above it. */
function ask(dialogue: Asking, shown: readonly string[] = [], lead = leadOf(dialogue)): Step {
  const blocks = [...shown, `${lead}${questionOf(dialogue)}\n`];
  return {
    dialogue: {...dialogue, confirming: null},
    output: `${blocks.map((block) => `\n${block}`).join('')}> `,
  };
}

/** Asks the same question again, below a text; says the roll again, which may be out of sight by now. */
function again(dialogue: Asking, text: string, reminder = reminderOf(dialogue)): Step {
  return {
    dialogue: {...dialogue, confirming: null},
    output: `\n${text}\n${reminder}${questionOf(dialogue)}\n> `,
  };
}
