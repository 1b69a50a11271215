/* `suite.json`: what a folder says about its cases, and so of each of them. Problems are reported with the key and what is valid. */
import * as v from 'valibot';
import {messageOf} from '../../command-line/user-error.js';
import type {Limits} from '../../running/limits.js';
import {RESERVED} from '../../running/shell-line.js';
import {inOrder, parseTolerance, type Tolerance} from '../comparing/tolerances.js';
import {VISIBILITIES} from '../results/marks.js';
import {DECIMAL, parsePoints} from '../results/points.js';
import {isCompileCommand, LANGUAGES} from '../submissions/languages.js';
import {CHECKER} from './checker.js';
import {keysOf} from './duplicate-keys.js';
import {PLAIN_CASE, parseStatus, STATUSES, type Status} from './fixture-case.js';
import {
  argument,
  CONTROL,
  LONGEST_ARGUMENT,
  limits,
  objectOf,
  pathBelow,
  programArguments,
  recordOf,
  text,
} from './values.js';

const points = v.custom<number | string>(
  (value) => (typeof value === 'number' || typeof value === 'string') && DECIMAL.test(`${value}`),
  'a decimal number, such as 0.5 or "0.5"',
);
const status = v.custom<Status>(
  (value) => (typeof value === 'number' || typeof value === 'string') && parseStatus(String(value)) === value,
  STATUSES.replace('nonzero or any', '"nonzero" or "any"'),
);
const stderr = v.picklist(['apart', 'merge'], '"apart" or "merge"');
/** Reports put it behind other words. */
const line = v.pipe(
  v.string('a line of text'),
  v.check((value) => value !== '' && !CONTROL.test(value), 'a line of text'),
);
const visibility = v.picklist(VISIBILITIES, VISIBILITIES.map((one) => `"${one}"`).join(' or '));
const variable = v.pipe(
  text,
  v.regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and underscores, with no digit first'),
  v.check(
    (name) => !RESERVED.has(name),
    ({input}) => `a variable that can be set: it is the one ${RESERVED.get(input)}`,
  ),
);
/** The system takes a variable as one word: `NAME=value`. */
const environment = v.pipe(
  recordOf('an object with the names of variables', variable, argument),
  v.check(
    (variables) => longVariable(variables) === undefined,
    ({input}) =>
      `one whose variables have at most ${LONGEST_ARGUMENT} bytes each, with their names: ${longVariable(input)?.slice(0, LONGEST_NAME)}`,
  ),
);
const files = v.pipe(
  v.array(pathBelow, 'a list of paths'),
  v.check(
    (paths) => twinIn(paths) === null,
    ({input}) => `a list without two files of the name ${twinIn(input)}, which would lie in the same folder`,
  ),
);

/** How much of a long variable a message shows, in characters. */
const LONGEST_NAME = 40;

/** What a folder says of all its cases, and a case of itself. */
const CASE_KEYS = {
  title: v.optional(text),
  arguments: v.optional(programArguments),
  environment: v.optional(environment),
  files: v.optional(files),
  points: v.optional(points),
  visibility: v.optional(visibility),
  status: v.optional(status),
  stderr: v.optional(stderr),
  limits: v.optional(limits),
  tolerances: v.optional(v.array(v.pipe(text, v.rawTransform(toTolerance)), 'a list of tolerances')),
  about: v.optional(line),
  section: v.optional(line),
  checker: v.optional(CHECKER),
};

const ONE_CASE = objectOf(CASE_KEYS, `an object with some of the keys ${Object.keys(CASE_KEYS).join(', ')}`);

const language = v.picklist(
  LANGUAGES.map(({name}) => name),
  `a language: ${LANGUAGES.map(({name}) => name).join(', ')}`,
);
const compile = v.pipe(
  text,
  v.check(isCompileCommand, 'a command with {source} or {sources}, and {program}'),
);
const run = v.pipe(
  text,
  v.check((command) => command.includes('{program}'), 'a command with {program}'),
);

/** What only a folder says. */
const FOLDER_KEYS = {
  prompt: v.optional(text),
  skipAfterFailure: v.optional(v.boolean('true or false')),
  group: v.optional(v.picklist(['sum', 'all'], '"sum" or "all"')),
  compile: v.optional(recordOf('an object with languages', language, compile)),
  run: v.optional(recordOf('an object with languages', language, run)),
  cases: v.optional(recordOf('an object with the names of cases', text, ONE_CASE)),
};

