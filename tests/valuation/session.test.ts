import * as assert from 'uvu/assert';
import {scanLine} from '../../src/valuation/scanner.js';
import {endOfInput, runSession, type Session, start, step} from '../../src/valuation/session.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

/** The session after these lines. */
const after = (...lines: string[]): Session =>
  lines.reduce((session, line) => step(session, scanLine(line)).session, start().session);

suite('session', (test) => {
  // Lines, separated by a slash.
  const phases: readonly [lines: string, phase: Session['phase']][] = [
    ['', 'awaiting-dice'],
    ['1 1 1 1 1', 'awaiting-choice'],
    ['1 1 1 1 1/1', 'awaiting-dice-numbers'],
    ['1 1 1 1 1/1/5 2', 'awaiting-new-values'],
    ['1 1 1 1 1/1/5 2/1 6', 'awaiting-choice'],
    ['1 1 1 1 1/2', 'awaiting-dice'],
    ['1 1 1 1 1/2/2 2 2 2 2', 'awaiting-choice'],
    ['1 1 1 1 1/2/2 2 2 2 2/1/1/3', 'awaiting-option'],
    ['1 1 1 1 1/2/2 2 2 2 2/2/3 3 3 3 3', 'awaiting-option'],
    ['1 1 1 1 1/3', 'awaiting-option'],
    ['1 1 1 1 1/3/3', 'done'],
    ['x', 'done'],
  ];
  for (const [lines, phase] of phases) {
    const session = after(...lines.split('/').filter((line) => line !== ''));
    test(`after ${lines || 'nothing'} it is ${phase}, which the end of input ends in one step`, () => {
      assert.is(session.phase, phase);
      const {session: ended, output} = endOfInput(session);
      const isChoice = phase === 'awaiting-choice' || phase === 'awaiting-option';
      const said = isChoice ? '\nInvalid Choice.\n\n' : '\nIncorrect Number of Values.\n\n';
      if (phase === 'done')
        assert.equal(
          [{session: ended, output}, step(session, scanLine('1 2 3 4 5'))],
          Array(2).fill({session, output: ''}),
        );
      else assert.equal([ended.phase === 'done' && ended.exitCode, output], [1, said]);
    });
  }

  test('each phase carries what it needs', () => {
    const settings = {stage: 2, choice: 'word'};
    const rerolling = {rerollsLeft: 1, dice: [1, 2, 3, 4, 5], numbers: [5, 2]};
    assert.equal(after('1 2 3 4 5', '1', '5 2 5'), {settings, phase: 'awaiting-new-values', ...rerolling});
    const [small, chance] = [
      {name: 'Small Straight', points: 30},
      {name: 'Chance', points: 16},
    ];
    assert.equal(after('1 2 3 4 6', '3'), {settings, phase: 'awaiting-option', options: [small, chance]});
    assert.equal(after('x'), {settings, phase: 'done', exitCode: 1});
  });

  test('a step does not change the session it is given', () => {
    const session = after('1 2 3 4 5');
    const before = structuredClone(session);
    step(session, scanLine('1'));
    step(session, scanLine('2'));
    assert.equal(session, before);
  });

  test('an option that does not exist is named in the error', () => {
    const wrong: readonly [options: object, message: string][] = [
      [{stage: 3}, 'no stage 3: stages are 1, 2'],
      [{choice: 'letter'}, 'no choice reading letter: readings are word, character'],
    ];
    for (const [options, message] of wrong) {
      for (const play of [start, (given: object) => runSession('', given)]) {
        throwsRangeError(() => play(options), message);
      }
    }
  });

  test('an input that is neither text nor bytes is refused, because it could run for ever', () => {
    const play = (input: unknown): unknown => Reflect.apply(runSession, undefined, [input]);
    const buffer = new ArrayBuffer(8);
    for (const input of [undefined, null, 5, {}, [49, 10], buffer, new DataView(buffer)]) {
      const message = `input is a string or a Uint8Array, not ${String(input)}`;
      assert.throws(
        () => play(input),
        (error: unknown) => error instanceof TypeError && error.message === message,
      );
    }
  });
});
