/* Lanes: the environment of a program, and its reset. */
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {programPath} from '../../src/running/shell.js';
import {suiteInModes, suiteInProcessGroup, type Watched, watching} from '../support/observed.js';
import {untilRunning} from '../support/processes.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const OF_SHELL = ['OLDPWD', 'PWD', '_'];

suiteInModes('a lane', (test, mode) => {
  test('gives four variables, and nothing else of the environment', async ({sees}) => {
    Object.assign(process.env, {FIVEDICE_SECRET: 'not for programs'});
    try {
      const {stdout} = await sees(['env']);
      const names = stdout.trim().split('\n');
      const own = mode === 'sandbox' ? [] : ['FIVEDICE_CASE'];
      assert.equal(
        names
          .map((line) => line.replace(/=.*/, ''))
          .filter((name) => !OF_SHELL.includes(name))
          .sort(),
        [...own, 'HOME', 'LANG', 'PATH', 'TMPDIR'],
      );
    } finally {
      Reflect.deleteProperty(process.env, 'FIVEDICE_SECRET');
    }
  });

  test('gives its input, an empty folder, and outputs that can be opened again', async ({sees}) => {
    const line = 'cat; ls -A; echo out > /dev/stdout; echo err > /dev/stderr; echo more >&2';
    for (const input of ['one\n', 'two\n', '']) {
      const {stdout, stderr} = await sees(line, {input});
      assert.equal([stdout, stderr], [`${input}out\n`, 'err\nmore\n']);
    }
  });

  test.needs('gcc', 'python3')('keeps the order of merged output and errors', async ({sees}) => {
    const c = '#include <stdio.h>\nint main(void) {puts("1"); fputs("2\\n", stderr); puts("3"); return 0;}';
    const python = 'import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)';
    const rows = [
      ['gcc -x c - -o program && ./program', c],
      ['gcc -fsanitize=address -x c - -o program && ./program', c],
      ['/usr/bin/python3 -', python],
    ] as const;
    for (const [line, input] of rows)
      assert.is((await sees(line, {input, isMerged: true})).stdout, '1\n2\n3\n', line);
  });

  test('reads all output to its end, and each byte', async ({sees}) => {
    const {stdout} = await sees('i=0; while [ $i -lt 300 ]; do head -c 1000 /dev/zero; i=$((i+1)); done');
    assert.is(stdout, '\0'.repeat(300_000));
  });

  test('says why a program could not be started', ({sees}) =>
    inTemporaryFolder(async (folder) => {
      const rows = {
        script: ['#!/no/such/interpreter\n', 'not found'],
        program: [readFileSync(process.execPath).fill(0, 18, 20), 'Exec format error'],
        forbidden: ['exit 127', 'Permission denied'],
      } as const;
      for (const [name, [text, reason]] of Object.entries(rows)) {
        const file = join(folder, name);
        writeFileSync(file, text, {mode: name === 'forbidden' ? 0o644 : 0o755});
        const why = await sees([{file}]).catch(({message}) => message);
        assert.ok(`${why}`.startsWith('could not-run: ') && `${why}`.endsWith(reason), `${name}: ${why}`);
      }
      const why = await sees(['no-such-command']).catch(({message}) => message);
      assert.match(`${why}`, /^could not-run: .*not found$/);
    }));

  test('an exit status of 128 + n is signal n, as for every shell', async ({sees}) => {
    for (const status of [0, 1, 126, 127, 128, 193, 255])
      assert.is((await sees(`exit ${status}`)).end, status);
    assert.is((await sees('exit 139')).end, 'SIGSEGV');
    for (const signal of ['INT', 'SEGV', 'PIPE', 'KILL'])
      assert.is((await sees(`kill -${signal} $$`)).end, `SIG${signal}`);
    assert.is((await sees('kill -37 $$')).end, 'signal 37');
  });

  test('is made anew for another owner, and for another audience', async ({sees, runner}) => {
    const shellOf = async (owner: string, isHidden = false): Promise<unknown> => {
      await sees(':', {owner, isHidden});
      return Reflect.get(runner, 'lanes')[0].shell.leader;
    };
    const ada = await shellOf('Ada');
    assert.is(await shellOf('Ada'), ada);
    assert.is.not(await shellOf('Bob'), ada);
    const bob = await shellOf('Bob');
    // A process group has a folder of its own for each case anyway.
    assert.is((await shellOf('Bob', true)) === bob, mode !== 'sandbox');
  });

  test('is that of its owner, where there are several', () => {
    const use = async ({sees, runner}: Watched): Promise<void> => {
      const lanes: readonly {readonly shell: {readonly leader: number}}[] = Reflect.get(runner, 'lanes');
      const leaders = () => lanes.map(({shell}) => shell.leader);
      for (const owner of ['Ada', 'Bob']) await sees(':', {owner});
      const before = leaders();
      await sees(':', {owner: 'Bob'});
      assert.equal(leaders(), before);
    };
    return watching(mode, use, {lanes: 2});
  });

  test('runs a program again whose shell was killed once, as by the machine', () =>
    inTemporaryFolder(async (folder) => {
      const use = async ({sees, runner}: Watched): Promise<void> => {
        const waits = `until [ -e ${folder}/go ]`;
        const seen = sees(`${waits}; do sleep 0.01; done; echo ok`);
        await untilRunning(`-c\0${waits}`, 1);
        process.kill(Reflect.get(runner, 'lanes')[0].shell.leader, 'SIGKILL');
        writeFileSync(join(folder, 'go'), '');
        const {stdout, end} = await seen;
        assert.equal([stdout, end], ['ok\n', 0]);
      };
      await watching(mode, use, {show: [folder]});
    }));

  test('gives each input whole and closed to writers, whatever was done to the last', async ({sees}) => {
    const attacks = ['rm $in; echo no > $in', 'ln $in link', 'chmod 666 $in; echo more >> $in', ':'];
    for (const attack of attacks) {
      const line = `stat -Lc "%a %h" /proc/self/fd/0; cat; in=$(readlink /proc/self/fd/0); { ${attack}; } 2>&-`;
      assert.is((await sees(line, {input: 'in\n'})).stdout, '444 1\nin\n', attack);
    }
  });

  test('gives an empty folder, whatever was done to the last', async ({sees}) => {
    const attacks = ['touch left', 'mkdir -p deep/er', 'chmod 0 .', 'rmdir "$PWD"; echo > "$PWD"', ':'];
    for (const attack of attacks) {
      const {stdout} = await sees(`ls -A; [ -w . ] && echo writable; { ${attack}; } 2>&-`);
      assert.is(stdout, 'writable\n', attack);
    }
  });
});

