/* Parses answers at the table. It knows only the open boxes of the card. */
import type {Refusal} from '../../game/game.js';
import {CATEGORIES, CATEGORY_RULES, type Category} from '../../rules/categories.js';
import {DIE_NUMBERS, type DieNumber, type Face, isDieNumber, isFace, othersOf} from '../../rules/dice.js';
import type {ColumnNumber} from '../../rules/rule-sets.js';
import {isOpen, ROWS, type Row, rowNumber, type Scorecard} from '../../rules/scorecard.js';
import {LAYOUTS} from '../../table/layouts.js';
import {REFUSALS} from './messages.js';

const CARD_LINES = Object.values(LAYOUTS).flatMap(({lines}) =>
  lines.map(({label, shows}) => ({label: label.replace(/!? \([^)]+\)$/, ''), shows})),
);

/** Labels of sums, which cannot be chosen. */
const SUM_LABELS = CARD_LINES.filter(
  ({shows}) => shows !== null && !CATEGORIES.some((category) => category === shows),
).map(({label}) => label);

/** Words that can be typed at any question of the game. */
export type Command = 'help' | 'quit' | 'undo' | 'card' | 'advice' | 'ranking';

const COMMANDS: Readonly<Record<string, Command>> = {
  '?': 'help',
  help: 'help',
  quit: 'quit',
  undo: 'undo',
  card: 'card',
  a: 'advice',
  advice: 'advice',
  ranking: 'ranking',
};

/** Returns null if the text is no command. */
export function parseCommand(text: string): Command | null {
  const word = text.toLowerCase();
  return Object.hasOwn(COMMANDS, word) ? (COMMANDS[word] ?? null) : null;
}

/** Parses `count` faces, which may touch: `3 3 5 6 1` or `33561`. */
export function parseFaces(text: string, count: number): {readonly faces: readonly Face[]} | Refusal {
  const digits = text.replace(/[\s,]/g, '');
  const faces = [...digits].map(Number).filter(isFace);
  if (digits === '' || faces.length < [...digits].length) return refuse(REFUSALS.notDice(text, count));
  return faces.length === count ? {faces} : refuse(REFUSALS.wrongCount(count, faces.length));
}

/** Parses the dice to roll again (none: a pass), or a category; `score: null` asks for the category next. */
export function parseReroll(
  text: string,
): {readonly numbers: readonly DieNumber[]} | {readonly score: Category | null} | Refusal {
  const words = text.toLowerCase();
  if (words === '' || words === 'score') return {score: null};
  const [, verb, list = ''] = /^(?:(keep|hold|re-?roll|roll)(?:\s+|$))?(.*)$/s.exec(words) ?? [];
  const holds = verb === 'keep' || verb === 'hold';
  if (list === '') return refuse(holds ? REFUSALS.keepWhat() : REFUSALS.rollWhat());
  const named = list === 'all' ? {numbers: DIE_NUMBERS} : parseDieNumbers(list);
  if (named !== null) {
    if ('refusal' in named || !holds) return named;
    return {numbers: othersOf(named.numbers)};
  }
  // Only a whole name: the start of one is too easily a slip, where nothing was asked about categories.
  const category = CATEGORIES.find((one) => namesOf(one).includes(plain(splitColumn(text).name)));
  return category === undefined ? refuse(REFUSALS.notReroll(text)) : {score: category};
}

/** Returns null if the text is no list of numbers. */
function parseDieNumbers(text: string): {readonly numbers: readonly DieNumber[]} | Refusal | null {
  const words = text.split(/[\s,]+/);
  if (!words.every((word) => /^\d+$/.test(word))) return null;
  const numbers: DieNumber[] = [];
  for (const word of words) {
    const number = Number(word);
    // 12 could be two dice, or the number of a category: it is neither here.
    if (word.length > 1) return refuse(REFUSALS.diceTouch(word));
    if (!isDieNumber(number)) return refuse(REFUSALS.noDie(word));
    if (numbers.includes(number)) return refuse(REFUSALS.diceTwice(word));
    numbers.push(number);
  }
  return {numbers};
}

