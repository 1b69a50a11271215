import * as assert from 'uvu/assert';
import {detailsText} from '../../../src/marking/reports/details.js';
import {drawnDifference, drawnInput, type Gutters} from '../../../src/marking/reports/drawing.js';
import {exampleOf, type Showing} from '../../../src/marking/reports/example.js';
import {type CaseMarks, type DiffLine, EXACTNESSES} from '../../../src/marking/results/marks.js';
import {UNTESTED} from '../../../src/marking/results/verdicts.js';
import {CRASH, NO_CHOICE} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

const GUTTERS: Gutters = {same: '  ', expected: '- ', actual: '+ ', omitted: '… '};
const SCORE = ['Your·score·is:·25·points⏎', 'Your·score·is:·24·points⏎'] as const;

function pair(expected: string, actual: string): DiffLine[] {
  return [
    {kind: 'expected', text: expected},
    {kind: 'actual', text: actual},
  ];
}

const drawn = (diff: readonly DiffLine[], width = 40): string[] =>
  drawnDifference({diff, exactness: 'byte'}, GUTTERS, width).map(({text}) => text);

suite('a difference is drawn', (test) => {
  test('with the answers in their places', () => {
    const typed: DiffLine[] = [
      {kind: 'same', text: '>·', typed: '3⏎'},
      {kind: 'same', text: '>·', typed: ''},
      {kind: 'expected', text: '⏎'},
    ];
    assert.equal(drawn(typed), ['  >·«3⏎»', '  >·«end of the input»', '- ⏎']);
  });

  // Each row: a fact, two lines, and what stands below them.
  const marks: readonly (readonly [fact: string, expected: string, actual: string, below: string[]])[] = [
    ['the true numbers', ...SCORE, [`${' '.repeat(17)}^^ expected 25, actual 24`]],
    ['other words', 'Invalid·Choice.⏎', 'Invalid·choice.⏎', [`${' '.repeat(10)}^`]],
    ['what is missing', 'a·b·c⏎', 'a·c⏎', ['    ^ b· is missing']],
    ['what is unexpected', 'a⏎', 'a·⏎', ['   ^ · is unexpected']],
    ['a newline that is missing', 'Bye⏎', 'Bye (no newline at end)', ['     ^ ⏎ is missing']],
    ['characters of two columns', '東京a⏎', '東京b⏎', ['      ^']],
    ['nothing if the lines have nothing in common', 'Invalid·Choice.⏎', 'Please·enter·dice⏎', []],
  ];
  for (const [fact, expected, actual, below] of marks) {
    test(`with marks below the line: ${fact}`, () => {
      assert.equal(drawn(pair(expected, actual)).slice(2), below);
    });
  }

  test('without marks where a checker judged the whole line, or all of it', () => {
    for (const exactness of ['line', 'none'] as const)
      assert.equal(drawnDifference({diff: pair(...SCORE), exactness}, GUTTERS, 40), [
        {tone: 'good', text: `- ${SCORE[0]}`, parts: []},
        {tone: 'bad', text: `+ ${SCORE[1]}`, parts: []},
      ]);
  });

  test('with the part that differs in a tone of its own', () => {
    const [expected, actual] = drawnDifference({diff: pair(...SCORE), exactness: 'byte'}, GUTTERS, 40);
    assert.equal(expected?.parts, [{from: 17, to: 19, tone: 'changed'}]);
    assert.equal(actual?.parts, [{from: 17, to: 19, tone: 'changed'}]);
  });

  test('cut around what differs, however long the lines are', () => {
    const [x, y] = ['x'.repeat(5000), 'y'.repeat(5000)];
    assert.equal(drawn(pair(`${x}25${y}`, `${x}24${y}`), 20), [
      '- …xxxxxxxx25yyyyyyyyyy…',
      '+ …xxxxxxxx24yyyyyyyyyy…',
      `${' '.repeat(11)}^^ expected 25, actual 24`,
    ]);
    assert.equal(drawn(pair(`${x}25`, `${x}24`), 20).slice(0, 2), [
      '- …xxxxxxxxxxxxxxxxxx25',
      '+ …xxxxxxxxxxxxxxxxxx24',
    ]);
  });
});

suite('a long line of input', (test) => {
  const lines: readonly (readonly [fact: string, line: string, shown: string])[] = [
    ['is whole if it is not so long', '3·4·3·6·2⏎', '3·4·3·6·2⏎'],
    ['tells a run in a few characters', `1${'·'.repeat(4096)}2⏎`, '1···…(4090 more ·)…···2⏎'],
    [
      'counts signs as one',
      `1${'\\x80'.repeat(100)}2⏎`,
      '1\\x80\\x80\\x80…(94 more \\x80)…\\x80\\x80\\x802⏎',
    ],
    [
      'keeps both its ends',
      `${'12345'.repeat(20)}⏎`,
      '1234512345123451234512…(57 more)…512345123451234512345⏎',
    ],
  ];
  for (const [fact, line, shown] of lines) test(fact, () => assert.is(drawnInput(line, 44), shown));
});

suite('the details', (test) => {
  test('name the tolerance as a flag, whatever its name', () => {
    const told = (wouldPassWith: string): string => detailsText({...NO_CHOICE, wouldPassWith});
    assert.match(told('space'), '\nit differs only in what `--tolerate space` ignores\n');
    assert.match(told('only A-Z'), "`--tolerate 'only A-Z'`");
  });
});

