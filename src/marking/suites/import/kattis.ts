/*
 * A Kattis problem package (Problem Package Format, legacy, 2023-07 and 2025-09), as a suite: samples are public, secret
 * data are hidden, test groups are folders. What validates outputs becomes a checker, or the judge of an interactive program.
 */
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {basename, join, posix} from 'node:path';
import * as v from 'valibot';
import {parse} from 'yaml';
import {messageOf} from '../../../command-line/user-error.js';
import type {ForeignCase, ForeignSuite} from './imported.js';

/** Keys of `suite.json`. */
type Keys = Readonly<Record<string, unknown>>;

const any = v.optional(v.unknown());
const PROBLEM = v.object({
  name: any,
  type: any,
  validation: any,
  validator_flags: any,
  limits: v.optional(v.object({time_limit: any, memory: any, output: any}), {}),
});
/** `testdata.yaml`, and since 2025 `test_group.yaml`. */
const GROUP = v.object({
  range: any,
  accept_score: any,
  grader_flags: any,
  on_reject: any,
  grading: any,
  args: any,
  output_validator_flags: any,
  output_validator_args: any,
  scoring: v.optional(v.object({score: any, aggregation: any, require_pass: any}), {}),
});

/** @throws Error that says which file is wrong */
export function fromKattis(root: string): ForeignSuite {
  const problem = yamlIn(join(root, 'problem.yaml'), 'problem.yaml', PROBLEM);
  const left: string[] = [];
  const types = [problem.type].flat().map(String);
  const validation = String(problem.validation ?? 'default');
  const isInteractive = types.includes('interactive') || validation.includes('interactive');
  const isScoring = types.includes('scoring') || validation.includes('score');
  for (const type of ['multi-pass', 'submit-answer']) {
    if (types.includes(type)) left.push(`problem.yaml: type ${type}: every case is one run of a program`);
  }
  const beside = validatorIn(root, left);
  const flags = flagsIn(problem.validator_flags);
  const all = {
    status: 0,
    limits: limitsIn(root, problem),
    ...judgedBy(beside, isInteractive, flags, left, 'problem.yaml'),
  };
  const folders = new Map<string, Keys>([['', all]]);
  const cases: ForeignCase[] = [];
  for (const [kind, visibility] of [
    ['sample', 'public'],
    ['secret', 'hidden'],
  ] as const) {
    if (!existsSync(join(root, 'data', kind))) continue;
    const visit = (folder: string, above: Keys): void => {
      const path = join(root, 'data', folder);
      const group = groupIn(path, folder, left);
      const keys = {...above, ...group.keys, ...flagged(group.flags, beside, isInteractive, left, folder)};
      const found = casesIn(path, folder, left);
      const points = pointsIn(group.score, isScoring && kind === 'secret', found.length);
      cases.push(...found.map((one, index) => withPoints(one, points[index])));
      folders.set(folder, keys);
      for (const entry of readdirSync(path, {withFileTypes: true}).sort(byName)) {
        if (entry.isDirectory() && !/\.(?:files|download)$/.test(entry.name))
          visit(posix.join(folder, entry.name), keys);
      }
    };
    // Samples are worth nothing where points are given.
    visit(kind, {visibility, ...(isScoring && kind === 'sample' ? {points: 0} : {})});
  }
  for (const name of ['generators', 'include', 'input_validators', 'input_format_validators', 'graders']) {
    if (existsSync(join(root, name))) left.push(`${name}: not taken`);
  }
  const title = typeof problem.name === 'string' ? problem.name : null;
  return {title, cases, folders, beside: filesBeside(beside), left};
}

/** Limits on a run. The time of older packages is what their solutions need, which only Kattis measures. */
function limitsIn(root: string, {limits: said}: v.InferOutput<typeof PROBLEM>): Keys {
  const file = join(root, '.timelimit');
  const seconds = Number(said.time_limit ?? (existsSync(file) ? readFileSync(file, 'utf8') : Number.NaN));
  const [memory, output] = [Number(said.memory), Number(said.output)];
  return {
    ...(seconds > 0 ? {cpu: seconds, wall: 2 * seconds + 1} : {}),
    ...(memory > 0 ? {memory: Math.ceil(memory)} : {}),
    ...(output > 0 ? {output: Math.min(262_144, Math.ceil(output * 1024))} : {}),
  };
}

