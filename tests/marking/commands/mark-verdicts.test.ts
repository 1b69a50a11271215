import * as assert from 'uvu/assert';
import {suiteInProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';

suiteInProcess('verdicts', (test) => {
  test('standard error has its golden, or is part of the output', async ({write, marks, fivedice}) => {
    const cases = (name: string, files: Readonly<Record<string, string>>) =>
      Object.entries(files).map(([ending, content]) => [`cases/${name}${ending}`, content]);
    write({
      'loud.sh': 'read status; echo out; echo err >&2; [ "$status" -eq 0 ] || ./missing; exit "$status"',
      'cases/suite.json':
        '{"cases": {"merged": {"stderr": "merge"}, "no": {"status": "nonzero"}, "words": {"status": "any"}}}',
      ...Object.fromEntries([
        ...cases('err', {'.in': '0\n', '.out': 'out\n', '.err': 'err\n'}),
        ...cases('err-wrong', {'.in': '00\n', '.out': 'out\n', '.err': 'error\n'}),
        ...cases('merged', {'.in': '000\n', '.out': 'out\nerr\n'}),
        ...cases('no', {'.in': '3\n', '.out': 'out\n'}),
        ...cases('words', {'.in': '4\n', '.out': 'in\n'}),
      ]),
    });
    const mark = ['mark', 'loud.sh', '--fixtures', 'cases'];
    const facts = factsOf(await marks(...mark), ({verdict, difference, exitStatus, lastWords}) => [
      verdict,
      difference?.summary ?? null,
      exitStatus,
      lastWords,
    ]);
    const words = './missing: not found';
    assert.equal(facts, {
      err: ['pass', null, 0, null],
      'err-wrong': ['wrong-output', 'in standard error: "err" instead of "error"', 0, null],
      merged: ['pass', null, 0, null],
      no: ['pass', null, 3, words],
      words: ['wrong-output', '"out" instead of "in"', 4, words],
    });
    const {stdout} = await fivedice(...mark);
    // Markers are told of error output on a pass only if no golden demands it.
    assert.match(stdout, '1 case that passed: standard error: err\n  no\n');
    assert.match(stdout, /^1 case: wrong output, exit status 4: \.\/missing: not found\n {2}words\n/m);
    assert.match(stdout, '< cases/err-wrong.in 2>&1 >/dev/null | diff --text cases/err-wrong.err -\n');
    write({'cases/merged.err': 'err\n'});
    const refused = await fivedice(...mark);
    assert.match(refused.stderr, 'merged.err: standard error is merged into the output, as suite.json says');
  });

  test('a tolerance of the flags or the suite is named if needed', async ({write, marks, fivedice}) => {
    // Each row: what the program prints where `A b` should be, and the tolerances that let it pass.
    const rows = {right: ['A b\n', null], crlf: ['A b\r\n', 'crlf'], case: ['a b\n', 'case']} as const;
    const wrong = {both: ['a b\r\n', 'crlf + case'], other: ['A d\n', null]} as const;
    for (const [name, [printed]] of Object.entries({...rows, ...wrong}))
      write({[`cases/${name}.in`]: printed, [`cases/${name}.out`]: 'A b\n'});
    write({'cases/suite.json': '{"tolerances": ["case"]}'});
    const args = ['--no-sandbox', '--fixtures', 'cases', '--tolerate', 'crlf', '--', 'cat'];
    assert.equal(
      factsOf(await marks('mark', ...args), ({tolerance}) => tolerance),
      Object.fromEntries(Object.entries({...rows, ...wrong}).map(([name, [, needed]]) => [name, needed])),
    );
    const {stdout} = await fivedice('mark', ...args);
    for (const name of ['crlf', 'case', 'crlf + case'])
      assert.match(stdout, `: matches only with \`${name}\`\n`);
    assert.match(stdout, '\n4/5 points, 4 of 5 cases passed, sandbox off\n');
  });
});