suite('the example of a mistake', (test) => {
  const exampleText = (one: CaseMarks, showing: Partial<Showing> = {}): string =>
    exampleOf(one, {rows: null, isFirst: false, isForStudent: false, ...showing})
      .map(({text}) => text)
      .join('\n');
  const crashed: CaseMarks = {...CRASH, leftProcesses: false, reproduce: null};

  test('says what a program had printed before it crashed; of much, the end', () => {
    assert.is(exampleText({...crashed, printed: '>·«1⏎»\n⏎'}), 'printed until then:\n| >·«1⏎»\n| ⏎');
    const printed = Array.from({length: 50}, (_, line) => `${line}⏎`).join('\n');
    assert.match(
      exampleText({...crashed, printed}),
      /^printed until then, the end:\n\| 37⏎\n(?:.*\n)*\| 49⏎$/,
    );
    assert.match(
      exampleText({...crashed, printed: ''}),
      /^printed until then: nothing, or nothing that was flushed\noutput to a pipe is kept back until a flush: in C, fflush.*$/,
    );
    assert.is(exampleText({...crashed, printed: null}), '');
  });

  const aim = {about: 'a 7 among six values: range beats count', section: 'handout 2.1'};
  const aims: readonly (readonly [fact: string, one: Partial<CaseMarks>, line: string])[] = [
    ['both', aim, 'this case tests: a 7 among six values: range beats count (handout 2.1)\n'],
    [
      'only what it is for',
      {...aim, section: null},
      'this case tests: a 7 among six values: range beats count\n',
    ],
    ['only where that stands', {...aim, about: null}, 'this case tests: handout 2.1\n'],
  ];
  for (const [fact, one, line] of aims) {
    test(`says what the case tests: ${fact}`, () => assert.match(exampleText({...NO_CHOICE, ...one}), line));
  }

  test('does not say what the case tests of a program that never came so far', () => {
    for (const verdict of UNTESTED) {
      assert.not.match(exampleText({...NO_CHOICE, ...aim, verdict}), 'tests');
      assert.not.match(detailsText({...NO_CHOICE, ...aim, verdict}), 'tests');
    }
  });

  const errors: readonly (readonly [stderr: string, rows: number | null, shown: string])[] = [
    ['⏎\nno·such·file⏎\n⏎', null, 'standard error: no·such·file⏎'],
    ['a⏎\nb⏎\n⏎', null, 'standard error:\n| a⏎\n| b⏎'],
    ['a⏎\n⏎\nb⏎\n⏎', 1, 'standard error, the end of 4 lines: b⏎'],
    ['⏎\n⏎', null, 'standard error: only empty lines'],
  ];
  for (const [stderr, rows, shown] of errors) {
    test(`has the last lines of its standard error that say something: ${stderr}`, () =>
      assert.is(exampleText({...crashed, stderr}, {rows}), shown));
  }

  test('tells a student of no flags', () => {
    const reason = Array.from({length: 30}, (_, index) => `${index}`).join('\n');
    assert.match(exampleText({...crashed, reason}), /\n… \d+ more lines \(--verbose\)$/);
    assert.match(exampleText({...crashed, reason}, {isForStudent: true}), /\n… \d+ more lines$/);
  });

  const given = {arguments: ['-n', '3', 'two words', ''], environment: ['SAY=de'], files: ['words.txt']};
  const all = ['arguments: -n 3 "two words" ""', 'environment: SAY=de', 'files: words.txt'];

  test('shows what it was given where its input is, which is not shown if it is empty', () => {
    const line = all.join('; ');
    assert.match(exampleText({...NO_CHOICE, given}), `\n${line}\ninput: 1·2·3·4·5⏎9⏎\n`);
    assert.match(exampleText({...NO_CHOICE, given, input: ''}), `\n${line}\n./prog`);
    assert.match(exampleText({...NO_CHOICE, input: ''}), '\ninput: empty\n');
    assert.match(detailsText({...NO_CHOICE, given}), `\n${all.join('\n')}\ninput:\n`);
    assert.is(
      exampleText({...NO_CHOICE, given}, {rows: 4})
        .split('\n')
        .at(-1),
      line,
    );
  });
});

suite('the place of a difference', (test) => {
  const answer = 'after 9⏎ at prompt 2, Which choice?';
  const told = {
    byte: [
      `at line 7, column 1, ${answer}`,
      'first difference: offset 120, line:column 7:1, expected 0x0a ⏎, actual 0x49 I',
      '  → 2 9⏎',
    ],
    line: [`at line 7, ${answer}`, 'first difference: line 7', '  → 2 9⏎'],
    none: ['    2 9⏎'],
  };
  for (const exactness of EXACTNESSES) {
    test(`is told as exactly as the mistake is known: ${exactness}`, () => {
      const one = {...NO_CHOICE, difference: NO_CHOICE.difference && {...NO_CHOICE.difference, exactness}};
      const example = exampleOf(one, {rows: null, isFirst: false, isForStudent: false});
      const lines = [...example.map(({text}) => text), ...detailsText(one).split('\n')];
      const isOfPlace = /^(?:at |first difference|.{4}2 9⏎)/;
      assert.equal(
        lines.filter((line) => isOfPlace.test(line)),
        told[exactness],
      );
    });
  }
});
