/* Prompts and their answers: in what was printed, and before a difference. */
import * as assert from 'uvu/assert';
import {differenceOf} from '../../../src/marking/comparing/difference.js';
import {type Session, sessionOf, shownSession} from '../../../src/marking/comparing/session.js';
import type {Difference} from '../../../src/marking/results/marks.js';
import {suite} from '../../support/suite.js';

const session = (expected: string, input: string, prompts: readonly string[] | null = null): Session =>
  sessionOf({expected: Buffer.from(expected), input: Buffer.from(input), prompts});

const differing = (expected: string, actual: string, of: Session): Difference =>
  differenceOf({
    expected: Buffer.from(expected),
    actual: Buffer.from(actual),
    session: () => of,
    tolerances: [],
  });

suite('prompts', (test) => {
  // Each row: a golden, its input, and the answers in their places; null: none are known.
  const found: readonly (readonly [golden: string, input: string, shown: string | null])[] = [
    ['Say:\n> \nAgain:\n> \nBye\n', '1\n2\n', 'Say:⏎|>·«1⏎»|⏎|Again:⏎|>·«2⏎»|⏎|Bye⏎'],
    ['> \n> ', '1\n', '>·«1⏎»|⏎|>·«end of the input»'],
    ['> Hello 1\n', '1\n', '>·«1⏎»|Hello·1⏎'],
    ['Number: Number: Sum: 12\n', '5\n7\n', 'Number:·«5⏎»|Number:·«7⏎»|Sum:·12⏎'],
    ['Name? \nHello Ann\n', 'Ann\n', 'Name?·«Ann⏎»|⏎|Hello·Ann⏎'],
    ['Width: Height: \nArea: 6\n', '2\n3\n', 'Width:·«2⏎»|Height:·«3⏎»|⏎|Area:·6⏎'],
    ['Number: Number: ', '5\n', 'Number:·«5⏎»|Number:·«end of the input»'],
    // Two lines for one prompt, or a label: no line of input is known to be the answer.
    ['Two numbers:\n> \nSum: 3\n', '1\n2\n', null],
    ['Sum: 12\n', '5\n7\n', null],
    ['> \n> \n> \n', '1\n', null],
  ];
  test('are found in the golden', () => {
    for (const [golden, input, shown] of found) {
      const of = session(golden, input);
      assert.is(of.answers && shownSession(golden, of).split('\n').join('|'), shown, golden);
    }
  });

  test('are those that the suite lists, whatever the input is', () => {
    const of = session('', '1\n2\n3\n', ['Number: ', 'Name? ']);
    assert.is(shownSession('Number: Name? x', of), 'Number:·«1⏎»\nName?·«2⏎»\nx (no newline at end)');
    assert.is(shownSession('Number: ', session('', '1\n', [])), 'Number:· (no newline at end)');
  });
});

suite('the prompt before a difference', (test) => {
  const GAME = 'Roll?\n> \nYou rolled 5.\n\nAgain?\n1 -> yes\n> \nYou rolled 6.\n';
  type Row = readonly [fact: string, actual: string, input: string, answer: Difference['prompt']];
  const answers: readonly Row[] = [
    ['none before the first', 'Rol', '5\n6\n', null],
    ['the first', GAME.replace('rolled 5', 'have 5'), '5\n6\n', {number: 1, text: 'Roll?', input: '5⏎'}],
    ['a line without end', GAME.replace('6', '7'), '5\n6', {number: 2, text: 'Again?', input: '6'}],
    ['an empty line', GAME.replace('6', '7'), '5\n\n', {number: 2, text: 'Again?', input: '⏎'}],
    ['the end of input', GAME.replace('6', '7'), '5\n', {number: 2, text: 'Again?', input: null}],
    ['a wrong prompt is not yet answered', GAME.replace('> ', '>'), '5\n', null],
    ['not known', GAME.replace('6', '7'), '5\n6\n7\n', null],
  ];
  for (const [fact, actual, input, answer] of answers) {
    test(fact, () => assert.equal(differing(GAME, actual, session(GAME, input)).prompt, answer));
  }

  test('asks for itself if it has words', () => {
    const asked = (expected: string, prompt: string): string | undefined =>
      differing(`${expected}5\n`, expected, session('', '', [prompt])).prompt?.text;
    assert.is(asked('Menu:\n 1 -> a\nYour choice: ', 'Your choice: '), 'Your·choice:');
    assert.is(asked('Width: Height: ', ': '), 'Height:');
    assert.is(asked('Width?\n\nHeight?\n\n> ', '\n> '), 'Height?');
    assert.is(asked('> ', '\n> '), '>');
  });

  test('is a row of the diff, with the answers up to the difference', () => {
    const dialogue = (last: string): string => `A?\n> B?\n> ${last}\nC?\n> \n`;
    const of = session(dialogue('right'), '1\n2\n');
    const {line, column, diff} = differing(dialogue('right'), dialogue('wrong'), of);
    assert.equal([line, column], [3, 3]);
    assert.equal(diff, [
      {kind: 'same', text: 'B?⏎'},
      {kind: 'same', text: '>·', typed: '2⏎'},
      {kind: 'expected', text: 'right⏎'},
      {kind: 'actual', text: 'wrong⏎'},
      {kind: 'same', text: 'C?⏎'},
    ]);
  });
});
