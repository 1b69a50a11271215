/* The rules of an explanation, each as a case and what it reads like. */
import * as assert from 'uvu/assert';
import {drawn, drawnText, unpainted} from '../../../src/marking/reports/draw.js';
import {
  type Audience,
  errorOnPass,
  explain,
  headline,
  Legend,
  notesOf,
} from '../../../src/marking/reports/explain.js';
import type {CaseMarks, Cause, Difference, DiffLine} from '../../../src/marking/results/marks.js';
import {UNTESTED} from '../../../src/marking/results/verdicts.js';
import {ACCEPTED, CRASH, LOST, NO_CHOICE, PARTLY} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

const KINDS: Readonly<Record<string, DiffLine['kind']>> = {'=': 'same', '-': 'expected', '+': 'actual'};

/** @param rows `=same`, `-expected` or `+actual` */
const differing = (rows: readonly string[], change: Partial<Difference> = {}): Difference => {
  const count = (sign: string): number => rows.filter((row) => row.startsWith(sign)).length;
  return {
    summary: 'no newline at the end',
    mistake: null,
    exactness: 'none',
    line: 1,
    column: 4,
    differing: {expected: count('-'), actual: count('+')},
    prompt: null,
    file: null,
    diff: rows.map((row) => ({kind: KINDS[row.charAt(0)] ?? 'same', text: row.slice(1)})),
    ...change,
  };
};
const CAUSE: Cause = {
  where: {function: 'readDice', file: 'assign1.c', line: 42},
  what: 'index 5 of an array of 5',
  isPastEnd: false,
};
const FOUND = {signal: 'SIGSEGV', reason: null, cause: CAUSE};
const BARE: CaseMarks = {...CRASH, leftProcesses: false, reproduce: null};
const LOST_OUTPUT =
  'printed until then: nothing\noutput that is not flushed is lost: after each prompt, flush it: fflush(stdout) in C, flush=True in Python';
const ANSWERS = Array.from({length: 99}, (_, index) => `${index + 1}⏎`);
const TOO = 'the output is wrong, too: no newline at the end';
const LAST_WORDS = 'ZeroDivisionError: division by zero';
const TRACEBACK =
  'Traceback·(most·recent·call·last):⏎\n··File·"mean.py",·line·15,·in·<module>⏎\nZeroDivisionError:·division·by·zero⏎';

type Rule = readonly [rule: string, one: Partial<CaseMarks>, lines: string, audience?: Audience];

