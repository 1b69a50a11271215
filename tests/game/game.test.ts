import * as assert from 'uvu/assert';
import {
  type Action,
  applyAction,
  type Game,
  newGame,
  playerOf,
  ROLLS,
  replay,
  roundOf,
  roundsOf,
  type Setup,
  winnersOf,
} from '../../src/game/game.js';
import {MAX_PLAYERS} from '../../src/game/players.js';
import {randomFrom, rollFaces} from '../../src/game/random.js';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import type {Dice, DieNumber, Face} from '../../src/rules/dice.js';
import {type Scorecard, totalOf} from '../../src/rules/scorecard.js';
import {type ColumnNumber, RULE_SETS} from '../../src/rules/variants.js';
import {ALL_ROLLS} from '../support/brute-force.js';
import {dealer} from '../support/random.js';
import {playRandomly} from '../support/random-games.js';
import {BOXES, columnOf, isYahtzee, pointsOf, referenceTotals} from '../support/reference-card.js';
import {suite} from '../support/suite.js';

const NAMES = ['Eric', 'Julie', 'Todd', 'Mehran'];

/** A game of one, whose dice are typed. */
const TYPED: Setup = {players: ['Eric'], rules: 'official', columns: 1, dice: 'typed'};
const TRIPLE: Setup = {...TYPED, columns: 3};
const SEEDED: Setup = {...TYPED, dice: {seed: 4}};
const TWO: Setup = {...TYPED, players: ['Eric', 'Julie'], rules: 'cs106a'};

const faces = (digits: string): Face[] => Array.from(digits, Number) as Face[];
const roll = (digits: string): Action => ({action: 'roll', faces: faces(digits)});
const reroll = (numbers: string, digits: string): Action => ({
  action: 'reroll',
  numbers: Array.from(numbers, Number) as DieNumber[],
  faces: faces(digits),
});
const place = (category: Category, column: ColumnNumber = 1): Action => ({action: 'place', column, category});
const UNDO: Action = {action: 'undo'};
const ROLL: Action = {action: 'roll'};
const PASS: Action = {action: 'reroll', numbers: []};

/** The game after actions, none of which may be refused; every state is frozen, so that nothing can change it. */
function play(start: Setup | Game, ...actions: readonly Action[]): Game {
  return actions.reduce<Game>(
    (game, action) => {
      const next = applyAction(game, action);
      if ('refusal' in next) throw new Error(`${JSON.stringify(action)} is refused: ${next.refusal}`);
      return deepFreeze(next);
    },
    deepFreeze('phase' in start ? start : newGame(start)),
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Fails unless the action is refused with these words, and nothing else comes of it. */
function refuses(game: Game, action: unknown, message: string): void {
  const before = structuredClone(game);
  const parts = {...game};
  assert.equal(applyAction(game, action as Action), {refusal: message}, JSON.stringify(action));
  assert.equal(game, before);
  for (const [key, part] of Object.entries(parts)) assert.is(Reflect.get(game, key), part, key);
}

/** The dice of a game in the middle of a turn. */
function rolled(game: Game): {dice: Dice; roll: number; held: readonly DieNumber[]} {
  if (game.phase !== 'awaiting-choice') throw new Error(`there are no dice: the game is ${game.phase}`);
  return {dice: game.dice, roll: game.roll, held: game.held};
}

/** A turn with one roll. */
const turn = (digits: string, category: Category, column: ColumnNumber = 1): Action[] => [
  roll(digits),
  place(category, column),
];

/** Turns, each with one roll, that fill a column with these points. */
const scoring = (points: readonly number[], column: ColumnNumber = 1): Action[][] =>
  BOXES.map((box, index) => {
    const found = ALL_ROLLS.find(
      (one) => (box === 'yahtzee' || !isYahtzee(one)) && pointsOf(one, box) === points[index],
    );
    if (found === undefined) throw new Error(`no roll is worth ${points[index]} in ${box}`);
    return turn(found.join(''), box, column);
  });

const FULL = scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]).flat();

