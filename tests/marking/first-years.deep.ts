/* Groups of the failures of programs in the style of first-years, which are listed in their opening comments. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {Mistakes} from '../../src/marking/reports/causes.js';
import {suiteInProcess} from '../support/door.js';
import {ROOT} from '../support/readme.js';

const FOLDER = join(ROOT, 'fixtures/valuation/first-years');

/** `3: "a" instead of "b"` in a comment. */
const GROUP = /^ \* {4}(\d+: .*)$/gm;

suiteInProcess.needs('gcc')('programs of first-years', (test) => {
  let [groups, single] = [0, 0];
  for (const file of readdirSync(FOLDER)) {
    test(`${file}: groups are those of its mistakes`, async ({marks}) => {
      const {submissions} = await marks('mark', '--no-sandbox', join(FOLDER, file), '--fixtures', 'comp1917');
      const mistakes = new Mistakes();
      for (const one of submissions) mistakes.add(one);
      const found = mistakes.sorted().map(({label, members}) => {
        const count = members[0]?.cases.length ?? 0;
        groups += 1;
        single += count === 1 ? 1 : 0;
        // Either clock may run out.
        return `${count}: ${label.replace('wrong output: ', '').replace(/^timed out.*/, 'timed out')}`;
      });
      const listed = [...readFileSync(join(FOLDER, file), 'latin1').matchAll(GROUP)].map(
        ([, group]) => group,
      );
      assert.equal(found.sort(), listed.sort());
    });
  }
  test('at most a third of the groups stand for one case', () =>
    assert.ok(groups > 30 && single * 3 <= groups));
});
