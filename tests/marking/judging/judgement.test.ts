import * as assert from 'uvu/assert';
import {parseTolerance} from '../../../src/marking/comparing/tolerances.js';
import {factsOf, judge} from '../../../src/marking/judging/judgement.js';
import {NOTHING} from '../../../src/marking/results/marks.js';
import {parsePoints} from '../../../src/marking/results/points.js';
import type {Verdict} from '../../../src/marking/results/verdicts.js';
import {type FixtureCase, PLAIN_CASE} from '../../../src/marking/suites/fixture-case.js';
import type {NoObservation, Observation} from '../../../src/running/job.js';
import {DEFAULT_LIMITS, LIMIT_NAMES, type Limit} from '../../../src/running/limits.js';
import {suite} from '../../support/suite.js';

const CASE: FixtureCase = {
  ...PLAIN_CASE,
  name: 'stage-1/01-one',
  number: 1,
  folder: 'stage-1',
  suite: 'Stage 1',
  title: 'One',
  inputFile: '/f/stage-1/01-one.in',
  input: Buffer.from('1\n'),
  expectedFile: '/f/stage-1/01-one.out',
  expected: Buffer.from('> one\n'),
  points: parsePoints('0.25'),
};
const RIGHT: Observation = {
  end: {exited: 0},
  stdout: Buffer.from('> one\n'),
  stderr: Buffer.alloc(0),
  written: [],
  exceeded: null,
  leftProcesses: false,
  seconds: 0.5,
};
const WRONG: Observation = {...RIGHT, stdout: Buffer.from('> two\n')};

const judged = (seen: Partial<Observation> | NoObservation, one: Partial<FixtureCase> = {}) =>
  judge({...CASE, ...one}, 'could' in seen ? seen : {...RIGHT, ...seen}, DEFAULT_LIMITS, []);

