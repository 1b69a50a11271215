import * as assert from 'uvu/assert';
import type {Category} from '../../../src/rules/categories.js';
import {emptyScorecard} from '../../../src/rules/scorecard.js';
import {
  parseCategory,
  parseCommand,
  parseFaces,
  parseReroll,
} from '../../../src/terminal/dialogue/answers.js';
import {suite} from '../../support/suite.js';

/** The boxes by what to type for them: the numbers of the handout, and the names on the two cards. */
const BOXES: readonly [category: Category, number: number, names: string[]][] = [
  ['ones', 1, ['Ones', 'Aces']],
  ['twos', 2, ['Twos']],
  ['threes', 3, ['Threes']],
  ['fours', 4, ['Fours']],
  ['fives', 5, ['Fives']],
  ['sixes', 6, ['Sixes']],
  ['three-of-a-kind', 9, ['Three of a Kind', '3 of a kind']],
  ['four-of-a-kind', 10, ['Four of a Kind', '4 of a kind']],
  ['full-house', 11, ['Full House']],
  ['small-straight', 12, ['Small Straight']],
  ['large-straight', 13, ['Large Straight']],
  ['yahtzee', 14, ['Yahtzee']],
  ['chance', 15, ['Chance']],
];

const SINGLE = emptyScorecard(1);
const TRIPLE = emptyScorecard(3);

function refusal(answered: object): string {
  return 'refusal' in answered && typeof answered.refusal === 'string' ? answered.refusal : '';
}

suite('a category can be typed', (test) => {
  for (const [category, number, names] of BOXES) {
    test(`as ${[number, ...names].join(', ')}: ${category}`, () => {
      for (const name of names) {
        const forms = [
          name,
          name.toLowerCase(),
          name.toUpperCase(),
          name.replaceAll(' ', ''),
          name.replaceAll(' ', '-'),
          `${name}!`,
        ];
        for (const form of forms) assert.equal(parseCategory(form, SINGLE), {category, column: 1}, form);
        for (const form of [`${name} 3`, `${name} x3`, `${name} X3`, `${name} column 3`, `${name}, 3`]) {
          assert.equal(parseCategory(form, TRIPLE), {category, column: 3}, form);
        }
      }
      assert.equal(parseCategory(`${number}`, SINGLE), {category, column: 1});
      for (const form of [
        `${number} 2`,
        `${number},2`,
        `${number}, 2`,
        `${number} x2`,
        `${number}\t2`,
        `${number} column 2`,
      ]) {
        assert.equal(parseCategory(form, TRIPLE), {category, column: 2}, form);
      }
    });
  }

  test('as the start of a name, if no other has the same, and never in another way', () => {
    const plain = (name: string): string => name.toLowerCase().replaceAll(' ', '');
    let [taken, refused] = [0, 0];
    for (const name of BOXES.flatMap(([, , names]) => names)) {
      for (let length = 1; length < name.length; length += 1) {
        const typed = name.slice(0, length).trim();
        if (/^\d+$/.test(typed)) continue;
        const exact = BOXES.filter(([, , names]) => names.some((one) => plain(one) === plain(typed)));
        const starting = BOXES.filter(([, , names]) =>
          names.some((one) => plain(one).startsWith(plain(typed))),
        );
        const [only, ...others] = exact.length > 0 ? exact : starting;
        const answered = parseCategory(typed, SINGLE);
        if (only !== undefined && others.length === 0) {
          assert.equal(answered, {category: only[0], column: 1}, typed);
          taken += 1;
        } else {
          for (const [, , [label]] of [only, ...others].filter((one) => one !== undefined)) {
            assert.match(refusal(answered), label ?? '', typed);
          }
          assert.match(refusal(answered), 'could be', typed);
          refused += 1;
        }
      }
    }
    assert.ok(taken > 50 && refused > 10, `${taken}, ${refused}`);
  });

  // Digits are numbers of boxes, and what stands beside one is not passed over: 3. is not Three of a Kind.
  for (const typed of '-3 +3 3. #3 (4) -4 4! 3- .3 -9 9. 0 00 18 03 009 1e0 0x9 2.5 9.0 ٣ ３'.split(' ')) {
    test(`not as ${JSON.stringify(typed)}`, () => {
      assert.match(refusal(parseCategory(typed, SINGLE)), 'There is no category');
    });
  }

  test('not as nothing', () => {
    assert.match(refusal(parseCategory('', SINGLE)), 'the name of a category');
  });
});

