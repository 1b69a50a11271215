/* Shared memory with a key (SysV), which belongs to no process. */
import {spawnSync} from 'node:child_process';

const TABLE = '/proc/sysvipc/shm';

/** Bytes of it in the namespace of a process. */
export function keyedMemory(pid: number): number {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  const args = ['--target', String(pid), ...user, '--ipc', 'cat', TABLE];
  const {stdout} = spawnSync('nsenter', args, {encoding: 'latin1'});
  const [names = [], ...rows] = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/));
  const column = names.indexOf('rss');
  return rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
}