suite('the verdict', (test) => {
  test('is a pass if the bytes are right and the exit status is 0, or any if the suite says so', () => {
    for (const exited of [0, 1, 3, 127, 139, 255]) {
      const one: Partial<FixtureCase> = exited === 0 ? {} : {status: 'any'};
      assert.equal(judged({end: {exited}}, one), {
        ...NOTHING,
        verdict: 'pass',
        exitStatus: exited,
        seconds: 0.5,
      });
    }
  });

  test('comes with what was printed, and what was typed, if the program was stopped or crashed', () => {
    const stdout = Buffer.from('Hello\n> ');
    const printed = 'Hello⏎\n>·«1⏎»';
    assert.is(judged({stdout, end: {signalled: 'SIGSEGV'}}).printed, printed);
    for (const exceeded of LIMIT_NAMES) assert.is(judged({stdout, exceeded}).printed, printed);
    assert.is(judged({stdout: Buffer.alloc(0), exceeded: 'wall'}).printed, '');
    for (const seen of [WRONG, RIGHT, {end: {exited: 3}}]) assert.is(judged(seen).printed, null);
  });

  const limits: Readonly<Record<Limit, readonly [verdict: string, reason: string]>> = {
    wall: ['timed-out', 'still running after 5 seconds'],
    disk: ['too-much-output', 'more than 64 MiB in files'],
    cpu: ['timed-out', 'more than 2 seconds of processor time'],
    memory: ['out-of-memory', 'more than 512 MiB of memory'],
    output: ['too-much-output', 'more than 1024 KiB of output'],
    processes: ['too-many-processes', 'more than 64 processes at the same time'],
  };
  for (const exceeded of LIMIT_NAMES) {
    test(`is about the limit on ${exceeded} first, whatever the program printed and however it ended`, () => {
      for (const end of [{exited: 0}, {exited: 9}, {signalled: 'SIGKILL'}, {signalled: 'SIGSEGV'}]) {
        for (const stdout of [RIGHT.stdout, WRONG.stdout]) {
          const {verdict, reason, difference, wouldPassWith} = judged({exceeded, end, stdout}, {status: 7});
          assert.equal([verdict, reason, wouldPassWith], [...limits[exceeded], null]);
          const summary = stdout === WRONG.stdout ? '"two" instead of "one"' : undefined;
          assert.is(difference?.summary, summary);
        }
      }
    });
  }

  test('considers a crash before the output and the status', () => {
    const right = judged({end: {signalled: 'SIGSEGV'}}, {status: 0});
    assert.equal(
      [right.verdict, right.signal, right.reason],
      ['crashed', 'SIGSEGV', 'after the right output'],
    );
    const wrong = judged({...WRONG, end: {signalled: 'SIGABRT'}}, {status: 0});
    assert.equal([wrong.verdict, wrong.reason, wrong.wouldPassWith], ['crashed', null, null]);
    const nearly = judged(
      {stdout: Buffer.from('> one'), end: {signalled: 'SIGFPE'}},
      {tolerances: [parseTolerance('final-newline')]},
    );
    assert.equal([nearly.verdict, nearly.reason], ['crashed', 'after the right output']);
    assert.is(nearly.cause?.what, 'it divided by zero');
  });

  test('has the hint of a tolerance only if that would accept all that is wrong', () => {
    const expectedFiles = [{name: 'log', path: '', content: Buffer.from('a\n')}];
    const hintFor = (log: string) =>
      judged({stdout: Buffer.from('> one'), written: [{content: Buffer.from(log)}]}, {expectedFiles})
        .wouldPassWith;
    assert.equal(['a', 'b', 'a\n'].map(hintFor), ['final-newline', null, 'final-newline']);
  });

  test('compares files byte for byte if a checker program passed the output, and as `numbers` does', () => {
    const numbers: FixtureCase['checker'] = {kind: 'numbers', absolute: 0.001, relative: 0};
    const program = {kind: 'program', name: 'x', file: 'x', folder: null, arguments: [], limits: {}} as const;
    // Each row: the checker, the golden file, the one that is written, and what is wrong with it.
    for (const [checker, golden, made, summary] of [
      [numbers, '1 2\n3\n', '1.0 2.0005\n3\n', null],
      [numbers, '1\n3\n', '1\n4\n', 'in log: "4" instead of "3"'],
      [numbers, '1\n', null, 'it wrote no file log'],
      [program, 'a\n', 'a\n', null],
      [program, 'a\n', 'a\r\n', 'in log: carriage returns at the end of "a"'],
      [program, 'a\n', null, 'it wrote no file log'],
    ] as const) {
      const one = {...CASE, checker, expectedFiles: [{name: 'log', path: '', content: Buffer.from(golden)}]};
      const written = made === null ? ({instead: 'nothing'} as const) : {content: Buffer.from(made)};
      const seen = {...RIGHT, written: [written]};
      const {verdict, difference} = judge(
        one,
        seen,
        DEFAULT_LIMITS,
        [],
        checker === program ? {verdict: 'pass'} : null,
      );
      assert.equal(
        [verdict, difference?.summary ?? null],
        [summary === null ? 'pass' : 'wrong-output', summary],
      );
    }
  });

  test('considers the status before the output', () => {
    const {verdict, reason, difference, printed} = judged({...WRONG, end: {exited: 9}}, {status: 0});
    assert.equal([verdict, reason, printed], ['wrong-status', '9 instead of 0', null]);
    assert.is(difference?.summary, '"two" instead of "one"');
    assert.is(judged({end: {exited: 9}}).difference, null);
  });

  test('tells what a program said last, unless it ended with status 0', () => {
    const stderr = Buffer.from('sh: 1: one: not found\n');
    const said = (seen: Partial<Observation>, one: Partial<FixtureCase> = {}) => {
      const {verdict, reason, exitStatus, lastWords} = judged({stderr, ...seen}, one);
      return [verdict, reason, exitStatus, lastWords];
    };
    const words = 'one: not found';
    assert.equal(said({...WRONG, stderr}), ['wrong-output', null, 0, null]);
    assert.equal(said({...WRONG, stderr, end: {exited: 1}}, {status: 'any'}), [
      'wrong-output',
      null,
      1,
      words,
    ]);
    const failure = `1 instead of 0: ${words}`;
    assert.equal(said({...WRONG, stderr, end: {exited: 1}}), ['wrong-status', failure, 1, words]);
    const status = '0 instead of nonzero';
    assert.equal(said({end: {exited: 1}}, {status: 'nonzero'}), ['pass', null, 1, words]);
    assert.equal(said({}, {status: 'nonzero'}), ['wrong-status', status, 0, null]);
    assert.equal(said({end: {signalled: 'SIGABRT'}}), ['crashed', 'after the right output', null, words]);
    assert.is(judged({stderr, end: {signalled: 'SIGABRT'}}).cause?.what, words);
    assert.equal(said({exceeded: 'wall', end: {exited: 1}}).slice(2), [null, null]);
    const merged = {stdout: Buffer.from(`> \n${stderr}`), stderr: Buffer.alloc(0), end: {exited: 1}};
    assert.is(judged(merged, {isMerged: true}).lastWords, words);
  });

  test('says only why a run could not be observed', () => {
    // Each row: what kept it from running, in the words of some shell, and whose fault that is.
    const rows: readonly (readonly [could: 'not-run' | 'not-check', reason: string, verdict: Verdict])[] = [
      ['not-run', 'prog: Exec format error', 'could-not-run'],
      ['not-run', 'prog: cannot execute binary file: Exec format error', 'could-not-run'],
      ['not-run', 'prog: not found', 'could-not-check'],
      ['not-run', 'prog: cannot execute: required file not found', 'could-not-check'],
      ['not-run', 'prog: Permission denied', 'could-not-check'],
      ['not-check', 'no space left on device', 'could-not-check'],
    ];
    for (const [could, reason, verdict] of rows)
      assert.equal(judged({could, reason}, {status: 3}), {...NOTHING, verdict, reason});
  });
});