/** Parses a category and a column of the card. The column may be left out if only one is open. */
export function parseCategory(
  text: string,
  card: Scorecard,
): {readonly category: Category; readonly column: ColumnNumber} | Refusal {
  if (text === '') return refuse(REFUSALS.nothing(openIn(card)));
  const {name, column} = splitColumn(text);
  const found = /^\d+$/.test(name) ? categoryNumbered(name, card) : categoryNamed(name, card);
  return 'refusal' in found ? found : withColumn(found.category, column, card);
}

/** Splits `9 2`, `chance x3` or `3 of a kind column 1` before its column. */
function splitColumn(text: string): {readonly name: string; readonly column: string | undefined} {
  const [, name = text, column] = /^(.*?[^\s,])[\s,]+(?:x|column\s*)?(\d+)$/is.exec(text) ?? [];
  return {name, column};
}

function categoryNumbered(digits: string, card: Scorecard): {readonly category: Category} | Refusal {
  const row = ROWS.find((one) => String(rowNumber(one)) === digits);
  const category = CATEGORIES.find((one) => one === row);
  if (category !== undefined) return {category};
  return refuse(
    row === undefined
      ? REFUSALS.noCategory(digits, openIn(card))
      : REFUSALS.computed(labelsOf(row)[0] ?? row),
  );
}

function categoryNamed(name: string, card: Scorecard): {readonly category: Category} | Refusal {
  const typed = plain(name);
  // Names have letters: -3 is neither Threes nor the number 3.
  if (!/\p{L}/u.test(typed)) return refuse(REFUSALS.noCategory(name, openIn(card)));
  const found = CATEGORIES.filter((category) => namesOf(category).some((one) => one.startsWith(typed)));
  const [category, ...others] = found;
  if (category !== undefined && others.length === 0) return {category};
  if (category !== undefined) {
    return refuse(
      REFUSALS.severalCategories(
        name,
        found.map((one) => CATEGORY_RULES[one].label),
      ),
    );
  }
  const sum = SUM_LABELS.find((label) => plain(label) === typed);
  return refuse(sum === undefined ? REFUSALS.noCategory(name, openIn(card)) : REFUSALS.computed(sum));
}

function withColumn(
  category: Category,
  typed: string | undefined,
  card: Scorecard,
): {readonly category: Category; readonly column: ColumnNumber} | Refusal {
  const columns = card.map(({factor}) => factor);
  const [first = 1] = columns;
  if (columns.length === 1)
    return typed === undefined ? {category, column: first} : refuse(REFUSALS.noColumn(typed, 1));
  if (typed !== undefined) {
    const column = columns.find((one) => String(one) === typed);
    return column === undefined ? refuse(REFUSALS.noColumn(typed, columns.length)) : {category, column};
  }
  const open = columns.filter((column) => isOpen(card, column, category));
  return open.length > 1
    ? refuse(REFUSALS.whichColumn(CATEGORY_RULES[category].label, open))
    : {category, column: open[0] ?? first};
}

/** Labels of the boxes that are open in some column. */
function openIn(card: Scorecard): string[] {
  return CATEGORIES.filter((category) => card.some(({factor}) => isOpen(card, factor, category))).map(
    (category) => CATEGORY_RULES[category].label,
  );
}

/** Labels of a row in both layouts of the card, without what stands in brackets behind some. */
function labelsOf(row: Row): string[] {
  return CARD_LINES.filter(({shows}) => shows === row).map(({label}) => label);
}

/** All names of a category, plain. */
function namesOf(category: Category): string[] {
  return labelsOf(category).map(plain);
}

/** Drops case, spaces, hyphens and the mark of `Yahtzee!`, which people leave out or type otherwise. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s!-]/g, '');
}

function refuse(refusal: string): Refusal {
  return {refusal};
}