// biome-ignore format: a table
const RULES: readonly Rule[] = [
  ['what was expected stands beside what is unexpected', {verdict: 'wrong-output', reason: null, difference: differing(['=Hello⏎', '+Out·of·Range.⏎', '=⏎', '-Incorrect·Format.⏎'])},
    '          Hello⏎\nactual    Out·of·Range.⏎\n          ⏎\nexpected  Incorrect·Format.⏎'],
  ['the rest of a long difference is counted', {difference: differing(['-d', '-e', '-f', '-g'], {differing: {expected: 14, actual: 1}})}, `${TOO}\nexpected  d\nexpected  e\nexpected  f\nexpected  g\n        … 10 more lines differ`],
  ['the rest of an output that nothing was expected of is not counted', {difference: differing(['+a', '+b'], {differing: {expected: 0, actual: 2000}})}, `${TOO}\nactual    a\nactual    b\n        … more lines`],
  ['a crash at the end of the input says where it was, too', {...FOUND, cause: {...CAUSE, isPastEnd: true}, printed: '>·', difference: differing(['-Bye⏎', '+>·'], {exactness: 'byte'})},
    'details: SIGSEGV in `readDice`, assign1.c line 42: index 5 of an array of 5\nat line 1, column 4\nexpected  Bye⏎\nactual    >·\n          ^^\nprinted until then: >·'],
  ['a crash that printed nothing, even at last, needs no advice', {...FOUND, printed: ''}, 'printed until then: nothing'],
  ['an endless loop says the limit, too', {verdict: 'timed-out', reason: 'more', cause: {where: null, what: 'endless loop?', isPastEnd: false}}, 'details: more'],
  ['a program that failed shows its error output, and what should have been printed, with its place',
    {verdict: 'wrong-status', reason: `1 instead of 0: ${LAST_WORDS}`, exitStatus: 1, lastWords: LAST_WORDS, stderr: TRACEBACK, difference: differing(['-mean·3⏎'], {exactness: 'byte', summary: '"mean 3" is missing'}), reproduce: './mean.py'},
    `the output is wrong, too: "mean 3" is missing\nat line 1, column 4\nexpected  mean·3⏎\nstandard error:\n${TRACEBACK.replace(/^(?=.)/gm, '| ').trimEnd()}`, 'student'],
  ['a time-out after the start of the right output shows what comes next', {verdict: 'timed-out', printed: '>·«3⏎»', difference: differing(['-Bye⏎'], {diff: [{kind: 'same', text: '>·', typed: '3⏎'}, {kind: 'expected', text: 'Bye⏎'}]})},
    `${TOO}\n          >·«3⏎»\nexpected  Bye⏎`],
  ['a crash after wrong output shows both', {printed: 'Bie⏎', difference: differing(['-Bye⏎', '+Bie⏎'], {exactness: 'byte'})}, `${TOO}\nat line 1, column 4\nexpected  Bye⏎\nactual    Bie⏎\n           ^\nprinted until then: Bie⏎`],
  ['nothing printed, beside the right output: advice', {printed: '', difference: differing(['->·'])}, `expected  >·\n${LOST_OUTPUT}`, 'student'],
  ['a long text shows its last lines', {printed: Array.from({length: 12}, (_, line) => `${line}⏎`).join('\n')}, `printed until then:\n| … 2 more lines\n${Array.from({length: 10}, (_, line) => `| ${line + 2}⏎`).join('\n')}`],
  ['the compiler in full below its first error', {verdict: 'did-not-compile', reason: 'error: expected ";"\na.c:3:1: error: expected ";"\n    3 | }'}, 'the compiler says:\n| a.c:3:1: error: expected ";"\n|     3 | }'],
  ['no fault where the marker must name a program', {verdict: 'could-not-check', reason: 'two', studentReason: 'hand in one', reproduce: null}, ''],
  ['a fault of ours', {...LOST, reproduce: null}, "details: on the disk\nnot the program's fault: fivedice or this machine failed"],
  ['words of a checker', {...PARTLY, reproduce: null}, 'the checker says: one of two'],
  ['words of a checker to markers', {judgeMessage: 'compare a'}, 'the checker tells markers: compare a'],
  ['words of a checker to markers are for no student', {judgeMessage: 'compare'}, '', 'student'],
  ['a command for markers', {reproduce: './a < 1.in'}, './a < 1.in'],
  ['no command for students, who lack the files', {reproduce: './a < 1.in'}, '', 'student'],
  ['evidence of another case', {sameAs: 'stage-1/04', stderr: 'x', leftProcesses: true}, 'as in stage-1/04'],
  ['a tolerance with its flag', {wouldPassWith: 'only A-Z'}, "only characters other than A-Z differ (`--tolerate 'only A-Z'`)"],
  ['a tolerance without a flag for students', {wouldPassWith: 'case'}, 'only upper and lower case differ', 'student'],
  ['no tolerance that says nothing to students', {wouldPassWith: 'only A-Z'}, '', 'student'],
  ['a checker for numbers', {wouldPassWith: 'numbers'}, 'only white space and the format of numbers differ (`"checker": "numbers"`)'],
  ['the purpose, and where it is stated', {about: 'range beats count', section: 'handout 2.1'}, 'this case tests: range beats count (handout 2.1)'],
  ['the arguments, without an empty input', {given: {arguments: ['-n', 'two words', ''], environment: ['SAY=de'], files: ['words.txt']}, input: ''}, 'arguments: -n "two words" ""\nenvironment: SAY=de\nfiles: words.txt'],
  ['an empty input', {input: ''}, 'input: empty'],
  ['the input around the answer before the difference', {input: ANSWERS.join(''), difference: differing([], {exactness: 'line', prompt: {number: 60, text: '>·', input: '60⏎'}, line: 7})},
    `${TOO}\nat line 7, after 60⏎ at prompt 60, >·\ninput: …${ANSWERS.join('').slice(104, 264)}…`],
  ['error output without its empty lines', {stderr: '⏎\nno·such·file⏎\n⏎'}, 'standard error: no·such·file⏎'],
];

suite('an explanation', (test) => {
  for (const [rule, one, lines, audience = 'marker'] of RULES) {
    test(rule, () => {
      const [, ...blocks] = explain({...BARE, ...one}, audience);
      assert.is(drawnText(blocks), lines);
    });
  }

  test('has a headline that names the line of a crash, the end of the input, or an endless loop', () => {
    const difference = differing([], {summary: '">" instead of "Bye"'});
    const loop = {where: null, what: 'endless loop? it printed "x" 99 times', isPastEnd: false};
    // biome-ignore format: a table
    const headlines: readonly (readonly [one: Partial<CaseMarks>, text: string])[] = [
      [FOUND, 'crashed: SIGSEGV in `readDice`, assign1.c line 42: index 5 of an array of 5'],
      [{...FOUND, cause: {...CAUSE, where: null}}, 'crashed: SIGSEGV: index 5 of an array of 5'],
      [{...FOUND, reason: 'after the right output'}, 'crashed: SIGSEGV in `readDice`, assign1.c line 42, after the right output: index 5 of an array of 5'],
      [{...FOUND, cause: {...CAUSE, isPastEnd: true}, difference}, 'crashed: it went on after the end of the input: ">" instead of "Bye"'],
      [{verdict: 'too-much-output', reason: 'more', cause: loop}, `too much output: ${loop.what}`],
    ];
    for (const [one, text] of headlines) assert.is(headline({...BARE, ...one}), text);
  });

  test('of a pass names tolerances to markers, and says to students what they ignore', () => {
    const one = {...ACCEPTED, tolerance: 'crlf + only A-Z'};
    assert.equal(notesOf(one, 'marker'), ['matches only with `crlf + only A-Z`']);
    const ignored = 'carriage returns at the ends of lines and characters other than A-Z';
    assert.equal(notesOf(one, 'student'), [`matches apart from ${ignored}`]);
  });

  test('has one line for all error output of programs that passed', () => {
    const loud = {...ACCEPTED, stderr: 'TERM·not·set.⏎\nmore⏎'};
    const notes = errorOnPass([ACCEPTED, {...CRASH, stderr: 'x'}, loud, {...loud, stderr: 'y'}]);
    assert.equal(notes, [{note: 'standard error: TERM not set.', one: loud}]);
  });

  test('has a legend of the signs that occur', () => {
    const legend = new Legend();
    assert.equal(legend.lines(), []);
    for (const text of ['a', 'b⏎', 'c·«3⏎»']) legend.see(text);
    assert.equal(legend.lines(), ['· is a space, ⏎ the end of a line, «…» an answer typed at a prompt']);
  });

  test('does not say what a case tests to a program that never got there', () => {
    for (const verdict of UNTESTED)
      assert.not.match(drawnText(explain({...BARE, about: 'range', verdict}, 'marker')), 'tests');
  });

  test('tells the place as exactly as the mistake is known', () => {
    const places = (['byte', 'line', 'none'] as const).map((exactness) => {
      const difference = NO_CHOICE.difference && {...NO_CHOICE.difference, exactness};
      return drawnText(explain({...NO_CHOICE, difference}, 'marker')).match(/^at line [^,]*,( column 1,)?/gm);
    });
    assert.equal(places, [['at line 7, column 1,'], ['at line 7,'], null]);
  });
});

