/*
 * For a step of GitHub Actions: the human report in the log, and annotations for the first failures.
 *
 * GitHub's runner obeys commands in whatever a step prints: `::name::` after any white space, and the older
 * `##[name]` anywhere in a line. So the report is printed with commands switched off, until a token that
 * nobody can guess. In an annotation, which is itself a command, no character is left that could end it or
 * begin another.
 */

import type {CaseMarks, DiffLine, Marks} from '../../results/marks.js';
import {around, clipped, oneLine} from '../../results/visible.js';
import {sameAtStart} from '../changed.js';
import {
  DIFF_SIGNS,
  detailsText,
  firstDifference,
  headline,
  promptLines,
  testsLines,
  wouldPass,
} from '../details.js';
import type {Line} from '../drawing.js';
import {type HumanOptions, writeHuman} from '../human.js';

export interface GithubOptions extends HumanOptions {
  /** Ends the part of the log in which no command is obeyed: new for each run, unknown to the programs. */
  readonly token: string;
}

/** The runner makes no more annotations than this from one step. */
const MOST_ANNOTATIONS = 10;

/** The runner cuts a message after this many characters. We count bytes, which are never fewer. */
const MESSAGE_BYTES = 4096;

/** @throws RangeError if the token is short enough to guess, or appears in the report */
export function* writeGithub(marks: Marks, {token, ...options}: GithubOptions): Iterable<string> {
  let isGuessed = !/^[\w-]{16,}$/.test(token);
  // Each piece is a line, and the token has no line break in it.
  for (const line of writeHuman(marks, {...options, rows: null}))
    isGuessed ||= line.toLowerCase().includes(token.toLowerCase());
  if (isGuessed) {
    throw new RangeError('the token that ends the report must be long, new, and not part of the report');
  }
  yield `::stop-commands::${token}\n`;
  // The log viewer shows `##[error]` as an error and folds at `##[group]`, even where no command is obeyed.
  for (const line of writeHuman(marks, {...options, rows: null})) yield line.replaceAll('##[', '##\\[');
  yield `::${token}::\n`;
  yield* annotationsOf(marks);
}

function annotationsOf({submissions}: Marks): string[] {
  const first: string[] = [];
  let failures = 0;
  for (const {target, cases} of submissions) {
    for (const one of cases.filter(({verdict}) => verdict !== 'pass' && verdict !== 'skipped')) {
      failures += 1;
      if (failures <= MOST_ANNOTATIONS) first.push(annotation(`${target}: ${one.case}`, messageOf(one)));
    }
  }
  if (failures === first.length) return first;
  const shown = first.slice(0, MOST_ANNOTATIONS - 1);
  const more = `${failures - shown.length} more failures: see the log of this step`;
  return [...shown, annotation('More failures', more)];
}

function annotation(title: string, message: string): string {
  const name = escaped(clipped(oneLine(title), 200))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
  return `::error title=${name}::${escaped(message)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The longest version that fits. Each version contains the difference itself. */
function messageOf(one: CaseMarks): string {
  const [shortest, ...longer] = [shortened(one), withoutContext(one), detailsText(one)];
  return longer.reverse().find((message) => Buffer.byteLength(message) <= MESSAGE_BYTES) ?? shortest ?? '';
}

function withoutContext(one: CaseMarks): string {
  const differing = (one.difference?.diff ?? []).filter(({kind}) => kind === 'expected' || kind === 'actual');
  return [headline(one), ...factsOf(one), ...differing.map(diffText)].join('\n');
}

/** The first lines that differ, around the difference. Every part has a maximum, so they always fit. */
function shortened(one: CaseMarks): string {
  const diff = (one.difference?.diff ?? []).map(({kind, text}) => ({kind, text: oneLine(text)}));
  const expected = diff.find(({kind}) => kind === 'expected');
  const actual = diff.find(({kind}) => kind === 'actual');
  const at = sameAtStart([...(expected?.text ?? '')], [...(actual?.text ?? '')]);
  const lines = [expected, actual].flatMap((line) => (line === undefined ? [] : [line]));
  return [
    clipped(headline(one), 150),
    ...factsOf(one).map((fact) => clipped(fact, 130)),
    ...lines.map(({kind, text}) => DIFF_SIGNS[kind] + around(text, at, 100)),
    'The rest is in the log of this step with --verbose.',
  ].join('\n');
}

function factsOf(one: CaseMarks): string[] {
  const facts: readonly Line[] = [
    ...testsLines(one),
    ...firstDifference(one),
    ...promptLines(one),
    ...wouldPass(one),
  ];
  return facts.map(({text}) => text);
}

function diffText({kind, text}: DiffLine): string {
  return DIFF_SIGNS[kind] + oneLine(text);
}
