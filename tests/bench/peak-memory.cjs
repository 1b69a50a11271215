// Preloaded into a measured process: at its exit, says on standard error how much memory it held at its peak.
// VmHWM belongs to this process alone; `maxRSS` would carry over the parent's peak from before the exec.
process.on('exit', () => {
  // Its threads end as well.
  if (!require('node:worker_threads').isMainThread) return;
  const fs = require('node:fs');
  fs.writeSync(2, /VmHWM:\s+(\d+) kB/.exec(fs.readFileSync('/proc/self/status', 'latin1'))[1]);
});
