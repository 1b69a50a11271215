/*
 * The details of one case, line by line. The human report prints them; the others include them where they
 * have room for text. A part with nothing to say produces no line.
 */
import {
  type CaseMarks,
  type Difference,
  type DiffLine,
  ENDED_EARLY,
  type PromptAnswer,
  purposeOf,
} from '../results/marks.js';
import {UNTESTED, VERDICT_WORDS} from '../results/verdicts.js';
import {formatByte, oneLine, plainLines, typedText} from '../results/visible.js';
import {drawnDifference, drawnInput, type Gutters, type Line, plain} from './drawing.js';

/** Lines are cut to about so many characters around what matters. */
const WIDTH = 160;

/** Everything known about a case, starting with the `headline`. */
export function detailsOf(one: CaseMarks): Line[] {
  return PARTS.flatMap((part) => part(one));
}

export function detailsText(one: CaseMarks): string {
  return detailsOf(one)
    .map(({text}) => text)
    .join('\n');
}

/** The verdict and what is wrong: `wrong output: no empty line before "Invalid Choice."`. */
export function headline(one: CaseMarks): string {
  const {verdict, exitStatus, lastWords} = one;
  if (verdict === 'wrong-output' && lastWords !== null)
    return `${VERDICT_WORDS[verdict]}, exit status ${exitStatus}: ${oneLine(lastWords)}`;
  const what = one.withheld && verdict !== 'pass' ? 'hidden case' : mistakeIn(one);
  return VERDICT_WORDS[verdict] + (what === undefined ? '' : `: ${oneLine(what)}`);
}

/** The mistake in a few words. A wrong exit status comes before how the output differs. */
function mistakeIn(one: CaseMarks): string | undefined {
  const [reason] = reasonLines(one);
  return one.verdict === 'wrong-status' ? reason : (one.difference?.summary ?? reason);
}

