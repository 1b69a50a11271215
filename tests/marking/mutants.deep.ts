/* The suite `comp1917` on a right program, its right variants, and its mutants: one planted mistake each. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {suiteInProcess} from '../support/door.js';
import type {Place} from '../support/place.js';
import {ROOT} from '../support/readme.js';

const SOURCE = readFileSync(join(ROOT, 'fixtures/valuation/mutants/assign1.c'), 'utf8');
const NAMES = [...(/^enum \{(.*?)^\};/ms.exec(SOURCE)?.[1] ?? '').matchAll(/^ {4}([A-Z_]+)/gm)].map(
  ([, name = '']) => name,
);
const isRight = (name: string): boolean => name.startsWith('RIGHT');

suiteInProcess.needs('gcc')('the suite comp1917', (test) => {
  const passing =
    (names: readonly string[], fixtures: string) =>
    async ({write, marks}: Place): Promise<void> => {
      write(
        Object.fromEntries(names.map((name) => [`class/${name}.c`, `#define MUTANT ${name}\n${SOURCE}`])),
      );
      const {submissions} = await marks('mark', '--no-sandbox', '--all', 'class', '--fixtures', fixtures);
      const passed = submissions.filter(({cases}) => cases.every(({verdict}) => verdict === 'pass'));
      assert.equal(
        passed.map(({target}) => target.replace('.c', '')),
        names.filter(isRight).sort(),
      );
    };

  test('fails every mutant, and no right program', passing(NAMES, 'comp1917'));
  test('fails no right program as the course compared', passing(NAMES.filter(isRight), 'comp1917-2016'));
});
