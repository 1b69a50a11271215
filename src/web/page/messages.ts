/* Texts of the page alone; those that it shares with the terminal are in the table's messages. */
import {listOf} from '../../game/format.js';
import {CATEGORY_RULES, type Category, scoreOf} from '../../rules/categories.js';
import type {Dice, Face} from '../../rules/dice.js';
import type {RuleSet} from '../../rules/rule-sets.js';
import type {Merged} from '../../storage/log.js';

/** Texts of the start. */
export const START = {
  game: 'A game',
  play: 'Play',
  players: 'Players',
  player: (seat: number) => `Player ${seat}`,
  whoIs: (seat: number) => `Player ${seat} is`,
  sitters: {person: 'Person', beginner: 'Beginner', casual: 'Casual', expert: 'Expert', shark: 'Shark'},
  average: (points: number) => `${points} points on average, by official rules in one column`,
  share: (wins: number) => `plays to win: ${wins} of 100 games against an expert`,
  begin: 'New game',
  more: 'Players and rules',
  rules: 'Rules',
  columns: 'Columns',
  factors: 'The second column counts twice, the third three times.',
  seed: 'Seed',
  seedNote: (cheat: string) => `the same dice for the same number; ${cheat} is cheat mode: you type the dice`,
  open: 'Open a saved game',
  goOn: 'Continue',
  fame: 'Hall of fame',
  nobody: 'No entries yet.',
  fameHeads: ['Place', 'Name', 'Score'],
  badName: (seat: number, problem: string) => `Player ${seat} needs another name: ${problem}.`,
  sameName: (one: string, other: string) =>
    `${one} and ${other} look the same: players need different names.`,
  computerCheats: 'Cheat mode is for people only: remove the computers, or the seed -99.',
  badSeed: (highest: number, cheat: string) =>
    `The seed is a whole number from 0 to ${highest}, or ${cheat} to type the dice; it may be empty.`,
} as const;

const countOf = (games: number): string => `${games} ${games === 1 ? 'game' : 'games'}`;

/** Texts of the history. */
export const HISTORY = {
  title: 'Games played here',
  save: 'Save as JSON lines',
  readsIn: 'Read in saved lines',
  clear: 'Delete all',
  asksClear: (count: number) => `Delete ${countOf(count)}, and the hall of fame with them?`,
  keep: 'Keep them',
  removed: (count: number) => `${countOf(count)} deleted.`,
  undo: 'Undo',
  cameIn: (file: string, {added, present, damaged}: Merged) =>
    [
      `${file}: ${countOf(added)} read in`,
      ...(present > 0 ? [`${present} were here already`] : []),
      ...(damaged.length > 0 ? [`no finished game in line ${listOf(damaged.slice(0, 5))}`] : []),
    ].join('; '),
  full: 'This browser cannot keep so many games.',
  games: 'Games',
  remove: 'Delete',
  close: 'Back',
  stays: 'These games are in this browser only. The hall of fame is made from them.',
  chart: (name: string, totals: readonly number[]) => `The last totals of ${name}: ${totals.join(', ')}`,
} as const;

export const TODAY = {
  title: 'Dice of the day',
  what: 'New dice every day, the same for everybody.',
  late: 'A past day can be played, but does not count for the streak.',
  play: 'Play these dice',
  streak: (days: number) =>
    days === 0 ? 'No streak yet.' : `Streak: ${days} ${days === 1 ? 'day' : 'days'}.`,
  past: 'The last five weeks',
  result: (day: string, total: number, isInTime: boolean) =>
    `${day}: ${total} points${isInTime ? '' : ', played later'}`,
  open: (day: string) => `${day}: not played`,
  share: 'Share',
  copied: 'Copied.',
  askExpert: 'What did Expert make?',
  expert: (total: number) => `Expert made ${total} of the same dice.`,
  noExpert: (problem: string) => `Expert cannot play: ${problem}.`,
  expertPlays: 'Expert is playing.',
} as const;

/** Help for mouse and touch. */
export const BY_HAND = [
  'Tap or click dice to select them, a box to fill it, and the name of a box to see what it asks for.',
  'Advice shows what is best. Undo takes the last placement back, until the next roll.',
] as const;

