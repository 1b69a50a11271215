/* The suite `comp1917` on a right program, its right variants, and its mutants: one planted mistake each. */
import {cpSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {inProcess} from '../support/door.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';

const SUITE = join(ROOT, 'fixtures/valuation/marking');
const SOURCE = readFileSync(join(ROOT, 'fixtures/valuation/mutants/assign1.c'), 'utf8');
const NAMES = [...(/^enum \{(.*?)^\};/ms.exec(SOURCE)?.[1] ?? '').matchAll(/^ {4}([A-Z_]+)/gm)].map(
  ([, name = '']) => name,
);
const isRight = (name: string): boolean => name.startsWith('RIGHT');

/** Variants that print something else than the first on some case. */
const OTHERS = ['IN_ORDER_OF_DICE', 'IN_WORDS_OF_SAMPLE', 'WITH_EMPTY_LINE', 'WITH_RANGE_FOR_MINUS'];

suite.needs('gcc')('the suite comp1917', (test) => {
  const passing = (names: readonly string[], fixtures: string) =>
    inProcess(async ({folder, write, marks}) => {
      write(
        Object.fromEntries(names.map((name) => [`class/${name}.c`, `#define MUTANT ${name}\n${SOURCE}`])),
      );
      if (fixtures === 'goldens') withoutAlternatives(join(folder, fixtures));
      const {submissions} = await marks('mark', '--no-sandbox', '--all', 'class', '--fixtures', fixtures);
      const passed = submissions.filter(({cases}) => cases.every(({verdict}) => verdict === 'pass'));
      assert.equal(
        passed.map(({target}) => target.replace('.c', '')),
        fixtures === 'goldens' ? [] : names.filter(isRight).sort(),
      );
    });

  test('fails every mutant, and no right program', passing(NAMES, 'comp1917'));
  test('fails no right program as the course compared', passing(NAMES.filter(isRight), 'comp1917-2016'));
  const others = OTHERS.map((name) => `RIGHT_${name}`);
  test('would fail right programs without alternatives', passing(others, 'goldens'));
});

function withoutAlternatives(folder: string): void {
  cpSync(SUITE, folder, {recursive: true, filter: (path) => !path.endsWith('.alt.out')});
  for (const stage of ['stage-1', 'stage-2']) {
    const file = join(folder, stage, 'suite.json');
    const text = readFileSync(file, 'utf8').replaceAll(/,?\s*"alternatives": \{.*?\}(?=,\n|\})/g, '');
    writeFileSync(file, text);
  }
}
