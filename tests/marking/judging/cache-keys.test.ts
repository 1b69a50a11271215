import {execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {type Circumstances, verdictBases} from '../../../src/marking/judging/cache-keys.js';
import {type Submission, submissionAt} from '../../../src/marking/submissions/submissions.js';
import {loadFixtures} from '../../../src/marking/suites/fixtures.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const PLAIN = {version: '1', shown: null, limits: {}, tolerances: [], status: null, programs: new Map()};

function digestIn(
  folder: string,
  submission: Submission,
  changes: Partial<Circumstances> = {},
): string | null {
  const [one] = loadFixtures(join(folder, 'cases'));
  assert.ok(one);
  return verdictBases({...PLAIN, ...changes})(submission)(one).digest;
}

function withProgram(use: (folder: string, program: string) => void): () => Promise<void> {
  return () =>
    inTemporaryFolder((folder) => {
      for (const name of ['cases', 'prog']) mkdirSync(join(folder, name));
      for (const name of ['a.in', 'a.out']) writeFileSync(join(folder, 'cases', name), '');
      writeFileSync(join(folder, 'prog/main.sh'), '#!/bin/sh\n', {mode: 0o755});
      use(folder, join(folder, 'prog'));
    });
}

const atPath = (path: string): Submission =>
  submissionAt(path, {compile: null, file: 'main.sh', shown: null});

suite('what a verdict depends on', (test) => {
  test(
    'is fivedice itself, and the sandbox with all that it shows',
    withProgram((folder, program) => {
      const changes: Partial<Circumstances>[] = [
        {},
        {version: '2'},
        {shown: []},
        {shown: ['/srv']},
        {shown: ['/srv', '/var']},
      ];
      const digests = changes.map((change) => digestIn(folder, atPath(program), change));
      assert.is(new Set(digests).size, changes.length);
      assert.is(digestIn(folder, atPath(program)), digests[0]);
    }),
  );

  test(
    'is the file that a bare command leads to, and when it was written',
    withProgram((folder, program) => {
      const {PATH: path} = process.env;
      const command: Submission = {target: 'x', plan: {kind: 'command', words: ['main.sh']}, args: []};
      Object.assign(process.env, {PATH: `${program}:${path}`});
      try {
        const before = digestIn(folder, command);
        assert.is(digestIn(folder, command), before);
        utimesSync(join(program, 'main.sh'), 1, 1);
        assert.is.not(digestIn(folder, command), before);
      } finally {
        Object.assign(process.env, {PATH: path});
      }
    }),
  );

  // Each row: what lies in the folder of the submission, and whether its verdicts can be used again.
  const odd: readonly [what: string, make: (path: string) => void, has: boolean][] = [
    ['a link in a circle', (path) => symlinkSync('.', path), true],
    ['a link to nowhere', (path) => symlinkSync('nowhere', path), true],
    ['a FIFO', (path) => execFileSync('mkfifo', [path]), true],
    ['a link to something endless', (path) => symlinkSync('/dev/zero', path), true],
    [
      'a file too large to read it',
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 65 * 1024 ** 2);
      },
      false,
    ],
  ];
  for (const [what, make, has] of odd) {
    test(
      `${what} ${has ? 'does not keep anybody waiting' : 'has no digest'}`,
      withProgram((folder, program) => {
        make(join(program, 'odd'));
        assert.is(digestIn(folder, atPath(program)) !== null, has);
      }),
    );
  }
});
