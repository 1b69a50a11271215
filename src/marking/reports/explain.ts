/*
 * The explanation of one case, as blocks in the order in which a person needs them. Every report draws these blocks, each
 * in its own form; none says anything else about a case.
 */
import {counted} from '../results/grouping.js';
import {lastWordsIn} from '../results/last-words.js';
import {type CaseMarks, type DiffLine, ENDED_EARLY, purposeOf} from '../results/marks.js';
import {UNTESTED, VERDICT_WORDS, type Verdict} from '../results/verdicts.js';
import {around, clipped, oneLine, plainLines} from '../results/visible.js';
import {changedPart, cutAround} from './changed.js';

/** A part of an explanation; renderers draw the blocks in order. All texts are visible text, one line each. */
export type Block =
  | {readonly kind: 'headline'; readonly text: string}
  | {readonly kind: 'sentence'; readonly text: string}
  | {readonly kind: 'diff'; readonly rows: readonly DiffRow[]}
  | {readonly kind: 'text'; readonly label: string; readonly lines: readonly string[]}
  | {readonly kind: 'command'; readonly text: string};

/** A row of a diff: the text, the part of it that differs, and the answer typed at a prompt. */
export interface DiffRow {
  readonly kind: 'same' | 'expected' | 'actual' | 'omitted';
  readonly text: string;
  /** Offsets for slice; undefined: no part is marked. */
  readonly marked?: {readonly from: number; readonly to: number};
  readonly typed?: string;
}

/** Reader of a report. */
export type Audience = 'marker' | 'student';

/** Signs of visible text, for whoever sees them for the first time. */
export const LEGEND = '· is a space, ⏎ the end of a line, and «…» an answer typed at a prompt';

/** Max characters of a line. */
const WIDTH = 160;

/** Max rows of a diff, and of those how many in a row may come from one side. */
const MOST_ROWS = 12;
const MOST_OF_A_SIDE = 4;

/** Rows that both outputs have, shown before the first difference. */
const ROWS_BEFORE = 2;

/** Max lines of other texts. */
const MOST_LINES = 10;

/** @param program name of the program or its file, whose ending says the language; `''`: unknown */
export function explain(one: CaseMarks, audience: Audience, program = ''): Block[] {
  const sameAs = sameAsOf(one);
  if (sameAs !== null) return [headlineBlock(one), sentence(`as in ${oneLine(sameAs)}`)];
  return [
    headlineBlock(one),
    ...reasonBlocks(one),
    ...(audience === 'marker' ? text('the checker says to markers', one.judgeMessage) : []),
    ...outputSentences(one),
    ...purposeSentences(one),
    ...diffBlocks(one),
    ...printedBlocks(one, program),
    ...toleranceSentences(one, audience),
    ...notesOf(one).map(sentence),
    ...stderrBlocks(one),
    ...givenBlocks(one),
    ...inputBlocks(one),
    ...(audience === 'student' || one.reproduce === null
      ? []
      : [{kind: 'command', text: oneLine(one.reproduce)} as const]),
  ];
}

/** Verdict and mistake: `wrong output: no empty line before "Invalid Choice."`. */
export function headline(one: CaseMarks): string {
  const {verdict, exitStatus, lastWords} = one;
  const words = VERDICT_WORDS[verdict];
  if (one.withheld && verdict !== 'pass') return `${words}: hidden case`;
  if (verdict === 'wrong-output' && lastWords !== null)
    return `${words}, exit status ${exitStatus}: ${oneLine(lastWords)}`;
  const mistake = mistakeIn(one);
  return mistake === undefined ? words : `${words}: ${oneLine(mistake)}`;
}

/** Facts about a case that are worth knowing even if it passed. */
export function notesOf({
  tolerance,
  leftProcesses,
  retried,
  verdict,
  points,
  maxPoints,
}: CaseMarks): string[] {
  const hasLost = verdict === 'pass' && points !== maxPoints;
  return [
    ...(hasLost ? ['lost points with another case of its group'] : []),
    ...(tolerance === null ? [] : [`matches only with \`${oneLine(tolerance)}\``]),
    ...(leftProcesses ? ['it left processes running'] : []),
    ...(retried ? ['it ran out of time at first, and was run again alone'] : []),
  ];
}

