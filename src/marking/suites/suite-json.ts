/* `suite.json`: settings of a folder and of its cases. A problem names the key and the valid values. */
import * as v from 'valibot';
import {messageOf} from '../../command-line/user-error.js';
import {RESERVED} from '../../running/shell-line.js';
import {inOrder, parseTolerance, type Tolerance} from '../comparing/tolerances.js';
import {VISIBILITIES} from '../results/marks.js';
import {DECIMAL, parsePoints} from '../results/points.js';
import {LANGUAGES, namesProgram} from '../submissions/languages.js';
import {CHECKER} from './checker.js';
import {PLAIN_CASE, parseStatus, STATUSES, type Status} from './fixture-case.js';
import {argument, limits, line, objectOf, pathBelow, programArguments, recordOf, text} from './values.js';

const points = v.custom<number | string>(
  (value) => (typeof value === 'number' || typeof value === 'string') && DECIMAL.test(`${value}`),
  'a decimal number, such as 0.5 or "0.5"',
);
const status = v.custom<Status>(
  (value) => (typeof value === 'number' || typeof value === 'string') && parseStatus(String(value)) === value,
  STATUSES.replace('nonzero or any', '"nonzero" or "any"'),
);
const stderr = v.picklist(['apart', 'merge'], '"apart" or "merge"');
const visibility = v.picklist(VISIBILITIES, VISIBILITIES.map((one) => `"${one}"`).join(' or '));
const variable = v.pipe(
  text,
  v.regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and underscores, with no digit first'),
  v.check((name) => !RESERVED.includes(name), `a variable other than ${RESERVED.join(', ')}`),
);
const environment = recordOf('an object with the names of variables', variable, argument);
const files = v.pipe(
  v.array(pathBelow, 'a list of paths'),
  v.check(
    (paths) => twinIn(paths) === null,
    ({input}) => `a list without two files of the name ${twinIn(input)}, which would lie in the same folder`,
  ),
);

const alternatives = recordOf('an object with lines of output', line, v.array(line, 'a list of lines'));

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
  fresh: v.optional(v.boolean('true or false')),
  tolerances: v.optional(v.array(v.pipe(text, v.rawTransform(toTolerance)), 'a list of tolerances')),
  alternatives: v.optional(alternatives),
  about: v.optional(line),
  section: v.optional(line),
  checker: v.optional(CHECKER),
};

const ONE_CASE = objectOf(CASE_KEYS);

const language = v.picklist(
  LANGUAGES.map(({name}) => name),
  `a language: ${LANGUAGES.map(({name}) => name).join(', ')}`,
);
const command = v.pipe(text, v.check(namesProgram, 'a command with {program}'));

const newLanguage = objectOf(
  {
    endings: v.pipe(
      v.array(
        v.pipe(text, v.regex(/^\.[^./\s]+$/, 'an ending, such as ".lua"'), v.toLowerCase()),
        'a list of endings',
      ),
      v.minLength(1, 'a list with an ending'),
    ),
    compile: v.optional(command),
    run: command,
  },
  'an object with endings, run and perhaps compile',
);
const program = v.union([text, v.array(text)], 'a name or a pattern, or a list of them');

const FOLDER_KEYS = {
  prompts: v.optional(v.array(v.pipe(text, v.regex(/./s, 'a non-empty text')), 'a list of texts')),
  skipAfterFailure: v.optional(v.boolean('true or false')),
  group: v.optional(v.picklist(['sum', 'all'], '"sum" or "all"')),
  compile: v.optional(recordOf('an object with languages', language, command)),
  run: v.optional(recordOf('an object with languages', language, command)),
  languages: v.optional(recordOf('an object with the names of languages', text, newLanguage)),
  program: v.optional(program),
  cases: v.optional(recordOf('an object with the names of cases', text, ONE_CASE)),
};

const SUITE = objectOf({...CASE_KEYS, ...FOLDER_KEYS});
export type Suite = v.InferOutput<typeof SUITE>;

/** Returns an empty suite, and adds problems, if anything is wrong. */
export function parseSuite(text: string, problems: string[]): Suite {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(`suite.json${placeIn(text, messageOf(error))}`);
    return {};
  }
  const result = v.safeParse(SUITE, value);
  if (result.success) return result.output;
  problems.push(...result.issues.map((issue) => `suite.json: ${complaintOf(issue)}`));
  return {};
}

/** Returns the settings of the whole run. A null title stands for the name of the folder. */
export function programSettings({title, compile, run, languages, program = []}: Suite) {
  const files = typeof program === 'string' ? [program] : program;
  return {title: title ?? null, commands: {compile, run, languages}, files};
}

export function isForWholeRun({compile, run, languages, program}: Suite): boolean {
  return [compile, run, languages, program].some((value) => value !== undefined);
}

/** A case's settings replace its folder's; limits, variables and alternatives one by one. */
export function settingsOf(suite: Suite, stem: string) {
  const own = suite.cases?.[stem] ?? {};
  const both = {...suite, ...own};
  return {
    title: own.title ?? stem,
    about: both.about ?? null,
    section: both.section ?? null,
    status: both.status ?? PLAIN_CASE.status,
    isMerged: both.stderr === 'merge',
    isFresh: both.fresh ?? PLAIN_CASE.isFresh,
    arguments: both.arguments ?? [],
    environment: {...suite.environment, ...own.environment},
    points: both.points === undefined ? PLAIN_CASE.points : parsePoints(String(both.points)),
    visibility: both.visibility ?? PLAIN_CASE.visibility,
    limits: {...suite.limits, ...own.limits},
    tolerances: inOrder(both.tolerances ?? []),
    alternatives: Object.entries({...suite.alternatives, ...own.alternatives}).map(([right, others]) =>
      [right, ...others].map((text) => Buffer.from(text).toString('latin1')),
    ),
    prompts: suite.prompts ?? PLAIN_CASE.prompts,
    skipAfterFailure: suite.skipAfterFailure ?? PLAIN_CASE.skipAfterFailure,
    group: suite.group ?? PLAIN_CASE.group,
  };
}

/** `:3:1: not JSON: Unexpected token`. Node gives at most an offset. */
function placeIn(text: string, message: string): string {
  const [whole, at] = / (?:in JSON )?at position (\d+)(?: \(line \d+ column \d+\))?/.exec(message) ?? [];
  const before = text.slice(0, at === undefined ? text.length : Number(at)).split('\n');
  return `:${before.length}:${(before.at(-1) ?? '').length + 1}: not JSON: ${message.replace(whole ?? '', '')}`;
}

function complaintOf(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue) ?? 'the whole file';
  if (issue.expected === 'never') return `${key}: unknown key; expected ${issue.message}`;
  if (issue.received === 'undefined') return `${key}: missing; it must be ${issue.message}`;
  return `${key}: ${issue.received} is not ${issue.message}`;
}

/** Returns a file name that two paths share; null if there is none. */
function twinIn(paths: readonly string[]): string | null {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size) ?? null;
}

function toTolerance({dataset, addIssue, NEVER}: v.RawTransformContext<string>): Tolerance {
  try {
    return parseTolerance(dataset.value);
  } catch (error) {
    addIssue({message: `a tolerance: ${messageOf(error)}`});
    return NEVER;
  }
}
