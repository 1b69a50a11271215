/* What the kernel's own books say of processes, and what a folder takes: no runner around. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {ControlGroup, ownGroup} from '../../src/running/control-group.js';
import {bytesIn} from '../../src/running/disk.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

suite('a control group', (test) => {
  test('is none where the groups are not ours', () => {
    assert.is(ControlGroup.make(null, 'name'), null);
    assert.is(ControlGroup.make('/proc', 'name'), null);
  });

  test('knows its processes and their time, and goes with all of them', async () => {
    const group = ControlGroup.make(ownGroup(), `fivedice-test-${process.pid}`);
    if (group === null) return console.log('no control group can be made here, so looks have to do');
    const line = 'echo 0 > "$0" && while :; do :; done & wait';
    const shell = spawn('sh', ['-c', line, group.processesFile], {stdio: 'ignore'});
    while (group.processes().length === 0 || group.seconds() === 0) await new Promise(setImmediate);
    assert.ok(group.seconds() > 0 && !group.processes().includes(process.pid));
    group.close();
    await once(shell, 'exit');
    assert.not(existsSync(dirname(group.processesFile)));
  });
});

suite('what a folder takes', (test) => {
  test('is the sum of its files, in folders too, but not of what links name', () =>
    inTemporaryFolder((folder) => {
      const before = bytesIn(folder);
      mkdirSync(join(folder, 'a/b'), {recursive: true});
      for (const name of ['x', 'a/y', 'a/b/z']) writeFileSync(join(folder, name), Buffer.alloc(100_000, 1));
      symlinkSync('/usr', join(folder, 'link'));
      assert.ok(bytesIn(folder) - before >= 300_000 && bytesIn(folder) < 500_000, `${bytesIn(folder)}`);
    }));
});
