/* The key `checker` of `suite.json`: what checks an output, if not byte for byte. */
import * as v from 'valibot';
import type {Limits} from '../../running/limits.js';
import {type BuiltIn, CASES, type Distance} from '../comparing/checkers/checker.js';
import {decimalOf} from '../comparing/checkers/decimal.js';
import {isObject, limits, objectOf, pathBelow, programArguments} from './values.js';

/** Checker of the outputs of a case. */
export type Checker = BuiltIn | CourseProgram;

/** Program of the course, in the convention of Kattis' output validators. */
export interface CourseProgram {
  readonly kind: 'program';
  /** Path in `suite.json`, for messages: `check/main.c`. */
  readonly name: string;
  /** Its path; and that of its own folder, null if it is a file beside the cases. */
  readonly file: string;
  readonly folder: string | null;
  /** Arguments after input, golden and feedback folder. */
  readonly arguments: readonly string[];
  /** Limits other than those of all checkers. */
  readonly limits: Partial<Limits>;
}

/** Setting of a checker in `suite.json`: `program` is a path below the folder of the suite. */
export type CheckerSetting =
  | BuiltIn
  | {readonly kind: 'bytes'}
  | {
      readonly kind: 'program';
      readonly program: string;
      readonly arguments: readonly string[];
      readonly limits: Partial<Limits>;
    };

/** Valid settings, in words. */
const CHECKERS =
  'a checker: "bytes", "tokens", "numbers", "any-order", {"tokens": …}, {"numbers": …} or {"program": …}';

const letters = v.optional(v.picklist(CASES, CASES.map((one) => `"${one}"`).join(' or ')), 'count');

const distance = v.optional(
  v.custom<Distance>(
    (value) =>
      (typeof value === 'number' || typeof value === 'string') &&
      (decimalOf(String(value))?.units ?? -1n) >= 0n,
    'a number of at least 0, such as 1e-6 or "1e-6"',
  ),
  0,
);

/** Schemas of the settings of each checker. */
const SETTINGS = {
  bytes: kindOf('bytes', {}, 'an object without keys'),
  tokens: kindOf('tokens', {case: letters}, 'an object that may have the key case'),
  numbers: kindOf(
    'numbers',
    {absolute: distance, relative: distance, case: letters},
    'an object with some of the keys absolute, relative, case',
  ),
  'any-order': kindOf('any-order', {}, 'an object without keys'),
} as const;

const PROGRAM = v.pipe(
  objectOf(
    {
      program: pathBelow,
      arguments: v.optional(programArguments, []),
      limits: v.optional(limits, {}),
    },
    'an object with the key program, and perhaps arguments and limits',
  ),
  v.transform((settings) => ({kind: 'program' as const, ...settings})),
);

/** A name, an object whose only key is a name, or an object with the key `program`. */
export const CHECKER: v.GenericSchema<unknown, CheckerSetting> = v.lazy((value) => {
  if (isName(value))
    return v.pipe(
      v.literal(value),
      v.transform(() => ({})),
      SETTINGS[value],
    );
  if (isObject(value) && Object.hasOwn(value, 'program')) return PROGRAM;
  const [name, ...others] = isObject(value) ? Object.keys(value) : [];
  if (!isName(name) || others.length > 0) return v.custom<CheckerSetting>(() => false, CHECKERS);
  return v.pipe(
    v.strictObject({[name]: SETTINGS[name]}),
    v.transform((settings): CheckerSetting => settings[name] ?? {kind: 'bytes'}),
  );
});

function kindOf<const Kind extends string, const Entries extends v.ObjectEntries>(
  kind: Kind,
  entries: Entries,
  message: string,
) {
  return v.pipe(
    objectOf(entries, message),
    v.transform((settings) => ({kind, ...settings})),
  );
}

function isName(value: unknown): value is keyof typeof SETTINGS {
  return typeof value === 'string' && Object.hasOwn(SETTINGS, value);
}
