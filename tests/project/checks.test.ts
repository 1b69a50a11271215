/* What `npm test` shows of a failed test file. */
import * as assert from 'uvu/assert';
import {condensed} from '../support/checks.js';
import {suite} from '../support/suite.js';

suite('the output of a failed test file', (test) => {
  const failure = (name: string, message: string, line: number): string =>
    `   FAIL  dice  "${name}"\n    ${name}: ${message}\n\n    at tests/dice.test.ts:${line}:7\n\n`;

  test('shows failures that are alike once, and counts them', () => {
    const one = failure('ones', 'line 16 is wrong', 30);
    const like = ['twos', 'threes'].map((name, at) => failure(name, `line ${at} is wrong`, 30)).join('\n');
    const others = `${failure('fours', 'line 16 is missing', 30)}\n${failure('fives', 'line 16 is wrong', 31)}`;
    const end = '\n cards  (2 / 2)\n\n  Total:     8\n';
    assert.is(
      condensed(` dice  • ✘ ✘   (1 / 6)\n\n${one}\n${like}\n${others}${end}`),
      ` dice  (1 / 6)\n\n${one.trimEnd()}\n    and 2 more: twos, threes\n\n${others.replace('\n\n\n', '\n\n')}${end.slice(1)}`,
    );
  });
});