suite('a new game', (test) => {
  test('waits for the first roll of the first player, with an empty card for each', () => {
    for (let players = 1; players <= 4; players += 1) {
      for (const columns of [1, 2, 3] as const) {
        const setup: Setup = {players: NAMES.slice(0, players), rules: 'bonus', columns, dice: {seed: 7}};
        const game = newGame(setup);
        assert.equal(game, {
          setup,
          cards: NAMES.slice(0, players).map(() =>
            [1, 2, 3].slice(0, columns).map((column) => columnOf([], column, 'bonus')),
          ),
          turn: 0,
          random: randomFrom(7),
          phase: 'awaiting-roll',
          before: null,
        });
        assert.is(playerOf(game), 0);
        assert.is(roundOf(game), 1);
        assert.is(roundsOf(setup), 13 * columns);
      }
    }
    assert.is(newGame(TYPED).random, null);
    assert.is(MAX_PLAYERS, 4);
    assert.is(ROLLS, 3);
  });

  const wrong: readonly [change: object, message: string][] = [
    [{players: []}, 'a game has 1 to 4 players with different names, not []'],
    [
      {players: [...NAMES, 'Jerry']},
      'a game has 1 to 4 players with different names, not [Eric, Julie, Todd, Mehran, Jerry]',
    ],
    [
      {players: ['Eric', 'Julie', 'Eric']},
      'a game has 1 to 4 players with different names, not [Eric, Julie, Eric]',
    ],
    [{rules: 'house'}, 'no rules house: rules are cs106a, bonus, official, free-joker'],
    [{rules: 'toString'}, 'no rules toString: rules are cs106a, bonus, official, free-joker'],
    ...[0, 4, 1.5, Number.NaN, '1'].map((columns): [object, string] => [
      {columns},
      `a card has 1 to 3 columns, not ${columns}`,
    ]),
    ...[-1, 0.5, 2 ** 53, Number.NaN].map((seed): [object, string] => [
      {dice: {seed}},
      `a seed is a whole number from 0 to 9007199254740991, not ${seed}`,
    ]),
  ];
  for (const [change, message] of wrong) {
    test(`cannot have ${JSON.stringify(change)}: ${message}`, () => {
      assert.throws(
        () => newGame({...SEEDED, ...change}),
        (error: unknown) => error instanceof RangeError && error.message === message,
      );
    });
  }
});

