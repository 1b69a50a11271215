import type {Game} from '../../src/game/game.js';
import {suite} from '../support/suite.js';
import {
  FULL,
  place,
  play,
  ROLL,
  refuses,
  reroll,
  roll,
  SEEDED,
  TRIPLE,
  TYPED,
  turn,
  UNDO,
} from '../support/typed-games.js';

suite('refusals', (test) => {
  const fresh = play(TYPED);
  const first = play(TYPED, roll('44444'));
  const third = play(first, reroll('1', '4'), reroll('', ''));
  const ended = play({...TYPED, rules: 'cs106a'}, ...FULL);
  const OVER = 'The game is over.';
  const FIRST = 'Roll the dice first.';
  const NO_FACE = 'Dice show whole numbers from 1 to 6.';
  const NO_NUMBER = 'Dice numbers are whole numbers from 1 to 5.';
  const TWICE = 'Each die can be listed only once.';
  const ROLLED = 'The dice are already rolled: reroll some, or choose a box.';
  const NO_ROLL = 'The dice were rolled 3 times: choose a box now.';
  const NOT_ROLLED = 'The dice are typed, not rolled.';
  const NOT_TYPED = 'The dice are rolled, not typed.';
  const TOO_LATE = 'Only a placement can be taken back, and only before the next roll.';
  const JOKER = 'Joker: Fours is open and must be used.';
  const jokers = play(TYPED, ...turn('66666', 'yahtzee'), roll('44444'));
  const triple = play(TRIPLE, ...turn('66666', 'yahtzee', 2), ...turn('11123', 'ones', 2), roll('12345'));

  const box = (category: unknown, column: unknown = 1): unknown => ({action: 'place', column, category});
  const needed = (dice: number, values: number): string =>
    `The number of dice values must be ${dice}, not ${values}.`;
  const noBox = (category: string, column: string): string =>
    `There is no box ${category} in column ${column}.`;
  const filled = (box: string, points: number): string =>
    `${box} already holds ${points}: choose another box.`;

  const cases: readonly [name: string, game: Game, action: unknown, message: string][] = [
    ['rolling in a turn', first, roll('12345'), ROLLED],
    ['rerolling before the first roll', fresh, reroll('1', '1'), FIRST],
    ['placing before the first roll', fresh, place('chance'), FIRST],
    ['a fourth roll', third, reroll('1', '1'), NO_ROLL],
    ['die number 6', first, reroll('6', '1'), NO_NUMBER],
    ['die number NaN', first, {action: 'reroll', numbers: [Number.NaN], faces: [1]}, NO_NUMBER],
    ['a die number as text', first, {action: 'reroll', numbers: ['1'], faces: [1]}, NO_NUMBER],
    ['no die number in a list of one', first, {action: 'reroll', numbers: Array(1), faces: [1]}, NO_NUMBER],
    ['a die named twice', first, reroll('11', '12'), TWICE],
    ['more dice than there are', first, {action: 'reroll', numbers: [1, 2, 3, 4, 5, 1]}, TWICE],
    ['a list of dice that no memory holds', first, {action: 'reroll', numbers: Array(4e9)}, TWICE],
    [
      'a reroll that names no dice',
      first,
      {action: 'reroll', faces: []},
      'The dice to reroll must be a list of numbers, not undefined.',
    ],
    [
      'a reroll of dice as text',
      first,
      {action: 'reroll', numbers: '12', faces: [1, 1]},
      'The dice to reroll must be a list of numbers, not "12".',
    ],
    [
      'faces as text',
      fresh,
      {action: 'roll', faces: '12345'},
      'The dice values must be a list, not "12345".',
    ],
    [
      'a list of faces that no memory holds',
      fresh,
      {action: 'roll', faces: Array(4e9)},
      needed(5, 4000000000),
    ],
    ['four faces for a roll', fresh, roll('1234'), needed(5, 4)],
    ['too few faces for a reroll', first, reroll('125', '12'), needed(3, 2)],
    ['face 7', fresh, roll('12347'), NO_FACE],
    ['face 0 in a reroll', first, reroll('12', '10'), NO_FACE],
    ['face NaN', fresh, {action: 'roll', faces: [1, 2, 3, 4, Number.NaN]}, NO_FACE],
    ['no face in a list of one', first, {action: 'reroll', numbers: [1], faces: Array(1)}, NO_FACE],
    ['rolling where dice are typed', fresh, ROLL, NOT_ROLLED],
    ['rerolling where dice are typed', first, {action: 'reroll', numbers: [1]}, NOT_ROLLED],
    ['typing where dice are rolled', play(SEEDED), roll('66666'), NOT_TYPED],
    ['typing nothing where dice are rolled', play(SEEDED, ROLL), reroll('', ''), NOT_TYPED],
    [
      'a box used twice',
      play(TYPED, ...turn('11123', 'ones'), roll('11111')),
      place('ones'),
      filled('Ones', 3),
    ],
    [
      'a box scratched before',
      play(TYPED, ...turn('11123', 'full-house'), roll('11122')),
      place('full-house'),
      filled('Full House', 0),
    ],
    ['a box used twice in a column', triple, place('ones', 2), filled('Ones of column 2', 6)],
    ['column 2 of a card with one', first, place('chance', 2), noBox('"chance"', '2')],
    [
      'a box used twice in the first of two columns',
      play({...TYPED, columns: 2}, ...turn('11123', 'ones'), roll('11111')),
      place('ones'),
      filled('Ones of column 1', 3),
    ],
    ['column 4', triple, box('chance', 4), noBox('"chance"', '4')],
    ['column 1.5', triple, box('chance', 1.5), noBox('"chance"', '1.5')],
    ['an unknown category', first, box('sevens'), noBox('"sevens"', '1')],
    ['a name that every object has', first, box('toString'), noBox('"toString"', '1')],
    ['the prototype as a category', first, box('__proto__'), noBox('"__proto__"', '1')],
    ['a column as text', triple, box('chance', '1'), noBox('"chance"', '"1"')],
    ['no column', triple, {action: 'place', category: 'chance'}, noBox('"chance"', 'undefined')],
    ['no category', first, {action: 'place', column: 1}, noBox('undefined', '1')],
    ['a box that the Joker may not fill', jokers, place('large-straight'), JOKER],
    ['another upper box than the Joker’s', jokers, place('ones'), JOKER],
    ['an undo in a new game', fresh, UNDO, 'There is no placement to take back.'],
    ['an undo after the first roll', first, UNDO, TOO_LATE],
    ['an undo after the next roll', play(first, place('fours'), roll('11111')), UNDO, TOO_LATE],
    ['a second undo', play(first, place('fours'), UNDO), UNDO, TOO_LATE],
    ['rolling when the game is over', ended, roll('12345'), OVER],
    ['placing when the game is over', ended, place('chance'), OVER],
  ];
  // Refused in every phase, even where an undo is possible.
  const placed = play(first, place('fours'));
  const noActions: readonly [action: unknown, named: string][] = [
    [{action: 'fly'}, '"fly"'],
    [{action: 'Roll'}, '"Roll"'],
    [{action: '\x1b[2Jroll'}, '"?[2Jroll"'],
    [{action: 'x'.repeat(1e6)}, `"${'x'.repeat(40)}…"`],
    [{action: ['roll']}, 'a list'],
    [{action: {}}, 'an object'],
    [{action: Symbol('roll')}, 'a symbol'],
    [{action: 10n ** 50n}, `1${'0'.repeat(39)}…`],
    [{}, 'an object'],
    [{action: undefined}, 'undefined'],
    [[], 'a list'],
    [['roll'], 'a list'],
    [null, 'null'],
    [undefined, 'undefined'],
    [0, '0'],
    [Number.NaN, 'NaN'],
    [true, 'true'],
    ['roll', '"roll"'],
    ['', '""'],
    [() => ROLL, 'a function'],
  ];
  for (const [index, [action, named]] of noActions.entries()) {
    test(`a value that is no action, number ${index + 1}: ${named}`, () => {
      for (const game of [fresh, first, placed, ended, play(SEEDED)]) {
        refuses(game, action, `An action is roll, reroll, place, undo or hint, not ${named}.`);
      }
    });
  }

  for (const [name, game, action, message] of cases) {
    test(`${name}: ${message}`, () => refuses(game, action, message));
  }
});