/** Suite and title: how people refer to a case. */
export function titleOf({suite, title}: CaseMarks): string {
  return `${oneLine(suite)}: ${oneLine(title)}`;
}

/** Verdicts that the output decides. */
const OF_OUTPUT: readonly Verdict[] = ['wrong-output', 'partly-right'];

function mistakeIn(one: CaseMarks): string | undefined {
  const [reason] = reasonLines(one);
  return OF_OUTPUT.includes(one.verdict) ? (one.difference?.summary ?? reason) : reason;
}

function reasonLines({reason}: CaseMarks): string[] {
  return reason === null ? [] : plainLines(reason);
}

function sameAsOf(one: CaseMarks & {readonly sameAs?: string | null}): string | null {
  return one.sameAs ?? null;
}

function headlineBlock(one: CaseMarks): Block {
  return {kind: 'headline', text: headline(one)};
}

function sentence(words: string): Block {
  return {kind: 'sentence', text: words};
}

function text(label: string, all: string | null): Block[] {
  const lines = all === null ? [] : plainLines(all);
  return lines.length === 0 ? [] : [{kind: 'text', label, lines: firstOf(lines)}];
}

function firstOf(lines: readonly string[]): string[] {
  const cut = lines.map((line) => clipped(line, WIDTH));
  if (lines.length <= MOST_LINES) return cut;
  return [...cut.slice(0, MOST_LINES - 1), `… ${lines.length - MOST_LINES + 1} more lines`];
}

/** Labels of what follows the first line of a reason. */
const SPEAKERS: Partial<Readonly<Record<Verdict, string>>> = {
  'did-not-compile': 'the compiler says',
  'wrong-output': 'the checker says',
  'partly-right': 'the checker says',
};

/** The reason without its first line, if the headline has that. */
function reasonBlocks(one: CaseMarks): Block[] {
  const lines = reasonLines(one);
  const rest = lines[0] === mistakeIn(one) ? lines.slice(1) : lines;
  // A run that somebody ended early is nobody's fault.
  const isOurs = one.verdict === 'could-not-check' && one.reason?.startsWith(ENDED_EARLY) !== true;
  return [
    ...text(SPEAKERS[one.verdict] ?? 'details', rest.length === 0 ? null : rest.join('\n')),
    ...(isOurs ? [sentence("this is the marker's fault, not the program's")] : []),
  ];
}

/** The difference in words, if the headline says something else, and its place. */
function outputSentences({verdict, difference}: CaseMarks): Block[] {
  if (difference === null) return [];
  const summary = oneLine(difference.summary);
  return [
    ...(OF_OUTPUT.includes(verdict) ? [] : [sentence(`the output is not right either: ${summary}`)]),
    ...placeSentences(difference),
  ];
}

function placeSentences({exactness, line, column, prompt}: NonNullable<CaseMarks['difference']>): Block[] {
  if (exactness === 'none') return [];
  const place = exactness === 'byte' ? `at line ${line}, column ${column}` : `at line ${line}`;
  if (prompt === null) return [sentence(place)];
  const answer = prompt.input === null ? 'the end of the input' : clipped(oneLine(prompt.input), 30);
  const question = clipped(oneLine(prompt.text), WIDTH);
  return [sentence(`${place}, after ${answer} at prompt ${prompt.number}, ${question}`)];
}

/** Says what the case is for, if the program got that far: else it would read like the cause. */
function purposeSentences(one: CaseMarks): Block[] {
  const purpose = purposeOf(one);
  return purpose === null || UNTESTED.includes(one.verdict)
    ? []
    : [sentence(`this case tests: ${oneLine(purpose)}`)];
}