suite('a turn', (test) => {
  test('has a first roll, which holds nothing, and two rerolls', () => {
    let game = play(TYPED, roll('35541'));
    assert.equal(rolled(game), {dice: [3, 5, 5, 4, 1], roll: 1, held: []});
    game = play(game, reroll('2', '2'));
    assert.equal(rolled(game), {dice: [3, 2, 5, 4, 1], roll: 2, held: [1, 3, 4, 5]});
    game = play(game, reroll('', ''));
    assert.equal(rolled(game), {dice: [3, 2, 5, 4, 1], roll: 3, held: [1, 2, 3, 4, 5]});
    game = play(game, place('large-straight'));
    assert.is(game.phase, 'awaiting-roll');
    assert.not.ok('dice' in game || 'roll' in game || 'held' in game);
    assert.is(game.cards[0]?.[0]?.boxes['large-straight'], 40);
  });

  test('holds dice by position: any set is rerolled, and faces land in the order of the numbers', () => {
    for (let set = 0; set < 32; set += 1) {
      const numbers = [1, 2, 3, 4, 5].filter((number) => (set & (1 << (number - 1))) !== 0);
      for (const order of [numbers, [...numbers].reverse()]) {
        const game = play(TYPED, roll('11111'), reroll(order.join(''), '23456'.slice(0, order.length)));
        const expected = [1, 2, 3, 4, 5].map((number) =>
          order.includes(number) ? order.indexOf(number) + 2 : 1,
        );
        const held = [1, 2, 3, 4, 5].filter((number) => !order.includes(number));
        assert.equal(rolled(game), {dice: expected, roll: 2, held});
      }
    }
  });

  test('may reroll what was held before', () => {
    const game = play(TYPED, roll('11111'), reroll('12', '22'), reroll('345', '333'));
    assert.equal(rolled(game), {dice: [2, 2, 3, 3, 3], roll: 3, held: [1, 2]});
  });

  test('may end after any roll', () => {
    for (const rolls of [[], [reroll('5', '5')], [reroll('', ''), reroll('12345', '11116')]]) {
      const game = play(TYPED, roll('12346'), ...rolls, place('chance'));
      assert.is(game.turn, 1);
      assert.is(totalOf(game.cards[0] ?? []), [16, 15, 10][rolls.length]);
    }
  });

  test('in a rolled game takes the dice of the random source one after the other', () => {
    const stream = rollFaces(randomFrom(4), 40).faces;
    const taken = (count: number): Face[] => stream.splice(0, count);
    let game = play(SEEDED, ROLL);
    const first = taken(5);
    assert.equal(rolled(game).dice, first);
    game = play(game, {action: 'reroll', numbers: [5, 2]});
    const [fifth, second] = taken(2);
    assert.equal(rolled(game).dice, [first[0], second, first[2], first[3], fifth]);
    const before = game;
    game = play(game, PASS);
    assert.equal(rolled(game), {...rolled(before), roll: 3, held: [1, 2, 3, 4, 5]});
    assert.equal(game.random, before.random);
    game = play(game, place('chance'), ROLL, {action: 'reroll', numbers: [1, 2, 3, 4, 5]});
    taken(5);
    assert.equal(rolled(game).dice, taken(5));
    assert.equal(game.random, rollFaces(randomFrom(4), 17).random);
  });

  test('rolls 5 dice at once, and the source goes on by as many as are rolled', () => {
    const game = play(SEEDED, ROLL);
    assert.equal(game.random, rollFaces(randomFrom(4), 5).random);
    assert.equal(play(game, place('ones')).random, game.random);
  });

  test('keeps typed dice to itself: changing the action afterwards changes no game', () => {
    const typed = faces('12345');
    const next = applyAction(newGame(TYPED), {action: 'roll', faces: typed});
    typed[0] = 6;
    if ('refusal' in next) throw new Error(next.refusal);
    assert.equal(rolled(next).dice, [1, 2, 3, 4, 5]);
  });
});