/** What to say about a case even if it passed. */
export function notesOf(one: CaseMarks): string[] {
  const {tolerance, leftProcesses, retried, verdict, points, maxPoints} = one;
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

/** What the case is for, of a program that came so far: of another it would read like the cause. */
export function testsLines(one: CaseMarks): Line[] {
  const text = testsText(one);
  return text === '' || UNTESTED.includes(one.verdict) ? [] : [plain(text)];
}

/** What the case is for, and where that stands: `this case tests: range beats count (handout 2.1)`. */
export function testsText(one: CaseMarks): string {
  const purpose = purposeOf(one);
  return purpose === null ? '' : `this case tests: ${oneLine(purpose)}`;
}

/** A line of a diff with the answer that was typed there. */
export function withAnswer({text, typed}: DiffLine): string {
  return oneLine(text) + (typed === undefined ? '' : typedText(oneLine(typed)));
}

export const DIFF_SIGNS: Gutters = {
  same: '  ',
  expected: '- ',
  actual: '+ ',
  omitted: '  … ',
};

/** The parts of the details, in their order. */
const PARTS: readonly ((one: CaseMarks) => readonly Line[])[] = [
  trouble,
  testsLines,
  firstDifference,
  promptLines,
  judgeLines,
  wouldPass,
  (one) => notesOf(one).map(plain),
  diffLines,
  printedLines,
  givenLines,
  inputLines,
  stderrLines,
  reproduceLines,
];

function trouble(one: CaseMarks): Line[] {
  const more = reasonBelow(one).map((line) => `  ${line}`);
  return [{tone: 'bad', text: headline(one)}, ...[...more, ...faultOf(one)].map(plain)];
}

/** Whose fault it is that a case could not be checked. A run that somebody ended early is nobody's. */
export function faultOf({verdict, reason}: CaseMarks): string[] {
  const isOurs = verdict === 'could-not-check' && reason?.startsWith(ENDED_EARLY) !== true;
  return isOurs ? ["this is the marker's fault, not the program's"] : [];
}

export function firstDifference({difference}: CaseMarks): Line[] {
  if (difference === null) return [];
  const {exactness, offset, line, column, expectedByte, actualByte} = difference;
  if (exactness !== 'byte') return exactness === 'line' ? [plain(`first difference: line ${line}`)] : [];
  const bytes = `expected ${formatByte(expectedByte)}, actual ${formatByte(actualByte)}`;
  return [plain(`first difference: offset ${offset}, line:column ${line}:${column}, ${bytes}`)];
}

/** The prompt before the mistake; null if there was none, or if it is not known where the mistake is. */
export function promptBefore(difference: Difference | null): PromptAnswer | null {
  return difference?.exactness === 'none' ? null : (difference?.prompt ?? null);
}

export function promptLines({difference}: CaseMarks): Line[] {
  const prompt = promptBefore(difference);
  if (prompt === null) return [];
  const answer =
    prompt.input === null
      ? 'the end of the input'
      : `input line ${prompt.number}: ${drawnInput(prompt.input, WIDTH)}`;
  const question = drawnInput(prompt.text, WIDTH);
  return [plain(`after prompt ${prompt.number}: ${question}`), plain(`answered by ${answer}`)];
}

/** What a checker says to those who mark. */
export function judgeLines({judgeMessage}: CaseMarks): Line[] {
  if (judgeMessage === null) return [];
  return [
    plain('the checker says to markers:'),
    ...plainLines(judgeMessage).map((line) => plain(`| ${line}`)),
  ];
}

/** A diagnosis, not a remedy: whoever wrote the program cannot choose what is tolerated. */
export function wouldPass({wouldPassWith}: CaseMarks): Line[] {
  if (wouldPassWith === null) return [];
  const name = oneLine(wouldPassWith);
  const flag = `--tolerate ${name.includes(' ') ? `'${name}'` : name}`;
  return [plain(`it differs only in what \`${flag}\` ignores`)];
}

function diffLines({difference}: CaseMarks): Line[] {
  if (difference === null || difference.diff.length === 0) return [];
  const gutters = Object.fromEntries(Object.entries(DIFF_SIGNS).map(([kind, sign]) => [kind, `  ${sign}`]));
  return [
    plain('diff (- expected, + actual):'),
    ...drawnDifference(difference, {...DIFF_SIGNS, ...gutters}, WIDTH),
  ];
}

/** What a program that was stopped or crashed had printed. */
function printedLines({printed}: CaseMarks): Line[] {
  if (printed === null) return [];
  if (printed === '') return [plain(`printed until then: ${NOTHING_PRINTED}`), plain(FLUSH_HINT)];
  return [plain('printed until then:'), ...plainLines(printed).map((line) => plain(`| ${line}`))];
}

/** Most programs print into a buffer first when nobody sits at a terminal. */
export const NOTHING_PRINTED = 'nothing, or nothing that was flushed';
export const FLUSH_HINT = 'output to a pipe is kept back until a flush: in C, fflush(stdout) shows it';

/** What the program was given besides its input: `arguments: -n 3 "two words"`. */
export function givenParts({given}: CaseMarks): string[] {
  if (given === null) return [];
  return KINDS_GIVEN.filter((kind) => given[kind].length > 0).map(
    (kind) => `${kind}: ${given[kind].map(quoted).join(' ')}`,
  );
}

const KINDS_GIVEN = ['arguments', 'environment', 'files'] as const;

/** A word, in quotes where it would not be seen where it ends. */
function quoted(word: string): string {
  return oneLine(/^[^\s"\\]+$/.test(word) ? word : JSON.stringify(word));
}

function givenLines(one: CaseMarks): Line[] {
  return givenParts(one).map((part) => plain(drawnInput(part, WIDTH)));
}

function inputLines({input, difference}: CaseMarks): Line[] {
  if (input === null) return [];
  const lines = plainLines(input);
  const answered = promptBefore(difference)?.number;
  const width = String(lines.length).length;
  return [
    plain(lines.length === 0 ? 'input: empty' : 'input:'),
    ...lines.map((line, index) => {
      const number = index + 1;
      const shown = drawnInput(line, WIDTH);
      return plain(`  ${number === answered ? '→' : ' '} ${String(number).padStart(width)} ${shown}`);
    }),
  ];
}

function stderrLines({stderr}: CaseMarks): Line[] {
  if (stderr === null) return [];
  return [plain('standard error:'), ...plainLines(stderr).map((line) => plain(`| ${line}`))];
}

function reproduceLines({reproduce}: CaseMarks): Line[] {
  if (reproduce === null) return [];
  return [plain('to reproduce it:'), {tone: 'command', text: `  ${oneLine(reproduce)}`}];
}

/** The reason, without its first line if that is in the headline. */
export function reasonBelow(one: CaseMarks): string[] {
  const lines = reasonLines(one);
  const told = mistakeIn(one);
  return told !== undefined && lines[0] === oneLine(told) ? lines.slice(1) : lines;
}

function reasonLines({reason}: CaseMarks): string[] {
  return reason === null ? [] : plainLines(reason);
}
