/* The filter of system calls as text; `walls.test.ts` attacks the real one. */
import * as assert from 'uvu/assert';
import {refusedCalls, unknownProcessor} from '../../src/running/refused-calls.js';
import {watching} from '../support/observed.js';
import {suite} from '../support/suite.js';

suite('the system calls that are refused', (test) => {
  test('are known of the processor, or there is no sandbox', () => {
    assert.is(unknownProcessor('x64', 'LE'), null);
    assert.match(unknownProcessor('ppc64', 'BE') ?? '', 'ppc64');
    assert.match(unknownProcessor('loong64', 'LE') ?? '', 'loong64');
  });

  test('end with a kill, for programs of any other architecture', () => {
    const last = refusedCalls().subarray(-8);
    assert.equal([last.readUInt16LE(0), last.readUInt32LE(4)], [0x06, 0x80000000]);
  });

  test('are asked for before the sandbox is tried', () =>
    watching('namespaces', async ({runner}) => {
      const known = Object.getOwnPropertyDescriptor(process, 'arch') ?? {};
      Object.defineProperty(process, 'arch', {...known, value: 's390x'});
      try {
        assert.match((await runner.checkSandbox()) ?? '', /system calls of this processor \(s390x/);
      } finally {
        Object.defineProperty(process, 'arch', known);
      }
    }));
});
