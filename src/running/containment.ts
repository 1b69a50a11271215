/*
 * What keeps a program to itself, and the commands that make it. Every lane has an inner shell, the parent of its
 * programs: the first process of namespaces where the system allows some, inside the sandbox if one is asked for, and
 * else only the leader of a session.
 */
import {foundInPath} from './shell.js';

export const CONTAINMENTS = ['sandbox', 'namespaces', 'process-groups'] as const;
export type Containment = (typeof CONTAINMENTS)[number];

/** Where a program works in the sandbox. It can write nowhere else, so that one limit holds for all. */
export const SANDBOX_WORK = '/tmp';

/** Whoever starts it dies: so does it. */
export const DIES_WITH_PARENT: readonly string[] = [tool('setpriv'), '--pdeathsig', 'KILL'];

/** Leads a session of its own, and so a group of processes. */
export const LEADS_SESSION = tool('setsid');

/** Mounts the file system of the work folder, gives up what let it do that, and becomes the shell. */
const MOUNT = 'mount -t tmpfs -o "size=$1,mode=755" none "$2" && shift 2 && exec "$@"';

const NO_CAPABILITY = [tool('setpriv'), '--ambient-caps=-all', '--inh-caps=-all', '--bounding-set=-all'];

/**
 * The command of namespaces with a work folder in memory; what comes after it runs in them, as their first process.
 *
 * @param bytes the size of the work folder
 */
export function namespaces(bytes: number, work: string): readonly string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...[tool('unshare'), ...(isRoot ? [] : ['--user', '--map-current-user', '--keep-caps'])],
    ...['--pid', '--ipc', '--mount-proc', '--fork', '--kill-child=KILL'],
    ...['/bin/sh', '-c', MOUNT, 'sh', String(bytes), work],
    // Its group of processes must not be that of whoever started it.
    ...[LEADS_SESSION, ...(isRoot ? [] : NO_CAPABILITY)],
  ];
}

/** A command of util-linux, which every Linux has, whatever the `PATH` is. */
function tool(name: string): string {
  return foundInPath(name) ?? `/usr/bin/${name}`;
}
