import {basename} from 'node:path';
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

/** Cases below the folder `cases`, by their paths: each has its name as input and as output. */
export const casesOf = (paths: string, folder = 'cases'): Files =>
  Object.fromEntries(
    paths
      .split(' ')
      .flatMap((path) => ['in', 'out'].map((end) => [`${folder}/${path}.${end}`, `${basename(path)}\n`])),
  );

/** A program that passes all of `ECHO` but `b`. */
export const WRONG = '#!/bin/sh\nsed s/two/2/\n';

/** Returns a fact of each case, by `target case`, or by the case alone if there is one submission. */
export function factsOf<T>({submissions}: Report, fact: (one: CaseMarks) => T): Record<string, T> {
  return Object.fromEntries(
    submissions.flatMap(({target, cases}) =>
      cases.map((one) => [`${submissions.length > 1 ? `${target} ` : ''}${one.case}`, fact(one)]),
    ),
  );
}

/** Returns the verdict on the first case of each submission, with its reason if there is one. */
export function verdictsOf({submissions}: Report): Record<string, string> {
  return Object.fromEntries(
    submissions.map(({target, cases: [one]}) => [
      target,
      [one?.verdict, one?.reason].filter(Boolean).join(': '),
    ]),
  );
}
