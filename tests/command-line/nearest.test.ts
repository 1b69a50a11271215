import * as assert from 'uvu/assert';
import {nearest, slipFor} from '../../src/command-line/nearest.js';
import {suite} from '../support/suite.js';

suite('a misspelt name', (test) => {
  test('has the nearest name first, by characters to add, drop or replace', () => {
    assert.equal(nearest('kitten', ['', 'sitting', 'kit', 'kitten']), [
      {name: 'kitten', edits: 0},
      {name: 'sitting', edits: 3},
      {name: 'kit', edits: 3},
      {name: '', edits: 6},
    ]);
  });

  const slips: readonly [text: string, meant: string | null][] = [
    ['fixture', 'fixtures'],
    ['Jobs', 'jobs'],
    ['repport', 'report'],
    ['job', null],
    ['sandbag', null],
    ['', null],
  ];
  for (const [text, meant] of slips) {
    test(`${JSON.stringify(text)}: ${meant}`, () => {
      assert.is(slipFor(text, ['fixtures', 'jobs', 'report', 'sandbox']), meant);
    });
  }
});
