/* A real terminal: a pseudo-terminal made by `script` (Debian's bsdutils, part of every Debian system). */
import {once} from 'node:events';
import {execa} from 'execa';
import {latin1} from './bytes.js';
import {AS_USER, PATIENCE} from './command.js';

export const CTRL_C = '\x03';
export const CTRL_D = '\x04';

export interface Terminal {
  /** Waits for enough output, or for the end; returns the whole output as Latin-1 text. */
  readonly shows: (isEnough: (shown: string) => boolean) => Promise<string>;
  readonly types: (keys: string) => void;
}

export type Person = (terminal: Terminal) => Promise<void>;

/** The whole output of the terminal, and the exit status: 128 + n after signal n. */
export interface Seen {
  readonly shown: string;
  readonly exitCode: number | undefined;
}

/** Runs a line of shell on a terminal while a person sits at it. */
export async function onTerminal(
  line: string,
  person: Person,
  {env = AS_USER.env, ...where}: {readonly cwd?: string; readonly env?: NodeJS.ProcessEnv} = {},
): Promise<Seen> {
  const child = execa('script', ['--quiet', '--flush', '--return', '--command', line, '/dev/null'], {
    ...AS_USER,
    ...where,
    encoding: 'buffer',
    env: {...env, SHELL: '/bin/sh'},
    reject: false,
    timeout: PATIENCE,
  });
  let shown = '';
  child.stdout.on('data', (chunk: Uint8Array) => {
    shown += latin1(chunk);
  });
  const ended = once(child.stdout, 'end');
  try {
    await person({
      shows: async (isEnough) => {
        while (!isEnough(shown) && !child.stdout.readableEnded) {
          await Promise.race([once(child.stdout, 'data'), ended]);
        }
        return shown;
      },
      types: (keys) => {
        child.stdin.write(keys);
      },
    });
    await ended;
    return {shown, exitCode: (await child).exitCode};
  } finally {
    child.kill();
  }
}
