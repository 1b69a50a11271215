/* What the sandbox is made of, as text; `walls.test.ts` attacks the real one. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {refusedCalls, unknownProcessor} from '../../src/running/refused-calls.js';
import {refusalIn, startedIn} from '../../src/running/sandbox.js';
import {watching} from '../support/observed.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {NEEDED, WALLS} from './table-of-walls.js';

const sourceOf = (file: string): string => readFileSync(join(ROOT, 'src/running', file), 'utf8');

suite('the table of walls', (test) => {
  test('fits the source: each is there exactly once', () => {
    const wrong = WALLS.filter(({file, replace: [from]}) => sourceOf(file).split(from).length !== 2);
    assert.equal(
      wrong.map(({wall}) => wall),
      [],
    );
  });

  test('has every option of the sandbox', () => {
    const changed = WALLS.map(({replace}) => replace[0]).join(' ');
    const options = sourceOf('sandbox.ts').match(/--[a-z][a-z-]*(?=[='])/g) ?? [];
    assert.ok(options.length > 20);
    assert.equal(
      options.filter((option) => !changed.includes(option) && !NEEDED.includes(option)),
      [],
    );
  });
});

suite('the system calls that are refused', (test) => {
  test('are known of the processor, or there is no sandbox', () => {
    assert.is(unknownProcessor('x64', 'LE'), null);
    for (const [processor, order] of [
      ['s390x', 'BE'],
      ['ppc64', 'BE'],
      ['loong64', 'LE'],
    ] as const) {
      assert.match(unknownProcessor(processor, order) ?? '', processor);
    }
  });

  test('end with a kill, for programs of any other architecture', () => {
    const last = refusedCalls().subarray(-8);
    assert.equal([last.readUInt16LE(0), last.readUInt32LE(4)], [0x06, 0x80000000]);
  });

  test('are asked for before the sandbox is tried', () =>
    watching('plain', async ({runner}) => {
      const known = Object.getOwnPropertyDescriptor(process, 'arch') ?? {};
      Object.defineProperty(process, 'arch', {...known, value: 's390x'});
      try {
        assert.match((await runner.checkSandbox()) ?? '', /system calls of this processor \(s390x/);
      } finally {
        Object.defineProperty(process, 'arch', known);
      }
    }));
});

suite('what bubblewrap says', (test) => {
  test('it started the program if it tells its exit status', () => {
    assert.is(startedIn('{ "child-pid": 7 }\n{ "exit-code": 0 }\n'), true);
    assert.is(startedIn('{ "child-pid": 7 }\n'), false);
    assert.is(startedIn('x{ "exit-code": 0 }\n'), false);
  });

  test('a program that cannot start is to blame itself; all else is the sandbox', () => {
    assert.equal(refusalIn('bwrap: execvp ./a: No such file or directory\n'), {
      could: 'not-run',
      reason: './a: not found',
    });
    assert.equal(refusalIn('bwrap: execvp ./a: Permission denied\n'), {
      could: 'not-run',
      reason: './a: Permission denied',
    });
    assert.equal(refusalIn("bwrap: Can't mkdir /x\n"), {
      could: 'not-check',
      reason: "the sandbox: Can't mkdir /x",
    });
    assert.equal(refusalIn(''), {could: 'not-check', reason: 'the sandbox did not start'});
  });
});
