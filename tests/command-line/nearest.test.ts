import * as assert from 'uvu/assert';
import {slipFor} from '../../src/command-line/nearest.js';
import {suite} from '../support/suite.js';

suite('a misspelt name', (test) => {
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