suite('dice to roll again can be typed', (test) => {
  const forms: readonly [typed: string, numbers: number[]][] = [
    ['2', [2]],
    ['2 4', [2, 4]],
    ['2,4', [2, 4]],
    ['2, 4', [2, 4]],
    ['2\t4', [2, 4]],
    ['4 2', [4, 2]],
    ['1 2 3 4 5', [1, 2, 3, 4, 5]],
    ['all', [1, 2, 3, 4, 5]],
    ['ALL', [1, 2, 3, 4, 5]],
    ['reroll 2 4', [2, 4]],
    ['re-roll 2 4', [2, 4]],
    ['roll 2 4', [2, 4]],
    ['roll all', [1, 2, 3, 4, 5]],
    ['keep 1 3 5', [2, 4]],
    ['hold 1 3 5', [2, 4]],
    ['Keep 1,3,5', [2, 4]],
    ['keep 1 2 3 4 5', []],
    ['keep all', []],
  ];
  for (const [typed, numbers] of forms) {
    test(`as ${JSON.stringify(typed)}: ${numbers.join(' ') || 'none'}`, () => {
      const answered = parseReroll(typed);
      const given = 'numbers' in answered ? [...answered.numbers].sort() : answered;
      assert.equal(given, [...numbers].sort());
    });
  }

  // A roll that is used up for a slip cannot be taken back.
  const slips = [
    ...[
      '-',
      '-1',
      '+1',
      '#1',
      '!',
      '.',
      '(2)',
      '"2"',
      '*',
      '/',
      '\\',
      '<2',
      '- 2',
      ', -',
      ',',
      ', 2',
      '2,',
      '2 x',
      '2.4',
      '1-3',
    ],
    ...[
      '١',
      '２',
      '😀',
      'é',
      '東',
      '\ufffd',
      '1e0',
      '0x2',
      'none',
      'no',
      'yes',
      'enter',
      'all 2',
      '2 all',
      'keepall',
      'keep2',
    ],
    ...[
      'roll',
      'reroll',
      're-roll',
      'keep',
      'hold',
      'keep none',
      'roll -1',
      'keep -1',
      'keep ,',
      'keep all 2',
      'roll all all',
      'keep keep',
    ],
    ...['24', '12', '135', '5 12', 'keep 135', '33561', '1 1', '0', '6', '9', '10'],
  ];
  for (const typed of slips) {
    test(`not as ${JSON.stringify(typed)}`, () => assert.is.not(refusal(parseReroll(typed)), ''));
  }

  test('not with a die that there is not, twice, or without spaces', () => {
    for (const typed of ['0', '6', '2 9', '2 4 6', 'keep 9', 'roll 7']) {
      assert.match(refusal(parseReroll(typed)), /There is no die [06-9]: dice are numbered 1 to 5/, typed);
    }
    for (const typed of ['1 1', '1 2 1', 'keep 3 3', '1 2 3 4 5 1']) {
      assert.match(refusal(parseReroll(typed)), /Die [13] is named twice/, typed);
    }
    // 12 could be two dice, or a category.
    for (const typed of ['12', '10', '24', '2 45', 'keep 15', '33561', '9'.repeat(1000)]) {
      assert.match(refusal(parseReroll(typed)), /There is no die \d+…?: leave spaces between dice/, typed);
    }
    for (const typed of ['keep', 'hold', 'Keep']) {
      assert.match(refusal(parseReroll(typed)), 'which dice to keep', typed);
    }
    for (const typed of ['roll', 'reroll', 're-roll']) {
      assert.match(refusal(parseReroll(typed)), 'which dice to roll again', typed);
    }
  });

  test('or a category at once, by a whole name only', () => {
    for (const [category, , names] of BOXES) {
      for (const name of names) {
        assert.equal(parseReroll(name), {score: category});
        assert.equal(parseReroll(`${name.toUpperCase()} 2`), {score: category});
        assert.is.not(refusal(parseReroll(name.slice(0, -1))), '', name);
      }
    }
    for (const typed of ['', 'score', 'SCORE']) assert.equal(parseReroll(typed), {score: null});
  });
});

suite('faces can be typed', (test) => {
  for (const typed of ['3 3 5 6 1', '33561', '3,3,5,6,1', '3, 3, 5, 6, 1', '3\t3 5  6 1', '335 61']) {
    test(`as ${JSON.stringify(typed)}`, () => assert.equal(parseFaces(typed, 5), {faces: [3, 3, 5, 6, 1]}));
  }

  for (const typed of [
    '',
    ' ',
    ',',
    '0 1 2 3 4',
    '1 2 3 4 7',
    '1 2 3 4 x',
    '1 2 3 4 -5',
    '1 2 3 4 5.',
    '1.2.3.4.5',
    '1 2 3 4 ٥',
    '1 2 3 4 ５',
    '1e0 2 3',
    '0x1 2 3 4',
    'all',
    '😀',
    '⚀⚁⚂⚃⚄',
    '1 2 3 4 5\0',
  ]) {
    test(`not as ${JSON.stringify(typed)}`, () => {
      assert.match(refusal(parseFaces(typed, 5)), 'is not 5 values from 1 to 6');
    });
  }

  test('not too few and not too many', () => {
    assert.match(refusal(parseFaces('1 2 3 4', 5)), '5 values are needed, and 4 were typed');
    assert.match(refusal(parseFaces('123456', 5)), '5 values are needed, and 6 were typed');
    assert.match(refusal(parseFaces('1', 2)), '2 values are needed, and 1 was typed');
    assert.match(refusal(parseFaces('1 2', 1)), '1 value is needed, and 2 were typed');
    assert.match(refusal(parseFaces('x', 1)), 'is not a value from 1 to 6');
  });
});

suite('commands', (test) => {
  test('are whole words, in any case', () => {
    for (const typed of ['?', 'help', 'HELP']) assert.is(parseCommand(typed), 'help');
    assert.is(parseCommand('Quit'), 'quit');
    assert.is(parseCommand('UNDO'), 'undo');
    assert.is(parseCommand('Card'), 'card');
  });

  for (const typed of [
    '',
    '??',
    '? ?',
    'quit now',
    'q',
    'undo undo',
    'cards',
    'card sheet',
    'help me',
    'exit',
  ]) {
    test(`are not ${JSON.stringify(typed)}`, () => assert.is(parseCommand(typed), null));
  }
});
