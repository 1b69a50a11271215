/* Prompts and their answers: in what was printed, and before a difference. */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {differenceOf} from '../../../src/marking/comparing/difference.js';
import {type Session, sessionOf, shownSession} from '../../../src/marking/comparing/session.js';
import type {Difference} from '../../../src/marking/results/marks.js';
import {visible} from '../../../src/marking/results/visible.js';
import {loadFixtures} from '../../../src/marking/suites/fixtures.js';
import {FIXTURES} from '../../support/goldens.js';
import {suite} from '../../support/suite.js';

const session = (expected: string, input: string, prompts: readonly string[] | null = null): Session =>
  sessionOf({expected: Buffer.from(expected), input: Buffer.from(input), prompts});

const differing = (expected: string, actual: string, of: Session): Difference =>
  differenceOf({expected, actual, session: of, tolerances: []});

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

suite('a long session', (test) => {
  test('is shown with its start and its end, and with the right answers', () => {
    const answers = Array.from({length: 2000}, (_, line) => `answer ${line + 1}\n`).join('');
    const printed = 'Next?\n> '.repeat(2000);
    const lines = shownSession(printed, session(printed, answers)).split('\n');
    assert.equal(lines.slice(0, 2), ['Next?⏎', '>·«answer·1⏎»']);
    assert.equal(lines.slice(-2), ['Next?⏎', '>·«answer·2000⏎»']);
    assert.match(lines.filter((line) => line.startsWith('…')).join(), /^… 1\d{4} more bytes$/);
    const long = 'x'.repeat(1_000_000);
    const shown = shownSession(`${long}\n> `, session('> ', `${long}\n`));
    assert.ok(shown.length < 2000 && shown.includes('>·«xxxx'), shown);
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

  test('is the one that was answered, in the marking suite', () => {
    const question =
      /Please enter dice (?:values|to reroll \(1 - 5\)):|Please enter \d values?:|Please choose:|Your score options are:/g;
    let count = 0;
    for (const one of loadFixtures(join(FIXTURES, 'marking'))) {
      const [expected, input] = [one.expected.toString('latin1'), one.input.toString('latin1')];
      for (const [before, {index}] of [...expected.matchAll(/\n> (?!$)/g)].entries()) {
        const {prompt} = differing(expected, expected.slice(0, index + 3), sessionOf(one));
        const asked = visible(expected.slice(0, index).match(question)?.at(-1) ?? '');
        const answer = visible(input.split('\n')[before] ?? '');
        const found = [prompt?.number, prompt?.text, prompt?.input?.replace(/⏎$/, '') ?? ''];
        assert.equal(found, [before + 1, asked, answer], one.name);
        count += 1;
      }
    }
    assert.is(count, 304);
  });
});
