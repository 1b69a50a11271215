/* A program that is kept open, as a person sits at it: bytes go in and come out while it runs. */
import {once} from 'node:events';
import {execa} from 'execa';
import {AS_USER, type Finished, PATIENCE} from './command.js';

/** Of standard output what came since the last answer. */
export interface Ended extends Finished {
  /** The signal that ended it. */
  readonly signal: string | undefined;
}

export interface OpenProgram {
  /** Waits until it asks something, or is over; gives all that it printed since the last answer. */
  readonly shows: () => Promise<string>;
  /** Types a line, and waits likewise. */
  readonly types: (line: string) => Promise<string>;
  /** Stops it as Ctrl-Z does, and wakes it up; what it prints then. */
  readonly wakes: () => Promise<string>;
  /** Ends its input, and waits for its end. */
  readonly closes: () => Promise<Ended>;
  /** Sends it a signal, whatever it is doing, and waits for its end. */
  readonly ends: (signal: NodeJS.Signals) => Promise<Ended>;
}

/** What stands when a program waits for an answer. */
const PROMPT = '\n> ';

export function openProgram(
  command: string,
  args: readonly string[],
  where: {readonly cwd: string; readonly env: NodeJS.ProcessEnv},
  encoding: 'latin1' | 'utf8',
): OpenProgram {
  const child = execa(command, args, {...AS_USER, ...where, reject: false, stdin: 'pipe', timeout: PATIENCE});
  let printed = '';
  child.stdout.setEncoding(encoding).on('data', (chunk: string) => {
    printed += chunk;
  });
  const outputEnded = once(child.stdout, 'end');
  // A program that has ended by itself reads no more.
  child.stdin.on('error', () => {});
  const shows = async (): Promise<string> => {
    while (!printed.endsWith(PROMPT) && !child.stdout.readableEnded) {
      await Promise.race([once(child.stdout, 'data'), outputEnded]);
    }
    return printed;
  };
  const end = async (): Promise<Ended> => {
    const {stderr, exitCode, signal} = await child;
    return {stdout: printed, stderr, exitCode, signal};
  };
  return {
    shows,
    types: async (line) => {
      await shows();
      printed = '';
      child.stdin.write(`${line}\n`);
      return shows();
    },
    wakes: async () => {
      await shows();
      printed = '';
      child.kill('SIGSTOP');
      child.kill('SIGCONT');
      return shows();
    },
    closes: async () => {
      await shows();
      printed = '';
      child.stdin.end();
      return end();
    },
    ends: (signal) => {
      printed = '';
      child.kill(signal);
      return end();
    },
  };
}
