import {
  createResults,
  type Machine,
  type ResultsFolder,
  type RunCase,
} from '../../src/marking/results/folder.js';
import {type CaseFacts, type CaseMarks, type Judgement, NOTHING} from '../../src/marking/results/marks.js';
import type {RepeatedCase} from '../../src/marking/results/repeating.js';
import type {Report} from './marks.js';

export const MACHINE: Machine = {
  sandbox: true,
  sandboxOff: null,
  folders: ['/home/t/goldens'],
};

/** Makes the folder of a run that gave these marks. No command repeats a case. */
export function writeResults(path: string, {run, sandbox, complete, submissions}: Report): ResultsFolder {
  const targets = submissions.map(({target}) => target);
  const cases = runCases(submissions.flatMap((one) => one.cases));
  const results = createResults(path, {...run, fivedice: '1', submissions: targets, people: {}, cases});
  for (const {target, cases} of submissions) {
    const judgements = judgementsOf(complete ? cases : cases.slice(1));
    results.write(target, null, judgements, 'digest', {...MACHINE, sandbox});
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
