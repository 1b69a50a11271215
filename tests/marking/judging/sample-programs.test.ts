/*
 * The proof of the marker: every program in `fixtures/submissions`, right, wrong or hostile, gets the verdict
 * and the diagnosis in its row of the table there, and leaves nothing running.
 */
import {once} from 'node:events';
import {copyFileSync, mkdirSync, readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {createServer, type Server} from 'node:net';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import type {CaseMarks, Marks} from '../../../src/marking/marks/marks.js';
import {parseMarks} from '../../../src/marking/reports/json.js';
import {LIMIT_NAMES, LIMITS} from '../../../src/running/limits.js';
import {AS_USER, FIVEDICE} from '../../support/command.js';
import {ROOT} from '../../support/readme.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const SUBMISSIONS = join(ROOT, 'fixtures/submissions');
const DOUBLES = join(ROOT, 'fixtures/marking/doubles');

/** The limits that the table assumes. */
const TABLE_LIMITS = {wall: 2, cpu: 1, memory: 128, output: 1024, processes: 64};

interface Row {
  readonly folder: string;
  readonly program: string;
  /** Whether the row holds for a case. */
  readonly holds: (name: string) => boolean;
  readonly verdict: string;
  readonly diagnosis: string;
}

const rows = readRows();
const inFolder = (folder: string): Row[] => rows.filter((row) => row.folder === folder);
/** These take their whole time limit, twice, so they run on one case only. */
const hangs = ({verdict, diagnosis}: Row): boolean => verdict === 'timed-out' && diagnosis === 'wall';

suite('the table of submissions', (test) => {
  test('has a row for every program, and for nothing else', () => {
    for (const folder of ['right', 'wrong', 'hostile']) {
      const listed = inFolder(folder).map(({program}) => program);
      assert.equal(listed.sort(), readdirSync(join(SUBMISSIONS, folder)).sort());
    }
  });

  test('is right in every row', async () => {
    const quick = [...inFolder('right'), ...inFolder('wrong').filter((row) => !hangs(row))];
    holdAll(quick, await marked(quick, readCases(), []));
  });

  test('is right about programs that hang, which are run again alone', async () => {
    const slow = inFolder('wrong').filter(hangs);
    const marks = await marked(slow, ['several-numbers'], []);
    holdAll(slow, marks);
    const retried = marks.submissions.flatMap(({cases}) => cases.map((one) => one.retried));
    assert.equal(
      retried,
      slow.map(() => true),
    );
  });

  test('is right in every row with the sandbox on', async () => {
    const quick = [...inFolder('right'), ...inFolder('wrong').filter((row) => !hangs(row))];
    const marks = await marked(quick, ['not-a-number', 'several-numbers'], ['--sandbox']);
    assert.is(marks.sandbox, true);
    holdAll(quick, marks);
  });

  test('is right about hostile programs with the sandbox on', async () => {
    const hostile = inFolder('hostile');
    const marks = await marked(hostile, ['several-numbers'], ['--sandbox']);
    holdAll(hostile, marks);
    for (const [program, said] of [
      ['reads-goldens.py', 'no·goldens·in·sight'],
      ['writes-outside.c', 'wrote·nowhere'],
      ['rewrites-input.c', 'read-only'],
      ['opens-socket.c', 'no·network'],
    ] as const) {
      const [one] = marks.submissions.find(({target}) => target === program)?.cases ?? [];
      const printed = one?.difference?.diff.filter(({kind}) => kind === 'actual').map(({text}) => text);
      assert.ok(printed?.join('').includes(said), `${program}: ${printed?.join('')}`);
    }
  });

  test('demands exit status 0 where the command line does', async () => {
    const returning = inFolder('wrong').filter(({program}) => program.startsWith('exit-'));
    const marks = await marked(returning, readCases(), ['--status', '0']);
    for (const {target, cases} of marks.submissions) {
      const status = /exit-(\d+)/.exec(target)?.[1];
      for (const one of cases) {
        assert.is(one.verdict, 'wrong-status', `${target} ${one.case}`);
        assert.is(one.reason, `exit status ${status}, expected 0`);
      }
    }
  });

  test('the hostile program that opens sockets succeeds without the sandbox, and fails in it', () =>
    inTemporaryFolder(async (folder) => {
      const source = join(SUBMISSIONS, 'hostile/opens-socket.c');
      const program = join(folder, 'opens-socket');
      await execa('gcc', ['-Wall', '-Werror', '-o', program, source], AS_USER);
      const name = `fivedice-${process.pid}`;
      const servers = [await listening({host: '127.0.0.1', port: 0}), await listening({path: `\0${name}`})];
      const address = servers[0]?.address();
      const port = typeof address === 'object' && address !== null ? String(address.port) : '';
      try {
        for (const [flags, said] of [
          [[], 'connected'],
          [['--sandbox'], 'no·network'],
        ] as const) {
          const {stdout} = await fivedice(folder, ['--report', 'json', ...flags, '--', program, port, name]);
          const [one] = parseMarks(stdout).submissions[0]?.cases ?? [];
          const printed = one?.difference?.diff.filter(({kind}) => kind === 'actual').map(({text}) => text);
          assert.ok(printed?.join('').includes(said), `${flags.join()}: ${printed?.join('')}`);
        }
      } finally {
        for (const server of servers) server.close();
      }
    }));
});

/** Marks the programs of some rows, and checks that they leave nothing running. */
function marked(some: readonly Row[], cases: readonly string[], flags: readonly string[]): Promise<Marks> {
  return inTemporaryFolder(async (folder) => {
    const made = (name: string): string => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    };
    const [submissions, fixtures, temporary] = [made('submissions'), made('fixtures'), made('tmp')];
    for (const {folder: from, program} of some) {
      copyFileSync(join(SUBMISSIONS, from, program), join(submissions, program));
    }
    copyFileSync(join(DOUBLES, 'suite.json'), join(fixtures, 'suite.json'));
    for (const file of cases.flatMap((name) => [`${name}.in`, `${name}.out`])) {
      copyFileSync(join(DOUBLES, file), join(fixtures, file));
    }
    const limits = LIMIT_NAMES.flatMap((name) => [`--${name}`, String(TABLE_LIMITS[name])]);
    const {stdout, stderr} = await fivedice(temporary, [
      ...['--all', submissions, '--fixtures', fixtures, '--report', 'json'],
      ...limits,
      ...flags,
    ]);
    assert.is(stderr, '');
    assert.equal(running(folder), []);
    assert.equal(readdirSync(temporary), []);
    return parseMarks(stdout);
  });
}