suite('rounds', (test) => {
  test('are turns of all players, one after the other', () => {
    const setup: Setup = {...TYPED, players: NAMES.slice(0, 3), columns: 2};
    let game = newGame(setup);
    for (const [index, category] of CATEGORIES.slice(0, 4)
      .flatMap((one) => [one, one, one])
      .entries()) {
      assert.is(playerOf(game), index % 3);
      assert.is(roundOf(game), Math.floor(index / 3) + 1);
      assert.is(game.turn, index);
      game = play(game, roll('12345'));
      assert.is(playerOf(game), index % 3);
      assert.is(roundOf(game), Math.floor(index / 3) + 1);
      const others = game.cards.filter((_, player) => player !== index % 3);
      game = play(game, place(category, 2));
      assert.equal(
        game.cards.filter((_, player) => player !== index % 3),
        others,
      );
      assert.is(game.cards[index % 3]?.[1]?.boxes[category], 2 * pointsOf([1, 2, 3, 4, 5], category));
    }
  });

  test('end after the thirteenth: the last player and the last round stay', () => {
    const turns = scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]);
    const both = turns.flatMap((one) => [...one, ...one]);
    const almost = play(TWO, ...both.slice(0, -1));
    assert.is(almost.phase, 'awaiting-choice');
    assert.is(roundOf(almost), 13);
    assert.is(playerOf(almost), 1);
    const game = play(almost, ...both.slice(-1));
    assert.is(game.phase, 'over');
    assert.is(game.turn, 26);
    assert.is(roundOf(game), 13);
    assert.is(playerOf(game), 1);
    assert.equal(game.phase === 'over' && game.before, almost);
  });

  test('of Eric and Julie go as the handout tells: 24, 25, 40, 12 … to 192 against 273', () => {
    const totals = (game: Game): number[] => game.cards.map(totalOf);
    // Eric holds his 5's twice; figure 4.
    let game = play(TWO, roll('53545'), reroll('24', '61'), reroll('24', '63'));
    assert.equal(rolled(game).dice, [5, 6, 5, 3, 5]);
    game = play(game, place('three-of-a-kind'));
    assert.equal(totals(game), [24, 0]);
    game = play(game, ...turn('22233', 'full-house'));
    assert.equal(totals(game), [24, 25]);
    // A 5 becomes a 2, and he passes; figure 6.
    game = play(game, roll('35541'), reroll('2', '2'), reroll('', ''), place('large-straight'));
    assert.equal(totals(game), [64, 25]);
    // Julie keeps 3's, and gets one more, a 4, then a 1; figure 7.
    game = play(game, roll('33361'), reroll('45', '34'), reroll('5', '1'), place('threes'));
    assert.equal(totals(game), [64, 37]);
    const eric = scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]);
    const julie = scoring([2, 8, 12, 12, 15, 18, 27, 21, 25, 30, 0, 50, 18]);
    // The boxes that are left, but for Eric's Yahtzee (11) and Julie's Sixes (5).
    const mine = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12];
    const hers = [0, 1, 3, 4, 6, 7, 9, 10, 11, 12];
    for (const [index, box] of mine.entries()) {
      game = play(game, ...(eric[box] ?? []), ...(julie[hers[index] ?? -1] ?? []));
    }
    // Figure 8.
    assert.is(roundOf(game), 13);
    assert.equal(totals(game), [192, 220]);
    game = play(game, roll('13422'), reroll('123', '563'), reroll('123', '246'), place('yahtzee'));
    game = play(game, roll('61234'), reroll('2345', '6123'), reroll('345', '621'), place('sixes'));
    assert.is(game.phase, 'over');
    assert.equal(totals(game), [192, 273]);
    assert.equal(winnersOf(game), [1]);
  });
});

