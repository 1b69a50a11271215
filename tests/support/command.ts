import {join} from 'node:path';
import {execa} from 'execa';
import {latin1} from './bytes.js';

/** The built commands, as `package.json` installs them. */
export const ASSIGN1 = join(import.meta.dirname, '../../dist/assign1.cjs');
export const FIVEDICE = join(import.meta.dirname, '../../dist/command/cli.js');

/** The environment of a plain user: without what would slow or change every Node process that is started. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const {NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env} = process.env;
  return env;
}

/** How a user runs a command, for `execa`: in that environment, and with every byte of its output. */
export const AS_USER = {
  // Asked each time: a test changes the `PATH`.
  get env() {
    return userEnvironment();
  },
  extendEnv: false,
  stripFinalNewline: false,
} as const;

/** Before a command, this keeps root to the permissions of files, which it may pass over otherwise. */
export const OBEDIENT: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

type Input = {readonly input: string | Uint8Array} | {readonly inputFile: string};

/** Runs a command to its end; output as Latin-1 text, byte for byte. */
export async function run(command: string, args: readonly string[], input: Input): Promise<Finished> {
  const {stdout, stderr, exitCode} = await execa(command, args, {
    ...AS_USER,
    ...input,
    encoding: 'buffer',
    reject: false,
    timeout: 30_000,
  });
  return {stdout: latin1(stdout), stderr: latin1(stderr), exitCode};
}

/** Runs a line of shell, in which `$ASSIGN1` is the command. */
export function shell(line: string): Promise<Finished> {
  return run('bash', ['-c', `ASSIGN1='${ASSIGN1}'; ${line}`], {input: ''});
}
