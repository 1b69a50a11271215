/*
 * A Kattis problem package (Problem Package Format, legacy, 2023-07 and 2025-09), as a suite: samples are public, secret
 * data are hidden, test groups are folders. What validates outputs becomes a checker.
 */
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {basename, join, posix} from 'node:path';
import * as v from 'valibot';
import {parse} from 'yaml';
import {messageOf} from '../../../command-line/user-error.js';
import type {ForeignCase, ForeignSuite, FolderKeys as Keys} from './imported.js';
import {GROUP, isLenient, type Said, scoringOf, wordsIn} from './kattis-groups.js';

const any = v.optional(v.unknown());
const PROBLEM = v.object({
  problem_format_version: any,
  name: any,
  type: any,
  validation: any,
  validator_flags: any,
  constants: any,
  limits: v.optional(v.object({time_limit: any, memory: any, output: any}), {}),
});
/** `NAME.yaml`, of one case. */
const ONE_CASE = v.object({args: any, output_validator_args: any, description: any});

/** What holds in the whole package. */
interface Package {
  readonly root: string;
  readonly isLegacy: boolean;
  readonly isScoring: boolean;
  readonly validator: Validator | null;
  /** Given to the validator everywhere, before those of a group. */
  readonly flags: readonly string[];
  /** What cannot be taken. */
  readonly left: string[];
}

/** @throws Error that says which file is wrong */
export function fromKattis(root: string): ForeignSuite {
  const left: string[] = [];
  const problem = problemIn(root, left);
  const types = [problem.type].flat().map(String);
  const validation = String(problem.validation ?? 'default');
  const isLegacy = !/^(?:20|draft)/.test(String(problem.problem_format_version ?? 'legacy'));
  for (const type of ['interactive', 'multi-pass', 'submit-answer']) {
    if (types.includes(type)) left.push(`problem.yaml: type ${type}: every case is one run of a program`);
  }
  if (problem.constants !== undefined) left.push('problem.yaml: constants: put them into the programs');
  const isDefault = isLegacy && !validation.startsWith('custom');
  const taken: Package = {
    root,
    isLegacy,
    isScoring: types.includes('scoring') || /\bscore\b/.test(validation),
    validator: isDefault ? null : validatorIn(root, left),
    flags: wordsIn(problem.validator_flags),
    left,
  };
  const all = {status: 0, limits: limitsIn(root, problem, left)};
  const [cases, folders]: [ForeignCase[], Map<string, Keys>] = [[], new Map([['', all]])];
  const above = isLegacy ? groupIn(taken, '') : null;
  for (const kind of ['sample', 'secret']) {
    if (existsSync(join(root, 'data', kind))) takeGroup(taken, kind, above, cases, folders);
  }
  for (const name of NOT_TAKEN) if (existsSync(join(root, name))) left.push(`${name}: not taken`);
  return {title: titleOf(problem.name), cases, folders, beside: taken.validator?.files ?? new Map(), left};
}

/** What `export` writes has no `problem.yaml`: its validator counts, if there is one. */
function problemIn(root: string, left: string[]): v.InferOutput<typeof PROBLEM> {
  if (existsSync(join(root, 'problem.yaml')) || !existsSync(join(root, 'data')))
    return yamlIn(join(root, 'problem.yaml'), 'problem.yaml', PROBLEM);
  left.push('problem.yaml: no such file: read as one of the legacy format that says nothing');
  return {limits: {}, validation: existsSync(join(root, 'output_validators')) ? 'custom' : 'default'};
}

const NOT_TAKEN = [
  'generators',
  'include',
  'input_validators',
  'input_format_validators',
  'graders',
  'static_validator',
];

function titleOf(name: unknown): string | null {
  if (typeof name === 'string') return name;
  const names = v.safeParse(v.record(v.string(), v.string()), name);
  if (!names.success) return null;
  const {en = Object.values(names.output)[0] ?? null}: {readonly en?: string | null} = names.output;
  return en;
}

/** Adds the cases of a folder below `data`, and of those in it, with what is said of them. */
function takeGroup(
  taken: Package,
  folder: string,
  above: Said | null,
  cases: ForeignCase[],
  folders: Map<string, Keys>,
): void {
  const {root, isLegacy, isScoring, left} = taken;
  const [kind, ...below] = folder.split('/');
  // What nothing is said of is as what is around it, but a group of 2025 is not as `secret`.
  const said = groupIn(taken, folder) ?? (isLegacy || below.length > 1 ? above : null);
  const found = casesIn(taken, folder);
  const isSecret = kind === 'secret';
  const {rule, points} =
    isScoring && isSecret ? scoringOf(taken, said, folder, found.length) : {rule: null, points: []};
  cases.push(...found.map((one, index) => withPoints(one, points[index])));
  const words = wordsIn(said?.args);
  folders.set(folder, {
    visibility: isSecret ? 'hidden' : 'public',
    ...judgedBy(taken, validatorArguments(said), `data/${folder}`),
    // Samples are worth nothing where points are given.
    ...(isScoring && !isSecret ? {points: 0} : {}),
    ...(rule === null ? {} : {group: rule}),
    ...(said?.on_reject === 'break' ? {skipAfterFailure: true} : {}),
    ...(words.length > 0 ? {arguments: words} : {}),
  });
  const inner = readdirSync(join(root, 'data', folder), {withFileTypes: true}).filter(
    (entry) => entry.isDirectory() && !/\.(?:files|download)$/.test(entry.name),
  );
  if (inner.length > 0 && isScoring && isSecret && (rule !== null || (isLegacy && !isLenient(said))))
    left.push(`data/${folder}: what fails in one of its groups costs the others nothing here`);
  for (const {name} of inner.sort(byName)) takeGroup(taken, posix.join(folder, name), said, cases, folders);
}

