/* A problem of DMOJ, as its `init.yml` says it: cases, batches as groups, and its checkers where ours do the same. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import * as v from 'valibot';
import {parse} from 'yaml';
import {messageOf} from '../../../command-line/user-error.js';
import type {ForeignCase, ForeignSuite, FolderKeys as Keys} from './imported.js';

const any = v.optional(v.unknown());
const name = v.nullish(v.string('a string'));
const points = v.optional(v.number('a number'));
const CHECKER = v.union([v.string(), v.object({name: v.string(), args: v.optional(v.looseObject({}), {})})]);
const ONE_CASE = v.object({
  in: name,
  out: name,
  points,
  checker: v.optional(CHECKER),
  generator: any,
  generator_args: any,
  io_redirects: any,
});
const LISTED = v.object({
  ...ONE_CASE.entries,
  dependencies: any,
  batched: v.optional(v.array(ONE_CASE, 'a list of cases')),
});
const LIST = v.array(LISTED, 'a list of cases');
const FORMATS = v.object({
  input_format: name,
  output_format: name,
  case_points: v.optional(v.array(v.number())),
});
const INIT = v.object({
  archive: name,
  test_cases: v.nullish(v.union([LIST, FORMATS], 'a list of cases, or patterns of their names')),
  pretest_test_cases: v.optional(LIST),
  points,
  checker: v.optional(CHECKER),
  interactive: any,
  grader: any,
  custom_judge: any,
  signature_grader: any,
  generator: any,
});

type Case = v.InferOutput<typeof ONE_CASE>;
type Listed = v.InferOutput<typeof LISTED>;

/**
 * @param archived what is in the archive that `init.yml` names; null if it names none
 * @throws Error that says which file is wrong
 */
export function fromDmoj(root: string, archived: ReadonlyMap<string, Buffer> | null): ForeignSuite {
  const init = initOf(root);
  const left: string[] = [];
  for (const key of ['interactive', 'grader', 'custom_judge', 'signature_grader', 'generator'] as const) {
    if (init[key] !== undefined) left.push(`init.yml: ${key}`);
  }
  const read = (file: string | null | undefined): Buffer => {
    if (file == null) return Buffer.alloc(0);
    const content = existsSync(join(root, file)) ? readFileSync(join(root, file)) : archived?.get(file);
    if (content === undefined) throw new Error(`init.yml: ${file}: no such file`);
    return content;
  };
  const beside = new Map<string, Buffer>();
  const checkedBy = (checker: Listed['checker']): Keys =>
    checker === undefined
      ? {}
      : checkerOf(checker, left, (file) => beside.set(`checker/${basename(file)}`, read(file)));
  const folders = new Map<string, Keys>([['', checkedBy(init.checker ?? 'standard')]]);
  const cases: ForeignCase[] = [];
  const take = (one: Case, path: string, worth: number): void => {
    for (const key of ['generator', 'generator_args', 'io_redirects'] as const)
      if (one[key] !== undefined) left.push(`init.yml: ${path}: ${key}`);
    const own = {points: worth, ...checkedBy(one.checker)};
    cases.push({name: path, input: normal(read(one.in)), golden: normal(read(one.out)), own});
  };
  const takeAll = (list: readonly Listed[], visibility: 'public' | 'hidden', folder: string): void => {
    for (const [index, one] of list.entries()) {
      const path = `${folder}/${numbered(index)}`;
      // A program that fails a pretest is not judged further, and there are no points for them.
      const worth = folder === 'pretest' ? 0 : (one.points ?? init.points ?? 1);
      if (one.dependencies !== undefined)
        left.push(`init.yml: ${path}: dependencies: what fails elsewhere costs nothing here`);
      if (one.batched === undefined) {
        folders.set(folder, {visibility});
        take(one, path, worth);
        continue;
      }
      folders.set(path, {visibility, group: 'all', skipAfterFailure: true, ...checkedBy(one.checker)});
      for (const [at, inner] of one.batched.entries()) {
        // A batch is won or lost as a whole: its first case has the points, and nothing is rounded.
        take(inner, `${path}/${numbered(at)}`, at === 0 ? worth : 0);
      }
    }
  };
  takeAll(init.pretest_test_cases ?? [], 'public', 'pretest');
  const {test_cases: listed} = init;
  const names = archived === null ? readdirSync(root).sort() : [...archived.keys()];
  takeAll(Array.isArray(listed) ? listed : casesByName(names, listed ?? {}), 'hidden', 'tests');
  left.push(
    'init.yml has no limits: DMOJ keeps those elsewhere; give suite.json some if the usual ones do not fit',
  );
  return {cases, folders, beside, left};
}

function numbered(index: number): string {
  return String(index + 1).padStart(2, '0');
}

/** DMOJ judges with lines that end, and with one sign for that. */
function normal(data: Buffer): Buffer {
  const text = data.toString('latin1').replace(/\r\n?/g, '\n');
  return Buffer.from(text === '' || text.endsWith('\n') ? text : `${text}\n`, 'latin1');
}

