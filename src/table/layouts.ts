/*
 * The two windows that the handouts draw, as records: the lines of the card, and the words for the dice. Outside
 * this file, only `statusOf` asks which view is shown.
 */

import type {RolledGame} from '../game/game.js';
import type {Setup} from '../game/setup.js';
import {CATEGORY_RULES, type Category, LOWER, UPPER} from '../rules/categories.js';
import {DIE_NUMBERS, type DieNumber} from '../rules/dice.js';
import {type Column, columnTotals, type Row, rowNumber, rowValue} from '../rules/scorecard.js';

/** CS106A's window, and the layout of the final project's addenda. */
export const VIEW_NAMES = ['cs106a', 'sheet'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** Contents of a line of the card: one of the seventeen rows, or a sum of the sheet. */
export type Shown = Row | 'yahtzee-bonus' | 'upper-total';

export interface CardLine {
  /** CS106A's number of the row, by which a box is chosen; null where there is nothing to choose. */
  readonly number: number | null;
  readonly name: string;
  /** The name as it is drawn, such as `Full House (25)`. */
  readonly label: string;
  /** Null in a heading. */
  readonly shows: Shown | null;
}

/** A card as it is laid out. */
export interface Layout {
  /** Text beside the names of the players. */
  readonly heading: string;
  readonly lines: readonly CardLine[];
  /** Index of the first line of the lower section. */
  readonly lowerFrom: number;
  /** Yahtzee bonuses stand in the Yahtzee box: no line shows them. */
  readonly bonusInBox: boolean;
}

/** Returns the next view. */
export function otherView(view: ViewName): ViewName {
  return VIEW_NAMES[(VIEW_NAMES.indexOf(view) + 1) % VIEW_NAMES.length] ?? view;
}

/** The player's device: buttons are clicked or tapped, or keys are pressed. */
export type Device = 'mouse' | 'touch' | 'keyboard';

/** Words of a view for dice. The table knows which dice are held; the view marks those or the others. */
interface Wording {
  readonly title: string;
  /** Effect of a tap or click on a die. */
  readonly tap: string;
  /** The button before the first roll of a turn, and after it. */
  readonly buttons: {readonly first: string; readonly again: string};
  /** The dice that are marked, and the word at the mark. */
  readonly marked: 'held' | 'rerolled';
  readonly mark: string;
  /** Verb for the dice that the player selects: `keep` or `re-roll`. */
  readonly selectTo: string;
  /** Returns the dice that are held after a roll. */
  readonly heldAfter: (rolled: RolledGame) => readonly DieNumber[];
}

/** The points that CS106A's window writes beside the names of boxes. */
const CS106A_POINTS: Partial<Record<Category, string>> = {
  'full-house': ' (25)',
  'small-straight': ' (30)',
  'large-straight': ' (40)',
  yahtzee: '! (50)',
};

export const LAYOUTS: Readonly<Record<ViewName, Layout>> = {
  // CS106A handout, figures 1 to 9.
  cs106a: {
    heading: '',
    lines: [
      ...UPPER.map(named),
      box('upper-score', 'Upper Score'),
      box('upper-bonus', 'Upper Bonus', ' (35)'),
      ...LOWER.map(named),
      box('lower-score', 'Lower Score'),
      box('total', 'TOTAL'),
    ],
    lowerFrom: UPPER.length + 2,
    bonusInBox: true,
  },
  // "Screen layout" of the final project's addenda, but for the names of three sums: there two are "Grand Total", and a
  // terminal would cut the third.
  sheet: {
    heading: 'Upper Section',
    lines: [
      box('ones', 'Aces', ' (Ones)'),
      box('twos', 'Twos'),
      box('threes', 'Threes'),
      box('fours', 'Fours'),
      box('fives', 'Fives'),
      box('sixes', 'Sixes'),
      sum('Score Subtotal', 'upper-score'),
      sum('Bonus', 'upper-bonus'),
      sum('Upper Total', 'upper-total'),
      sum('Lower Section', null),
      box('three-of-a-kind', '3 of a kind'),
      box('four-of-a-kind', '4 of a kind'),
      box('full-house', 'Full House'),
      box('small-straight', 'Small Straight'),
      box('large-straight', 'Large Straight'),
      box('yahtzee', 'Yahtzee'),
      box('chance', 'Chance'),
      sum('Yahtzee Bonus', 'yahtzee-bonus'),
      sum('Lower Total', 'lower-score'),
      sum('Grand Total', 'total'),
    ],
    lowerFrom: 9,
    bonusInBox: false,
  },
};

export const WORDINGS: Readonly<Record<ViewName, Wording>> = {
  cs106a: {
    title: 'the window of CS106A',
    tap: 're-rolls',
    buttons: {first: 'Roll Dice', again: 'Roll Again'},
    marked: 'rerolled',
    mark: 'Re-roll',
    selectTo: 're-roll',
    // "Roll again without selecting any dice" is a pass: nothing is selected at first.
    heldAfter: () => DIE_NUMBERS,
  },
  sheet: {
    title: 'the score sheet with Keep boxes',
    tap: 'keeps',
    buttons: {first: 'Roll', again: 'Roll'},
    marked: 'held',
    mark: 'Keep',
    selectTo: 'keep',
    // Kept dice stay kept; after a first roll none are.
    heldAfter: ({held}) => held,
  },
};

/** Returns the text of a column in a line, such as `15` or `50+100`; null in a heading and in an open box. */
export function textIn(
  column: Column,
  shows: Shown | null,
  bonusInBox: boolean,
  rules: Setup['rules'],
): string | null {
  if (shows === null) return null;
  const value = valueIn(column, shows, rules);
  return value === null
    ? null
    : withBonus(value, shows === 'yahtzee' && bonusInBox ? column.yahtzeeBonus : 0);
}

/** `25`, or with a Yahtzee bonus `25+100`. */
export function withBonus(points: number, bonus: number): string {
  return bonus > 0 ? `${points}+${bonus}` : `${points}`;
}

function valueIn(column: Column, shows: Shown, rules: Setup['rules']): number | null {
  switch (shows) {
    case 'yahtzee-bonus':
      return column.yahtzeeBonus;
    case 'upper-total': {
      const {upperScore, upperBonus} = columnTotals(column, rules);
      return upperScore + upperBonus;
    }
    default:
      return rowValue(column, shows, rules);
  }
}

/** Returns the names of a row in both layouts, CS106A's first. */
export function namesOf(row: Shown): readonly string[] {
  const lines = Object.values(LAYOUTS).flatMap((layout) => layout.lines);
  return lines.flatMap(({name, shows}) => (shows === row ? [name] : []));
}

function named(category: Category): CardLine {
  return box(category, CATEGORY_RULES[category].label, CS106A_POINTS[category]);
}

function box(row: Row, name: string, more = ''): CardLine {
  return {number: rowNumber(row), name, label: name + more, shows: row};
}

function sum(name: string, shows: Shown | null): CardLine {
  return {number: null, name, label: name, shows};
}