suite('refusals', (test) => {
  const fresh = play(TYPED);
  const first = play(TYPED, roll('44444'));
  const third = play(first, reroll('1', '4'), reroll('', ''));
  const ended = play({...TYPED, rules: 'cs106a'}, ...FULL);
  const OVER = 'The game is over.';
  const FIRST = 'Roll the dice first.';
  const NO_FACE = 'Dice show whole numbers from 1 to 6.';
  const NO_NUMBER = 'Dice numbers are whole numbers from 1 to 5.';
  const TWICE = 'A die can be rerolled only once at a time.';
  const jokers = play(TYPED, ...turn('66666', 'yahtzee'), roll('44444'));
  const triple = play(TRIPLE, ...turn('66666', 'yahtzee', 2), ...turn('11123', 'ones', 2), roll('12345'));

  const cases: readonly [name: string, game: Game, action: unknown, message: string][] = [
    ['rolling in a turn', first, roll('12345'), 'The dice are rolled already: reroll some, or choose a box.'],
    [
      'rolling after three rolls',
      third,
      roll('12345'),
      'The dice are rolled already: reroll some, or choose a box.',
    ],
    ['rerolling before the first roll', fresh, reroll('1', '1'), FIRST],
    ['placing before the first roll', fresh, place('chance'), FIRST],
    ['placing before the next roll', play(first, place('fours')), place('chance'), FIRST],
    ['a fourth roll', third, reroll('1', '1'), 'The dice were rolled 3 times: choose a box now.'],
    ['a pass after three rolls', third, reroll('', ''), 'The dice were rolled 3 times: choose a box now.'],
    ['die number 6', first, reroll('6', '1'), NO_NUMBER],
    ['die number 0', first, reroll('0', '1'), NO_NUMBER],
    ['die number NaN', first, {action: 'reroll', numbers: [Number.NaN], faces: [1]}, NO_NUMBER],
    ['die number 1.5', first, {action: 'reroll', numbers: [1, 1.5], faces: [1, 1]}, NO_NUMBER],
    ['die number -1', first, {action: 'reroll', numbers: [-1], faces: [1]}, NO_NUMBER],
    ['a die number as text', first, {action: 'reroll', numbers: ['1'], faces: [1]}, NO_NUMBER],
    ['no die number in a list of one', first, {action: 'reroll', numbers: Array(1), faces: [1]}, NO_NUMBER],
    ['a die named twice', first, reroll('11', '12'), TWICE],
    ['a die named twice among others', first, reroll('5125', '1234'), TWICE],
    ['four faces for a roll', fresh, roll('1234'), 'As many values as dice are needed: 5, not 4.'],
    ['six faces for a roll', fresh, roll('123456'), 'As many values as dice are needed: 5, not 6.'],
    ['no faces for a roll', fresh, roll(''), 'As many values as dice are needed: 5, not 0.'],
    [
      'too few faces for a reroll',
      first,
      reroll('125', '12'),
      'As many values as dice are needed: 3, not 2.',
    ],
    ['faces for a pass', first, reroll('', '1'), 'As many values as dice are needed: 0, not 1.'],
    ['face 7', fresh, roll('12347'), NO_FACE],
    ['face 0', fresh, roll('01234'), NO_FACE],
    ['face 0 in a reroll', first, reroll('12', '10'), NO_FACE],
    ['face NaN', fresh, {action: 'roll', faces: [1, 2, 3, 4, Number.NaN]}, NO_FACE],
    ['face 2.5', first, {action: 'reroll', numbers: [1], faces: [2.5]}, NO_FACE],
    ['no face in a list of one', first, {action: 'reroll', numbers: [1], faces: Array(1)}, NO_FACE],
    ['rolling where dice are typed', fresh, ROLL, 'The dice are typed, not rolled.'],
    [
      'rerolling where dice are typed',
      first,
      {action: 'reroll', numbers: [1]},
      'The dice are typed, not rolled.',
    ],
    ['typing where dice are rolled', play(SEEDED), roll('66666'), 'The dice are rolled, not typed.'],
    [
      'typing again where dice are rolled',
      play(SEEDED, ROLL),
      reroll('1', '6'),
      'The dice are rolled, not typed.',
    ],
    [
      'typing nothing where dice are rolled',
      play(SEEDED, ROLL),
      reroll('', ''),
      'The dice are rolled, not typed.',
    ],
    [
      'a box used twice',
      play(TYPED, ...turn('11123', 'ones'), roll('11111')),
      place('ones'),
      'Ones is filled already, with 3: choose another box.',
    ],
    [
      'a box scratched before',
      play(TYPED, ...turn('11123', 'full-house'), roll('11122')),
      place('full-house'),
      'Full House is filled already, with 0: choose another box.',
    ],
    [
      'a box used twice in a column',
      triple,
      place('ones', 2),
      'Ones of column 2 is filled already, with 6: choose another box.',
    ],
    ['column 2 of a card with one', first, place('chance', 2), 'There is no box chance in a column 2.'],
    [
      'a box used twice in the first of two columns',
      play({...TYPED, columns: 2}, ...turn('11123', 'ones'), roll('11111')),
      place('ones'),
      'Ones of column 1 is filled already, with 3: choose another box.',
    ],
    ['column 4', triple, place('chance', 4 as ColumnNumber), 'There is no box chance in a column 4.'],
    ['column 0', triple, place('chance', 0 as ColumnNumber), 'There is no box chance in a column 0.'],
    ['column 1.5', triple, place('chance', 1.5 as ColumnNumber), 'There is no box chance in a column 1.5.'],
    [
      'column NaN',
      triple,
      place('chance', Number.NaN as ColumnNumber),
      'There is no box chance in a column NaN.',
    ],
    ['an unknown category', first, place('sevens' as Category), 'There is no box sevens in a column 1.'],
    [
      'a row that is no category',
      first,
      place('upper-score' as Category),
      'There is no box upper-score in a column 1.',
    ],
    [
      'a name that every object has',
      first,
      place('toString' as Category),
      'There is no box toString in a column 1.',
    ],
    [
      'the prototype as a category',
      first,
      place('__proto__' as Category),
      'There is no box __proto__ in a column 1.',
    ],
    [
      'a box that the Joker may not fill',
      jokers,
      place('large-straight'),
      'Joker: Fours is open and must be used.',
    ],
    ['another upper box than the Joker’s', jokers, place('ones'), 'Joker: Fours is open and must be used.'],
    ['an undo in a new game', fresh, UNDO, 'There is no placement to take back.'],
    [
      'an undo after the first roll',
      first,
      UNDO,
      'Only a placement can be taken back, and only before the next roll.',
    ],
    [
      'an undo after the next roll',
      play(first, place('fours'), roll('11111')),
      UNDO,
      'Only a placement can be taken back, and only before the next roll.',
    ],
    [
      'a second undo',
      play(first, place('fours'), UNDO),
      UNDO,
      'Only a placement can be taken back, and only before the next roll.',
    ],
    ['rolling when the game is over', ended, roll('12345'), OVER],
    ['rerolling when the game is over', ended, reroll('1', '1'), OVER],
    ['placing when the game is over', ended, place('chance'), OVER],
  ];
  for (const [name, game, action, message] of cases) {
    test(`${name}: ${message}`, () => refuses(game, action, message));
  }

  test('leave the game as it was: the right action does the same afterwards as before', () => {
    const right = reroll('12', '11');
    const next = play(first, right);
    for (const [, , action] of cases) {
      if ('refusal' in applyAction(first, action as Action)) assert.equal(play(first, right), next);
    }
    assert.equal(rolled(next).dice, [1, 1, 4, 4, 4]);
  });
});

