/* The key `checker` of `suite.json`. */
import {join} from 'node:path';
import * as v from 'valibot';
import type {Limits} from '../../running/limits.js';
import {type Distance, decimalOf, type Numbers} from '../comparing/numbers.js';
import {isObject, limits, objectOf, pathBelow, programArguments, statsBelow} from './values.js';

export type Checker = Numbers | CourseProgram;

/** Checker program of the course, like Kattis' output validators. */
export interface CourseProgram {
  readonly kind: 'program';
  /** Path in `suite.json`: `check/main.c`. */
  readonly name: string;
  readonly file: string;
  /** The program's own folder; null: it lies beside the cases. */
  readonly folder: string | null;
  /** Arguments after input, golden and feedback folder. */
  readonly arguments: readonly string[];
  /** Limits other than the defaults. */
  readonly limits: Partial<Limits>;
}

type ProgramSetting = Omit<CourseProgram, 'file' | 'folder'>;

/** null: bytes are compared. */
export type CheckerSetting = Numbers | ProgramSetting | null;

const CHECKERS = 'a checker: "bytes", "numbers", {"numbers": …} or {"program": …}';

const distance = v.optional(
  v.custom<Distance>(
    (value) =>
      (typeof value === 'number' || typeof value === 'string') &&
      (decimalOf(String(value))?.units ?? -1n) >= 0n,
    'a number of at least 0, such as 1e-6 or "1e-6"',
  ),
  0,
);

const NUMBERS = v.pipe(
  objectOf({absolute: distance, relative: distance}, 'an object with some of the keys absolute and relative'),
  v.transform((settings) => ({kind: 'numbers' as const, ...settings})),
);

const PROGRAM = v.pipe(
  objectOf(
    {
      program: pathBelow,
      arguments: v.optional(programArguments, []),
      limits: v.optional(limits, {}),
    },
    'an object with the key program, and perhaps arguments and limits',
  ),
  v.transform(({program, ...others}) => ({kind: 'program' as const, name: program, ...others})),
);

const named = <T>(name: string, checker: T) =>
  v.pipe(
    v.literal(name),
    v.transform(() => checker),
  );

/** A name, or an object whose key says the kind. */
export const CHECKER: v.GenericSchema<unknown, CheckerSetting> = v.lazy((value) => {
  if (value === 'bytes') return named('bytes', null);
  if (value === 'numbers') return named('numbers', v.parse(NUMBERS, {}));
  if (isObject(value) && Object.hasOwn(value, 'program')) return PROGRAM;
  if (!isObject(value) || Object.keys(value).join() !== 'numbers')
    return v.custom<CheckerSetting>(() => false, CHECKERS);
  return v.pipe(
    v.object({numbers: NUMBERS}),
    v.transform(({numbers}) => numbers),
  );
});

/** Finds the program of a checker. @throws Error that says what is wrong with its file */
export function programIn(folder: string, setting: ProgramSetting): CourseProgram {
  const {name} = setting;
  statsBelow(folder, name);
  const [first = '', ...below] = name.split('/');
  return {...setting, file: join(folder, name), folder: below.length === 0 ? null : join(folder, first)};
}
