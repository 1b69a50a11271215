/*
 * Loads folders of fixtures: `<case>.in`, `<case>.out` and perhaps `<case>.status`, in subfolders as deep as one
 * likes, each with at most one `suite.json`. Whatever could make a case be passed over in silence is an error.
 */
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import * as v from 'valibot';
import {LIMIT_NAMES, LIMITS, type Limits} from './limits.js';
import {VISIBILITIES, type Visibility} from './marks.js';
import {DECIMAL, ONE_POINT, type Points, pointsOf} from './points.js';
import {inOrder, parseTolerance, type Tolerance} from './tolerances.js';

export interface FixtureCase {
  /** Path below the root, without ending: `stage-1/04-range-seven`. */
  readonly name: string;
  /** Folder below the root, `''` for the root itself. */
  readonly folder: string;
  readonly suite: string;
  readonly title: string;
  readonly inputFile: string;
  readonly input: Buffer;
  readonly expectedFile: string;
  readonly expected: Buffer;
  /** The exit status that is demanded; null if any will do. */
  readonly status: number | null;
  /** Given to the program after its own arguments. */
  readonly arguments: readonly string[];
  readonly points: Points;
  readonly visibility: Visibility;
  /** Those that differ from the defaults. */
  readonly limits: Partial<Limits>;
  readonly tolerances: readonly Tolerance[];
  /** What stands in the output where the program waits for a line of input. */
  readonly prompt: string;
  /** Whether the cases after the first failure of the folder are left out. */
  readonly skipAfterFailure: boolean;
}

/** Where no `suite.json` says otherwise: a line that begins with `> `, as most courses print it. */
const DEFAULT_PROMPT = '\n> ';

/** What a folder holds beside its cases. */
const OTHER_FILES: readonly string[] = ['suite.json', 'README.md'];

const CASE_ENDINGS = /\.(?:in|out|status)$/;

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
const text = v.string('a text');
/** What the system takes as an argument of a program. */
const LONGEST_ARGUMENT = 100_000;
const argument = v.pipe(
  text,
  v.check(
    (value) => !value.includes('\0') && Buffer.byteLength(value) <= LONGEST_ARGUMENT,
    `a text of at most ${LONGEST_ARGUMENT} bytes, without NUL`,
  ),
);
const visibility = v.picklist(VISIBILITIES, VISIBILITIES.map((one) => `"${one}"`).join(' or '));
const limit = (name: (typeof LIMIT_NAMES)[number]) =>
  v.optional(
    v.custom<number>(
      (value) => isLimit(name, value),
      `a number over 0${LIMITS[name].fraction ? '' : ', and whole'}`,
    ),
  );

const CASE_KEYS = {
  title: v.optional(text),
  points: v.optional(points),
  visibility: v.optional(visibility),
  status: v.optional(status),
};

/** A record passes over these in silence. */
const NO_KEYS: readonly string[] = ['__proto__', 'prototype', 'constructor'];

const SUITE = objectOf(
  {
    ...CASE_KEYS,
    arguments: v.optional(v.array(argument, 'a list of texts')),
    limits: v.optional(
      objectOf(
        {
          wall: limit('wall'),
          cpu: limit('cpu'),
          memory: limit('memory'),
          output: limit('output'),
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
          `an object by names of cases, which ${NO_KEYS.join(', ')} cannot be here`,
        ),
        v.record(
          text,
          objectOf(CASE_KEYS, `an object with some of the keys ${Object.keys(CASE_KEYS).join(', ')}`),
        ),
      ),
    ),
  },
  'an object; its keys are title, arguments, points, visibility, status, limits, tolerances, prompt, skipAfterFailure, cases',
);
type Suite = v.InferOutput<typeof SUITE>;

/** Fixtures that cannot be used; the message has a line for each thing that is wrong, with its file. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
}

/** Whether a value will do as a limit. */
export function isLimit(name: keyof Limits, value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value > 0 &&
    (LIMITS[name].fraction || Number.isInteger(value))
  );
}

/**
 * All cases below a folder: those of a folder before those of its subfolders, each in order of their names.
 *
 * @param outputs whether a case may still lack its expected output, which then counts as empty
 * @throws FixtureError if anything at all is wrong with them
 */
export function loadFixtures(root: string, outputs: 'needed' | 'not yet' = 'needed'): FixtureCase[] {
  const problems: string[] = [];
  const cases: FixtureCase[] = [];
  const visit = (folder: string): void => {
    const found = readFolder(root, folder, outputs === 'needed' ? ['.in', '.out'] : ['.in']);
    for (const problem of found.problems) problems.push(join(root, folder, problem));
    cases.push(...found.cases);
    for (const name of found.folders) visit(join(folder, name));
    if (found.cases.length + found.folders.length + found.problems.length === 0) {
      problems.push(`${join(root, folder)}: no case in it: a case is NAME.in and NAME.out`);
    }
  };
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new FixtureError(`${root}: no such folder`);
  try {
    visit('');
  } catch (error) {
    throw new FixtureError(error instanceof Error ? error.message : String(error));
  }
  if (problems.length > 0) throw new FixtureError(problems.join('\n'));
  return cases;
}