suite('undo', (test) => {
  test('takes back the last placement: dice, roll, held dice and card are as before', () => {
    const before = play(TYPED, ...turn('11123', 'ones'), roll('35541'), reroll('2', '2'));
    for (const category of CATEGORIES.filter((one) => one !== 'ones')) {
      const undone = play(before, place(category), UNDO);
      assert.equal(undone, before);
      assert.equal(rolled(undone), {dice: [3, 2, 5, 4, 1], roll: 2, held: [1, 3, 4, 5]});
      assert.is(undone.turn, 1);
    }
  });

  test('takes back the bonus with the box, and redoing earns it once', () => {
    for (const [columns, column] of [
      [1, 1],
      [3, 3],
    ] as const) {
      const before = play({...TYPED, columns}, ...turn('66666', 'yahtzee', column), roll('44444'));
      const after = play(before, place('fours', column));
      const card = (game: Game): Scorecard[number] | undefined => game.cards[0]?.[column - 1];
      assert.is(card(after)?.yahtzeeBonus, 100 * column);
      assert.is(totalOf(after.cards[0] ?? []), (50 + 20 + 100) * column);
      const undone = play(after, UNDO);
      assert.is(card(undone)?.yahtzeeBonus, 0);
      assert.is(card(undone)?.boxes.fours, null);
      assert.is(totalOf(undone.cards[0] ?? []), 50 * column);
      assert.equal(undone, before);
      assert.equal(play(undone, place('fours', column)), after);
    }
  });

  test('takes back the upper bonus', () => {
    const above = [...turn('66665', 'sixes'), ...turn('55552', 'fives'), ...turn('44441', 'fours')];
    const before = play({...TYPED, rules: 'cs106a'}, ...above, roll('33312'));
    assert.is(totalOf(before.cards[0] ?? []), 24 + 20 + 16);
    const after = play(before, place('threes'));
    assert.is(totalOf(after.cards[0] ?? []), 69 + 35);
    assert.is(totalOf(play(after, UNDO).cards[0] ?? []), 60);
  });

  test('gives the turn back to the player who placed', () => {
    const before = play(TWO, ...turn('11111', 'ones'), roll('22222'));
    assert.is(playerOf(before), 1);
    const after = play(before, place('twos'));
    assert.is(playerOf(after), 0);
    assert.is(roundOf(after), 2);
    const undone = play(after, UNDO);
    assert.is(playerOf(undone), 1);
    assert.is(roundOf(undone), 1);
    assert.equal(undone, before);
  });

  test('leaves the choice again: the rolls that are left, and any other box', () => {
    const undone = play(TYPED, roll('44441'), place('fours'), UNDO);
    const game = play(undone, reroll('5', '4'), reroll('', ''), place('yahtzee'));
    assert.is(game.cards[0]?.[0]?.boxes.yahtzee, 50);
    assert.is(game.cards[0]?.[0]?.boxes.fours, null);
    refuses(
      play(undone, reroll('', ''), reroll('', '')),
      reroll('', ''),
      'The dice were rolled 3 times: choose a box now.',
    );
  });

  test('restores the random source: the dice that follow are as if nothing had been placed', () => {
    const before = play(SEEDED, ROLL, {action: 'reroll', numbers: [1, 3]});
    const undone = play(before, place('chance'), UNDO);
    assert.equal(undone.random, rollFaces(randomFrom(4), 7).random);
    const next: Action = {action: 'reroll', numbers: [2, 4, 5]};
    assert.equal(play(undone, next), play(before, next));
    const after = play(before, place('chance'));
    assert.equal(play(undone, place('chance'), ROLL), play(after, ROLL));
    assert.equal(rolled(play(undone, place('ones'), ROLL)).dice, rolled(play(after, ROLL)).dice);
  });

  test('is possible at the very end, and the game ends again', () => {
    const over = play({...TYPED, rules: 'cs106a'}, ...FULL);
    const undone = play(over, UNDO);
    assert.equal(undone, play({...TYPED, rules: 'cs106a'}, ...FULL.slice(0, -1)));
    assert.is(undone.phase, 'awaiting-choice');
    assert.equal(play(undone, ...FULL.slice(-1)), over);
  });

  test('reaches back one placement: the state holds no other game', () => {
    const game = play(TYPED, ...turn('11111', 'ones'), ...turn('22222', 'twos'), ...turn('33333', 'threes'));
    assert.is(game.phase, 'awaiting-roll');
    const before = game.phase === 'awaiting-roll' ? game.before : null;
    assert.is(before?.phase, 'awaiting-choice');
    assert.not.ok(before && 'before' in before);
  });
});

