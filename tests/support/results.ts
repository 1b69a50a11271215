import {
  createResults,
  type Origin,
  type ResultsFolder,
  type RunCase,
} from '../../src/marking/results/folder.js';
import {
  type CaseFacts,
  type CaseMarks,
  type Judgement,
  type Marks,
  NOTHING,
} from '../../src/marking/results/marks.js';
import type {RepeatedCase} from '../../src/marking/results/repeating.js';
import {MACHINE} from './marks.js';

export const ORIGIN: Origin = {bytes: 'digest', tools: 'tools'};

/** Makes the folder of a run that gave these marks. No command repeats a case. */
export function writeResults(path: string, {run, submissions}: Marks): ResultsFolder {
  const {targets} = submissions;
  const cases = runCases(Array.from(submissions).flatMap((one) => one.cases));
  const results = createResults(path, {...run, fivedice: '1', submissions: targets, people: {}, cases});
  for (const {target, cases, machine, isWhole} of submissions) {
    const judgements = judgementsOf(isWhole ? cases : cases.slice(1));
    results.write(target, null, judgements, ORIGIN, machine ?? MACHINE);
  }
  return results;
}

const REPEAT: RepeatedCase = {
  arguments: [],
  environment: {},
  inputFile: '/goldens/x.in',
  expectedFile: '/goldens/x.out',
  isMerged: false,
  files: [],
  expectedFiles: [],
  expectedErrors: null,
  checker: null,
};

/** The facts of the cases, each name once, with the input if one of its marks shows that. */
export function runCases(cases: readonly CaseMarks[]): RunCase[] {
  const named = new Map<string, CaseMarks>();
  for (const one of cases) if ((named.get(one.case)?.input ?? null) === null) named.set(one.case, one);
  return Array.from(named.values(), ({withheld, reproduce, ...one}) => ({
    facts: Object.fromEntries(
      Object.entries(one).filter(([key]) => !(key in NOTHING)),
    ) as unknown as CaseFacts,
    repeat: REPEAT,
  }));
}

export function judgementsOf(cases: readonly CaseMarks[]): Map<string, Judgement> {
  const keys = Object.keys(NOTHING) as (keyof Judgement)[];
  return new Map(
    cases.map((one) => [
      one.case,
      Object.fromEntries(keys.map((key) => [key, one[key]])) as unknown as Judgement,
    ]),
  );
}
