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
