/* The sentences of the terminal alone: the table, the game and the rules have their own. */

import {wrap} from '../command-line/terminal.js';
import {isolated, listOf, printable} from '../game/format.js';
import {type Game, playerOf, roundOf, roundsOf} from '../game/game.js';
import {LONGEST_NAME, MAX_PLAYERS} from '../game/players.js';
import type {DieNumber} from '../rules/dice.js';
import {
  COLUMN_NUMBERS,
  type ColumnNumber,
  type RuleSet,
  type Rules,
  rulesOf,
  summaryOf,
  UPPER_BONUS,
  UPPER_BONUS_FROM,
} from '../rules/rule-sets.js';
import type {HallOfFame} from '../storage/log.js';
import {priceOfAdvice} from '../table/messages.js';
import {fitted, shortened, textOf, WIDTH} from './text.js';

export const CHEAT_MODE = 'Cheat mode: you type the dice, and the game does not enter the hall of fame.';

export const KNOWN_DAY = 'This day was played before: the game does not enter the hall of fame.';

export function welcome(rules: RuleSet | Rules, columns: ColumnNumber): string {
  const factors = listOf(COLUMN_NUMBERS.slice(0, columns).map((column) => `x${column}`));
  const worth = columns === 1 ? '' : `\n${columns} columns, worth ${factors}.`;
  return `Welcome to Fivedice!\n${rulesInWords(rules)}${worth}`;
}

export function rulesInWords(rules: RuleSet | Rules): string {
  return `Rules: ${typeof rules === 'string' ? rules : 'your own'} (${summaryOf(rulesOf(rules))}).`;
}

/** @param file null for the autosave */
export function goesOn(file: string | null): string {
  return file === null ? 'Continuing the kept game.' : `Continuing the game in ${file}.`;
}

export function savedGame(file: string): string {
  return `The game is saved in ${file}: the same command continues it.`;
}

export const IS_KEPT = 'The game is kept: fivedice play continues it.';

export const GOES_ON_ELSEWHERE = 'This game goes on in another window: nothing is saved here any more.';

export const NOT_BEGUN = 'The game did not begin.';
export const NOT_SAVED = 'The input ended first; the game was not saved. Use --save FILE to keep it.';
export const LEFT = 'You left the game; it was not saved. Use --save FILE to keep it.';
export const LEAVE = 'This game is not saved; --save FILE would keep it. Type quit again to leave it.';

/** Draws the hall of fame. `rules` are for the title, where no line above names them. */
export function hallOfFameInWords(entries: HallOfFame, columns: ColumnNumber, rules?: RuleSet): string {
  const width = String(entries[0]?.score).length;
  const places = entries.map(({score, name}, index) => {
    const start = `${String(index + 1).padStart(2)}. ${String(score).padStart(width)} `;
    return `${start}${isolated(shortened(name, WIDTH - start.length))}`;
  });
  const kind = [...(rules === undefined ? [] : [rules]), ...(columns === 1 ? [] : [`${columns} columns`])];
  return textOf([
    ['Hall of fame', ...kind].join(', '),
    ...(entries.length === 0 ? ['No entries yet.'] : places),
  ]);
}

/* Questions. */

/** @param isElsewhere another window plays it */
export function askGoOn(game: Game, isElsewhere: boolean): string {
  const where = game.phase === 'over' ? 'at its end' : `in round ${roundOf(game)} of ${roundsOf(game.setup)}`;
  const how = isElsewhere
    ? 'This game is open in another window. Press Enter to play here'
    : 'Continue it? Press Enter to continue';
  return `${fitted(`A game of ${namesIn(game.setup.players)} is kept, ${where}.`)}\n${fitted(`${how}, or type no to discard it; ? for help.`)}`;
}

function namesIn(players: readonly string[]): string {
  return listOf(players.map((name) => isolated(shortened(name, 30))));
}

/**
 * @param most max people, fewer if computers play
 * @param last players of the last game, who play again with Enter
 */
export function askPlayers(most: number, last: readonly string[] | null): string {
  const again = last === null ? '' : `\n${fitted(`Or press Enter: ${namesIn(last)} again.`)}`;
  return `How many ${most === MAX_PLAYERS ? 'players' : 'people'}? Type a number from 1 to ${most}.${again}`;
}

