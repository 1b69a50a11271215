/* The files and the variables that a program is given, and the files that it writes. */
import * as assert from 'uvu/assert';
import {type GivenFile, writtenFile} from '../../src/running/work-files.js';
import {type Seen, suiteInModes} from '../support/observed.js';
import {suite} from '../support/suite.js';

const given = (name: string, text: string, isExecutable = false): GivenFile => ({
  name,
  content: Buffer.from(text),
  isExecutable,
});

/** A file each with its text, or what is there instead. */
const textsOf = ({written}: Seen): string[] =>
  written.map((one) => ('instead' in one ? `(${one.instead})` : one.content.toString()));

suiteInModes('work files', (test) => {
  test('gives each run the files anew, whatever the last one did to them', async ({sees}) => {
    const files = [given('a b.txt', 'text\n'), given('run', '#!/bin/sh\necho ran\n', true)];
    for (const owner of ['Ada', 'Ada', 'Eric']) {
      const line = 'ls; cat *.txt; ./run; echo more >> "a b.txt"; rm run; mkdir run; touch x';
      const {stdout} = await sees(line, {files, owner});
      assert.is(stdout, 'a b.txt\nrun\ntext\nran\n');
    }
    assert.is((await sees('ls')).stdout, '');
  });

  test('reads what is written, also below folders', async ({sees}) => {
    const wanted = ['out.txt', 'a/b/c', 'in.txt', 'empty', 'none', 'a/none', 'none/c', 'out.txt/c'];
    const program = 'mkdir -p a/b; printf 1 > out.txt; printf 2 > a/b/c; printf 3 >> in.txt; : > empty';
    const seen = await sees(program, {wanted, files: [given('in.txt', '0')]});
    assert.equal(textsOf(seen), ['1', '2', '03', '', '(nothing)', '(nothing)', '(nothing)', '(nothing)']);
  });

  test('reads no link, to a file or to a folder, no FIFO, no folder and no closed file', async ({sees}) => {
    const links = 'ln -s /etc/passwd file; ln -s /etc etc; ln -s none dead';
    const seen = await sees(`${links}; mkfifo fifo; mkdir folder; echo 1 > out; chmod 0 out`, {
      wanted: ['file', 'etc/passwd', 'dead', 'fifo', 'folder', 'out'],
    });
    const none = '(no regular file)';
    assert.equal(textsOf(seen), [none, '(nothing)', none, none, none, '(closed)']);
  });

  test('reads nothing in a closed folder, whoever marks', async ({sees}) => {
    const lines =
      'echo 1 > out; for mode in 000 300 400; do mkdir $mode; echo 1 > $mode/x; chmod $mode $mode; done';
    const wanted = ['out', '000/x', '300/x', '400/x'];
    assert.equal(textsOf(await sees(lines, {wanted})), ['1\n', '(closed)', '(closed)', '(closed)']);
    assert.equal(textsOf(await sees('echo 1 > out; chmod 0 .', {wanted: ['out']})), ['(closed)']);
  });

  test('reads no more than the limit on output, and a byte', async ({sees}) => {
    const seen = await sees('truncate -s 60M out', {wanted: ['out'], limits: {output: 1}});
    assert.is(textsOf(seen)[0]?.length, 1025);
  });

  test('sets variables of the environment, whatever is in them', async ({sees}) => {
    const environment = {A: "it's $HOME `x`\n;", LANG: 'C', _B2: '', LD_PRELOAD: ''};
    const {stdout} = await sees(['env', '-0'], {environment});
    const found = Object.fromEntries(stdout.split('\0').map((one) => one.split(/=(.*)/s)));
    for (const [name, value] of Object.entries(environment)) assert.is(found[name], value, name);
    assert.is((await sees('echo "$A$_B2"')).stdout, '\n');
  });
});

suite('reading work files', (test) => {
  test('blames no program for what the system cannot do', () => {
    assert.throws(() => writtenFile('/', 'x'.repeat(300), 1), /ENAMETOOLONG/);
  });
});
