/* What a lane gives to a program, and what it takes back. */
import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {MODES, toolsOf, watching} from '../support/observed.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';

/** What the shell itself adds. */
const OF_SHELL = ['OLDPWD', 'PWD', '_'];

suite('a lane', (test) => {
  for (const mode of MODES) {
    const judged = test.needs(...toolsOf(mode));

    judged(`${mode}: gives four variables, and nothing else of the environment`, () => {
      Object.assign(process.env, {FIVEDICE_SECRET: 'not for programs'});
      return watching(mode, async ({sees}) => {
        const {stdout} = await sees(['env']);
        const names = stdout
          .trim()
          .split('\n')
          .map((line) => line.replace(/=.*/, ''));
        // Without namespaces, a token tells which processes are its own.
        const own = mode === 'process-groups' ? ['FIVEDICE_CASE'] : [];
        const given = [...own, 'HOME', 'LANG', 'PATH', 'TMPDIR'];
        assert.equal(names.filter((name) => !OF_SHELL.includes(name)).sort(), given);
      }).finally(() => Reflect.deleteProperty(process.env, 'FIVEDICE_SECRET'));
    });

    judged(
      `${mode}: gives outputs that have no name, and that only their owner may open, and no other pipe`,
      () =>
        watching(mode, async ({sees}) => {
          const {stdout} = await sees(
            'for fd in 1 2; do readlink /proc/self/fd/$fd; stat -Lc "%a %F" /proc/self/fd/$fd; done',
          );
          assert.match(stdout, /^(?:\/.* \(deleted\)\n600 fifo\n){2}$/);
          const list = await sees('ls -l /proc/self/fd >&2; ls -l /proc/self/fd');
          // Two of the same: its outputs are all that it has from the lane.
          for (const text of [list.stdout, list.stderr]) assert.is(text.split('fifos').length - 1, 2);
        }),
    );

    judged(`${mode}: gives its input, an empty folder, and outputs that can be opened again`, () =>
      watching(mode, async ({sees}) => {
        const line = 'cat; ls -A; echo out > /dev/stdout; echo err > /dev/stderr';
        for (const input of ['one\n', 'two\n']) {
          const {stdout, stderr} = await sees(line, {input});
          assert.equal([stdout, stderr], [`${input}out\n`, 'err\n']);
        }
      }),
    );

    judged(`${mode}: an exit status of 128 + n is signal n, as for every shell`, () =>
      watching(mode, async ({sees}) => {
        for (const status of [0, 1, 126, 127, 128, 193, 255])
          assert.is((await sees(`exit ${status}`)).end, status);
        assert.is((await sees('exit 139')).end, 'SIGSEGV');
        for (const signal of ['INT', 'SEGV', 'PIPE', 'KILL'])
          assert.is((await sees(`kill -${signal} $$`)).end, `SIG${signal}`);
      }),
    );

    judged(`${mode}: is made anew for another owner`, () =>
      watching(mode, async ({sees, runner}) => {
        // Its pipe, and its sandbox, with when each was made: their numbers are given again. And its shell.
        const line = `stat -Lc "%i %w" /proc/self/fd/1; ${mode === 'sandbox' ? 'stat -c %z /dev' : ''}`;
        const made = async (owner: string): Promise<string[]> => {
          const {stdout} = await sees(line, {owner});
          return [...stdout.trim().split('\n'), String(Reflect.get(runner, 'lanes')[0].leader)];
        };
        const [ada, again, bob] = [await made('Ada'), await made('Ada'), await made('Bob')];
        assert.equal(ada, again);
        assert.equal(
          ada.filter((one) => bob.includes(one)),
          [],
        );
      }),
    );
  }

  test('process-groups: goes on after signals to its shell, which believes nobody else', () =>
    watching('process-groups', async ({sees}) => {
      for (const signal of ['HUP', 'INT', 'QUIT', 'ALRM', 'TERM', 'USR1', 'USR2'])
        assert.is((await sees(`kill -${signal} $PPID; exit 3`)).end, 3, signal);
      const line = `printf "0m0s 0m0s\\n0m0s 0m0s\\n$FIVEDICE_CASE ends 0\\n" > /proc/$PPID/fd/2; kill -SEGV $$`;
      assert.is((await sees(line)).end, 'SIGSEGV');
    }));

  for (const mode of ['namespaces', 'process-groups'] as const) {
    test(`${mode}: empties its folder, and opens it again`, () =>
      watching(mode, async ({sees}) => {
        for (const line of [
          'touch left',
          'mkdir -p deep/er',
          'chmod 0 .',
          'rmdir "$PWD"; echo > "$PWD"',
          ':',
        ])
          assert.is((await sees(`ls -A; stat -c %a .; ${line}`)).stdout, '700\n');
      }));

    test(`${mode}: gives each input whole and closed to writers, whatever was done to the one before`, () =>
      watching(mode, async ({sees}) => {
        const attacks = [
          'rm $in; echo no > $in; chmod 400 $in',
          'ln $in ../../link',
          'chmod 666 $in',
          'chmod 600 $in; echo more >> $in; chmod 400 $in',
        ];
        for (const attack of [...attacks, ':']) {
          const line = `stat -Lc "%a %h" /proc/self/fd/0; cat; in=$(readlink /proc/self/fd/0); ${attack}`;
          assert.is((await sees(line, {input: 'in\n'})).stdout, '400 1\nin\n', attack);
        }
      }));
  }

  test('descriptors that the marker inherited are closed', () => {
    const program = `import('${join(ROOT, 'src/system/processes.js')}').then(({closeInheritedDescriptors}) => {
      closeInheritedDescriptors();
      require('node:child_process').spawnSync('ls', ['-l', '/proc/self/fd'], {stdio: [0, 1, 2]});
    })`;
    const line = 'exec 57</ 58>/dev/null; exec node --import tsx --eval "$0"';
    const seen = execFileSync('bash', ['-c', line, program], {cwd: ROOT, encoding: 'utf8'});
    assert.match(seen, / 2 -> /);
    assert.not.match(seen, / 5[78] -> /);
  });
});