/** DMOJ's own patterns of names: `3.in` is a case, `2-1.in` the first case of batch 2. */
const [INPUTS, OUTPUTS] = ['in', 'out'].map(
  (ending) =>
    `^(?=.*?\\.${ending}|${ending}).*?(?:(?:^|\\W)(?<batch>\\d+)[^\\d\\s]+)?(?<case>\\d+)[^\\d\\s]*$`,
);

/** Cases by patterns of the names of their files, in the order of their numbers. */
function casesByName(names: readonly string[], formats: v.InferOutput<typeof FORMATS>): readonly Listed[] {
  const groups = new Map<string, {isBatch: boolean; readonly cases: Map<string, Case>}>();
  const formatOf = {in: formats.input_format ?? INPUTS, out: formats.output_format ?? OUTPUTS};
  for (const stream of ['in', 'out'] as const) {
    const pattern = patternOf(formatOf[stream] ?? '');
    for (const file of names) {
      const {case: number, batch} = {batch: undefined, case: undefined, ...pattern.exec(file)?.groups};
      if (number === undefined) continue;
      const group = groups.get(batch ?? number) ?? {isBatch: false, cases: new Map<string, Case>()};
      group.isBatch ||= batch !== undefined;
      group.cases.set(number, {...group.cases.get(number), [stream]: file});
      groups.set(batch ?? number, group);
    }
  }
  return sorted(groups).map(({isBatch, cases}, index) => {
    const worth = formats.case_points?.[index];
    const [first = {}, ...more] = sorted(cases);
    const own = isBatch ? {batched: [first, ...more]} : first;
    return worth === undefined ? own : {...own, points: worth};
  });
}

/** @param text a regular expression of Python, which must match from the start */
function patternOf(text: string): RegExp {
  return new RegExp(`^(?:${text.replaceAll('(?P<', '(?<')})`, 'i');
}

function sorted<T>(byNumber: ReadonlyMap<string, T>): readonly T[] {
  const order = new Intl.Collator('en', {numeric: true});
  return [...byNumber].sort(([a], [b]) => order.compare(a, b)).map(([, one]) => one);
}

/** The archive that the file names; null if it names none. @throws Error that says what is wrong */
export function archiveOf(root: string): string | null {
  const {archive} = initOf(root);
  return archive == null ? null : join(root, archive);
}

function initOf(root: string): v.InferOutput<typeof INIT> {
  const path = join(root, 'init.yml');
  if (!existsSync(path)) throw new Error('init.yml: no such file');
  let value: unknown;
  try {
    value = parse(readFileSync(path, 'utf8')) ?? {};
  } catch (error) {
    throw new Error(`init.yml: ${messageOf(error).split('\n')[0]}`);
  }
  const result = v.safeParse(INIT, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`init.yml: ${v.getDotPath(issue) ?? 'the whole file'}: must be ${issue.message}`);
}

/** By the name of a checker of DMOJ: ours, from its arguments. */
const CHECKERS: Readonly<Record<string, (within: string) => Keys>> = {
  standard: () => ({checker: {tokens: {}}}),
  identical: () => ({checker: 'bytes'}),
  rstripped: () => ({checker: 'bytes', tolerances: ['trailing-space', 'final-newline']}),
  sorted: () => ({checker: 'any-order'}),
  floats: (within) => ({checker: {numbers: {absolute: within, relative: within}}}),
  floatsabs: (within) => ({checker: {numbers: {absolute: within}}}),
  floatsrel: (within) => ({checker: {numbers: {relative: within}}}),
};

const ARGUMENTS = v.looseObject({
  precision: v.optional(v.number(), 6),
  error_mode: v.optional(v.string(), ''),
  files: v.optional(v.union([v.string(), v.array(v.string())]), []),
  type: v.optional(v.string(), 'default'),
});

/** @param take called with each file of a checker */
function checkerOf(
  checker: v.InferOutput<typeof CHECKER>,
  left: string[],
  take: (file: string) => void,
): Keys {
  const {name: called, args} = typeof checker === 'string' ? {name: checker, args: {}} : checker;
  const {precision, error_mode, files, type} = v.parse(ARGUMENTS, args);
  const [program, ...others] = [files].flat();
  if (called === 'bridged' && program !== undefined && ['default', 'testlib'].includes(type)) {
    for (const file of [program, ...others]) take(file);
    return {checker: {program: `checker/${basename(program)}`, convention: 'testlib'}};
  }
  const mode = {absolute: 'floatsabs', relative: 'floatsrel'}[error_mode];
  const ours = new Map(Object.entries(CHECKERS)).get(called === 'floats' ? (mode ?? called) : called);
  if (ours !== undefined) return ours(`1e-${precision}`);
  left.push(`init.yml: the checker ${called}: words are compared in its place`);
  return {checker: {tokens: {}}};
}
