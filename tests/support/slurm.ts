/*
 * Debian's Slurm as a cluster of one node, on loopback and in a folder of its own. Its daemons live in a PID namespace,
 * so that the kernel ends them with every task, however the test ends.
 */

import {randomBytes, randomInt} from 'node:crypto';
import {once} from 'node:events';
import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {hostname, userInfo} from 'node:os';
import {join} from 'node:path';
import {execa} from 'execa';
import {AS_USER, isRoot} from './command.js';
import {effort} from './effort.js';
import {until} from './processes.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** More tasks at the same time than there are cores: Slurm looks for the next one only once a second. */
const CPUS = 12;

/** Gives `use` the `slurm.conf` of an idle cluster, which Slurm's commands find by `SLURM_CONF`. */
export function withCluster<T>(use: (conf: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const conf = join(folder, 'slurm.conf');
    // Other users hand in jobs too.
    chmodSync(folder, 0o755);
    for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'key'), randomBytes(128), {mode: 0o600});
    writeFileSync(conf, configuration(folder, await freePort(10_000), await freePort(20_000)));

    const cluster = execa('setpriv', ['--pdeathsig', 'KILL', ...NAMESPACE, 'bash', '-c', DAEMONS], {
      ...AS_USER,
      cwd: folder,
      all: true,
      reject: false,
    });
    let ended = false;
    cluster.finally(() => {
      ended = true;
    });
    try {
      await until(async () => ended || (await stateOf(conf)) === 'idle', 'the node is never idle');
      if (ended) throw new Error(`Slurm does not start:\n${(await cluster).all}`);
      return await use(conf);
    } finally {
      cluster.kill('SIGKILL');
      await cluster;
    }
  });
}

/** Namespace whose processes are killed with the parent. */
const NAMESPACE: readonly string[] = [
  'unshare',
  ...(isRoot ? [] : ['--map-current-user']),
  ...['--pid', '--fork', '--kill-child', '--mount-proc'],
];

/** The first daemon returns when it is ready, the others run until one of them ends. */
const DAEMONS = `
  munged --force --key-file="$PWD/key" --socket="$PWD/munge" --pid-file="$PWD/munge.pid" \\
    --log-file="$PWD/munge.log" --seed-file="$PWD/munge.seed" || exit
  slurmctld -D -f "$PWD/slurm.conf" &
  slurmd -D -f "$PWD/slurm.conf" -N node &
  wait -n`;

function configuration(folder: string, ctld: number, slurmd: number): string {
  const {username} = userInfo();
  return `
ClusterName=fivedice
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmctldPort=${ctld}
SlurmdPort=${slurmd}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=${username}
SlurmdUser=${username}
# A task must start before its credential expires, and one that is queued again waits until its old one has.
AuthInfo=socket=${folder}/munge,cred_expire=${effort(20, 5)}
# On a busy machine, daemons may take long to answer, and tasks to start.
MessageTimeout=100
TCPTimeout=100
BatchStartTimeout=240
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1
SlurmdParameters=config_overrides
NodeName=node NodeHostname=${hostname()} NodeAddr=127.0.0.1 CPUs=${CPUS}
PartitionName=all Nodes=node Default=YES
`;
}

async function stateOf(conf: string): Promise<string> {
  const {env} = AS_USER;
  const {stdout} = await execa('sinfo', ['--noheader', '--format=%T'], {
    ...AS_USER,
    env: {...env, SLURM_CONF: conf},
    reject: false,
  });
  return stdout.trim();
}

/** A free port of loopback, below those that the system gives to whoever asks for any. */
async function freePort(from: number): Promise<number> {
  for (;;) {
    const port = randomInt(from, from + 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}