export function askName(number: number): string {
  return `What is the name of player ${number}?`;
}

export function askRoll(game: Game): string {
  const {players, dice} = game.setup;
  const how = dice === 'typed' ? 'Type the five dice, such as 3 3 5 6 1.' : 'Press Enter to roll the dice.';
  return fitted(`${isolated(players[playerOf(game)] ?? '')}'s turn. ${how}`);
}

export const ASK_REROLL = 'Select the dice you wish to re-roll by place: 2 4. Enter keeps all; ? for help.';

export function askFaces(numbers: readonly DieNumber[]): string {
  return numbers.length === 1
    ? `Type the new value of die ${numbers[0]}.`
    : `Type the new values of dice ${listOf(numbers)}.`;
}

export function askCategory(columns: ColumnNumber): string {
  return columns === 1
    ? 'Select a category for this roll. Type its name; ? for help.'
    : 'Select a category for this roll. Type name and column: chance 2; ? for help.';
}

export const REVIEW_IT = 'What each choice was worth: fivedice review';

export const AGAIN = 'Play again? (Enter; q leaves)';

/** On the full screen. */
export const SCREEN = {
  tooSmall:
    'Make the window larger (80×24 at least),\nor leave by q and play line by line:\nfivedice play --lines',
  leave: 'This game is not saved; --save FILE would keep it. Press q again to leave it.',
  notPasted: 'Pasted text does nothing here: press the keys.',
} as const;

/* Help: what can be typed, and what it does. */

type HelpLine = readonly [typed: string, does: string];

const ANYWHERE: readonly HelpLine[] = [
  ['card', 'says the cards of all players'],
  ['quit', 'leaves the game'],
  ['?', 'shows this'],
];

/** Answers to every question after a roll. */
function inTurn(game: Game): readonly HelpLine[] {
  return [
    ...(game.before === null ? [] : [['undo', 'takes the pass back'] as const]),
    [
      'advice',
      `says what is best now, and take does it; typed again, it lists all choices. ${priceOfAdvice(game) ?? ''}`.trimEnd(),
    ],
    ...ANYWHERE,
  ];
}

export const HELP_GO_ON = helpOf([
  ['Enter', 'continues the kept game, with its own players, rules and dice; so does yes'],
  ['no', 'discards it, and begins a new game'],
  ['quit', 'leaves, and keeps it'],
]);

export const HELP_AGAIN = helpOf([['Enter', 'begins another game with the same players; q leaves']]);

export function helpPlayers(most: number, hasLast: boolean): string {
  return helpOf([
    ...(hasLast ? [['Enter', 'the players, rules and columns of the last game'] as const] : []),
    [`1 to ${most}`, most === MAX_PLAYERS ? 'how many play' : 'how many play beside the computer'],
    ...(most === MAX_PLAYERS ? [['-99', 'one player in cheat mode, who types the dice'] as const] : []),
    ['quit', 'leaves'],
  ]);
}

export const HELP_NAME = helpOf([
  ['a name', `up to ${LONGEST_NAME} characters, not another player's`],
  ['', 'for a computer player, start with --computer expert'],
  ['back', 'returns to the question before'],
  ['quit', 'leaves'],
]);

export function helpRoll(game: Game): string {
  return helpOf([
    game.setup.dice === 'typed'
      ? ['3 3 5 6 1', 'five dice, each from 1 to 6, with or without spaces']
      : ['Enter', 'rolls the five dice'],
    ['undo', 'takes the last placement back'],
    ...ANYWHERE,
  ]);
}

export function helpReroll(game: Game): string {
  const faces = game.phase === 'awaiting-choice' ? game.dice.slice(0, 2).join(' ') : '';
  return helpOf([
    ['2 4', 'rolls die 2 and die 4 again: where they stand, not what they show'],
    [`keep ${faces}`, 'holds two dice that show these, and rolls the others again'],
    ['keep dice 1', 'holds die 1, where it stands, and rolls the others again'],
    ['all', 'rolls all five again'],
    ['Enter', 'keeps all five, and goes on to the categories; so does score'],
    ['keep all', 'rolls none, and counts as a roll: you are asked again'],
    ['full house', 'a category puts the dice there at once; three letters may be enough'],
    ...inTurn(game),
  ]);
}

