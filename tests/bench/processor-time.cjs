/* Loaded before a script, prints at its end the seconds of processor time that the process has taken. */
process.on('exit', () => {
  const {user, system} = process.cpuUsage();
  process.stderr.write(`${(user + system) / 1e6}`);
});
