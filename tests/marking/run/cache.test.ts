import {chmodSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {openCache} from '../../../src/marking/run/known-verdicts.js';
import {inProcess} from '../../support/door.js';
import {ECHO, factsOf} from '../../support/marked.js';
import {ACCEPTED} from '../../support/marks.js';
import {type Files, filesIn, type Place} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {toolsFor} from '../../support/tools.js';

/** Prints 2 for two; `log` gets a line for each run. */
const logging = (folder: string): string => `#!/bin/sh\necho ran >> '${folder}/log'\nsed s/two/2/\n`;

const MARK = ['mark', '--fixtures', 'cases', '--cache', 'cache', '-j', '1'] as const;

/** How many programs ran since the last look. */
function runsIn({read, write}: Place): number {
  const runs = read('log').length / 'ran\n'.length;
  write({log: ''});
  return runs;
}

const told = (count: number, of = 3): string => `fivedice: ${count} of ${of} verdicts are used again\n`;

const suiteOf = (said: object): Files => ({'cases/suite.json': JSON.stringify({files: ['given'], ...said})});

suite('a cache', (test) => {
  test(
    'gives the same report, byte for byte, and runs nothing',
    inProcess(async (place) => {
      place.write({...ECHO, log: '', 'prog/main.sh': logging(place.folder)});
      const first = await place.fivedice(...MARK, '--report', 'json', 'prog');
      assert.equal([first.stderr, runsIn(place)], [told(0), 3]);
      const second = await place.fivedice(...MARK, '--report', 'json', 'prog');
      assert.equal([second.stderr, runsIn(place)], [told(3), 0]);
      assert.is(second.stdout, first.stdout);
      assert.match(first.stdout, '"wrong-output"');
    }),
  );

  test(
    'counts what an equal submission of the same run has spared, too',
    inProcess(async ({write, fivedice}) => {
      write({...ECHO, 'class/ann/p.sh': 'cat\n', 'class/bob/p.sh': 'cat\n'});
      assert.is((await fivedice(...MARK, '--all', 'class')).stderr, told(3, 6));
    }),
  );

  // Each row: what changes, how many cases then run, files, and more arguments.
  const changes: readonly [what: string, runs: number, files: Files, args?: readonly string[]][] = [
    [
      'points, titles and visibility',
      0,
      {'cases/suite.json': '{"points": "5", "title": "x", "about": "x", "visibility": "hidden"}'},
    ],
    ['one corrected golden', 1, {'cases/b.out': '2\n'}],
    ['one input', 1, {'cases/c.in': 'four\n'}],
    ['one status', 1, {'cases/a.status': 'any\n'}],
    [
      'a case that is there under another name, too',
      0,
      {'cases/more/b.in': 'two\n', 'cases/more/b.out': 'two\n'},
    ],
    ['the program', 3, {'prog/main.sh': '#!/bin/sh\necho ran >> log\ncat\n'}],
    ['another file of its folder', 3, {'prog/words.txt': 'other\n'}],
    ['arguments', 3, {'cases/suite.json': '{"arguments": ["-n"]}'}],
    ['a variable', 3, {'cases/suite.json': '{"environment": {"A": "1"}}'}],
    [
      'a file that a case is given',
      1,
      {'cases/suite.json': '{"cases": {"a": {"files": ["x"]}}}', 'cases/x': ''},
    ],
    ['a file that a case must write', 1, {'cases/b.files/out.txt': ''}],
    ['a prompt', 3, {'cases/suite.json': '{"prompt": "? "}'}],
    ['a limit of the suite', 3, {'cases/suite.json': '{"limits": {"wall": 4}}'}],
    ['a limit', 3, {}, ['--cpu', '1']],
    ['a tolerance', 3, {}, ['--tolerate', 'space']],
    ['the status to demand', 3, {}, ['--status', 'any']],
  ];
  for (const [what, runs, files, args = []] of changes) {
    test(
      `after a change of ${what}, ${runs} of 3 cases run`,
      inProcess(async (place) => {
        const {folder, write, fivedice} = place;
        write({...ECHO, log: '', 'prog/main.sh': logging(folder), 'prog/words.txt': 'some\n'});
        await fivedice(...MARK, 'prog');
        runsIn(place);
        write(
          files['prog/main.sh'] === undefined ? files : {'prog/main.sh': `${logging(folder)}# changed\n`},
        );
        const {stdout} = await fivedice(...MARK, 'prog', ...args);
        assert.is(runsIn(place), runs, stdout);
      }),
    );
  }

  // Each row: what of a case changes, files before, and the files that change.
  const details: readonly [what: string, before: Files, change: Files | 'chmod'][] = [
    ['bytes of a file that it is given', {}, {'cases/given': 'other'}],
    ['mode of a file that it is given', {}, 'chmod'],
    ['bytes of a file that it must write', {'cases/a.files/x': 'x'}, {'cases/a.files/x': 'other'}],
    ...['tokens', 'numbers'].map((kind): [string, Files, Files] => [
      `setting \`case\` of \`${kind}\``,
      suiteOf({checker: kind}),
      suiteOf({checker: {[kind]: {case: 'ignore'}}}),
    ]),
    ...['absolute', 'relative'].map((off): [string, Files, Files] => [
      `setting \`${off}\` of \`numbers\``,
      suiteOf({checker: {numbers: {[off]: 0.1}}}),
      suiteOf({checker: {numbers: {[off]: 0.2}}}),
    ]),
  ];
  for (const [what, before, change] of details) {
    test(
      `after a change of the ${what}, the case runs again`,
      inProcess(async (place) => {
        const {folder, write, fivedice} = place;
        write({'cases/a.in': '1\n', 'cases/a.out': '1\n', 'cases/given': 'some', ...suiteOf({}), ...before});
        write({log: '', 'prog/main.sh': logging(folder)});
        await fivedice(...MARK, 'prog');
        await fivedice(...MARK, 'prog');
        assert.is(runsIn(place), 1);
        if (change === 'chmod') chmodSync(join(folder, 'cases/given'), 0o755);
        else write(change);
        await fivedice(...MARK, 'prog');
        assert.is(runsIn(place), 1);
      }),
    );
  }

  // Each row: what changes, what is marked, and the files that change between.
  const around: readonly [what: string, marked: string[], files: Files][] = [
    ['compiler', ['src', '--compile', './build {source} {program}'], {build: '#!/bin/sh\ncp b.sh "$2"\n'}],
    ['interpreter of a script', ['judged'], {judge: '#!/bin/sh\n# changed\ncat\n'}],
  ];
  for (const [what, marked, files] of around) {
    test(
      `after a change of the ${what}, all cases run`,
      inProcess(async ({folder, write, fivedice}) => {
        const cat = '#!/bin/sh\ncat\n';
        write({...ECHO, 'judged/x.sh': `#!${folder}/judge\n`, judge: cat, 'src/a.sh': cat, 'b.sh': cat});
        write({build: '#!/bin/sh\ncp src/a.sh "$2"\n'});
        assert.is((await fivedice(...MARK, ...marked)).stderr, told(0));
        write(files);
        assert.is((await fivedice(...MARK, ...marked)).stderr, told(0));
      }),
    );
  }

  // Each row: a program without its folder, and the files with what it reads beside it.
  const alone: readonly [program: string, beside: Files][] = [
    ['prog.py', {'prog.py': 'import words\n', 'words.py': 'print(input())\n'}],
    [
      'prog.c',
      {
        'prog.c': '#include <stdio.h>\n#define H "h.h"\n#include H\n',
        'h.h': 'int main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); }\n',
      },
    ],
  ];
  for (const [program, beside] of alone) {
    test.needs(...toolsFor(program))(
      `keeps nothing of ${program}, which may read what lies beside it, and says so once`,
      inProcess(async ({write, fivedice}) => {
        write({...ECHO, ...beside});
        const first = await fivedice(...MARK, program);
        assert.match(first.stdout, '3 of 3 cases passed');
        assert.match(
          first.stderr,
          new RegExp(`^fivedice: the cache cache keeps nothing of ${program}, .*--sandbox.*\n${told(0)}$`),
        );
        write(Object.fromEntries(Object.keys(beside).map((name) => [name, ''])));
        write({[program]: beside[program] ?? ''});
        const second = await fivedice(...MARK, program);
        assert.match(second.stdout, '0 of 3 cases passed');
        assert.is(second.stderr, first.stderr);
      }),
    );
  }

  test.needs('bubblewrap')(
    'keeps what is marked without its folder in the sandbox, which shows nothing else',
    inProcess(async ({write, fivedice}) => {
      write({...ECHO, 'log.sh': 'cat\n'});
      const mark = [...MARK, '--sandbox', 'log.sh'];
      assert.is((await fivedice(...mark)).stderr, told(0));
      assert.is((await fivedice(...mark)).stderr, told(3));
    }),
  );

  test(
    'keeps no verdict on a program that changes while it is marked',
    inProcess(async ({folder, write, fivedice}) => {
      write({...ECHO, 'prog/x.sh': `#!/bin/sh\ncat\necho '#' >> '${folder}/prog/x.sh'\n`});
      for (let time = 0; time < 2; time += 1) {
        assert.is((await fivedice(...MARK, 'prog')).stderr, told(0));
      }
    }),
  );

  test(
    'is refused among the submissions and the goldens',
    inProcess(async ({write, fivedice}) => {
      write({...ECHO, 'class/a.sh': '#!/bin/sh\ncat\n'});
      const mark = ['mark', '--fixtures', 'cases', '--all', 'class', '--cache'];
      for (const place of ['class', 'cases']) {
        const {stderr, exitCode} = await fivedice(...mark, `${place}/cache`);
        assert.match(stderr, `--cache: ${place}/cache lies in ${place}, from where all is read`);
        assert.is(exitCode, 2);
      }
    }),
  );

  test(
    'does not even compile where nothing has changed',
    inProcess(async (place) => {
      place.write({...ECHO, log: '', 'src/source': '#!/bin/sh\ncat\n'});
      const compiler = `echo ran >> '${place.folder}/log'; cp {source} {program}; chmod +x {program}`;
      const mark = [...MARK, 'src', '--compile', compiler];
      await place.fivedice(...mark);
      assert.is(runsIn(place), 1);
      assert.is((await place.fivedice(...mark)).stderr, told(3));
      assert.is(runsIn(place), 0);
    }),
  );

  test(
    'keeps no verdict that the machine may have caused',
    inProcess(async ({write, read, fivedice}) => {
      const programs: readonly [program: string, verdict: string, ...limits: string[]][] = [
        ['sleep 60', 'timed-out', '--wall', '0.3'],
        ['while :; do :; done', 'timed-out', '--wall', '60', '--cpu', '0.2'],
        ['kill -KILL $$', 'crashed'],
        ['kill -TERM $$', 'crashed'],
        [
          'x=1234567; while :; do x=$x$x; done',
          'out-of-memory',
          '--wall',
          '60',
          '--cpu',
          '60',
          '--memory',
          '32',
        ],
      ];
      write({'cases/a.in': '', 'cases/a.out': 'x'});
      for (const [program, verdict, ...limits] of programs) {
        write({'x/x.sh': `#!/bin/sh\n${program}\n`});
        const mark = [...MARK, ...limits, '--report', 'json:r.json', 'x'];
        const [first, second] = [await fivedice(...mark), await fivedice(...mark)];
        assert.equal([first.stderr, second.stderr], [told(0, 1), told(0, 1)], program);
        assert.equal(
          factsOf(JSON.parse(read('r.json')), (one) => one.verdict),
          {a: verdict},
        );
      }
    }),
  );

  test(
    'may be damaged: what cannot be read is as if it were not there, and is kept anew',
    inProcess(async (place) => {
      const {folder, write, fivedice} = place;
      write({...ECHO, log: '', 'prog/main.sh': logging(folder)});
      const {stdout} = await fivedice(...MARK, 'prog');
      const [file = '', whole = ''] = Object.entries(filesIn(join(folder, 'cache')))[0] ?? [];
      const [head = '', , second = '', ...others] = whole.split('\n');
      runsIn(place);
      // Each row: how many verdicts are lost, and what the file holds then.
      const damages: readonly [lost: number, content: string][] = [
        [3, ''],
        [3, '{'],
        [3, 'null\n'],
        [3, whole.replace(head, '{"journal":1}')],
        [1, whole.slice(0, -9)],
        [1, [head, second, ...others].join('\n')],
        [1, whole.replace('"verdict":"', '"verdict":"x')],
        [1, whole.replace('"points":"', '"points":"-')],
      ];
      for (const [lost, content] of damages) {
        rmSync(join(folder, 'cache'), {recursive: true});
        write({[`cache/${file}`]: content});
        assert.is((await fivedice(...MARK, 'prog')).stdout, stdout, content);
        assert.is(runsIn(place), lost, content);
        assert.is((await fivedice(...MARK, 'prog')).stderr, told(3));
      }
    }),
  );

  test(
    'that cannot be written to is told once, and the run goes on',
    inProcess(async ({folder, write}) => {
      write({'cache/.keep': ''});
      const failures: string[] = [];
      const cache = openCache(join(folder, 'cache'), 'cache', (reason) => failures.push(reason));
      rmSync(join(folder, 'cache'), {recursive: true});
      const event = {event: 'case', submission: 0, target: 'x', marks: ACCEPTED, digest: 'd'} as const;
      for (const _ of [1, 2]) cache.listen({...event, isClosed: true, reused: null});
      assert.is(failures.length, 1);
      assert.match(failures[0] ?? '', 'ENOENT');
      assert.is(cache.find('d'), null);
      cache.close();
    }),
  );
});
