/* The built commands, run as a user runs them. */
import {join} from 'node:path';
import {execa} from 'execa';
import {latin1} from './bytes.js';

export const ASSIGN1 = join(import.meta.dirname, '../../dist/assign1.cjs');
export const FIVEDICE = join(import.meta.dirname, '../../dist/command/cli.js');

/** Returns a plain user's environment, without variables that slow or change every Node process. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const {NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env} = process.env;
  return env;
}

/** Options of `execa` for a user's command: that environment, and every byte of the output. */
export const AS_USER = {
  // Read each time: tests change the `PATH`.
  get env() {
    return userEnvironment();
  },
  extendEnv: false,
  stripFinalNewline: false,
} as const;

export const isRoot = process.getuid?.() === 0;

/** Milliseconds after which a hanging command is ended. No load makes a command take so long. */
export const PATIENCE = 240_000;

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

export type Input = {readonly input: string | Uint8Array} | {readonly inputFile: string};

/** Runs a command to its end; returns the output as Latin-1 text. */
export async function run(
  command: string,
  args: readonly string[],
  input: Input,
  where: {readonly cwd?: string; readonly env?: NodeJS.ProcessEnv} = {},
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
