/* Report with texts in them that some reader of a report would take for something else. */
import type {CaseMarks} from '../../src/marking/results/marks.js';
import {effort} from './effort.js';
import {marksOf} from './marks.js';
import {dealer} from './random.js';

/** Texts that some format would take for something else. Students can choose some of them. */
export const HOSTILE: readonly string[] = [
  '',
  '#',
  'a # SKIP not at all',
  '# TODO',
  'a\\',
  'a\\ # skip',
  '"',
  '\'"\\"',
  ']]>',
  '<b>&amp;</b>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</noscript></style></title><img src=x onerror=alert(1)>',
  '"onfocus="alert(1)" autofocus="',
  '\0\x01\x07\x08\x1b[31m\x7f\x85\x9b',
  '\ud800',
  '\udc00\ud800',
  '\ufffe\uffff\u{1ffff}',
  '\u202eright to left',
  '\u2028\u2029\ufeff',
  '::error::injected',
  ' \t::set-output name=a::b',
  `::${'stop-commands'}::x`,
  '##[error]injected',
  'x ##[add-mask]a',
  '%0A::error::injected%25',
  'a\n::error::injected',
  'a\nnot ok 1\nBail out!\n1..99',
  '\r\nok 1',
  '---',
  '...',
  '  ...',
  'key: value',
  'key : value',
  '- a',
  '~',
  '{}',
  '|',
  '!!PASSed',
  '** Test passed',
  '=cmd()',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '＝1',
  'a,b',
  '"a","b"',
  '$&',
  '$`',
  "$'",
  '$$',
  'Zoë 骰子 👩‍👧',
  ...randomTexts(effort(60, 20)),
];

/** Report with each of these texts in every place that can hold a text. */
export const HOSTILE_MARKS = marksOf(
  Object.fromEntries(
    HOSTILE.map((text, index) => [
      `${text}${index}`,
      (['pass', 'wrong-output', 'skipped', 'could-not-check'] as const).map(
        (verdict, number): CaseMarks => ({
          case: number === 0 ? text : `${text}/${text}${number}`,
          number: number + 1,
          suite: text,
          title: text,
          about: text,
          section: text,
          visibility: 'public',
          group: text,
          withheld: false,
          verdict,
          reason: text,
          exitStatus: 255,
          lastWords: text,
          points: '0',
          maxPoints: '1',
          tolerance: text,
          wouldPassWith: text,
          leftProcesses: true,
          retried: true,
          seconds: 1234.5678,
          sameAs: null,
          difference: {
            exactness: 'byte',
            summary: text,
            line: 1,
            column: 1,
            differing: {expected: 1, actual: 1},
            prompt: {number: 1, text, input: text},
            diff: [
              {kind: 'same', text, typed: text},
              {kind: 'expected', text},
              {kind: 'actual', text},
              {kind: 'omitted', text},
            ],
            file: text,
          },
          given: {arguments: [text, text], environment: [`A=${text}`], files: [text]},
          input: text,
          stderr: text,
          printed: text,
          reproduce: text,
          judgeMessage: text,
        }),
      ),
    ]),
  ),
);

/** Random texts of characters that mean trouble somewhere, including lone surrogates. */
function randomTexts(count: number): string[] {
  const {oneOf, number} = dealer(3);
  // By code units: the two halves of a pair come alone, too.
  const characters = '#\\"\'<&: \n\r%=,-][.\x1b\ud83d\ude00é'.split('') as [string, ...string[]];
  return Array.from({length: count}, () =>
    Array.from({length: number(1, 12)}, () => oneOf(characters)).join(''),
  );
}