const [X, Y] = ['x'.repeat(500), 'y'.repeat(500)];
/** Each row: a fact, two lines, and what stands below the second. */
const MARKS: readonly (readonly [fact: string, expected: string, actual: string, below: string | null])[] = [
  ['numbers are told whole', 'is:·25·points⏎', 'is:·24·points⏎', '    ^^'],
  ['a sign', 'is·-5⏎', 'is·5⏎', '   ^'],
  ['a letter', 'Invalid·Choice.⏎', 'Invalid·choice.⏎', '        ^'],
  ['what is missing', 'a·b·c⏎', 'a·c⏎', '  ^'],
  ['what is unexpected', 'a⏎', 'a·⏎', ' ^'],
  ['a newline', 'Bye⏎', 'Bye (no newline at end)', '   ^'],
  ['the sign of a byte, whole', 'abc\\xe6d', 'abc\\xe7d', '   ^^^^'],
  ['a character outside the basic plane, whole', 'abc😀d', 'abc😁d', '   ^^'],
  ['characters of two columns', '東京a⏎', '東京b⏎', '    ^'],
  ['nothing in common', 'Invalid·Choice.⏎', 'Please·enter·dice⏎', null],
];

suite('what differs in two lines', (test) => {
  const linesOf = (expected: string, actual: string, exactness: Difference['exactness'] = 'byte') => {
    const difference = differing([`-${expected}`, `+${actual}`], {exactness});
    const lines = drawn(explain({...NO_CHOICE, difference}, 'student'));
    const start = lines.findIndex((line) => unpainted(line).startsWith('expected  '));
    return lines.slice(
      start,
      lines.findIndex((line) => line.startsWith('only ')),
    );
  };
  for (const [fact, expected, actual, below] of MARKS) {
    test(`is marked below them: ${fact}`, () => {
      const [, , mark] = linesOf(expected, actual).map(unpainted);
      assert.is(mark ?? null, below === null ? null : `          ${below}`);
    });
  }

  test('is marked in each of as many lines, but else only in the first, which may not belong together', () => {
    const marksAmong = (...actual: string[]): string[] => {
      const difference = differing(['-a·1⏎', '-b·2⏎', ...actual.map((row) => `+${row}`)], {
        exactness: 'byte',
      });
      const lines = drawn(explain({...NO_CHOICE, difference}, 'student')).map(unpainted);
      return lines.flatMap((line) => (/^ +\^/.test(line) ? line.trim() : []));
    };
    assert.equal(marksAmong('a·3⏎', 'b·45⏎'), ['^', '^^']);
    assert.equal(marksAmong('a·3⏎', 'b·45⏎', 'c⏎'), ['^']);
  });

  test('is a part of the line in a tone of its own', () => {
    const [expected] = linesOf('is:·25·points⏎', 'is:·24·points⏎');
    assert.is(expected, '\x1b[32mexpected  is:·\x1b[7m25\x1b[27m·points⏎\x1b[39m');
  });

  test('is not marked where a checker judged the whole line, or all of it', () => {
    for (const exactness of ['line', 'none'] as const) assert.is(linesOf('25⏎', '24⏎', exactness).length, 2);
  });

  test('is what long lines are cut around', () => {
    assert.equal(linesOf(`${X}25${Y}`, `${X}24${Y}`).map(unpainted), [
      `expected  …${X.slice(0, 26)}25${Y.slice(0, 38)}…`,
      `actual    …${X.slice(0, 26)}24${Y.slice(0, 38)}…`,
      `${' '.repeat(37)}^^`,
    ]);
  });
});
