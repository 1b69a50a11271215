import * as assert from 'uvu/assert';
import {shownDialogue} from '../../../src/marking/comparing/dialogue.js';
import {differenceOf} from '../../../src/marking/comparing/difference.js';
import {suite} from '../../support/suite.js';

const PROMPT = '\n> ';
const INPUT = 'one\ntwo\n';

suite('a session as a terminal shows it', (test) => {
  const sessions: readonly (readonly [fact: string, printed: string, shown: string[]])[] = [
    ['nothing', '', ['']],
    [
      'answers in their places',
      'Say:\n> \nAgain:\n> \nBye\n',
      ['Say:⏎', '>·«one⏎»', '⏎', 'Again:⏎', '>·«two⏎»', '⏎', 'Bye⏎'],
    ],
    ['a prompt that is printed first', '> \n> ', ['>·«one⏎»', '⏎', '>·«two⏎»']],
    ['a third question', '\n> \n> \n> ', ['⏎', '>·«one⏎»', '⏎', '>·«two⏎»', '⏎', '>·«end of the input»']],
    ['a last line without a newline', 'Say', ['Say (no newline at end)']],
  ];
  for (const [fact, printed, shown] of sessions) {
    test(fact, () => assert.equal(shownDialogue(printed, {prompt: PROMPT, input: INPUT}).split('\n'), shown));
  }

  test('of much, the start and the end, and still the right answers', () => {
    const answers = Array.from({length: 2000}, (_, line) => `answer ${line + 1}\n`).join('');
    const printed = 'Next?\n> '.repeat(2000);
    const lines = shownDialogue(printed, {prompt: PROMPT, input: answers}).split('\n');
    assert.equal(lines.slice(0, 2), ['Next?⏎', '>·«answer·1⏎»']);
    assert.equal(
      lines.slice(-2),
      ['>·Next?⏎', '>·«answer·2000⏎»'].map((line) => line.replace('>·N', 'N')),
    );
    const [gap = '', ...others] = lines.filter((line) => line.startsWith('…'));
    assert.match(gap, /^… 1\d{4} more bytes$/);
    assert.is(others.length, 0);
  });

  test('of a very long line or answer only a part', () => {
    const long = 'x'.repeat(1_000_000);
    const shown = shownDialogue(`${long}\n> `, {prompt: PROMPT, input: `${long}\n`});
    assert.ok(shown.length < 2000, shown);
    assert.match(shown, '>·«xxxx');
  });
});

suite('the dialogue before a difference', (test) => {
  test('has the answers that both outputs asked for, and none after it', () => {
    const dialogue = (last: string): string => `A?\n> B?\n> ${last}\nC?\n> \n`;
    const {diff} = differenceOf({
      expected: dialogue('right'),
      actual: dialogue('wrong'),
      input: INPUT,
      prompt: PROMPT,
      tolerances: [],
    });
    assert.equal(diff, [
      {kind: 'same', text: 'A?⏎'},
      {kind: 'same', text: '>·', typed: 'one⏎'},
      {kind: 'same', text: 'B?⏎'},
      {kind: 'same', text: '>·', typed: 'two⏎'},
      {kind: 'expected', text: 'right⏎'},
      {kind: 'actual', text: 'wrong⏎'},
      {kind: 'same', text: 'C?⏎'},
      {kind: 'same', text: '>·'},
      {kind: 'same', text: '⏎'},
    ]);
  });
});
