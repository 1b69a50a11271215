import {runInNewContext} from 'node:vm';
import * as assert from 'uvu/assert';
import {CHOICE_READINGS} from '../../src/valuation/choices.js';
import {scanLine} from '../../src/valuation/scanner.js';
import {endOfInput, runSession, type Session, STAGES, start, step} from '../../src/valuation/session.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {effort} from '../support/effort.js';
import {type Dealer, dealer} from '../support/random.js';
import {ENDINGS, referenceSession} from '../support/reference-session.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

/** The session after these lines. */
const after = (...lines: string[]): Session =>
  lines.reduce((session, line) => step(session, scanLine(line)).session, start().session);

suite('session', (test) => {
  const phases: readonly [lines: string[], phase: Session['phase']][] = [
    [[], 'awaiting-dice'],
    [['1 1 1 1 1'], 'awaiting-choice'],
    [['1 1 1 1 1', '1'], 'awaiting-dice-numbers'],
    [['1 1 1 1 1', '1', '5 2'], 'awaiting-new-values'],
    [['1 1 1 1 1', '1', '5 2', '1 6'], 'awaiting-choice'],
    [['1 1 1 1 1', '2'], 'awaiting-dice'],
    [['1 1 1 1 1', '2', '2 2 2 2 2'], 'awaiting-choice'],
    [['1 1 1 1 1', '2', '2 2 2 2 2', '1', '1', '3'], 'awaiting-option'],
    [['1 1 1 1 1', '2', '2 2 2 2 2', '2', '3 3 3 3 3'], 'awaiting-option'],
    [['1 1 1 1 1', '3'], 'awaiting-option'],
    [['1 1 1 1 1', '3', '3'], 'done'],
    [['x'], 'done'],
  ];
  for (const [lines, phase] of phases) {
    test(`after ${JSON.stringify(lines)} it is ${phase}`, () => assert.is(after(...lines).phase, phase));
  }

  test('each phase carries what it needs', () => {
    assert.equal(after('1 2 3 4 5', '1', '5 2 5'), {
      settings: {stage: 2, choice: 'word'},
      phase: 'awaiting-new-values',
      rerollsLeft: 1,
      dice: [1, 2, 3, 4, 5],
      numbers: [5, 2],
    });
    assert.equal(after('1 2 3 4 6', '3'), {
      settings: {stage: 2, choice: 'word'},
      phase: 'awaiting-option',
      options: [
        {name: 'Small Straight', points: 30},
        {name: 'Chance', points: 16},
      ],
    });
    assert.equal(after('x'), {settings: {stage: 2, choice: 'word'}, phase: 'done', exitCode: 1});
  });

  test('a step does not change the session it is given', () => {
    const session = after('1 2 3 4 5');
    const before = structuredClone(session);
    step(session, scanLine('1'));
    step(session, scanLine('2'));
    assert.equal(session, before);
  });

  test('end of input ends every session that is not done, in one step', () => {
    for (const [lines, phase] of phases) {
      if (phase === 'done') continue;
      const {session, output} = endOfInput(after(...lines));
      const asksChoice = phase === 'awaiting-choice' || phase === 'awaiting-option';
      assert.is(output, asksChoice ? '\nInvalid Choice.\n\n' : '\nIncorrect Number of Values.\n\n', phase);
      assert.is(session.phase === 'done' && session.exitCode, 1);
    }
  });

  test('a session that is done stays done and prints nothing', () => {
    const done = after('x');
    assert.equal(step(done, scanLine('1 2 3 4 5')), {session: done, output: ''});
    assert.equal(endOfInput(done), {session: done, output: ''});
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
    for (const input of [
      undefined,
      null,
      5,
      {},
      [49, 10],
      new ArrayBuffer(8),
      new DataView(new ArrayBuffer(8)),
    ]) {
      assert.throws(
        () => play(input),
        (error: unknown) =>
          error instanceof TypeError &&
          error.message === `input is a string or a Uint8Array, not ${String(input)}`,
      );
    }
  });

  test('bytes from another realm are bytes', () => {
    const bytes = runInNewContext('Uint8Array.from([0x78])');
    assert.not.ok(bytes instanceof Uint8Array);
    assert.equal(runSession(bytes), runSession('x'));
  });

  test('text and its UTF-8 bytes are the same input', () => {
    for (const input of ['6 6 6 4 4\n3\n2\n', 'é', '１ 2 3 4 5']) {
      assert.equal(runSession(input), runSession(Buffer.from(input, 'utf8')));
    }
  });
});

