/*
 * The checkers `tokens` and `numbers` split outputs at white space and compare token by token. They follow the default
 * output validator of Kattis' package format, except that the case of letters counts by default, and that numbers are
 * compared exactly.
 */
import type {Exactness} from '../../results/marks.js';
import {linesOf} from '../../results/visible.js';
import {instead, quote} from '../summary.js';
import type {BuiltIn, Distance, Fault} from './checker.js';
import {quoted} from './checker.js';
import {type Decimal, decimalOf, isClose} from './decimal.js';

type Settings = Extract<BuiltIn, {kind: 'tokens' | 'numbers'}>;

interface Token {
  readonly text: string;
  /** Offset in the output. */
  readonly at: number;
}

/** Returns null if the output is right. */
export function tokensFault(expected: string, actual: string, settings: Settings): Fault | null {
  if (expected === actual) return null;
  const rule = ruleOf(settings);
  const [wanted, printed] = [tokensIn(expected), tokensIn(actual)];
  let right: readonly [Token, Token] = [START, START];
  let line: (readonly [Token, Token])[] = [];
  for (let number = 0; ; number += 1) {
    const [token, other] = [wanted.next().value, printed.next().value];
    if (token === undefined && other === undefined) return null;
    if (token !== undefined && other !== undefined && rule.accepts(token.text, other.text)) {
      if (actual.slice(endOf(right[1]), other.at).includes('\n')) line = [];
      right = [token, other];
      line.push(right);
      continue;
    }
    const [wantedAt, printedAt] = token && other ? [token.at, other.at] : [endOf(right[0]), endOf(right[1])];
    if (actual.slice(endOf(right[1]), printedAt).includes('\n')) line = [];
    const rest = adapted(expected.slice(wantedAt), actual.slice(printedAt), rule);
    const golden = asInGolden(line, actual.slice(0, printedAt)) + rest;
    const {exactness} = rule;
    return {...faultOf(token, other, number, actual, rule), golden, tolerances: ['space'], exactness};
  }
}

const START: Token = {text: '', at: 0};

function endOf({text, at}: Token): number {
  return at + text.length;
}

/** Returns what was printed, with the golden's own tokens in the line that is wrong. */
function asInGolden(line: readonly (readonly [Token, Token])[], printed: string): string {
  let at = line[0]?.[1].at ?? printed.length;
  let text = printed.slice(0, at);
  for (const [token, other] of line) {
    text += printed.slice(at, other.at) + token.text;
    at = endOf(other);
  }
  return text + printed.slice(at);
}

/** Rule by which two tokens are compared. */
interface Rule {
  readonly accepts: (expected: string, actual: string) => boolean;
  readonly numberOf: (token: string) => Decimal | null;
  /** Words for a number that is not close enough. */
  readonly off: string;
  /** `line` if a token may differ from the golden and be right. */
  readonly exactness: Exactness;
}

function ruleOf(settings: Settings): Rule {
  const isSame: Rule['accepts'] =
    settings.case === 'count'
      ? (expected, actual) => expected === actual
      : (expected, actual) => folded(expected) === folded(actual);
  if (settings.kind === 'tokens') {
    const exactness = settings.case === 'count' ? 'byte' : 'line';
    return {accepts: isSame, numberOf: () => null, off: '', exactness};
  }
  const {absolute, relative} = settings;
  const within = {absolute: exactly(absolute), relative: exactly(relative)};
  const most = [
    ...(within.absolute.units > 0n ? [`${absolute}`] : []),
    ...(within.relative.units > 0n ? [`${relative} of it`] : []),
  ];
  return {
    accepts: (expected, actual) => {
      if (expected === actual) return true;
      const wanted = decimalOf(expected);
      if (wanted === null) return isSame(expected, actual);
      const printed = decimalOf(actual);
      return printed !== null && isClose(wanted, printed, within);
    },
    numberOf: decimalOf,
    off: most.length === 0 ? 'off' : `off by more than ${most.join(' and ')}`,
    exactness: 'line',
  };
}

/** Only A to Z: bytes beyond ASCII are parts of letters. */
function folded(token: string): string {
  return token.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function exactly(setting: Distance): Decimal {
  return decimalOf(String(setting)) ?? {units: 0n, exponent: 0};
}

function faultOf(
  expected: Token | undefined,
  actual: Token | undefined,
  number: number,
  output: string,
  {numberOf, off}: Rule,
): Pick<Fault, 'summary' | 'reason'> {
  if (actual === undefined) {
    const missing = expected?.text ?? '';
    return {
      summary: `the output ends before ${quote(missing)}`,
      reason: `the output ends after ${counted(number)}: expected ${shown(missing)} next`,
    };
  }
  const place = placeOf(actual, output);
  if (expected === undefined) {
    return {
      summary: `${quote(actual.text)} is unexpected`,
      reason: `${place}: ${shown(actual.text)} is unexpected after all ${counted(number)}`,
    };
  }
  const [wanted, printed] = [numberOf(expected.text), numberOf(actual.text)];
  const label = labelBefore(actual, output);
  const pair = `${place}: expected ${shown(expected.text)}, actual ${shown(actual.text)}`;
  if (wanted === null) return {summary: instead(expected.text, actual.text), reason: pair};
  if (printed === null)
    return {summary: `${quote(actual.text)} instead of a number${label}`, reason: `${pair}: not a number`};
  return {summary: `a number${label} is ${off}`, reason: `${pair}: ${off}`};
}

/** Finds the word before a number on its line, which tells people what it counts; `''` if there is none. */
function labelBefore({at}: Token, text: string): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const word = line.match(TOKEN)?.findLast((token) => /[A-Za-z\x80-\xff]/.test(token));
  return word === undefined ? '' : ` after ${quote(word)}`;
}

function placeOf({at}: Token, output: string): string {
  const before = output.slice(0, at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return `token ${[...tokensIn(line)].length + 1} of line ${before.split('\n').length}`;
}

/** Replaces each line of the golden after the first by what was printed, where that is right. */
function adapted(expected: string, actual: string, {accepts}: Rule): string {
  const printed = tokensIn(actual);
  return linesOf(expected)
    .map((line, index) => {
      let isRight = index > 0;
      const asPrinted = line.replace(TOKEN, (token) => {
        const other = printed.next().value;
        isRight &&= other !== undefined && accepts(token, other.text);
        return other?.text ?? token;
      });
      return isRight ? asPrinted : line;
    })
    .join('');
}

/** Anything but C's white space. */
const TOKEN = /[^ \t\n\v\f\r]+/g;

function* tokensIn(text: string): Generator<Token, undefined> {
  for (const {0: token, index} of text.matchAll(TOKEN)) yield {text: token, at: index};
}

function counted(tokens: number): string {
  return tokens === 1 ? '1 token' : `${tokens} tokens`;
}

/** Quotes a token that is no number. */
function shown(token: string): string {
  return decimalOf(token) === null ? quoted(token) : quoted(token, '');
}
