/* Parses answers at the table. Of the game it knows only the card that is shown. */
import {type Refusal, refuse} from '../../game/game.js';
import {
  DIE_NUMBERS,
  type Dice,
  type DieNumber,
  type Face,
  isDieNumber,
  isFace,
  othersOf,
} from '../../rules/dice.js';
import type {Box} from '../../rules/scorecard.js';
import type {CardView, RowView} from '../../table/card-view.js';
import {REFUSALS} from '../messages.js';

/** Words that can be typed at any question of the game. */
export type Command = 'help' | 'quit' | 'undo' | 'card' | 'advice' | 'take';

// biome-ignore format: a table
const COMMANDS: Readonly<Record<string, Command>> = {
  '?': 'help', help: 'help', a: 'advice', advice: 'advice',
  quit: 'quit', undo: 'undo', card: 'card', take: 'take',
};

/** Returns null if the text is no command. */
export function parseCommand(text: string): Command | null {
  const word = text.toLowerCase();
  return Object.hasOwn(COMMANDS, word) ? (COMMANDS[word] ?? null) : null;
}

/** Tests if a line has keys that type no text, such as arrows: without them it could be another answer. */
export function hasControls(text: string): boolean {
  return /[^\P{Cc}\t]/u.test(text);
}

/** Parses `count` faces, which may touch: `3 3 5 6 1` or `33561`. */
export function parseFaces(text: string, count: number): {readonly faces: readonly Face[]} | Refusal {
  const digits = text.replace(/[\s,]/g, '');
  const faces = [...digits].map(Number).filter(isFace);
  if (digits === '' || faces.length < [...digits].length) return refuse(REFUSALS.notDice(text, count));
  return faces.length === count ? {faces} : refuse(REFUSALS.wrongCount(count, faces.length));
}

/** Parses the dice to roll again, or the faces or places to keep. No dice to roll is a pass. */
export function parseReroll(text: string, dice: Dice): Places {
  const [, verb = '', places, list = ''] = REROLL.exec(text.toLowerCase()) ?? [];
  const keeps = verb === 'keep' || verb === 'hold';
  if (list === '') return refuse(keeps ? REFUSALS.keepWhat() : REFUSALS.rollWhat());
  if (ALL.test(list)) return {numbers: keeps ? [] : DIE_NUMBERS};
  const words = list.split(/[\s,]+/);
  if (!words.every((word) => /^\d+$/.test(word))) return refuse(REFUSALS.notReroll(text));
  const isByFace = keeps && places === undefined;
  const typed = isByFace ? placesOf(words.join(''), dice) : parsePlaces(words);
  return 'refusal' in typed || !keeps ? typed : {numbers: othersOf(typed.numbers)};
}

/** `2 4`, `roll 2 4`, `keep dice 2 4`, `keep 5 5 5`. */
const REROLL = /^(?:(keep|hold|re-?roll|roll)(?:\s+|$))?(?:(dice|die)(?:\s+|$))?(.*)$/s;
const ALL = /^all(?: dice)?(?: again)?$/;

type Places = {readonly numbers: readonly DieNumber[]} | Refusal;

function parsePlaces(words: readonly string[]): Places {
  // 12 could be two dice, or the number of a category: it is neither here.
  const long = words.find(({length}) => length > 1);
  if (long !== undefined) return refuse(REFUSALS.diceTouch(long));
  const none = words.find((word) => !isDieNumber(Number(word)));
  if (none !== undefined) return refuse(REFUSALS.noDie(none));
  const twice = words.find((word, at) => words.indexOf(word) < at);
  if (twice !== undefined) return refuse(REFUSALS.diceTwice(twice));
  return {numbers: words.map(Number).filter(isDieNumber)};
}

/** Returns the places of the first dice that show these faces. */
function placesOf(faces: string, dice: Dice): Places {
  const numbers: DieNumber[] = [];
  for (const face of faces) {
    const place = DIE_NUMBERS.find((die) => `${dice[die - 1]}` === face && !numbers.includes(die));
    if (place === undefined) return refuse(REFUSALS.noFace(face));
    numbers.push(place);
  }
  return {numbers};
}

/** Min letters of a category at a question about dice: fewer may be a slip. */
const LEAST_OF_NAME = 3;

/** Tests if a text is a category's name, or enough of one, where nothing was asked about categories. */
export function isName(text: string, card: CardView): boolean {
  const {name} = splitColumn(text);
  return (
    plain(name).length >= LEAST_OF_NAME &&
    !/^\d+$/.test(name) &&
    rowsCalled(name, card).some(({kind}) => kind === 'box')
  );
}

/** Parses a category and a column of the current player. The column may be left out if only one is open. */
export function parseCategory(text: string, card: CardView): Box | Refusal {
  if (text === '') return refuse(REFUSALS.nothing());
  const {name, column} = splitColumn(text);
  const found = rowsCalled(name, card);
  const [row, another] = found;
  if (row === undefined) return refuse(REFUSALS.noCategory(name));
  if (another !== undefined) return refuse(REFUSALS.severalCategories(name, found.map(nameOf)));
  const {category, cells} = row;
  if (category === null) return refuse(REFUSALS.computed(nameOf(row)));
  const own = card.columns.flatMap(({isCurrent, factor}, at) =>
    isCurrent ? [{factor, isOpen: cells[at]?.kind !== 'filled'}] : [],
  );
  const open = own.filter(({isOpen}) => isOpen);
  if (column !== undefined) {
    const typed = own.length === 1 ? undefined : own.find(({factor}) => String(factor) === column);
    return typed === undefined
      ? refuse(REFUSALS.noColumn(column, own.length))
      : {category, column: typed.factor};
  }
  if (own.length > 1 && open.length > 1)
    return refuse(
      REFUSALS.whichColumn(
        nameOf(row),
        open.map(({factor}) => factor),
      ),
    );
  return {category, column: (open[0] ?? own[0])?.factor ?? 1};
}

/** Splits `9 2`, `chance x3` or `3 of a kind column 1` before its column. */
function splitColumn(text: string): {readonly name: string; readonly column: string | undefined} {
  const [, name = text, column] = /^(.*?[^\s,])[\s,]+(?:x|column\s*)?(\d+)$/is.exec(text) ?? [];
  return {name, column};
}

/** Returns the row with this number or whole name, or the boxes whose name, or a word of it, begins with the text. */
function rowsCalled(name: string, {rows}: CardView): readonly RowView[] {
  if (/^\d+$/.test(name)) return rows.filter(({number}) => String(number) === name);
  const typed = plain(name);
  // Names have letters: -3 is neither Threes nor the number 3.
  if (!/\p{L}/u.test(typed)) return [];
  return rows.filter(({kind, names}) =>
    names.some((one) =>
      kind === 'box' ? endsOf(one).some((end) => end.startsWith(typed)) : plain(one) === typed,
    ),
  );
}

/** `fullhouse` and `house` of `Full House`. */
function endsOf(name: string): string[] {
  const words = name.split(' ');
  return words.map((_, at) => plain(words.slice(at).join('')));
}

function nameOf({names: [name = '']}: RowView): string {
  return name;
}

/** Drops case, spaces, hyphens and the mark of `Yahtzee!`, which people often leave out. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s!-]/g, '');
}
