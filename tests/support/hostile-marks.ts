import type {CaseMarks} from '../../src/marking/results/marks.js';
import type {Verdict} from '../../src/marking/results/verdicts.js';
import {effort} from './effort.js';
import {ACCEPTED, marksOf} from './marks.js';
import {dealer} from './random.js';

/** Texts that some format would take for something else. Students choose some of them. */
export const HOSTILE: readonly string[] = [
  '',
  'a\\',
  '\'"\\"',
  ']]>',
  '<b>&amp;</b>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</noscript></style></title><img src=x onerror=alert(1)>',
  '"onfocus="alert(1)" autofocus="',
  '\0\x01\x07\x08\x1b[31m\x7f\x85\x9b',
  '\udc00\ud800',
  '\ufffe\uffff\u{1ffff}',
  '\u202eright to left',
  '\u2028\u2029\ufeff',
  ' \t::set-output name=a::b',
  `::${'stop-commands'}::x`,
  '##[error]injected',
  'x ##[add-mask]a',
  '%0A::error::injected%25',
  'a\n::error::injected',
  '!!PASSed',
  '** Test passed',
  '=cmd()',
  '@SUM(1)',
  '\t=1',
  '＝1',
  '"a","b"',
  '$&',
  'Zoë 骰子 👩‍👧',
  ...randomTexts(effort(60, 20)),
];

const VERDICTS = ['pass', 'wrong-output', 'skipped', 'could-not-check'] as const;

/** Report with each of these texts in every place that can hold a text. */
export const HOSTILE_MARKS = marksOf(
  Object.fromEntries(HOSTILE.map((text, index) => [`${text}${index}`, VERDICTS.map(caseWith(text))])),
);

/** Returns a function that makes a case with a text in every place that can hold one. */
export function caseWith(text: string): (verdict: Verdict, index: number) => CaseMarks {
  const texts = {
    suite: text,
    title: text,
    about: text,
    section: text,
    group: text,
    reason: text,
    lastWords: text,
    cause: {where: {function: text, file: text, line: 1}, what: text, isPastEnd: false},
  };
  const evidence = {input: text, stderr: text, printed: text, reproduce: text, judgeMessage: text};
  return (verdict, index) => ({
    ...ACCEPTED,
    ...texts,
    ...evidence,
    case: index === 0 ? text : `${text}/${text}${index}`,
    number: index + 1,
    verdict,
    points: '0',
    maxPoints: '1',
    exitStatus: 255,
    seconds: 1234.5678,
    tolerance: text,
    wouldPassWith: text,
    leftProcesses: true,
    retried: true,
    given: {arguments: [text, text], environment: [`A=${text}`], files: [text]},
    difference: {
      exactness: 'byte',
      mistake: null,
      summary: text,
      line: 1,
      column: 1,
      file: text,
      differing: {expected: 1, actual: 1},
      prompt: {number: 1, text, input: text},
      diff: [
        {kind: 'same', text, typed: text},
        ...(['expected', 'actual'] as const).map((kind) => ({kind, text})),
      ],
    },
  });
}

/** Random texts of characters that mean trouble somewhere, including lone surrogates. */
function randomTexts(count: number): string[] {
  const {oneOf, number} = dealer(3);
  // By code units: the two halves of a pair come alone, too.
  const characters = '#\\"\'<&: \n\r%=,-][.\x1b\ud83d\ude00é'.split('') as [string, ...string[]];
  return Array.from({length: count}, () =>
    Array.from({length: number(1, 12)}, () => oneOf(characters)).join(''),
  );
}
