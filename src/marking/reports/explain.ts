/* The explanation of one case, as blocks in the order of reading. Reports draw these, and add nothing about a case. */
import {counted} from '../results/grouping.js';
import {lastWordsIn} from '../results/last-words.js';
import {
  type CaseMarks,
  type Difference,
  ENDED_EARLY,
  type SubmissionMarks,
  type Totals,
} from '../results/marks.js';
import {UNTESTED, type Verdict, verdictWords} from '../results/verdicts.js';
import {clipped, clippedAround, oneLine, plainLines} from '../results/visible.js';
import {type DiffRow, diffRows} from './diff-rows.js';

/** Part of an explanation. All texts are visible text on one line. */
export type Block =
  | {readonly kind: 'headline'; readonly text: string}
  | {readonly kind: 'sentence'; readonly text: string}
  | {readonly kind: 'diff'; readonly rows: readonly DiffRow[]}
  | {readonly kind: 'text'; readonly label: string; readonly lines: readonly string[]}
  | {readonly kind: 'command'; readonly text: string};

export type Audience = 'marker' | 'student';

export interface ReportOptions {
  readonly audience: Audience;
  readonly colour: boolean;
  readonly verbose: boolean;
  /** Width of the terminal; undefined: unlimited. */
  readonly columns: number | undefined;
  /** Token that switches commands of GitHub's runner on again: new for each run, unknown to the programs. */
  readonly token: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly at: Date;
}

/** Signs of visible text that need a legend. */
const SIGNS: Readonly<Record<string, string>> = {
  '·': 'a space',
  '⏎': 'the end of a line',
  '⇥': 'a tab',
  '␍': 'a carriage return',
  '«…»': 'an answer typed at a prompt',
};

/** Explains the signs that occur in texts, in one line at most. */
export class Legend {
  private readonly missing = new Set(Object.keys(SIGNS));

  /** @returns the text */
  see(text: string): string {
    for (const sign of this.missing) if (text.includes(sign.charAt(0))) this.missing.delete(sign);
    return text;
  }

  lines(): string[] {
    const seen = Object.entries(SIGNS).filter(([sign]) => !this.missing.has(sign));
    const parts = seen.map(([sign, words], index) => `${sign} ${index === 0 ? 'is ' : ''}${words}`);
    return parts.length === 0 ? [] : [parts.join(', ')];
  }
}

/** Max characters of a line. */
const WIDTH = 160;

const MOST_LINES = 10;

export function explain(one: CaseMarks, audience: Audience): Block[] {
  const head: Block = {kind: 'headline', text: headline(one)};
  if (one.sameAs !== null) return [head, ...sentences(`as in ${oneLine(one.sameAs)}`)];
  const isForMarker = audience === 'marker';
  return [
    head,
    ...reasonBlocks(one, isForMarker),
    ...(isForMarker ? text('the checker tells markers', plainLines(one.judgeMessage ?? '')) : []),
    ...placeBlocks(one),
    ...purposeBlocks(one),
    ...diffBlocks(one.difference),
    ...printedBlocks(one),
    ...sentences(...toleranceIn(one, isForMarker), ...notesOf(one, audience)),
    ...stderrBlocks(one),
    ...givenBlocks(one),
    ...inputBlocks(one),
    ...(isForMarker && one.reproduce !== null
      ? [{kind: 'command', text: oneLine(one.reproduce)} as const]
      : []),
  ];
}

/** Warns of what programs could do because the sandbox did not work. */
export function dangerIn({sandboxOff}: Pick<Totals, 'sandboxOff'>): string[] {
  if (sandboxOff === null) return [];
  const danger = 'programs could read goldens and other submissions, change files and use the network';
  return [`sandbox off (${oneLine(sandboxOff)}): ${danger}: install bubblewrap, or allow it`];
}

/** Names the file that ran, unless it is the whole submission. */
export function markedFile({program}: Pick<SubmissionMarks, 'program'>): string[] {
  return program === null ? [] : [`marked: ${oneLine(program)}`];
}

/** Verdict and mistake: `wrong output: no empty line before "Invalid Choice."`. */
export function headline(one: CaseMarks): string {
  const {verdict, exitStatus, lastWords} = one;
  const words = verdictWords(verdict);
  if (one.withheld && verdict !== 'pass') return `${words}: hidden case`;
  if (verdict === 'wrong-output' && lastWords !== null)
    return `${words}, exit status ${exitStatus}: ${oneLine(lastWords)}`;
  const details = [mistakeIn(one), one.remedy].filter((text) => text !== null && text !== undefined);
  return [words, ...details.map(oneLine)].join(': ');
}

/** Returns facts worth knowing even if the case passed. */
export function notesOf(one: CaseMarks, audience: Audience): string[] {
  const {tolerance, verdict, points, maxPoints} = one;
  return [
    ...(verdict === 'pass' && points !== maxPoints ? ['no points: another case of its group failed'] : []),
    ...(tolerance === null ? [] : [toleranceNote(oneLine(tolerance), audience)]),
    ...(one.leftProcesses ? ['it left processes running'] : []),
    ...(one.retried ? ['it timed out at first, and was run again alone'] : []),
  ];
}