function fivedice(temporary: string, args: readonly string[]): Promise<{stdout: string; stderr: string}> {
  const env = {...AS_USER.env, TMPDIR: temporary};
  return execa(FIVEDICE, ['mark', ...args], {...AS_USER, env, reject: false, timeout: 120_000});
}

/** Processes whose environment, program or working folder mentions a folder. */
function running(folder: string): string[] {
  const look = (read: () => string): string => {
    try {
      return read();
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) =>
      [
        look(() => readFileSync(`/proc/${pid}/environ`, 'latin1')),
        look(() => readlinkSync(`/proc/${pid}/exe`)),
        look(() => readlinkSync(`/proc/${pid}/cwd`)),
      ].some((text) => text.includes(folder)),
    )
    .map(
      (pid) => `${pid} ${look(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')).replaceAll('\0', ' ')}`,
    );
}

function holdAll(some: readonly Row[], {submissions}: Marks): void {
  const wrong = some.flatMap((row) => {
    const cases = submissions.find(({target}) => target === row.program)?.cases ?? [];
    if (cases.length === 0) return [`${row.program}: not marked`];
    return cases.flatMap((one) => {
      const found = heldBy(row, one);
      return found === null ? [] : [`${row.program} ${one.case}: ${found}`];
    });
  });
  assert.is(wrong.join('\n'), '');
}

/** The marks of a case if they differ from its row; null if they agree. */
function heldBy({holds, verdict, diagnosis}: Row, one: CaseMarks): string | null {
  const said = `${one.verdict}, ${one.reason}, would pass with ${one.wouldPassWith}, left ${one.leftProcesses}`;
  if (!holds(one.case)) return one.verdict === 'pass' ? null : said;
  if (one.verdict !== verdict) return said;
  return diagnosed(verdict, diagnosis, one) ? null : said;
}

function diagnosed(verdict: string, diagnosis: string, one: CaseMarks): boolean {
  if (verdict === 'pass') return one.leftProcesses === (diagnosis === 'left processes');
  if (verdict === 'wrong-output') return one.wouldPassWith === (diagnosis === 'none' ? null : diagnosis);
  const limit = LIMIT_NAMES.find((name) => name === diagnosis);
  if (limit !== undefined) return one.reason === LIMITS[limit].passed(TABLE_LIMITS[limit]);
  if (verdict === 'crashed') return one.reason === `${diagnosis}, after the right output`;
  return one.reason?.includes(diagnosis) === true;
}

function readCases(): string[] {
  return readdirSync(DOUBLES)
    .filter((file) => file.endsWith('.in'))
    .map((file) => file.replace('.in', ''));
}

function readRows(): Row[] {
  let folder = '';
  return readFileSync(join(SUBMISSIONS, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line): Row[] => {
      folder = /^## `(.+)`/.exec(line)?.[1] ?? folder;
      const [, program, what = '', verdict = '', diagnosis = ''] =
        /^\| `(.+?)` \| (.*?) \| (\S+) \|(.*)\|$/.exec(line) ?? [];
      if (program === undefined) return [];
      const only = /, only in `(.+?)`/.exec(what)?.[1];
      const allBut = /, in all cases but `(.+?)`/.exec(what)?.[1];
      const holds = (name: string): boolean => (only === undefined ? name !== allBut : name === only);
      return [{folder, program, holds, verdict, diagnosis: diagnosis.trim()}];
    });
}

async function listening(where: {host: string; port: number} | {path: string}): Promise<Server> {
  const server = createServer((socket) => socket.end());
  server.listen(where);
  await once(server, 'listening');
  return server;
}