suiteInProcessGroup('a process group', (test) => {
  test('goes on after signals to its shell, which believes nobody else', async ({sees}) => {
    for (const signal of ['HUP', 'INT', 'QUIT', 'ALRM', 'TERM', 'USR1', 'USR2'])
      assert.is((await sees(`kill -${signal} $PPID; exit 3`)).end, 3, signal);
    const line = `printf "$FIVEDICE_CASE ends 0\\n" > /proc/$PPID/fd/2; kill -SEGV $$`;
    assert.is((await sees(line)).end, 'SIGSEGV');
  });

  test('one that ends its shell has crashed, and the machine is not to blame', async ({sees}) => {
    assert.is((await sees('kill -KILL $PPID')).end, 'it ended the shell that started it');
    assert.is((await sees('echo ok')).stdout, 'ok\n');
  });
});

suite('the PATH of programs', (test) => {
  const withPath = (path: string, use: () => void): void => {
    const {PATH: before} = process.env;
    Object.assign(process.env, {PATH: path});
    try {
      use();
    } finally {
      Object.assign(process.env, {PATH: before});
    }
  };

  test('is that of the marker, without what a submission may have filled', () =>
    inTemporaryFolder((folder) => {
      const outside = join(folder, 'link');
      mkdirSync(join(folder, 'ada/bin'), {recursive: true});
      symlinkSync(join(folder, 'ada/bin'), outside);
      const unsafe = ['', '.', 'bin', join(process.cwd(), 'x'), '/x/node_modules/.bin', outside];
      withPath(['/usr/bin', ...unsafe, '/bin'].join(':'), () => {
        assert.is(programPath([join(folder, 'ada')]), '/usr/bin:/bin');
      });
    }));
});
