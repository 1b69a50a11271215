import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {REPORTS} from '../../../src/marking/reports/formats.js';
import {inProcess} from '../../support/door.js';
import {ECHO, factsOf} from '../../support/marked.js';
import {filesIn} from '../../support/place.js';
import {suite} from '../../support/suite.js';

suite('verdicts', (test) => {
  test(
    'standard error is judged by its golden, or with the output; last words tell a wrong output',
    inProcess(async ({write, marks, fivedice}) => {
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
      assert.match(stdout, /^1 case: wrong output, exit status 4: \.\/missing: not found\n {2}words\n/m);
      assert.match(stdout, '< cases/err-wrong.in 2>&1 >/dev/null | diff --text cases/err-wrong.err -\n');
      write({'cases/merged.err': 'err\n'});
      const refused = await fivedice(...mark);
      assert.match(
        refused.stderr,
        'merged.err: standard error is merged into the output, as suite.json says',
      );
    }),
  );

  test(
    'a tolerance from the command line or the suite lets a case pass, and is named if it was needed',
    inProcess(async ({write, marks, fivedice}) => {
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
    }),
  );

  // Each row: the status in the case's file, in the suite and on the command line, and what it says about 3.
  const demands: readonly [file: string, suite: string, flag: string, reason: string | null][] = [
    ['', '', '', '3 instead of 0'],
    ['', '"any"', '', null],
    ['', '', 'any', null],
    ['', '"nonzero"', '', null],
    ['3', '', '', null],
    ['3', '0', '0', null],
    ['0', '3', '3', '3 instead of 0'],
    ['', '3', '0', null],
    ['', '', '0', '3 instead of 0'],
  ];
  test(
    'an exit status is demanded by the file of the case, or its suite, or the command line, and is else 0',
    inProcess(async ({write, marks}) => {
      for (const flag of new Set(demands.map((row) => row[2]))) {
        const rows = demands.filter((row) => row[2] === flag);
        const cases = rows.map(([file, ofSuite], index) => {
          const folder = `cases${flag}/${index}`;
          write({[`${folder}/a.in`]: '', [`${folder}/a.out`]: ''});
          if (file !== '') write({[`${folder}/a.status`]: `${file}\n`});
          if (ofSuite !== '') write({[`${folder}/suite.json`]: `{"status": ${ofSuite}}`});
          return `${index}/a`;
        });
        const demand = flag === '' ? [] : ['--status', flag];
        const args = ['--fixtures', `cases${flag}`, ...demand, '--', 'sh', '-c', 'exit 3'];
        assert.equal(
          factsOf(await marks('mark', ...args), (one) => [one.verdict, one.reason]),
          Object.fromEntries(
            rows.map(([, , , reason], index) => [
              cases[index],
              [reason === null ? 'pass' : 'wrong-status', reason],
            ]),
          ),
          flag,
        );
      }
    }),
  );
});

suite('points', (test) => {
  test(
    'are added exactly, whether given as text, as a number, by case, or not at all',
    inProcess(async ({write, marks}) => {
      const folders = {dime: '"points": "0.1"', number: '"points": 0.7', fine: '"points": "0.025"', none: ''};
      for (const [name, points] of Object.entries(folders)) {
        write({[`cases/${name}/suite.json`]: `{${points}}`});
        for (const stem of ['a', 'b', 'c']) {
          write({
            [`cases/${name}/${stem}.in`]: `${name} ${stem}`,
            [`cases/${name}/${stem}.out`]: `${name} ${stem}`,
          });
        }
      }
      write({'cases/none/suite.json': '{"cases": {"b": {"points": "0.5"}}}', 'cases/dime/c.out': 'another'});
      const marked = await marks('mark', '--fixtures', 'cases', '--', 'cat');
      const [{points, maxPoints} = {points: '', maxPoints: ''}] = marked.submissions;
      // 0.1 + 0.1 of 3 times 0.1; 3 times 0.7; 3 times 0.025; 1 + 0.5 + 1.
      assert.equal([points, maxPoints], ['4.875', '4.975']);
    }),
  );
});

