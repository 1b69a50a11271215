import * as assert from 'uvu/assert';
import {brokenPattern, patternsFor, regexFault} from '../../../../src/marking/comparing/checkers/regex.js';
import {Matching} from '../../../../src/marking/judging/matching.js';
import {PATIENCE} from '../../../support/command.js';
import {suite} from '../../../support/suite.js';

/** For what is found at once, however busy the machine is, and for what is never found. */
const [patient, hasty] = [new Matching(PATIENCE), new Matching(300)];

const faultOf = (golden: string, output: string, by = patient): ReturnType<typeof regexFault> =>
  regexFault(Buffer.from(golden), Buffer.from(output, 'latin1'), (pairs) => by.matches(pairs));

async function reasonOf(golden: string, output: string): Promise<string | null> {
  return (await faultOf(golden, output))?.reason ?? null;
}

suite('a regular expression for each line', (test) => {
  test('that an output makes matches just that, whatever is in it', async () => {
    const ascii = String.fromCharCode(...Array.from({length: 128}, (_, code) => code));
    const output = Buffer.from(`${ascii}\nétude 東\n`);
    const golden = patternsFor(output);
    assert.is(brokenPattern(golden), null);
    assert.is(await reasonOf(golden.toString(), output.toString('latin1')), null);
    const another = output.toString('latin1').replace('.', ',');
    assert.match((await reasonOf(golden.toString(), another)) ?? '', 'does not match');
  });

  const rows: readonly (readonly [golden: string, output: string, reason: string | null])[] = [
    ['\\d+ points\n', '12 points\n', null],
    ['\\d+ points\n', '12 points', null],
    ['', '', null],
    ['a|b\n.*\n', 'b\n\n', null],
    ['a|b\n', 'ab\n', 'line 1 does not match /a|b/: "ab"'],
    ['a\nb?c\n', 'a\nbbc\n', 'line 2 does not match /b?c/: "bbc"'],
    ['a\nb\n', 'a\n', 'line 2 is missing: it must match /b/'],
    ['a\n', 'a\na\n', 'line 2, "a": 1 line was expected'],
    ['a', 'a\r\n', 'line 1 does not match /a/: "a␍"'],
    ['a.', 'a\r\n', null],
    // What the golden says of itself does not match it.
    ['\\d', '\\d', 'line 1 does not match /\\d/: "\\d"'],
    ['caf.\n', 'caf\xc3\xa9\n', null],
    ['caf.\n', 'caf\xe9\n', null],
    ['café\n', 'caf\xe9\n', 'line 1 does not match /café/: "caf\\xe9"'],
    ['\\p{L}\n', 'ß\n', 'line 1 does not match /\\p{L}/: "\\xdf"'],
    ['a\0', 'a\0', null],
  ];
  for (const [golden, output, reason] of rows) {
    test(`${JSON.stringify([golden, output])}`, async () =>
      assert.is(await reasonOf(golden, output), reason));
  }

  // What its goldens say is innocent, and yet a line can be made on which it takes years.
  const [evil, line] = ['(a+)+b', 'a'.repeat(60)];

  test('an output that would keep it busy for years is wrong, in the first line that is not matched', async () => {
    const slow = await faultOf(`a\n${evil}\na\n`, `a\n${line}\na\n`, hasty);
    assert.is(slow?.reason, 'line 2 is not matched within 5 seconds by /(a+)+b/');
    const wrong = await faultOf(`b\n${evil}\n`, `a\n${line}\n`, hasty);
    assert.is(wrong?.reason, 'line 1 does not match /b/: "a"');
    assert.equal([slow?.outOfTime, wrong?.outOfTime], [true, false]);
  });

  test('what keeps it busy is stopped, and nothing else waits for that', async () => {
    const quick = () => hasty.matches([{pattern: '^a$', line: 'a'}]);
    // Both threads are there by then: a busy machine may take long to start one.
    await Promise.all([quick(), quick()]);
    const slow = hasty.matches([{pattern: evil, line}]);
    assert.equal(await Promise.race([slow, quick()]), [true]);
    assert.equal([await slow, await quick()], [[null], [true]]);
  });

  test('is UTF-8: any other byte would match each other that is none either', () => {
    const broken = brokenPattern(Buffer.from('caf\xc3\xa9\ncaf\xe9\n', 'latin1'));
    assert.equal(broken, {line: 2, why: 'it is not UTF-8'});
  });

  test('that is none is found, with its line', () => {
    assert.is(brokenPattern(Buffer.from('a\n\n(b)\n')), null);
    for (const golden of ['a\n(b\n', 'a\nb)\n', 'a\n\\y\n', 'a\na)|(b\n', 'a\n[z-a]']) {
      assert.is(brokenPattern(Buffer.from(golden))?.line, 2, golden);
    }
  });
});