function diffBlocks({difference}: CaseMarks): Block[] {
  if (difference === null) return [];
  const rows = shownRows(difference.diff);
  const isMarked = difference.exactness === 'byte';
  return rows.length === 0 ? [] : [{kind: 'diff', rows: isMarked ? markedRows(rows) : rows.map(cutRow)}];
}

/** The first differences with the rows around them, and how many more lines differ. */
function shownRows(diff: readonly DiffLine[]): DiffRow[] {
  const first = diff.findIndex(differs);
  if (first === -1) return [];
  const before = diff.slice(Math.max(0, first - ROWS_BEFORE), first).filter(({kind}) => kind !== 'omitted');
  const rows: DiffRow[] = before.map(rowOf);
  const left = {expected: 0, actual: 0};
  let own = {expected: 0, actual: 0};
  for (const line of diff.slice(first)) {
    const {kind} = line;
    if (kind === 'same' || kind === 'omitted') {
      own = {expected: 0, actual: 0};
      if (rows.length < MOST_ROWS) rows.push(rowOf(line));
      continue;
    }
    own[kind] += 1;
    if (rows.length < MOST_ROWS && own[kind] <= MOST_OF_A_SIDE) rows.push(rowOf(line));
    else left[kind] += 1;
  }
  const last = rows.findLastIndex(differs);
  const more = Math.max(left.expected, left.actual);
  return [
    ...rows.slice(0, more === 0 ? last + 2 : last + 1),
    ...(more === 0 ? [] : [{kind: 'omitted', text: `${counted(more, 'more line')} differ`} as const]),
  ];
}

function rowOf({kind, text, typed}: DiffLine): DiffRow {
  return {kind, text: oneLine(text), ...(typed === undefined ? {} : {typed: clipped(oneLine(typed), WIDTH)})};
}

function cutRow(row: DiffRow): DiffRow {
  return cutAround(row, WIDTH);
}

/** Marks what differs in the first line of each side, if they are alike, and cuts long lines around it. */
function markedRows(rows: readonly DiffRow[]): DiffRow[] {
  const start = rows.findIndex(differs);
  const length = rows.slice(start).findIndex((row) => !differs(row));
  const block = rows.slice(start, length === -1 ? rows.length : start + length);
  const expected = block.find(({kind}) => kind === 'expected');
  const actual = block.find(({kind}) => kind === 'actual');
  if (expected === undefined || actual === undefined) return rows.map(cutRow);
  const [wanted, printed] = [expected, actual].map((row) => row.text.replace(NO_NEWLINE, ''));
  const {from, expectedTo, actualTo} = changedPart(wanted ?? '', printed ?? '');
  const same = (wanted ?? '').length - (expectedTo - from);
  const isAlike = same > 1 && 3 * same >= Math.min((wanted ?? '').length, (printed ?? '').length);
  const isShort = expectedTo - from <= SHORT && actualTo - from <= SHORT;
  return rows.map((row) => {
    const to = row === expected ? expectedTo : row === actual ? actualTo : null;
    return cutRow(to !== null && (isAlike || isShort) ? {...row, marked: {from, to}} : row);
  });
}

/** Words behind a row that ends without a newline. */
const NO_NEWLINE = / \(no newline at end\)$/;

/** Parts of so few characters are marked even in lines that have little in common. */
const SHORT = 4;

/** The output of a program that was stopped or crashed, unless the diff has all of it. */
function printedBlocks({printed, difference}: CaseMarks, program: string): Block[] {
  if (printed === null || difference?.diff.some(({kind}) => kind === 'actual') === false) return [];
  const lines = plainLines(printed);
  if (lines.length > 0) return [lastOf('printed until then', lines)];
  return [sentence('printed until then: nothing'), sentence(flushAdvice(program))];
}

/** Most programs print into a buffer first when nobody sits at a terminal. */
function flushAdvice(program: string): string {
  const [, advice = 'flush the output'] = FLUSH.find(([ending]) => ending.test(program)) ?? [];
  return `output that was not flushed is lost: ${advice} after each prompt`;
}