suite('a program that does not end', (test) => {
  const cause = (stdout: string, one: Partial<FixtureCase> = {}) =>
    judged({stdout: Buffer.from(stdout), exceeded: 'cpu'}, one).cause;
  const loop = (words: string) => ({
    where: null,
    what: `endless loop? it printed ${words} times`,
    isPastEnd: false,
  });
  const rows: readonly (readonly [fact: string, output: string, words: string | null])[] = [
    ['one line', `start\n${'x\n'.repeat(1234)}`, '"x" 1,234'],
    ['several lines, and a part of the last ones', `${'one\ntwo\n'.repeat(50)}one\nt`, '"one" 50'],
    ['a long part', `${'y'.repeat(3000)}\n`.repeat(40), `"${'y'.repeat(80)}" 40`],
    ['no line at all', '\n'.repeat(100), 'empty lines 100'],
    ['too few times', 'x\n'.repeat(19), null],
    ['other lines', Array.from({length: 999}, (_, index) => `${index}\n`).join(''), null],
    ['nothing', '', null],
  ];
  for (const [fact, output, words] of rows)
    test(`is told what it printed over and over: ${fact}`, () => {
      assert.equal(cause(output), words === null ? null : loop(words));
    });

  test('is told that it went on after the end of the input if a prompt comes again that nothing can answer', () => {
    const prompts = {prompts: ['Dice: '], input: Buffer.from('1\n2\n')};
    const asked = (times: number, one: Partial<FixtureCase> = prompts) =>
      cause(Array.from({length: times}, (_, index) => `Dice: ${index}\n`).join(''), one)?.isPastEnd;
    assert.equal([asked(3), asked(4)], [undefined, true]);
    // The right program asks as often.
    assert.is(asked(4, {...prompts, expected: Buffer.from('Dice: '.repeat(4))}), undefined);
    assert.is(cause('Name? '.repeat(20))?.isPastEnd, true);
    const crash = judged({stdout: Buffer.from('Dice: '.repeat(4)), end: {signalled: 'SIGSEGV'}}, prompts);
    assert.is(crash.cause?.isPastEnd, true);
  });
});

suite('what a report shows of a run', (test) => {
  test('is limited in length, and says how much is left out', () => {
    const stderr = judged({stderr: Buffer.alloc(5000, 'x')}).stderr ?? '';
    assert.is(stderr, `${'x'.repeat(4096)}\n… 904 more bytes`);
    const {input} = factsOf({...CASE, input: Buffer.alloc(20_000, 'y')});
    assert.is(input, `${'y'.repeat(16_384)}\n… 3616 more bytes`);
  });
});