const SUITE = objectOf(
  {...CASE_KEYS, ...FOLDER_KEYS},
  `an object; its keys are ${[...Object.keys(CASE_KEYS), ...Object.keys(FOLDER_KEYS)].join(', ')}`,
);
export type Suite = v.InferOutput<typeof SUITE>;

/** Parses a `suite.json`. If anything is wrong, adds it to the problems and returns an empty suite. */
export function parseSuite(text: string, problems: string[]): Suite {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(`suite.json${placeIn(text, messageOf(error))}`);
    return {};
  }
  const {lines: linesOf, twice} = keysOf(text);
  for (const {path, lines} of twice) {
    problems.push(`suite.json: ${path}: given twice, on lines ${lines.join(' and ')}`);
  }
  const result = v.safeParse(SUITE, value);
  if (result.success) return result.output;
  // Where all is on one line, its number says nothing.
  const lines = text.trim().includes('\n') ? linesOf : new Map<string, number>();
  for (const issue of result.issues) problems.push(`suite.json:${problemOf(issue, lines)}`);
  return {};
}

/** What a suite says of a case: what the case says itself replaces it, of limits and variables one by one. */
export function saidOf(suite: Suite, stem: string) {
  const own = suite.cases?.[stem] ?? {};
  const both = {...suite, ...own};
  return {
    title: own.title ?? stem,
    about: both.about ?? null,
    section: both.section ?? null,
    status: both.status ?? null,
    isMerged: both.stderr === 'merge',
    arguments: both.arguments ?? [],
    environment: {...suite.environment, ...own.environment},
    points: both.points === undefined ? PLAIN_CASE.points : parsePoints(String(both.points)),
    visibility: both.visibility ?? PLAIN_CASE.visibility,
    limits: withoutUndefined({...suite.limits, ...own.limits}),
    tolerances: inOrder(both.tolerances ?? []),
    prompt: suite.prompt ?? PLAIN_CASE.prompt,
    skipAfterFailure: suite.skipAfterFailure ?? PLAIN_CASE.skipAfterFailure,
    group: suite.group ?? PLAIN_CASE.group,
  };
}

function withoutUndefined(limits: {readonly [key in keyof Limits]?: number | undefined}): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** Where JSON goes wrong, and how: `:3:1: not JSON: Unexpected token`. Node says the place as a number of characters, if at all. */
function placeIn(text: string, message: string): string {
  const [whole, at] = / (?:in JSON )?at position (\d+)(?: \(line \d+ column \d+\))?/.exec(message) ?? [];
  const before = text.slice(0, at === undefined ? text.length : Number(at)).split('\n');
  return `:${before.length}:${(before.at(-1) ?? '').length + 1}: not JSON: ${message.replace(whole ?? '', '')}`;
}

/** One complaint of the schema: where, what was found, and what would be valid. */
function problemOf(issue: v.BaseIssue<unknown>, lines: ReadonlyMap<string, number>): string {
  const key = v.getDotPath(issue) ?? 'the whole file';
  return `${lineOf(key, lines)} ${complaintOf(issue, key)}`;
}

/** `3:`, the line of a key, or of the nearest around it; nothing for the whole file. */
function lineOf(key: string, lines: ReadonlyMap<string, number>): string {
  const parts = key.split('.');
  const paths = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
  const line = paths.map((path) => lines.get(path)).find((one) => one !== undefined);
  return line === undefined ? '' : `${line}:`;
}

function complaintOf(issue: v.BaseIssue<unknown>, key: string): string {
  if (issue.expected === 'never') return `${key}: unknown key of ${issue.message}`;
  if (issue.received === 'undefined') return `${key}: missing; it must be ${issue.message}`;
  return `${key}: ${issue.received} is not ${issue.message}`;
}

function longVariable(variables: object): string | undefined {
  return Object.entries(variables)
    .map((words) => words.join('='))
    .find((word) => Buffer.byteLength(word) > LONGEST_ARGUMENT);
}

/** A last name that two of the paths have; null if there is none. */
function twinIn(paths: readonly string[]): string | null {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return names.find((name, index) => names.indexOf(name) !== index) ?? null;
}

function toTolerance({dataset, addIssue, NEVER}: v.RawTransformContext<string>): Tolerance {
  try {
    return parseTolerance(dataset.value);
  } catch (error) {
    addIssue({message: `a tolerance: ${messageOf(error)}`});
    return NEVER;
  }
}