const FLUSH: readonly (readonly [ending: RegExp, advice: string])[] = [
  [/\.(?:c|cc|cpp|cxx)$/i, 'call fflush(stdout)'],
  [/\.py$/i, 'use print(…, flush=True)'],
];

/** The last lines, because the program stopped there. */
function lastOf(label: string, lines: readonly string[]): Block {
  const isCut = lines.length > MOST_LINES;
  const last = lines.slice(-MOST_LINES).map((line) => around(line, line.length, WIDTH));
  return {kind: 'text', label: isCut ? `${label}, the last ${MOST_LINES} lines` : label, lines: last};
}

function toleranceSentences({wouldPassWith}: CaseMarks, audience: Audience): Block[] {
  if (wouldPassWith === null) return [];
  const name = oneLine(wouldPassWith);
  const flag = `--tolerate ${name.includes(' ') ? `'${name}'` : name}`;
  const words = DIFFERENCES[name];
  if (words === undefined) return [sentence(`it differs only in what \`${flag}\` ignores`)];
  return [sentence(audience === 'student' ? words : `${words} (\`${flag}\`)`)];
}

/** What differs, if a tolerance would have let the output pass. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'final-newline': 'only newlines at the very end differ',
  crlf: 'only carriage returns at the ends of lines differ',
  'trailing-space': 'only spaces at the ends of lines differ',
  'blank-lines': 'only empty lines differ',
  space: 'only white space differs',
  case: 'only upper and lower case differ',
  order: 'only the order of lines differs',
};

/** The last lines of error output that say something, up to the last words: a legend or a stack may follow. */
function stderrBlocks({stderr, lastWords}: CaseMarks): Block[] {
  if (stderr === null) return [];
  const lines = plainLines(stderr);
  const end = lastWords === null ? lines.length : endOfLastWords(lines);
  const telling = lines.slice(0, end).filter((line) => !/^[·⇥]*⏎?$/.test(line));
  if (telling.length === 0) return [sentence('standard error: only empty lines')];
  return [lastOf('standard error', telling)];
}

function endOfLastWords(lines: readonly string[]): number {
  const all = lines.map((line) => line.replaceAll('·', ' ').replace(/⏎$/, '')).join('\n');
  return all.slice(0, lastWordsIn(all)?.end).split('\n').length;
}

/** Arguments, variables and files: `arguments: -n 3 "two words"`. */
function givenBlocks({given}: CaseMarks): Block[] {
  if (given === null) return [];
  return (['arguments', 'environment', 'files'] as const).flatMap((kind) =>
    text(kind, given[kind].map(quoted).join(' ')),
  );
}

/** A word, in quotes unless its end is plain to see. */
function quoted(word: string): string {
  return oneLine(/^[^\s"\\]+$/.test(word) ? word : JSON.stringify(word));
}

/** The input on one line, cut around the answer before the difference. An empty one beside arguments says nothing. */
function inputBlocks({input, given, difference}: CaseMarks): Block[] {
  if (input === null || (input === '' && given !== null)) return [];
  if (input === '') return [sentence('input: empty')];
  const lines = plainLines(input).map(shortRuns);
  const answered = difference?.exactness === 'none' ? 1 : (difference?.prompt?.number ?? 1);
  const at = lines.slice(0, answered - 1).join('').length;
  return [{kind: 'text', label: 'input', lines: [around(lines.join(''), at, WIDTH)]}];
}

/** Tells long runs of one character in a few. */
function shortRuns(line: string): string {
  return line.replace(LONG_RUN, (run, one: string) => {
    const end = one.repeat(RUN_ENDS);
    return `${end}…(${run.length / one.length - 2 * RUN_ENDS} more ${one})…${end}`;
  });
}

/** How many of a long run are shown at either end. */
const RUN_ENDS = 3;
const LONG_RUN = /(\\x[\da-f]{2}|\\u\{[\da-f]+\}|.)\1{23,}/gsu;

function differs({kind}: {readonly kind: DiffRow['kind']}): boolean {
  return kind === 'expected' || kind === 'actual';
}