const NO_TIME_LIMIT =
  'problem.yaml: no time limit, which Kattis finds by its solutions: `fivedice record --limits` says what one needs';

/** Limits on a run, with Kattis' usual ones. The time of older packages is what their solutions need, which only Kattis measures. */
function limitsIn(
  root: string,
  {limits: said}: v.InferOutput<typeof PROBLEM>,
  left: string[],
): Readonly<Record<string, number>> {
  const file = join(root, '.timelimit');
  const seconds = Number(said.time_limit ?? (existsSync(file) ? readFileSync(file, 'utf8') : Number.NaN));
  const [memory, output] = [Number(said.memory ?? 2048), Number(said.output ?? 8)];
  if (!(seconds > 0)) left.push(NO_TIME_LIMIT);
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

/** @param more flags of a group or a case, after those of the package */
function judgedBy(taken: Package, more: readonly string[], place: string): Keys {
  const {validator, left} = taken;
  const where = more.length === 0 ? 'problem.yaml' : place;
  const flags = [...taken.flags, ...more];
  if (validator === null) {
    return checkerOf(flags, left, where);
  }
  return {checker: {program: validator.program, ...(flags.length > 0 ? {arguments: flags} : {})}};
}

function validatorArguments(
  said: {readonly output_validator_flags?: unknown; readonly output_validator_args?: unknown} | null,
): readonly string[] {
  return wordsIn(said?.output_validator_flags ?? said?.output_validator_args);
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

/** What a folder of test data says of itself; null: nothing. */
function groupIn({root, left}: Package, folder: string): Said | null {
  const names = ['test_group.yaml', 'testdata.yaml'];
  const name = names.find((one) => existsSync(join(root, 'data', folder, one)));
  if (name === undefined) return null;
  const place = posix.join('data', folder, name);
  const said = yamlIn(join(root, place), place, GROUP);
  const isRequired = (said.require_pass ?? said.scoring.require_pass) !== undefined;
  if (said.grading === 'custom') left.push(`${place}: grading: custom`);
  if (isRequired) left.push(`${place}: require_pass: what fails elsewhere costs nothing here`);
  if (said.static_validation_score !== undefined) left.push(`${place}: static_validation_score`);
  return said;
}

function withPoints(one: ForeignCase, points: number | string | undefined): ForeignCase {
  return points === undefined ? one : {...one, own: {...one.own, points}};
}

function casesIn(taken: Package, folder: string): ForeignCase[] {
  const {root, left} = taken;
  const path = join(root, 'data', folder);
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
    const yaml = `${stem}.yaml`;
    const said = names.includes(yaml) ? yamlIn(join(path, yaml), `data/${at}.yaml`, ONE_CASE) : {};
    const about = String(said.description ?? read(`${stem}.desc`) ?? '')
      .trim()
      .split('\n')[0];
    const words = said.args ?? read(`${stem}.args`);
    const files = filesGiven(taken, at);
    const own = {
      ...(about ? {about} : {}),
      ...(words === undefined ? {} : {arguments: wordsIn(words)}),
      ...(files.size > 0 ? {files: [...files.keys()].map((file) => stem + file)} : {}),
      ...(said.output_validator_args === undefined
        ? {}
        : judgedBy(taken, validatorArguments(said), `data/${at}.yaml`)),
    };
    const golden = readFileSync(join(path, `${stem}.ans`));
    return [{name: at, input: readFileSync(join(path, name)), golden, own, more: files}];
  });
}

/** What a program finds where it works, in `NAME.files`. */
function filesGiven({root, left}: Package, at: string): ReadonlyMap<string, Buffer> {
  const path = join(root, 'data', `${at}.files`);
  if (!existsSync(path)) return new Map();
  const entries = readdirSync(path, {withFileTypes: true}).sort(byName);
  for (const {name} of entries.filter((one) => one.isDirectory()))
    left.push(`data/${at}.files/${name}: a folder for the program`);
  const files = entries.filter((one) => !one.isDirectory());
  return new Map(files.map(({name}) => [`.given/${name}`, readFileSync(join(path, name))]));
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