export function helpFaces(game: Game, count: number): string {
  return helpOf([
    count === 1
      ? ['5', 'the new value, from 1 to 6']
      : ['5 2 6 1 3'.slice(0, 2 * count - 1), 'the new values, in the order of the dice, each from 1 to 6'],
    ['back', 'chooses other dice'],
    ...inTurn(game),
  ]);
}

export function helpCategory(game: Game): string {
  const isSingle = game.setup.columns === 1;
  const [each, before] = isSingle ? ['', ''] : [' of a column', ', before x2 or x3'];
  return helpOf([
    isSingle
      ? ['chance', 'puts the dice into this category; the start of a name is enough: full h']
      : ['chance 3', 'puts the dice into this category, in column x3; a start is enough: full h 3'],
    [isSingle ? '9' : '9 2', 'or into the one in this row of the card: 1 Ones, 9 Three of a Kind, 15 Chance'],
    ['', `${UPPER_BONUS_FROM} points in the upper boxes${each} earn ${UPPER_BONUS} more${before}`],
    ['back', 'returns to the dice, if a roll is left'],
    ...inTurn(game),
  ]);
}

function helpOf(entries: readonly HelpLine[]): string {
  const lines = entries.map(
    ([typed, does]) => `  ${typed.padEnd(11)} ${wrap(does, 66).join(`\n${' '.repeat(14)}`)}`,
  );
  return ['You can type:', ...lines].join('\n');
}

/* Refusals of what was typed: each fits a line. */

export const REFUSALS = {
  notGoOn: (text: string) => `${quoted(text)} is neither yes nor no.`,
  notPlayers: (text: string, most: number) => `${quoted(text)} is not a number from 1 to ${most}.`,
  name: (problem: string) => `Type another name: ${problem}.`,
  sameName: (name: string) => `There is a player ${shortened(name, 40)} already.`,
  notRoll: (text: string) => `${quoted(text)} means nothing here: Enter rolls the dice.`,
  noneToTake: () => 'No advice was given on this roll: type advice.',
  noAdvice: () => 'Roll the dice first: advice is for a roll.',
  notDice: (text: string, count: number) =>
    `${quoted(text)} is not ${count === 1 ? 'a value' : `${count} values`} from 1 to 6.`,
  wrongCount: (count: number, given: number) =>
    `${count} ${count === 1 ? 'value is' : 'values are'} needed, and ${given} ${given === 1 ? 'was' : 'were'} typed.`,
  notReroll: (text: string) => `${quoted(text)} is neither dice, such as 2 4, nor a category.`,
  noDie: (word: string) =>
    `There is no die ${word}: dice are numbered 1 to 5. A category is typed by its name.`,
  diceTouch: (word: string) =>
    `There is no die ${printable(word, 5)}: leave spaces between dice. Enter goes on to categories.`,
  diceTwice: (digit: string) => `Die ${digit} is named twice.`,
  noFace: (face: string) =>
    `Not that many dice show ${face}: keep 5 5 names faces, keep dice 1 2 names places.`,
  keepWhat: () => 'Say what to keep, such as keep 5 5 5, or keep dice 2 4.',
  rollWhat: () => 'Say which dice to roll again, such as 2 4, or all.',
  nothing: () => 'Type the name of a category.',
  keys: () => 'That line holds a key that types no text, such as an arrow. Type it again.',
  noCategory: (text: string) => `There is no category ${quoted(text)}.`,
  severalCategories: (text: string, names: readonly string[]) =>
    `${quoted(text)} could be ${listOf(names, 'or')}: type more of it.`,
  computed: (name: string) => `${name} is calculated: choose a box.`,
  noColumn: (text: string, columns: number) =>
    columns === 1
      ? 'There is only one column: type no second number.'
      : `There is no column ${printable(text, 5)}: columns are 1 to ${columns}.`,
  whichColumn: (name: string, columns: readonly number[]) =>
    `${name} is open in columns ${listOf(columns)}: add one, as in ${name.toLowerCase()} ${columns[0]}.`,
  noRollLeft: () => 'All three rolls are used: choose a category.',
} as const;

/** Quotes a typed text, cut and without control characters. */
export function quoted(text: string): string {
  return `"${shortened(printable(text, 40), 30)}"`;
}
