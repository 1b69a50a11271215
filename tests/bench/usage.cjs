/* Loaded before a script: at its end, prints its seconds of processor time and its peak memory in KiB to standard error. */
process.on('exit', () => {
  // Threads end as well.
  if (!require('node:worker_threads').isMainThread) return;
  const fs = require('node:fs');
  const {user, system} = process.cpuUsage();
  // VmHWM is of this process alone; `maxRSS` includes the parent's peak before the exec.
  const [, peak] = /VmHWM:\s+(\d+) kB/.exec(fs.readFileSync('/proc/self/status', 'latin1'));
  fs.writeSync(2, `${(user + system) / 1e6} ${peak}`);
});