/** Returns the first case that passed although the program wrote to standard error, and the first line written. */
export function errorOnPass(cases: readonly CaseMarks[]): {readonly note: string; readonly one: CaseMarks}[] {
  const one = cases.find(({verdict, stderr}) => verdict === 'pass' && stderr !== null);
  if (one === undefined) return [];
  const [first = ''] = plainLines(one.stderr ?? '');
  return [{note: `standard error: ${clipped(withoutSigns(first), WIDTH)}`, one}];
}

export function titleOf({suite, title}: CaseMarks): string {
  return `${oneLine(suite)}: ${oneLine(title)}`;
}

/** Verdicts that are equal in all cases of a submission. */
const OF_SUBMISSION: readonly Verdict[] = ['did-not-compile', 'could-not-run'];

export function isOfSubmission({
  verdict,
  studentReason,
}: Pick<CaseMarks, 'verdict' | 'studentReason'>): boolean {
  return OF_SUBMISSION.includes(verdict) || studentReason !== null;
}

const OF_OUTPUT: readonly Verdict[] = ['wrong-output', 'partly-right'];

const PAST_END = 'it went on after the end of the input';

function mistakeIn(one: CaseMarks): string | undefined {
  const {verdict, difference, cause} = one;
  const [first] = knownOf(one);
  if (cause?.isPastEnd === true) return [PAST_END, difference?.summary ?? []].flat().join(': ');
  return OF_OUTPUT.includes(verdict) ? (difference?.summary ?? first) : first;
}

/** Returns the lines behind a verdict: `SIGSEGV in \`main\`, a.c line 42: division by zero`. */
function knownOf({signal, cause, reason}: CaseMarks): string[] {
  const lines = plainLines(reason ?? '');
  if (cause === null) return lines;
  const {where, what} = cause;
  const place = where === null ? '' : ` in \`${where.function}\`, ${where.file} line ${where.line}`;
  if (signal === null) return what === '' ? lines : [oneLine(what), ...lines];
  const end = [`${signal}${place}`, ...lines].join(', ');
  return [oneLine(what === '' ? end : `${end}: ${what}`)];
}

function sentences(...texts: string[]): Block[] {
  return texts.map((each) => ({kind: 'sentence', text: each}));
}

/** @param isEnd whether the last lines matter most, rather than the first */
function text(label: string, lines: readonly string[], isEnd = false): Block[] {
  if (lines.length === 0) return [];
  const some = isEnd ? lines.slice(-MOST_LINES) : lines.slice(0, MOST_LINES);
  const shown = some.map((line) => clipped(line, WIDTH));
  const left = lines.length - shown.length;
  const more = left === 0 ? [] : [`… ${counted(left, 'more line')}`];
  return [{kind: 'text', label, lines: isEnd ? [...more, ...shown] : [...shown, ...more]}];
}

const REASON_LABELS: Partial<Readonly<Record<Verdict, string>>> = {
  'did-not-compile': 'the compiler says',
  'wrong-output': 'the checker says',
  'partly-right': 'the checker says',
};

const NO_FAULT = "this is not the program's fault";
const OUR_FAULT = "not the program's fault: fivedice or this machine failed";

/** Shows the reason; its first line only if the headline lacks it. */
function reasonBlocks(one: CaseMarks, isForMarker: boolean): Block[] {
  const {verdict, reason} = one;
  const lines = knownOf(one);
  const rest = lines[0] === mistakeIn(one) ? lines.slice(1) : lines;
  // A question to the marker is nobody's failure.
  const isQuestion = one.studentReason !== null || reason?.startsWith(ENDED_EARLY) === true;
  const isOurs = verdict === 'could-not-check' && !isQuestion;
  return [
    ...text(REASON_LABELS[verdict] ?? 'details', rest),
    ...(isOurs ? sentences(isForMarker && one.remedy === null ? OUR_FAULT : NO_FAULT) : []),
  ];
}

/** Shows where the output differs, and how, unless the headline does. */
function placeBlocks({verdict, difference, printed, cause}: CaseMarks): Block[] {
  if (difference === null || printed === '') return [];
  const {exactness, summary, line, column, prompt} = difference;
  const isInHeadline = OF_OUTPUT.includes(verdict) || cause?.isPastEnd === true;
  const wrong = isInHeadline ? [] : [`the output is wrong, too: ${oneLine(summary)}`];
  if (exactness === 'none') return sentences(...wrong);
  const place = exactness === 'byte' ? `at line ${line}, column ${column}` : `at line ${line}`;
  if (prompt === null) return sentences(...wrong, place);
  const answer = prompt.input === null ? 'the end of the input' : clipped(oneLine(prompt.input), 30);
  const question = clipped(oneLine(prompt.text), WIDTH);
  return sentences(...wrong, `${place}, after ${answer} at prompt ${prompt.number}, ${question}`);
}

