import * as assert from 'uvu/assert';
import type {CaseMarks} from '../../../src/marking/results/marks.js';
import {suiteInProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import type {Report} from '../../support/marks.js';
import type {Files} from '../../support/place.js';
import {says} from '../../support/readme.js';

const MARK = ['mark', '--no-sandbox', '--fixtures', 'cases'] as const;

const sh = (body: string): string => `#!/bin/sh\n${body}\n`;

/** A case whose output is its input, and whose checker is this. */
function suiteOf(checker: string, source: string, more: object = {}): Files {
  const said = {points: '0.50', checker: {program: checker, ...more}};
  return {
    'cases/a.in': 'half\n',
    'cases/a.out': 'golden\n',
    'cases/suite.json': JSON.stringify(said),
    [`cases/${checker}`]: source,
  };
}

/** A case for each row: what its checker does, and the limits of that. */
function rowsOf(rows: readonly (readonly [lines: string, limits?: object])[]): Files {
  const cases = rows.map(([lines, limits = {}], row) => [
    row,
    {points: '0.50', checker: {program: 'check.sh', arguments: [lines], limits}},
  ]);
  return {
    ...Object.fromEntries(
      rows.flatMap((_, row) => ['in', 'out'].map((end) => [`cases/${row}.${end}`, `${row}\n`])),
    ),
    'cases/suite.json': JSON.stringify({cases: Object.fromEntries(cases)}),
    'cases/check.sh': sh('eval "$4"'),
  };
}

function factOf<T>(marks: Report, fact: (one: CaseMarks) => T): T | undefined {
  return Object.values(factsOf(marks, fact))[0];
}

suiteInProcess('a program of the course', (test) => {
  test.needs('gcc')(
    'is compiled, gets paths and arguments, and may give a part of the points',
    async ({write, marks}) => {
      const source = `#include <stdio.h>
       #include <stdlib.h>
       #include <string.h>
       #include <math.h>
       int main(int count, char **words) {
         char path[4096], line[80] = "", unused;
         snprintf(path, sizeof path, "%sscore_multiplier.txt", words[3]);
         FILE *answer = fopen(words[2], "r"), *score = fopen(path, "w");
         if (answer == NULL || score == NULL || count != 5) return 1;
         if (fgets(line, sizeof line, stdin) == NULL || strcmp(line, "half\\n") != 0) return 43;
         fprintf(score, "%f\\n", sqrt(atof(words[4])));
         return 42;
       }`;
      write(suiteOf('check.c', source, {arguments: ['0.0625']}));
      const marked = await marks('mark', '--fixtures', 'cases', '--', 'cat');
      assert.equal(
        factOf(marked, ({verdict, points, reason}) => [verdict, points, reason]),
        ['partly-right', '0.125', '0.125 of 0.50 points'],
      );
    },
  );

  test('judges only programs that end by themselves, before their exit status', async ({write, marks}) => {
    write(suiteOf('check.sh', sh('echo 0.2 > "$3/score_multiplier.txt"; exit 42')));
    const verdictOf = async (line: string): Promise<unknown> => {
      const marked = await marks(...MARK, '--', 'sh', '-c', line);
      return factOf(marked, ({verdict, points}) => `${verdict} ${points}`);
    };
    assert.is(await verdictOf('kill -SEGV $$'), 'crashed 0.00');
    assert.is(await verdictOf('exit 3'), 'wrong-status 0.00');
    assert.is(await verdictOf('exit 0'), 'partly-right 0.10');
  });
});

suiteInProcess('a score', (test) => {
  const scores: readonly (readonly [line: string, verdict: string, points: string])[] = [
    ['printf 1 > score_multiplier.txt', 'pass', '0.50'],
    ['printf 0.500000 > score_multiplier.txt', 'partly-right', '0.25'],
    ['printf 0.3333 > score_multiplier.txt', 'partly-right', '0.16665'],
    ['echo 3e-1 > score_multiplier.txt', 'partly-right', '0.15'],
    ['echo 0 > score_multiplier.txt', 'partly-right', '0.00'],
    ['echo 0.5 > score.txt', 'pass', '0.50'],
    // A link may lead to anything: it is not followed.
    ['echo 0.5 > other; ln -s other score_multiplier.txt', 'pass', '0.50'],
  ];
  test('is a part of the points of its case, as exact as its multiplier', async ({write, marks}) => {
    write(rowsOf(scores.map(([line]) => [`${line}; exit 42`])));
    const marked = await marks(...MARK, '--', 'cat');
    const facts = factsOf(marked, (one) => [one.verdict, one.points, one.reason]);
    for (const [row, [line, verdict, points]] of scores.entries())
      assert.equal(
        facts[row],
        [verdict, points, verdict === 'pass' ? null : `${points} of 0.50 points`],
        line,
      );
  });
});

suiteInProcess('a program of the course that fails', (test) => {
  const none = (text: string): string =>
    `score_multiplier.txt: ${JSON.stringify(text)} is not a decimal number from 0 to 1`;
  const failing: readonly (readonly [lines: string, reason: string])[] = [
    ['exit 0', 'exit status 0; 42 accepts, 43 refuses'],
    ['echo "no brain" >&2; exit 1', 'exit status 1; 42 accepts, 43 refuses'],
    ['sleep 60', 'still running after 0.5 seconds'],
    ['echo good > score_multiplier.txt; exit 42', none('good')],
    ['echo 1.01 > score_multiplier.txt; exit 42', none('1.01')],
    ['echo 1e-40 > score_multiplier.txt; exit 42', none('1e-40')],
    ['head -c 100000 /dev/zero | tr "\\0" 0 > score_multiplier.txt; exit 42', none('0'.repeat(64))],
  ];
  test('leaves its case unchecked, but in the maximum, and skips no other', async ({write, marks}) => {
    write(rowsOf(failing.map(([lines]) => [lines, lines.startsWith('sleep') ? {wall: 0.5} : {}])));
    const marked = await marks(...MARK, '--fail-fast', '--', 'cat');
    const facts = factsOf(marked, (one) => [one.verdict, one.maxPoints, one.reason]);
    for (const [row, [lines, reason]] of failing.entries())
      assert.equal(facts[row], ['could-not-check', '0.50', `the checker check.sh: ${reason}`], lines);
  });

  test.needs('gcc')('to compile: what the compiler says is for markers', async ({write, marks, fivedice}) => {
    write(suiteOf('check.c', 'int main(void) { return SECRET; }\n'));
    const marked = await marks(...MARK, '--', 'cat');
    const [said, judge] = factOf(marked, (one) => [one.reason, one.judgeMessage]) ?? [];
    assert.is(said, 'the checker check.c: did not compile');
    assert.match(judge ?? '', /^error: .*SECRET.* undeclared.*return SECRET;/s);
    const {stdout} = await fivedice(...MARK, '--report', 'student:human', '--', 'cat');
    assert.ok(says(stdout, 'check.c: did not compile'), stdout);
    assert.not.match(stdout, 'SECRET');
  });

  test.needs('bubblewrap')(
    'in the sandbox: it sees and writes its own files, which nobody sees',
    async ({folder, write, read, marks}) => {
      const lines = `echo x > '${folder}/new'; echo x > /usr/new
        ls '${folder}' /lane; cat '${folder}/cases/b.out' && exit 1
        [ "$(ls | xargs)" = 'golden input' ] || exit 1
        echo "$(cat "$1") $(cat "$2")" > teammessage.txt; cat > judgemessage.txt
        echo x > "$1"; echo x > "$2"; exit 43`;
      write({...suiteOf('check.sh', sh(lines)), 'cases/b.in': 'other', 'cases/b.out': 'other'});
      write({'look.sh': sh('ls -R /submission /scratch /tmp 2> /dev/null; true')});
      const before = read('cases/a.out');
      const marked = await marks('mark', '--fixtures', 'cases', '--sandbox', '--case', 'a', 'look.sh');
      const [said, seen] = factOf(marked, ({reason, judgeMessage}) => [reason, judgeMessage]) ?? [];
      assert.is(said, 'half golden');
      assert.match(seen ?? '', 'look.sh');
      assert.not.match(seen ?? '', /check|feedback|golden|message/);
      assert.is(read('cases/a.out'), before);
      assert.throws(() => read('new'));
    },
  );
});
