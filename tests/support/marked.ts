/* What the tests of the marker's commands share: cases to mark, and what to look at in the marks. */
import type {CaseMarks} from '../../src/marking/results/marks.js';
import type {Report} from './marks.js';
import type {Files} from './place.js';

/** Three cases in the folder `cases`, which `cat` passes. */
export const ECHO: Files = {
  'cases/a.in': 'one\n',
  'cases/a.out': 'one\n',
  'cases/b.in': 'two\n',
  'cases/b.out': 'two\n',
  'cases/c.in': 'three\n',
  'cases/c.out': 'three\n',
};

/** A program that passes all of `ECHO` but `b`. */
export const WRONG = '#!/bin/sh\nsed s/two/2/\n';

/** A JSON report without what no two runs share. */
export function timeless(report: string): string {
  return report.replace(/"seconds": [\d.e-]+/g, '"seconds": 0');
}

/** All cases of all submissions, as `target case`, each with what `fact` says of it. */
export function factsOf<T>({submissions}: Report, fact: (one: CaseMarks) => T): Record<string, T> {
  return Object.fromEntries(
    submissions.flatMap(({target, cases}) =>
      cases.map((one) => [`${submissions.length > 1 ? `${target} ` : ''}${one.case}`, fact(one)]),
    ),
  );
}
