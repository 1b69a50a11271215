import * as assert from 'uvu/assert';
import {scanLine} from '../../src/valuation/scanner.js';
import {endOfInput, runSession, STAGES, start, step} from '../../src/valuation/session.js';
import {sessionInputs} from '../../src/valuation/sessions.js';
import {effort} from '../support/effort.js';
import {strictTool} from '../support/strict-tool.js';
import {suite} from '../support/suite.js';

/** Every way in which an output can end. */
const ENDINGS = [
  /\nYour score is: \d+ points\n\n/,
  /\nIncorrect Input Format\.\n\n/,
  /\nValue Out of Range\.\n\n/,
  /> Dice Number Out of Range\.\n\n/,
  /\nIncorrect Number of Values\.\n\n/,
  /\nInvalid Choice\.\n\n/,
  /> \n$/, // Stage 1 exit.
];

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

const inputs = sessionInputs(2016, 2000);

/** What happens in a session with this input, as a set of short sentences. */
function eventsOf(input: string): Set<string> {
  const events = new Set<string>();
  const lines = input.split('\n');
  const rerolls: string[] = [];
  let {session} = start();
  for (let number = 0; session.phase !== 'done'; number += 1) {
    const {phase} = session;
    const depth = 'rerollsLeft' in session ? 2 - session.rerollsLeft : rerolls.length;
    const line = lines[number];
    // The text after the last newline is a line that the end of input cuts off, or no line at all.
    if (number === lines.length - 1) events.add(`the input ends ${line === '' ? 'at' : 'in'} ${phase}`);
    const {session: next, output} =
      line === undefined ? endOfInput(session) : step(session, scanLine(bytes(line)));
    const error = /([A-Z].+)\.\n\n$/.exec(output)?.[1];
    if (error !== undefined) events.add(`${phase} ${depth}: ${error}`);
    if (next.phase === 'awaiting-dice') rerolls.push('all');
    if (next.phase === 'awaiting-dice-numbers') rerolls.push('some');
    if (session.phase === 'awaiting-option' && error === undefined) {
      events.add(`scores after ${rerolls.join(' ') || 'nothing'}`);
      const digit = scanLine(bytes(line ?? '')).word;
      events.add(`scores ${session.options[Number(digit) - 1]?.name}`);
      if (lines.slice(number + 1).join('') !== '') events.add('more comes after the end');
    }
    session = next;
  }
  return events;
}

