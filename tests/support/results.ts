import {createResults, type Origin, type ResultsFolder} from '../../src/marking/results/folder.js';
import type {CaseFacts, CaseMarks, Judgement, Marks} from '../../src/marking/results/marks.js';
import {MACHINE} from './marks.js';

export const ORIGIN: Origin = {bytes: 'digest', tools: 'tools'};

/** Makes the folder of a run that gave these marks. */
export function writeResults(path: string, {run, submissions}: Marks): ResultsFolder {
  const {targets} = submissions;
  const cases = runCases(Array.from(submissions).flatMap((one) => one.cases));
  const results = createResults(path, {...run, fivedice: '1', submissions: targets, people: {}, cases});
  for (const {target, cases, machine, isWhole} of submissions) {
    const judgements = judgementsOf(isWhole ? cases : cases.slice(1));
    results.write(target, judgements, ORIGIN, machine ?? MACHINE);
  }
  return results;
}

/** The cases, each name once, with the input if one of its marks shows that. */
export function runCases(cases: readonly CaseMarks[]): CaseFacts[] {
  const named = new Map<string, CaseMarks>();
  for (const one of cases) if ((named.get(one.case)?.input ?? null) === null) named.set(one.case, one);
  return [...named.values()];
}

export function judgementsOf(cases: readonly CaseMarks[]): Map<string, Judgement> {
  return new Map(cases.map((one) => [one.case, one]));
}