/** The program that validates outputs, and all files beside it, by their paths; null if there is none. */
interface Validator {
  readonly program: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

const VALIDATOR = 'validator';
const SOURCE = /\.(?:c|cc|cpp|cxx|py|java|sh|rs|go|rb|pl|js)$/;

function validatorIn(root: string, left: string[]): Validator | null {
  const place = ['output_validator', 'output_validators'].find((name) => existsSync(join(root, name)));
  if (place === undefined) return null;
  let folder = join(root, place);
  const inner = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const [only = '', ...others] = inner;
  if (others.length > 0 && place === 'output_validators') left.push(`${place}: only ${only} is taken`);
  const isFolder = statSync(join(folder, only)).isDirectory();
  if (isFolder) folder = join(folder, only);
  const names = isFolder || place === 'output_validator' ? readdirSync(folder) : [only];
  const files = new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name): [string, Buffer] => [`${VALIDATOR}/${name}`, readFileSync(join(folder, name))]),
  );
  const sources = [...files.keys()].filter((name) => SOURCE.test(name));
  const isMain = (name: string): boolean =>
    /\bmain\b/.test(basename(name)) || /\bint\s+main\s*\(/.test(files.get(name)?.toString('latin1') ?? '');
  const program = sources.length === 1 ? sources[0] : sources.find(isMain);
  if (program !== undefined) return {program, files};
  left.push(`${place}: no program in it that could be compiled and run`);
  return null;
}

function filesBeside(validator: Validator | null): ReadonlyMap<string, Buffer> {
  return validator?.files ?? new Map();
}

function judgedBy(
  validator: Validator | null,
  isInteractive: boolean,
  flags: readonly string[],
  left: string[],
  where: string,
): Keys {
  if (validator === null) {
    if (isInteractive) left.push(`${where}: interactive, and there is no output validator`);
    return checkerOf(flags, left, where);
  }
  const program = {program: validator.program, ...(flags.length > 0 ? {arguments: flags} : {})};
  return isInteractive ? {interactive: program} : {checker: program};
}

function flagged(
  flags: readonly string[] | null,
  validator: Validator | null,
  isInteractive: boolean,
  left: string[],
  folder: string,
): Keys {
  return flags === null ? {} : judgedBy(validator, isInteractive, flags, left, `data/${folder}`);
}

/** What Kattis' own validator does with some flags. */
function checkerOf(flags: readonly string[], left: string[], where: string): Keys {
  let [absolute, relative]: (string | undefined)[] = [];
  let [isCaseKept, isSpaceKept] = [false, false];
  for (let at = 0; at < flags.length; at += 1) {
    const flag = flags[at];
    if (flag === 'case_sensitive') isCaseKept = true;
    else if (flag === 'space_change_sensitive') isSpaceKept = true;
    else if (flag === 'float_tolerance') [absolute, relative] = [flags[at + 1], flags[at + 1]];
    else if (flag === 'float_absolute_tolerance') absolute = flags[at + 1];
    else if (flag === 'float_relative_tolerance') relative = flags[at + 1];
    else if (!/^float_/.test(flags[at - 1] ?? '')) left.push(`${where}: the flag ${flag}`);
  }
  const letters = isCaseKept ? 'count' : 'ignore';
  if (absolute !== undefined || relative !== undefined) {
    if (isSpaceKept) left.push(`${where}: space_change_sensitive beside a tolerance of numbers`);
    const most = {...(absolute && {absolute}), ...(relative && {relative})};
    return {checker: {numbers: {...most, case: letters}}};
  }
  if (isSpaceKept) return {checker: 'bytes', ...(isCaseKept ? {} : {tolerances: ['case']})};
  return {checker: {tokens: {case: letters}}};
}

function flagsIn(value: unknown): readonly string[] {
  return [value ?? []].flat().flatMap((one) => String(one).split(/\s+/).filter(Boolean));
}

interface Group {
  readonly keys: Keys;
  /** The points of the group, or of each of its cases; null: it does not say. */
  readonly score: {readonly points: number; readonly isEach: boolean} | null;
  readonly flags: readonly string[] | null;
}

