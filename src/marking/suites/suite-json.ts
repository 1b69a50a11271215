/* `suite.json`: what a folder says about its cases. Problems are reported with the key and what is valid. */
import * as v from 'valibot';
import {messageOf} from '../../command-line/user-error.js';
import {isLimit, LIMIT_NAMES, rangeOf} from '../../running/limits.js';
import {parseTolerance, type Tolerance} from '../comparing/tolerances.js';
import {VISIBILITIES} from '../marks/marks.js';
import {DECIMAL} from '../marks/points.js';
import {LONGEST_ARGUMENT, MOST_ARGUMENTS, sizeOf} from './arguments.js';
import {CHECKER} from './checker.js';
import {duplicateKeys} from './duplicate-keys.js';
import {isObject, objectOf} from './objects.js';

const points = v.custom<number | string>(
  (value) =>
    typeof value === 'string'
      ? DECIMAL.test(value)
      : typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  'a whole number of tenths, or a decimal string such as "0.1"',
);
const status = v.pipe(
  v.number('a number from 0 to 255'),
  v.integer('a number from 0 to 255'),
  v.minValue(0, 'a number from 0 to 255'),
  v.maxValue(255, 'a number from 0 to 255'),
);
const text = v.string('a string');
/** Reports put it behind other words. */
const line = v.pipe(v.string('a line of text'), v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'a line of text'));
const argument = v.pipe(
  text,
  v.check(
    (value) => !value.includes('\0') && Buffer.byteLength(value) <= LONGEST_ARGUMENT,
    `a string of at most ${LONGEST_ARGUMENT} bytes, without NUL`,
  ),
);
const visibility = v.picklist(VISIBILITIES, VISIBILITIES.map((one) => `"${one}"`).join(' or '));
const limit = (name: (typeof LIMIT_NAMES)[number]) =>
  v.optional(v.custom<number>((value) => isLimit(name, value), rangeOf(name)));

const CASE_KEYS = {
  title: v.optional(text),
  points: v.optional(points),
  visibility: v.optional(visibility),
  status: v.optional(status),
  about: v.optional(line),
  section: v.optional(line),
  checker: v.optional(CHECKER),
};

/** valibot's `record` silently ignores these keys. */
const NO_KEYS: readonly string[] = ['__proto__', 'prototype', 'constructor'];

const SUITE = objectOf(
  {
    ...CASE_KEYS,
    arguments: v.optional(
      v.pipe(
        v.array(argument, 'a list of strings'),
        v.check(
          (values) => sizeOf(values) <= MOST_ARGUMENTS,
          `a list of at most ${MOST_ARGUMENTS} bytes in all`,
        ),
      ),
    ),
    limits: v.optional(
      objectOf(
        {
          wall: limit('wall'),
          cpu: limit('cpu'),
          memory: limit('memory'),
          output: limit('output'),
          disk: limit('disk'),
          processes: limit('processes'),
        },
        `an object with some of the keys ${LIMIT_NAMES.join(', ')}`,
      ),
    ),
    tolerances: v.optional(v.array(v.pipe(text, v.rawTransform(toTolerance)), 'a list of tolerances')),
    prompt: v.optional(text),
    skipAfterFailure: v.optional(v.boolean('true or false')),
    cases: v.optional(
      v.pipe(
        v.custom<object>(
          (value) => isObject(value) && !NO_KEYS.some((name) => Object.hasOwn(value, name)),
          `an object with the names of cases as keys, which cannot be ${NO_KEYS.join(', ')}`,
        ),
        v.record(
          text,
          objectOf(CASE_KEYS, `an object with some of the keys ${Object.keys(CASE_KEYS).join(', ')}`),
        ),
      ),
    ),
  },
  'an object; its keys are title, arguments, points, visibility, status, limits, tolerances, prompt, skipAfterFailure, cases, about, section, checker',
);
export type Suite = v.InferOutput<typeof SUITE>;

/** Parses a `suite.json`. If anything is wrong, adds it to the problems and returns an empty suite. */
export function parseSuite(text: string, problems: string[]): Suite {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(`suite.json: ${messageOf(error)}`);
    return {};
  }
  for (const {path, lines} of duplicateKeys(text)) {
    problems.push(`suite.json: ${path}: given twice, on lines ${lines.join(' and ')}`);
  }
  const result = v.safeParse(SUITE, value);
  if (result.success) return result.output;
  for (const issue of result.issues) problems.push(`suite.json: ${problemOf(issue)}`);
  return {};
}

/** One complaint of the schema: where, what was found, and what would be valid. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue) ?? 'the whole file';
  if (issue.expected === 'never') return `${key}: unknown key`;
  if (issue.received === 'undefined') return `${key}: missing; it must be ${issue.message}`;
  return `${key}: ${issue.received} is not ${issue.message}`;
}

function toTolerance({dataset, addIssue, NEVER}: v.RawTransformContext<string>): Tolerance {
  try {
    return parseTolerance(dataset.value);
  } catch (error) {
    addIssue({message: `a tolerance: ${messageOf(error)}`});
    return NEVER;
  }
}
