/* The results of a class as large as any: little memory, and little time to see that all are marked, and to read them. */
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import * as assert from 'uvu/assert';
import {createResults} from '../../../src/marking/results/folder.js';
import {FIVEDICE} from '../../support/command.js';
import {largeClass} from '../../support/large-class.js';
import {inPlace} from '../../support/place.js';
import {judgementsOf, MACHINE, runCases} from '../../support/results.js';
import {suite} from '../../support/suite.js';

const TARGETS = Array.from({length: 2000}, (_, index) => `z${5_000_000 + index}.c`);

suite('2,000 submissions that fail 80 cases', (test) => {
  test(
    'are known to be marked within a second, read within two, and reported within 300 MB',
    inPlace(async ({folder, write, run}) => {
      const failures = largeClass(400).submissions.flatMap(({cases}) =>
        cases.filter(({verdict}) => verdict === 'wrong-output'),
      );
      const cases = failures
        .slice(0, 80)
        .map((one, index) => ({...one, case: `case-${index}`, number: index + 1}));
      assert.is(cases.length, 80);
      const facts = {
        fixtures: 'f',
        options: '',
        fivedice: '1',
        submissions: TARGETS,
        people: {},
        cases: runCases(cases),
      };
      const results = createResults(join(folder, 'r'), facts);
      const judgements = judgementsOf(cases);
      const repeated = {make: null, run: [[{file: '/class/x'}]]};
      for (const target of TARGETS) results.write(target, repeated, judgements, 'bytes', MACHINE);

      // Time of the processor, which a busy machine does not add to; of reading, much is the garbage collector's beside it.
      for (const [what, most, act] of [
        [
          'known',
          1,
          () => assert.ok(TARGETS.every((target) => results.whyUnmarked(target, 'bytes') === null)),
        ],
        ['read', 2, () => assert.is([...results.marks().submissions].length, TARGETS.length)],
      ] as const) {
        const start = process.cpuUsage();
        act();
        const {user, system} = process.cpuUsage(start);
        assert.ok((user + system) / 1e6 < most, `${what}: ${(user + system) / 1e6} s`);
      }

      write({'peak.mjs': `process.on('exit', () => console.error(process.resourceUsage().maxRSS));`});
      const {stdout, stderr} = await run('env', [
        `NODE_OPTIONS=--import=${pathToFileURL(join(folder, 'peak.mjs'))}`,
        ...[FIVEDICE, 'report', 'r', '--report', 'csv:marks.csv'],
      ]);
      assert.match(stdout, '2000 submissions, 0.0/');
      assert.ok(Number(stderr) < 300 * 1024, `${Number(stderr) / 1024} MiB`);
    }),
  );
});