suite('a stage that ends with its first failure', (test) => {
  test(
    'skips its other cases, and those of no other stage; no student is told of a hidden one',
    inProcess(async ({write, marks, fivedice}) => {
      for (const stage of ['1', '2'])
        for (const [path, text] of Object.entries(ECHO))
          write({[path.replace('cases', `cases/${stage}`)]: text});
      write({'cases/1/suite.json': '{"skipAfterFailure": true, "visibility": "hidden"}'});
      // The failure comes late: with several lanes, the cases after it have run already.
      write({'late.sh': '#!/bin/sh\nread line\n[ $line != two ] || sleep 0.2\necho $line | sed s/two/2/\n'});
      const args = ['mark', '--fixtures', 'cases', '-j', '4', 'late.sh'];
      const marked = await marks(...args);
      assert.equal(
        factsOf(marked, ({verdict}) => verdict),
        {
          ...{'1/a': 'pass', '1/b': 'wrong-output', '1/c': 'skipped'},
          ...{'2/a': 'pass', '2/b': 'wrong-output', '2/c': 'pass'},
        },
      );
      assert.is(marked.submissions[0]?.points, '3');
      const told = '\n1 case: skipped: an earlier case of its stage failed\n  1/c (hidden)\n';
      assert.match((await fivedice(...args)).stdout, told);
      const {stdout} = await fivedice(...args, '--report', 'student:human');
      assert.match(stdout, '2 hidden cases did not pass\n');
      assert.not.match(stdout, 'skipped');
    }),
  );
});

suite('hidden cases', (test) => {
  // Classroom 50's needs the variables of its runner, and pages are a folder.
  const formats = Object.keys(REPORTS).filter((format) => format !== 'classroom50' && format !== 'html');
  // The input, expected output, output and error output all contain words that appear nowhere else.
  const program =
    '#!/bin/sh\nread line\ncase $line in *INPUT*) echo ACTUALWORDS; echo ERRORWORDS >&2;; *) cat;; esac\n';
  const SECRETS = ['INPUTWORDS', 'EXPECTEDWORDS', 'ACTUALWORDS', 'ERRORWORDS'];
  // Not every report has these.
  const ALSO_SECRET = ['ABOUTWORDS', 'SECTIONWORDS', 'ARGUMENTWORDS', 'VARIABLEWORDS'];
  const cases = {
    'cases/open/a.in': 'one\n',
    'cases/open/a.out': 'two\n',
    'cases/closed/b.in': 'INPUTWORDS\n',
    'cases/closed/b.out': 'EXPECTEDWORDS\n',
    'cases/closed/suite.json': JSON.stringify({
      visibility: 'hidden',
      about: 'ABOUTWORDS',
      section: 'SECTIONWORDS',
      arguments: ['ARGUMENTWORDS'],
      environment: {A: 'VARIABLEWORDS'},
    }),
  };
  test(
    'show a student no more than name, verdict and points, in any report',
    inProcess(async ({folder, write, fivedice}) => {
      write({...cases, 'class/x.sh': program, 'class/y.sh': program});
      for (const [audience, ...more] of [['student'], ['student', '--verbose'], ['marker', '--verbose']]) {
        const to = audience === 'student' ? 'student:' : '';
        const each = formats.flatMap((format) => [
          '--report',
          `${to}${format}:${audience}/${format}.{submission}`,
        ]);
        const whole = formats.filter((format) => format !== 'gradescope' && format !== 'mrk');
        const class_ = whole.flatMap((format) => ['--report', `${to}${format}:${audience}/${format}`]);
        const reports = [...more, ...each, ...class_, '--report', `${to}human`];
        const {stdout} = await fivedice('mark', '--fixtures', 'cases', '--all', 'class', ...reports);
        const written = {...filesIn(join(folder, audience ?? '')), printed: stdout};
        assert.ok(Object.keys(written).length >= 2 * formats.length + whole.length + 1);
        for (const [file, text] of Object.entries(written)) {
          const kept = audience === 'student' ? [...SECRETS, ...ALSO_SECRET] : SECRETS;
          const shown = kept.filter((secret) => text.includes(secret));
          // CSV has nothing but verdicts.
          const expected = audience === 'student' || file.startsWith('csv') ? [] : SECRETS;
          assert.equal(shown, expected, `${audience}: ${file}`);
        }
        const told =
          audience === 'student'
            ? /hidden cases? did not pass|wrong output: hidden case/
            : '"ACTUALWORDS" instead of';
        assert.match(stdout, told);
      }
    }),
  );
});
