import * as assert from 'uvu/assert';
import {scanLine} from '../../src/valuation/scanner.js';
import {endOfInput, runSession, type Session, start, step} from '../../src/valuation/session.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

const after = (...lines: string[]): Session =>
  lines.reduce((session, line) => step(session, scanLine(line)).session, start().session);

suite('session', (test) => {
  test('once done, it stays done and prints nothing', () => {
    for (const session of [after('1 1 1 1 1', '3', '3'), after('x')]) {
      assert.is(session.phase, 'done');
      for (const next of [step(session, scanLine('1 2 3 4 5')), endOfInput(session)])
        assert.equal(next, {session, output: ''});
    }
  });

  test('each phase carries what it needs', () => {
    const settings = {stage: 2, choice: 'word'};
    const rerolling = {rerollsLeft: 1, dice: [1, 2, 3, 4, 5], numbers: [5, 2]};
    assert.equal(after('1 2 3 4 5', '1', '5 2 5'), {settings, phase: 'awaiting-new-values', ...rerolling});
    const small = {name: 'Small Straight', points: 30};
    const chance = {name: 'Chance', points: 16};
    assert.equal(after('1 2 3 4 6', '3'), {settings, phase: 'awaiting-option', options: [small, chance]});
  });

  test('options that do not exist and input that is neither text nor bytes are refused', () => {
    const play = (input: unknown, options: object = {}): unknown =>
      Reflect.apply(runSession, undefined, [input, options]);
    throwsRangeError(() => play('', {stage: 3}), 'stage must be 1 or 2, not 3');
    throwsRangeError(() => play('', {choice: 'letter'}), 'choice must be word or character, not letter');
    for (const input of [undefined, 5, [49, 10], new ArrayBuffer(8)]) {
      const message = `input must be a string or a Uint8Array, not ${String(input)}`;
      assert.throws(
        () => play(input),
        (error: unknown) => error instanceof TypeError && error.message === message,
      );
    }
  });
});