/** The names of a folder's cases, from its files, and the files that belong to none. */
export function casesOf(files: readonly string[]): {
  readonly stems: readonly string[];
  readonly strays: readonly string[];
} {
  // What systems leave lying about begins with a point: `._a.in`.
  const seen = files.filter((file) => !file.startsWith('.'));
  const own = seen.filter((file) => CASE_ENDINGS.test(file));
  return {
    stems: [...new Set(own.map((file) => file.replace(CASE_ENDINGS, '')))].sort(),
    strays: seen.filter((file) => !CASE_ENDINGS.test(file) && !OTHER_FILES.includes(file)),
  };
}

interface Folder {
  readonly cases: readonly FixtureCase[];
  readonly folders: readonly string[];
  /** Each begins with the file below the folder. */
  readonly problems: readonly string[];
}

function readFolder(root: string, folder: string, needed: readonly string[]): Folder {
  const path = join(root, folder);
  const entries = readdirSync(path, {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders = entries
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({name}) => name);
  const files = entries.filter((one) => !one.isDirectory()).map(({name}) => name);
  const {stems, strays} = casesOf(files);
  const problems = strays.map(
    (file) => `${file}: belongs to no case: a case is NAME.in, NAME.out and perhaps NAME.status`,
  );

  // It holds for its own folder only.
  if (stems.length === 0 && files.includes('suite.json'))
    problems.push('suite.json: there is no case beside it');
  const suite = files.includes('suite.json') ? readSuite(join(path, 'suite.json'), problems) : {};
  for (const stem of Object.keys(suite.cases ?? {})) {
    if (!stems.includes(stem)) problems.push(`suite.json: cases.${stem}: there is no case of this name`);
  }

  const cases: FixtureCase[] = [];
  const inputs = new Map<string, string>();
  for (const stem of stems) {
    const missing = needed.map((ending) => stem + ending).filter((file) => !files.includes(file));
    for (const file of missing) problems.push(`${file}: missing`);
    if (missing.length > 0) continue;
    const inputFile = join(path, `${stem}.in`);
    const expectedFile = join(path, `${stem}.out`);
    const input = readFileSync(inputFile);
    const twin = inputs.get(input.toString('latin1'));
    if (twin !== undefined) problems.push(`${stem}.in: the same input as ${twin}.in`);
    inputs.set(input.toString('latin1'), stem);
    const written = files.includes(`${stem}.status`)
      ? readFileSync(join(path, `${stem}.status`), 'latin1')
      : null;
    if (written !== null && !isStatus(written)) {
      problems.push(`${stem}.status: ${JSON.stringify(written)} is no exit status from 0 to 255`);
    }
    const own = {...suite, ...suite.cases?.[stem]};
    cases.push({
      name: join(folder, stem),
      folder,
      suite: suite.title ?? (folder === '' ? basename(resolve(root)) : folder),
      title: suite.cases?.[stem]?.title ?? stem,
      inputFile,
      input,
      expectedFile,
      expected: files.includes(`${stem}.out`) ? readFileSync(expectedFile) : Buffer.alloc(0),
      status: written === null ? (own.status ?? null) : Number(written),
      arguments: suite.arguments ?? [],
      points: own.points === undefined ? ONE_POINT : pointsOf(own.points),
      visibility: own.visibility ?? 'public',
      limits: withoutUndefined(suite.limits ?? {}),
      tolerances: inOrder(suite.tolerances ?? []),
      prompt: suite.prompt ?? DEFAULT_PROMPT,
      skipAfterFailure: suite.skipAfterFailure ?? false,
    });
  }
  return {cases, folders, problems};
}

function isStatus(written: string): boolean {
  return /^\d{1,3}\n?$/.test(written) && Number(written) <= 255;
}

/** Reads a `suite.json`; what is wrong with it joins the problems, with the key. */
function readSuite(path: string, problems: string[]): Suite {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    problems.push(`suite.json: ${error instanceof Error ? error.message : error}`);
    return {};
  }
  const result = v.safeParse(SUITE, value);
  if (result.success) return result.output;
  for (const issue of result.issues) problems.push(`suite.json: ${schemaProblem(issue)}`);
  return {};
}

/** One thing that a schema refuses: where, what was found, and what would be right. */
export function schemaProblem(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue) ?? 'the whole file';
  if (issue.expected === 'never') return `${key}: unknown key`;
  if (issue.received === 'undefined') return `${key}: missing; it must be ${issue.message}`;
  return `${key}: ${issue.received} is not ${issue.message}`;
}

/** An object with no other keys. By itself the schema would take a list for an object. */
function objectOf<const Entries extends v.ObjectEntries>(entries: Entries, message: string) {
  return v.pipe(v.custom<object>(isObject, message), v.strictObject(entries, message));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toTolerance({dataset, addIssue, NEVER}: v.RawTransformContext<string>): Tolerance {
  try {
    return parseTolerance(dataset.value);
  } catch (error) {
    addIssue({message: `a tolerance: ${error instanceof Error ? error.message : error}`});
    return NEVER;
  }
}

function withoutUndefined(limits: {readonly [key in keyof Limits]?: number | undefined}): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