function purposeBlocks({about, section, verdict}: CaseMarks): Block[] {
  if ((about ?? section) === null || UNTESTED.includes(verdict)) return [];
  const purpose = about !== null && section !== null ? `${about} (${section})` : (about ?? section ?? '');
  return sentences(`this case tests: ${oneLine(purpose)}`);
}

export function diffBlocks(difference: Difference | null): Block[] {
  return difference === null || difference.diff.length === 0
    ? []
    : [{kind: 'diff', rows: diffRows(difference)}];
}

/** Without a terminal, most programs print into a buffer, which is lost when they are stopped. */
const FLUSH =
  'output that is not flushed is lost: after each prompt, flush it: fflush(stdout) in C, flush=True in Python';

/** Shows the output of a program that crashed or was stopped, unless the diff does. */
function printedBlocks({printed, difference, cause}: CaseMarks): Block[] {
  if (printed === null) return [];
  // A second look at a crash flushes.
  if (printed === '') return sentences('printed until then: nothing', ...(cause?.where ? [] : [FLUSH]));
  return difference?.differing.actual === 0 ? [] : text('printed until then', plainLines(printed), true);
}

/** Differences that each tolerance ignores. */
const IGNORED: Readonly<Record<string, string>> = {
  'final-newline': 'only newlines at the very end differ',
  crlf: 'only carriage returns at the ends of lines differ',
  'trailing-space': 'only spaces at the ends of lines differ',
  'blank-lines': 'only empty lines differ',
  space: 'only white space differs',
  case: 'only upper and lower case differ',
  order: 'only the order of lines differs',
  numbers: 'only white space and the format of numbers differ',
};

/** Tells markers the tolerances that a pass needed, and students what these ignore. */
function toleranceNote(names: string, audience: Audience): string {
  if (audience === 'marker') return `matches only with \`${names}\``;
  const ignored = names.split(' + ').map((name) => ignoredBy(name).replace(/^only | differs?$/g, ''));
  return `matches apart from ${ignored.join(' and ')}`;
}

function ignoredBy(tolerance: string): string {
  return IGNORED[tolerance] ?? `only characters other than ${tolerance.replace('only ', '')} differ`;
}

/** Tells only markers the remedy; a tolerance `only CHARS` would mean nothing to students. */
function toleranceIn({wouldPassWith}: CaseMarks, isForMarker: boolean): string[] {
  if (wouldPassWith === null) return [];
  const name = oneLine(wouldPassWith);
  if (!isForMarker) return name in IGNORED ? [ignoredBy(name)] : [];
  return [`${ignoredBy(name)} (${remedyFor(wouldPassWith)})`];
}

/** Returns the flag, or the key of suite.json, that accepts a difference. */
export function remedyFor(hint: string): string {
  return hint === 'numbers' ? '`"checker": "numbers"`' : `\`${toleranceFlag(hint)}\``;
}

export function toleranceFlag(tolerance: string): string {
  const name = oneLine(tolerance);
  return `--tolerate ${name.includes(' ') ? `'${name}'` : name}`;
}

function withoutSigns(line: string): string {
  return line.replaceAll('·', ' ').replace(/⏎$/, '');
}

/** Shows the error output up to the last words: a legend or a stack may follow. */
function stderrBlocks({stderr, lastWords}: CaseMarks): Block[] {
  const lines = plainLines(stderr ?? '');
  const plain = lines.map(withoutSigns);
  const end = lastWords === null ? undefined : lastWordsIn(plain.join('\n'))?.end;
  const count = end === undefined ? lines.length : plain.join('\n').slice(0, end).split('\n').length;
  const telling = lines.slice(0, count).filter((_, index) => plain[index]?.trim() !== '');
  return text('standard error', telling, true);
}

function givenBlocks({given}: CaseMarks): Block[] {
  if (given === null) return [];
  const quoted = (word: string): string => oneLine(/^[^\s"\\]+$/.test(word) ? word : JSON.stringify(word));
  return (['arguments', 'environment', 'files'] as const).flatMap((kind) =>
    text(kind, plainLines(given[kind].map(quoted).join(' '))),
  );
}

/** Shows the input around the answer before the difference. Leaves out an empty input beside arguments or files. */
function inputBlocks({input, given, difference}: CaseMarks): Block[] {
  if (input === null || (input === '' && given !== null)) return [];
  if (input === '') return sentences('input: empty');
  const lines = plainLines(input);
  const answered = difference?.exactness === 'none' ? 1 : (difference?.prompt?.number ?? 1);
  const at = lines.slice(0, answered - 1).join('').length;
  return [{kind: 'text', label: 'input', lines: [clippedAround(lines.join(''), at, WIDTH).text]}];
}