suite('winners', (test) => {
  const ending = (...totals: readonly number[]): Game => ({
    ...newGame({...TYPED, players: NAMES.slice(0, totals.length)}),
    cards: totals.map((total) => [{...columnOf([], 1, 'official'), factor: 1, yahtzeeBonus: total}]),
  });
  const cases: readonly [totals: readonly number[], winners: readonly number[]][] = [
    [[0], [0]],
    [[192, 273], [1]],
    [[273, 192], [0]],
    [
      [200, 200],
      [0, 1],
    ],
    [
      [10, 20, 20, 5],
      [1, 2],
    ],
    [
      [20, 10, 5, 20],
      [0, 3],
    ],
    [
      [7, 7, 7, 7],
      [0, 1, 2, 3],
    ],
    [[9, 10, 100], [2]],
    [[99, 100, 98], [1]],
  ];
  for (const [totals, winners] of cases) {
    test(`of ${totals.join(' and ')} are all with the most`, () => {
      assert.equal(winnersOf(ending(...totals)), winners);
    });
  }

  test('of a game that both played alike are both', () => {
    const both = scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]).flatMap((one) => [...one, ...one]);
    assert.equal(winnersOf(play(TWO, ...both)), [0, 1]);
  });

  test('are by the total of all columns', () => {
    const game = play({...TWO, columns: 3}, ...turn('66666', 'chance', 1), ...turn('12345', 'chance', 3));
    assert.equal(winnersOf(game), [1]); // 30 against 45.
  });
});