/** Texts around the game. */
export const PAGE = {
  game: 'Game',
  keys: 'Keys',
  help: 'Help',
  closeHelp: 'Close the help',
  boxes: 'The thirteen boxes',
  /** Stands before `keeps` or `re-rolls`. */
  taps: {touch: 'A tap', mouse: 'A click'},
  save: 'Save',
  savesGame: 'save the game to a file',
  leave: 'Leave',
  undo: 'Undo',
  dice: 'Dice',
  values: 'Values of the dice',
  value: (face: Face) => `Value ${face}`,
  bestKept: '★ keep',
  bestRolled: '↻ roll',
  card: 'Scorecard',
  winner: 'winner',
  category: 'Category',
  upper: 'Upper section',
  lower: 'Lower section',
  choices: 'All choices',
  choiceHeads: ['Choice', 'Expected score', 'Loss', 'To win'],
  closeList: 'Close the list',
  race: 'The race',
  wins: 'The chance to win',
  turns: (title: string, turns: number) => `${title} in ${turns} turns`,
  newEntry: 'new',
  again: 'Play again',
  review: 'Review',
  closeReview: 'Back to the game',
  costMost: 'What cost most, in points',
  costWins: 'What cost most, in chances to win',
  moveByMove: 'Move by move',
  moveHeads: ['Round', 'Dice', 'Played', 'Luck', 'Loss', 'So far'],
  best: (choice: string) => `best: ${choice}`,
  columns: (columns: number) => `${columns} ${columns === 1 ? 'column' : 'columns'}`,
} as const;

export const NOTICES = {
  unreadable: (problem: string) => `The game that this browser keeps cannot be read: ${problem}.`,
  notKept: 'This browser cannot keep the game: save it to a file before you close the page.',
  reviewing: 'The game is being reviewed.',
  losesUnreadable: 'This browser keeps a game that cannot be read; another version may read it.',
  losesGame: (players: string) => `The game of ${players} is not over.`,
  replaces: (button: string) => `Choose "${button}" again to discard it.`,
  noGame: (file: string, problem: string) => `${file} is not a saved game: ${problem}.`,
} as const;

/** Texts while another window plays. */
export const ELSEWHERE = {
  open: 'This game is open in another window.',
  takeOver: 'Play here',
} as const;

export const RULE_NAMES: Readonly<Record<RuleSet, string>> = {
  cs106a: 'CS106A',
  bonus: 'Yahtzee bonus',
  official: 'Official',
};

export interface Explained {
  /** `Full House`. */
  readonly title: string;
  readonly rule: string;
  /** `3 3 3 5 5 earns 25.` */
  readonly example: string;
}

/** Rule of each category, and dice that meet it. */
const EXPLAINED: Readonly<Record<Category, readonly [rule: string, example: Dice]>> = {
  ones: ['The sum of all ones.', [1, 1, 1, 4, 6]],
  twos: ['The sum of all twos.', [2, 2, 2, 3, 5]],
  threes: ['The sum of all threes.', [3, 3, 3, 3, 6]],
  fours: ['The sum of all fours.', [4, 4, 4, 1, 2]],
  fives: ['The sum of all fives.', [5, 5, 5, 2, 2]],
  sixes: ['The sum of all sixes.', [6, 6, 6, 1, 4]],
  'three-of-a-kind': ['At least three dice alike: the sum of all five.', [4, 4, 4, 2, 6]],
  'four-of-a-kind': ['At least four dice alike: the sum of all five.', [5, 5, 5, 5, 3]],
  'full-house': ['Three dice of one face and two of another.', [3, 3, 3, 5, 5]],
  'small-straight': ['Four faces in a row, wherever they lie.', [2, 3, 4, 5, 5]],
  'large-straight': ['Five faces in a row.', [2, 3, 4, 5, 6]],
  yahtzee: ['All five dice alike.', [6, 6, 6, 6, 6]],
  chance: ['Any dice: the sum of all five.', [2, 3, 5, 6, 6]],
};

export function explained(category: Category): Explained {
  const [rule, dice] = EXPLAINED[category];
  const points = scoreOf(dice, category);
  return {title: CATEGORY_RULES[category].label, rule, example: `${dice.join(' ')} earns ${points}.`};
}