suite('fuzzed sessions', (test) => {
  const counts = new Map<string, number>();
  for (const input of inputs) {
    for (const event of eventsOf(input)) counts.set(event, 1 + (counts.get(event) ?? 0));
  }
  const reaches = (least: number, ...events: string[]): void => {
    for (const event of events) {
      test(`${event}, in at least ${least} of ${inputs.length}`, () => {
        const count = counts.get(event) ?? 0;
        assert.ok(count >= least, `only ${count}`);
      });
    }
  };
  const PROMPTS = ['dice', 'choice', 'dice-numbers', 'new-values', 'option'];
  const VALUE_ERRORS = ['Incorrect Input Format', 'Value Out of Range', 'Incorrect Number of Values'];

  reaches(
    5,
    ...PROMPTS.flatMap((prompt) => ['at', 'in'].map((where) => `the input ends ${where} awaiting-${prompt}`)),
  );
  reaches(20, ...VALUE_ERRORS.map((error) => `awaiting-dice 0: ${error}`));
  reaches(5, ...[1, 2].flatMap((depth) => VALUE_ERRORS.map((error) => `awaiting-dice ${depth}: ${error}`)));
  reaches(
    5,
    ...[1, 2].flatMap((depth) => VALUE_ERRORS.map((error) => `awaiting-new-values ${depth}: ${error}`)),
  );
  reaches(
    5,
    ...[1, 2].flatMap((depth) =>
      VALUE_ERRORS.map(
        (error) => `awaiting-dice-numbers ${depth}: ${error.replace('Value ', 'Dice Number ')}`,
      ),
    ),
  );
  reaches(40, 'awaiting-choice 0: Invalid Choice', 'awaiting-choice 1: Invalid Choice');
  reaches(30, ...[0, 1, 2].map((depth) => `awaiting-option ${depth}: Invalid Choice`));
  reaches(
    40,
    ...['nothing', 'some', 'all', 'some some', 'some all', 'all some', 'all all'].map(
      (way) => `scores after ${way}`,
    ),
  );
  reaches(
    20,
    ...[
      'Three of a Kind',
      'Four of a Kind',
      'Full House',
      'Small Straight',
      'Straight',
      'Yahtzee',
      'Chance',
    ].map((name) => `scores ${name}`),
  );
  reaches(20, 'more comes after the end');

  test('reach every ending, each exactly one, at its end', () => {
    const counts = new Map<RegExp, number>();
    for (const input of inputs) {
      for (const stage of STAGES) {
        const {output} = runSession(bytes(input), {stage});
        const found = ENDINGS.filter((ending) => output.split(ending).length > 1);
        assert.equal(
          found.map((ending) => output.split(ending).map((part) => part === '')),
          [[false, true]],
          `stage ${stage}, ${JSON.stringify(input.slice(0, 200))}`,
        );
        for (const ending of found) counts.set(ending, 1 + (counts.get(ending) ?? 0));
      }
    }
    for (const ending of ENDINGS) assert.ok((counts.get(ending) ?? 0) >= 40, `${ending}`);
  });

  test('score in a third of the runs', () => {
    const scores = inputs.filter((input) => runSession(bytes(input)).exitCode === 0).length;
    assert.ok(scores >= inputs.length / 3, `only ${scores}`);
  });

  const lines: readonly [fact: string, pattern: RegExp][] = [
    ['no line at all', /^$/],
    ['an empty line', /^\n|\n\n/],
    ['every line ended by CRLF', /^([^\r\n]*\r\n){3,}$/],
    ['\\v and \\f between values', /\d[ \t]*(\v[ \t]*\f|\f[ \t]*\v)[ \t]*\d/],
    ['a NUL', /\0/],
    ['a byte above 127', /[\x80-\xff]/],
    ['repeated dice numbers, apart', /\n1\n[1-5 ]*([1-5]) (?!\1)[1-5] [1-5 ]*\1/],
    ['a line longer than any common buffer', /[^\n]{65537}/],
    ...['3x', '33', '2.5', '3 2', '-3', '3.', '01', '+1'].map((choice): [string, RegExp] => [
      `the disputed choice ${choice}`,
      new RegExp(`\\n${choice.replace(/[.+]/g, '\\$&').replace(/[123](?!.*[123])|^[123]/g, '[123]')}\\n`),
    ]),
  ];
  for (const [fact, pattern] of lines) {
    test(`have ${fact}`, () => {
      const count = inputs.filter((input) => pattern.test(input)).length;
      assert.ok(count >= 3, `only ${count}`);
    });
  }

  test('are the same for the same seed, and different for another', () => {
    const some = sessionInputs(2016, 200);
    assert.equal(sessionInputs(2016, 200), some);
    assert.is.not(sessionInputs(2017, 200).join(''), some.join(''));
  });

  test('end in the compiled tool as in the session', () => {
    for (const input of inputs.slice(0, effort(2000, 300))) {
      for (const [stage, choice] of [
        [1, 'word'],
        [2, 'word'],
        [2, 'character'],
      ] as const) {
        const {output, exitCode} = runSession(bytes(input), {stage, choice});
        const expected = {stdout: output, stderr: '', exitCode};
        const actual = strictTool(input, ['--stage', `${stage}`, '--choice', choice]);
        assert.equal(actual, expected, `stage ${stage}, ${choice}, ${JSON.stringify(input.slice(0, 200))}`);
      }
    }
  });
});