suite('replay', (test) => {
  test('of no action is a new game', () => assert.equal(replay(SEEDED, []), newGame(SEEDED)));

  test('says which action is refused, from 1, and why', () => {
    assert.equal(replay(TYPED, [roll('11111'), place('ones'), place('twos'), roll('1')]), {
      refusal: 'Roll the dice first.',
      at: 3,
    });
    assert.equal(replay(TYPED, [UNDO]), {refusal: 'There is no placement to take back.', at: 1});
  });

  test('of the same seed is the same game, of another seed another', () => {
    const actions = [ROLL, PASS, place('chance'), ROLL];
    assert.equal(replay(SEEDED, actions), play(SEEDED, ...actions));
    assert.not.equal(replay(SEEDED, actions), replay({...SEEDED, dice: {seed: 5}}, actions));
  });
});

const GAMES = 10_000;

suite(`${GAMES} random games`, (test) => {
  let played = 0;
  for (const rules of RULE_SETS) {
    for (const source of ['rolled', 'typed'] as const) {
      test(`by ${rules}, ${source}: end in 13 × columns rounds, add up, and replay the same`, () => {
        const random = dealer(RULE_SETS.indexOf(rules) * 2 + (source === 'typed' ? 1 : 0));
        for (let index = 0; index < GAMES / 8; index += 1) {
          const players = NAMES.slice(0, (index % 4) + 1);
          const columns = ([1, 2, 3] as const)[Math.floor(index / 4) % 3] ?? 1;
          const dice = source === 'typed' ? 'typed' : {seed: random.number(0, 2 ** 53 - 1)};
          endsWell({players, rules, columns, dice}, index);
          played += 1;
        }

        function endsWell(setup: Setup, index: number): void {
          const rounds = new Set<string>();
          const {game, actions, histories} = playRandomly(setup, random, (state) => {
            if (state.phase === 'over') return;
            rounds.add(`round ${roundOf(state)} of player ${playerOf(state)}`);
            // Of one state in forty: it is plain data, and undone and done again it is the same.
            if (random.number(1, 40) > 1) return;
            assert.equal(JSON.parse(JSON.stringify(state)), state);
            if (state.phase === 'awaiting-roll' && state.before !== null)
              undoneAndRedone(state, state.before);
          });
          const turns = 13 * setup.columns * setup.players.length;
          assert.is(game.phase, 'over');
          assert.is(game.turn, turns);
          assert.is(rounds.size, turns);
          assert.ok(histories.every((history) => history.length === 13 * setup.columns));
          for (const [player, card] of game.cards.entries()) {
            const history = histories[player] ?? [];
            const expected = card.map(({factor}) => columnOf(history, factor, rules));
            assert.equal(card, expected);
            const totals = card.map(({factor}) => referenceTotals(history, factor, rules).total);
            assert.is(
              totalOf(card),
              totals.reduce((sum, total) => sum + total, 0),
            );
          }
          assert.equal(replay(setup, actions), game, `replay of game ${index}`);
          assert.equal(JSON.parse(JSON.stringify(game)), game);
          if (game.phase === 'over') undoneAndRedone(game, game.before);
        }
      });
    }
  }

  test('were all played', () => assert.is(played, GAMES));
});

/** Undoes the last placement and finds out from the cards which it was, to do it again. */
function undoneAndRedone(game: Game, before: Game): void {
  const undone = play(game, UNDO);
  assert.is(undone, before);
  const player = playerOf(undone);
  for (const {factor, boxes} of undone.cards[player] ?? []) {
    for (const category of CATEGORIES) {
      const now = game.cards[player]?.[factor - 1]?.boxes[category];
      if (boxes[category] === null && now !== null) {
        assert.equal(play(undone, place(category, factor)), game);
        return;
      }
    }
  }
  assert.unreachable('nothing was placed');
}
