/* What the kernel's own books say of processes, and what a folder takes: no runner around. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, rmdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {Guardian} from '../../src/running/guardian.js';
import {ControlGroup, ownGroup} from '../../src/running/usage/cgroup.js';
import {bytesIn} from '../../src/running/usage/disk.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

suite('a control group', (test) => {
  test('is none where the groups are not ours', () => {
    assert.is(ControlGroup.make(null, 'name'), null);
    assert.is(ControlGroup.make('/proc', 'name'), null);
  });

  test('knows its processes and their time, kills them all, and goes', async () => {
    const group = ControlGroup.make(ownGroup(), `fivedice-test-${process.pid}`);
    if (group === null) return console.log('no control group can be made here, so looks have to do');
    const line = 'echo 0 > "$0" && while :; do :; done & wait';
    const shell = spawn('sh', ['-c', line, group.processesFile], {stdio: 'ignore'});
    while (group.processes().length === 0 || group.seconds() === 0) await new Promise(setImmediate);
    assert.ok(group.seconds() > 0 && !group.processes().includes(process.pid));
    group.kill();
    await once(shell, 'exit');
    group.close();
    rmdirSync(dirname(group.processesFile));
  });

  test('that a dead marker has left goes with all in it, but not under a guardian that is still at work', async () => {
    const made = ['guardian', '0'].flatMap((name) => {
      const group = ControlGroup.make(ownGroup(), `fivedice-test-${process.pid}-${name}`);
      return group === null ? [] : [{group, folder: dirname(group.processesFile)}];
    });
    const [working, left] = made.map(({group, folder}) => {
      const line = 'echo 0 > "$0"; exec sleep 60';
      return {group, folder, shell: spawn('sh', ['-c', line, group.processesFile], {stdio: 'ignore'})};
    });
    if (working === undefined || left === undefined) return console.log('no control group can be made here');
    while (made.some(({group}) => group.processes().length === 0)) await new Promise(setImmediate);
    const guardian = new Guardian('nobody', '/nowhere', null);
    for (const {folder} of made) guardian.removeGroup(folder);
    await once(left.shell, 'exit');
    assert.is(working.group.processes().length, 1);
    working.group.kill();
    await once(working.shell, 'exit');
    for (const {group} of made) group.close();
    rmdirSync(working.folder);
    guardian.dismiss();
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
