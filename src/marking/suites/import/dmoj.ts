/* A problem of DMOJ, as its `init.yml` says it: cases, batches as groups, and its checkers where ours do the same. */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as v from 'valibot';
import {parse} from 'yaml';
import {messageOf} from '../../../command-line/user-error.js';
import type {ForeignCase, ForeignSuite} from './imported.js';

type Keys = Readonly<Record<string, unknown>>;

const any = v.optional(v.unknown());
const name = v.optional(v.string('a string'));
const ONE_CASE = v.object({in: name, out: name, points: v.optional(v.number('a number'))});
const LISTED = v.object({
  ...ONE_CASE.entries,
  batched: v.optional(v.array(ONE_CASE, 'a list of cases')),
});
const CHECKER = v.union([v.string(), v.object({name: v.string(), args: v.optional(v.looseObject({}), {})})]);
const INIT = v.object({
  archive: name,
  test_cases: v.array(LISTED, 'a list of cases: others, such as those of a pattern, cannot be taken'),
  pretest_test_cases: v.optional(v.array(LISTED, 'a list of cases')),
  points: v.optional(v.number('a number')),
  checker: v.optional(CHECKER),
  interactive: any,
  grader: any,
  custom_judge: any,
  signature_grader: any,
  generator: any,
});

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
  const read = (file: string | undefined): Buffer => {
    if (file === undefined) return Buffer.alloc(0);
    const content = archived?.get(file);
    if (content !== undefined) return content;
    if (archived !== null || !existsSync(join(root, file)))
      throw new Error(`init.yml: ${file}: no such file`);
    return readFileSync(join(root, file));
  };
  const folders = new Map<string, Keys>([['', checkerOf(init.checker ?? 'standard', left)]]);
  const cases: ForeignCase[] = [];
  const take = (one: v.InferOutput<typeof ONE_CASE>, path: string, points: number | undefined): void => {
    cases.push({
      name: path,
      input: read(one.in),
      golden: read(one.out),
      ...(points === undefined ? {} : {own: {points}}),
    });
  };
  const takeAll = (list: readonly Listed[], visibility: 'public' | 'hidden', prefix: string): void => {
    for (const [index, one] of list.entries()) {
      const path = `${prefix}${String(index + 1).padStart(2, '0')}`;
      const points = one.points ?? init.points;
      if (one.batched === undefined) {
        folders.set(prefix.replace(/\/$/, ''), {visibility});
        take(one, path, points);
        continue;
      }
      folders.set(path, {visibility, group: 'all', skipAfterFailure: true});
      for (const [at, inner] of one.batched.entries()) {
        // A batch is won or lost as a whole: its first case has the points, and nothing is rounded.
        take(inner, `${path}/${String(at + 1).padStart(2, '0')}`, at === 0 ? points : 0);
      }
    }
  };
  takeAll(init.pretest_test_cases ?? [], 'public', 'pretest/');
  takeAll(init.test_cases, 'hidden', 'tests/');
  left.push(
    'init.yml has no limits: DMOJ keeps those elsewhere; give suite.json some if the usual ones do not fit',
  );
  return {cases, folders, beside: new Map(), left};
}

/** The archive that the file names; null if it names none. @throws Error that says what is wrong */
export function archiveOf(root: string): string | null {
  const {archive} = initOf(root);
  return archive === undefined ? null : join(root, archive);
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

function checkerOf(checker: v.InferOutput<typeof CHECKER>, left: string[]): Keys {
  const {name: called, args} = typeof checker === 'string' ? {name: checker, args: {}} : checker;
  const {precision = 6} = v.parse(v.looseObject({precision: v.optional(v.number())}), args);
  const ours = Object.hasOwn(CHECKERS, called) ? CHECKERS[called] : undefined;
  if (ours !== undefined) return ours(`1e-${precision}`);
  left.push(`init.yml: the checker ${called}: words are compared in its place`);
  return {checker: {tokens: {}}};
}