/** What a folder of test data says of itself. */
function groupIn(path: string, folder: string, left: string[]): Group {
  const name = ['test_group.yaml', 'testdata.yaml'].find((one) => existsSync(join(path, one)));
  if (name === undefined) return {keys: {}, score: null, flags: null};
  const said = yamlIn(join(path, name), `data/${folder}/${name}`, GROUP);
  const {scoring} = said;
  const grader = flagsIn(said.grader_flags);
  const most = Number(String(said.range ?? '').split(/\s+/)[1]);
  const whole = Number(scoring.score ?? most);
  const each = Number(said.accept_score);
  const rule =
    scoring.aggregation === 'min' || scoring.aggregation === 'pass-fail' || grader.includes('min')
      ? scoring.aggregation === 'pass-fail'
        ? 'all'
        : 'min'
      : null;
  if (said.grading !== undefined) left.push(`data/${folder}/${name}: grading`);
  if (scoring.require_pass !== undefined) left.push(`data/${folder}/${name}: require_pass`);
  const arguments_ = flagsIn(said.args);
  return {
    keys: {
      ...(rule === null ? {} : {group: rule}),
      ...(said.on_reject === 'break' ? {skipAfterFailure: true} : {}),
      ...(arguments_.length > 0 ? {arguments: arguments_} : {}),
    },
    score: scoreOf(rule !== null, whole, each),
    flags:
      said.output_validator_flags === undefined && said.output_validator_args === undefined
        ? null
        : flagsIn(said.output_validator_flags ?? said.output_validator_args),
  };
}

/** In a group that counts as a whole, the score of each of its cases is that of the group. */
function scoreOf(isWhole: boolean, whole: number, each: number): Group['score'] {
  if (isWhole && (whole > 0 || each > 0)) return {points: whole > 0 ? whole : each, isEach: false};
  if (each > 0) return {points: each, isEach: true};
  return whole > 0 ? {points: whole, isEach: false} : null;
}

/** Of a whole, the first case has all the points: they are got or lost together, and nothing is rounded. */
function pointsIn(score: Group['score'], isScoring: boolean, count: number): readonly number[] {
  if (!isScoring || score === null || count === 0) return [];
  if (score.isEach) return Array.from({length: count}, () => score.points);
  return Array.from({length: count}, (_, index) => (index === 0 ? score.points : 0));
}

function withPoints(one: ForeignCase, points: number | undefined): ForeignCase {
  return points === undefined ? one : {...one, own: {...one.own, points}};
}

function casesIn(path: string, folder: string, left: string[]): ForeignCase[] {
  const names = readdirSync(path).sort();
  const read = (name: string): string | undefined =>
    names.includes(name) ? readFileSync(join(path, name), 'utf8').trim() : undefined;
  return names.flatMap((name): ForeignCase[] => {
    if (!name.endsWith('.in')) return [];
    const stem = name.slice(0, -'.in'.length);
    const at = posix.join(folder, stem);
    if (!names.includes(`${stem}.ans`)) {
      left.push(`data/${at}.in: no ${stem}.ans beside it`);
      return [];
    }
    for (const ending of ['.files', '.statement', '.yaml']) {
      if (names.includes(stem + ending)) left.push(`data/${at}${ending}: not taken`);
    }
    const about = read(`${stem}.desc`)?.split('\n')[0];
    const words = read(`${stem}.args`);
    const own = {
      ...(about ? {about} : {}),
      ...(words === undefined ? {} : {arguments: flagsIn(words)}),
    };
    const golden = readFileSync(join(path, `${stem}.ans`));
    return [{name: at, input: readFileSync(join(path, name)), golden, own}];
  });
}

/** @throws Error that says what is wrong with the file */
function yamlIn<Schema extends v.GenericSchema>(
  path: string,
  name: string,
  schema: Schema,
): v.InferOutput<Schema> {
  if (!existsSync(path)) throw new Error(`${name}: no such file`);
  let value: unknown;
  try {
    value = parse(readFileSync(path, 'utf8')) ?? {};
  } catch (error) {
    throw new Error(`${name}: ${messageOf(error).split('\n')[0]}`);
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new Error(`${name}: ${result.issues[0].message}`);
}

function byName(a: {readonly name: string}, b: {readonly name: string}): number {
  return a.name < b.name ? -1 : 1;
}
