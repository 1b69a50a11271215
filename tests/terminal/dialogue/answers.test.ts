import * as assert from 'uvu/assert';
import type {Category} from '../../../src/rules/categories.js';
import {sceneOf} from '../../../src/table/scene.js';
import {isName, parseCategory, parseFaces, parseReroll} from '../../../src/terminal/dialogue/answers.js';
import {suite} from '../../support/suite.js';
import {sit} from '../../support/table-events.js';
import {TRIPLE as THREE, TYPED} from '../../support/typed-games.js';

/** Answers for each box: the numbers of the handout, and the names on the two cards. */
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

const SINGLE = sceneOf(sit(TYPED)).card;
const TRIPLE = sceneOf(sit(THREE)).card;

/** The refusal of an answer; empty if it is accepted. */
function refusal(answered: object): string {
  return 'refusal' in answered && typeof answered.refusal === 'string' ? answered.refusal : '';
}

suite('a category', (test) => {
  test('is typed by its name on either card, by its number, and with a column where there are several', () => {
    for (const [category, number, names] of BOXES) {
      for (const name of names) {
        const plain = [name, name.toLowerCase(), name.toUpperCase()];
        for (const form of [...plain, name.replaceAll(' ', ''), name.replaceAll(' ', '-'), `${name}!`])
          assert.equal(parseCategory(form, SINGLE), {category, column: 1}, form);
      }
      assert.equal(parseCategory(`${number}`, SINGLE), {category, column: 1});
      for (const typed of [...names, number]) {
        for (const form of [`${typed} 3`, `${typed} x3`, `${typed} X3`, `${typed} column 3`, `${typed}, 3`])
          assert.equal(parseCategory(form, TRIPLE), {category, column: 3}, form);
      }
    }
  });

  test('is typed by the start of its name, or of a word of it, if no other has the same', () => {
    for (const [typed, category] of [
      ['y', 'yahtzee'],
      ['full h', 'full-house'],
      ['sm', 'small-straight'],
      ['house', 'full-house'],
      ['straight', undefined],
      ['kind', undefined],
      ['three', undefined],
      ['f', undefined],
      ['s', undefined],
    ] as const) {
      const answered = parseCategory(typed, SINGLE);
      if (category !== undefined) assert.equal(answered, {category, column: 1}, typed);
      else assert.match(refusal(answered), /could be .* or /, typed);
    }
  });

  // Digits are numbers of boxes, and what stands beside one counts: 3. is not Three of a Kind.
  test('is nothing else', () => {
    for (const typed of '-3 +3 3. #3 (4) -4 4! 3- .3 -9 9. 0 00 18 03 009 1e0 0x9 2.5 9.0 ٣ ３'.split(' '))
      assert.match(refusal(parseCategory(typed, SINGLE)), 'There is no category', typed);
    assert.is(refusal(parseCategory('', SINGLE)), 'Type the name of a category.');
    for (const typed of ['7', 'upper score', 'TOTAL', 'grand total'])
      assert.match(refusal(parseCategory(typed, SINGLE)), 'is calculated: choose a box.', typed);
  });
});

