/* The built commands, and how a user runs one. */
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

/** Ends only what would never end: no load makes a command take as long, in milliseconds. */
export const PATIENCE = 240_000;

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

export type Input = {readonly input: string | Uint8Array} | {readonly inputFile: string};

/** Runs a command to its end; output as Latin-1 text, byte for byte. */
export async function run(
  command: string,
  args: readonly string[],
  input: Input,
  where: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly uid?: number;
    readonly gid?: number;
  } = {},
): Promise<Finished> {
  const {stdout, stderr, exitCode} = await execa(command, args, {
    ...AS_USER,
    ...where,
    ...input,
    encoding: 'buffer',
    reject: false,
    timeout: PATIENCE,
  });
  return {stdout: latin1(stdout), stderr: latin1(stderr), exitCode};
}
