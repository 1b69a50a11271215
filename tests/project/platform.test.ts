/* Systems other than Linux, as far as Linux can test them: the commands are told that they run on one. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {AS_USER, ASSIGN1, FIVEDICE, type Finished, PATIENCE} from '../support/command.js';
import {FIXTURES, GAMES} from '../support/goldens.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** The commands that run programs, each with arguments that it would refuse for another reason. */
const RUN_PROGRAMS = {
  mark: ['missing', '--fixtures', 'missing'],
  record: ['missing', '--reference', 'missing'],
  fuzz: ['missing', '--runs', '0'],
} as const;

type Run = (command: string, args: readonly string[], input?: Uint8Array) => Promise<Finished>;

/** Runs commands in an empty folder, with Node pretending to be on this system. */
function on(system: string, use: (run: Run) => Promise<void>): () => Promise<void> {
  return () =>
    inTemporaryFolder(async (folder) => {
      const preload = join(folder, 'preload.cjs');
      writeFileSync(preload, `Object.defineProperty(process, 'platform', {value: '${system}'});`);
      await use(async (command, args, input = new Uint8Array()) => {
        const {stdout, stderr, exitCode} = await execa('node', ['--require', preload, command, ...args], {
          ...AS_USER,
          env: {...AS_USER.env, XDG_DATA_HOME: folder},
          cwd: folder,
          input,
          encoding: 'buffer',
          reject: false,
          timeout: PATIENCE,
        });
        return {stdout: latin1(stdout), stderr: latin1(stderr), exitCode};
      });
    });
}

for (const system of ['darwin', 'win32']) {
  suite(`on ${system}`, (test) => {
    for (const [name, args] of Object.entries(RUN_PROGRAMS)) {
      test(
        `${name} says that it needs Linux, before anything else`,
        on(system, async (run) => {
          const sentence = `fivedice: ${name} works on Linux only, where /proc shows what programs do; this system is ${system}\n`;
          for (const each of [[], args]) {
            const finished = await run(FIVEDICE, [name, ...each]);
            assert.equal(finished, {stdout: '', stderr: sentence, exitCode: 3});
          }
          const help = await run(FIVEDICE, [name, '--help']);
          assert.is(help.exitCode, 0);
          assert.match(help.stdout, `Usage: fivedice ${name} `);
        }),
      );
    }

    test(
      'assign1 plays a session',
      on(system, async (run) => {
        for (const {name, input, expected} of loadFixtures(join(FIXTURES, 'handout')).slice(0, 2)) {
          const {stdout, stderr} = await run(ASSIGN1, [], input);
          sameBytes(stdout, expected, name);
          assert.is(stderr, '');
        }
      }),
    );

    test(
      'fivedice plays a game, and finds it in the hall of fame for the next one',
      on(system, async (run) => {
        for (const {name, input, expected, arguments: args} of loadFixtures(join(GAMES, 'seed'))) {
          const {stdout, stderr} = await run(FIVEDICE, args, input);
          sameBytes(stdout, expected, name);
          assert.is(stderr, '');
        }
      }),
    );
  });
}