suite('dice to roll again', (test) => {
  const reroll = (typed: string) => parseReroll(typed, [5, 3, 5, 4, 5]);

  test('are typed by place; those to keep by their faces, or behind "dice" by place', () => {
    for (const [typed, numbers] of [
      ['2', [2]],
      ['2 4', [2, 4]],
      ['2,4', [2, 4]],
      ['2, 4', [2, 4]],
      ['2\t4', [2, 4]],
      ['4 2', [4, 2]],
      ['1 2 3 4 5', [1, 2, 3, 4, 5]],
      ['ALL', [1, 2, 3, 4, 5]],
      ['reroll 2 4', [2, 4]],
      ['re-roll 2 4', [2, 4]],
      ['roll all', [1, 2, 3, 4, 5]],
      ['roll dice 2 4', [2, 4]],
      ['roll all dice again', [1, 2, 3, 4, 5]],
      ['keep 5 5 5', [2, 4]],
      ['Keep 5,5', [2, 4, 5]],
      ['hold 345', [3, 5]],
      ['keep 3 4 5 5 5', []],
      ['Keep dice 1,3,5', [2, 4]],
      ['hold die 2', [1, 3, 4, 5]],
      ['keep dice 1 2 3 4 5', []],
      ['keep all', []],
      ['keep all dice', []],
    ] as const)
      assert.equal(reroll(typed), {numbers}, typed);
  });

  // A roll that is used up for a slip cannot be taken back.
  test('are nothing else', () => {
    const slips = [
      ...'- -1 +1 #1 ! . (2) "2" * / \\ <2 , 2, 2.4 1-3 ١ ２ 😀 é 東 \ufffd 1e0 0x2 none no yes enter'.split(
        ' ',
      ),
      ...'all 2|2 all|- 2|, -|, 2|2 x|keepall|keep2|keep none|roll -1|keep -1|keep ,|keep all 2'.split('|'),
      ...['roll all all', 'keep keep', 'full hous', 'keep dice none', 'keep dice', 'dice'],
    ];
    for (const typed of slips) assert.is.not(refusal(reroll(typed)), '', typed);
    for (const [reason, ...typed] of [
      [/There is no die [06-9]: dice are numbered 1 to 5/, '0', '6', '2 9', '2 4 6', 'keep dice 9', 'roll 7'],
      [/Die [13] is named twice/, '1 1', '1 2 1', 'keep dice 3 3', '1 2 3 4 5 1'],
      [
        /^Not that many dice show [126-9]: keep 5 5 names faces/,
        'keep 1 2 3 4',
        'keep 2',
        'keep 9',
        'hold 66',
      ],
      [/^Not that many dice show 5: /, 'keep 5 5 5 5'],
      // 12 could be two dice, or a category.
      [/There is no die \d+…?: leave spaces/, '12', '10', '2 45', 'keep dice 15', '33561', '9'.repeat(1000)],
      [/what to keep/, 'keep', 'hold', 'Keep', 'keep dice'],
      [/which dice to roll again/, 'roll', 'reroll', 're-roll'],
    ] as const)
      for (const one of typed) assert.match(refusal(reroll(one)), reason, one);
  });

  test('may be a category at once, by three letters of its name or more', () => {
    for (const [, , names] of BOXES)
      for (const name of names) assert.ok(isName(name, SINGLE) && isName(`${name.toUpperCase()} 2`, TRIPLE));
    for (const typed of ['ful', 'house', 'yah', 'three', 'straight']) assert.ok(isName(typed, SINGLE), typed);
    for (const typed of ['y', 'of', 'total', '9', '123', '', 'all', 'yes'])
      assert.not.ok(isName(typed, SINGLE), typed);
  });
});

suite('faces', (test) => {
  test('are so many digits from 1 to 6', () => {
    for (const typed of ['3 3 5 6 1', '33561', '3,3,5,6,1', '3, 3, 5, 6, 1', '3\t3 5  6 1', '335 61'])
      assert.equal(parseFaces(typed, 5), {faces: [3, 3, 5, 6, 1]}, typed);
    const wrong =
      '| |,|0 1 2 3 4|1 2 3 4 7|1 2 3 4 x|1 2 3 4 -5|1.2.3.4.5|1 2 3 4 ٥|1e0 2 3|all|😀|1 2 3 4 5\0';
    for (const typed of wrong.split('|'))
      assert.match(refusal(parseFaces(typed, 5)), 'is not 5 values from 1 to 6', typed);
    assert.match(refusal(parseFaces('x', 1)), 'is not a value from 1 to 6');
    assert.match(refusal(parseFaces('1 2 3 4', 5)), '5 values are needed, and 4 were typed');
    assert.match(refusal(parseFaces('123456', 5)), '5 values are needed, and 6 were typed');
    assert.match(refusal(parseFaces('1', 2)), '2 values are needed, and 1 was typed');
    assert.match(refusal(parseFaces('1 2', 1)), '1 value is needed, and 2 were typed');
  });
});