suite('random sessions', (test) => {
  const SESSIONS = effort(10_000, 3000);

  /** Mostly valid play, with a mistake now and then. */
  const nearValid = ({number, oneOf, bytes}: Dealer): Buffer => {
    const digits = (count: number, highest: number): string =>
      Array.from({length: count}, () =>
        number(number(0, 15) ? 1 : 0, highest + (number(0, 15) ? 0 : 1)),
      ).join(oneOf([' ', ' ', ' ', '  ', '\t', ' \r']));
    const choice = (): string =>
      oneOf(['1', '1', '2', '2', '3', '3', '3 x', '3x', '2.5', '33', '4', '', ' 1', '3.', '2\0']);
    const lines = [digits(5, 6)];
    for (let reroll = number(0, 2); reroll > 0; reroll -= 1) {
      if (number(0, 1)) {
        lines.push('2', digits(number(0, 9) ? 5 : number(0, 7), 6));
      } else {
        const numbers = digits(number(1, 6), 5);
        lines.push('1', numbers, digits(new Set(numbers.match(/\d/g)).size + (number(0, 9) ? 0 : 1), 6));
      }
    }
    lines.push(choice(), choice(), choice());
    if (!number(0, 4)) lines.splice(number(0, lines.length), 1, latin1(bytes(number(0, 6))));
    return Buffer.from(lines.join(oneOf(['\n', '\n', '\r\n'])), 'latin1');
  };

  const kinds: readonly [name: string, input: (dealt: Dealer) => Buffer][] = [
    ['random bytes', ({bytes, number}) => bytes(number(0, 60))],
    [
      'bytes that matter',
      ({oneOf, number}) =>
        Buffer.from(
          Array.from({length: number(0, 60)}, () =>
            oneOf([...'\n\n 11223345679\t\r.x0'] as [string, ...string[]]),
          ).join(''),
        ),
    ],
    ['near-valid play', nearValid],
  ];

  for (const [index, [name, makeInput]] of kinds.entries()) {
    test(`${SESSIONS} of ${name} each end in exactly one ending, as in the reference`, () => {
      const dealt = dealer(2016 + index);
      const endings = new Map<RegExp, number>();
      for (let run = 0; run < SESSIONS; run += 1) {
        const input = makeInput(dealt);
        const [stage, choice] = [dealt.oneOf(STAGES), dealt.oneOf(CHOICE_READINGS)];
        const label = `run ${run}, stage ${stage}, ${choice}, ${JSON.stringify(latin1(input))}`;
        const {output, exitCode} = runSession(input, {stage, choice});

        const found = ENDINGS.filter((ending) => ending.test(output));
        const [ending] = found;
        if (ending === undefined || found.length > 1)
          return assert.unreachable(`${label}: ${found.length} endings`);
        assert.ok(new RegExp(`${ending.source}$`).test(output), `${label}: does not end in its ending`);
        assert.is(output.split(ending).length, 2, `${label}: its ending twice`);
        endings.set(ending, 1 + (endings.get(ending) ?? 0));

        const expected = referenceSession(latin1(input), stage, choice);
        sameBytes(output, expected.output, label);
        assert.is(exitCode, expected.exitCode, label);
      }
      // A good generator must reach every ending.
      if (makeInput === nearValid) assert.is(endings.size, ENDINGS.length);
    });
  }
});
