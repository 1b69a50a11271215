/* The compiled strict tool in process, patched or not, so that thousands of runs take seconds. */
import {readFileSync} from 'node:fs';
import * as util from 'node:util';
import {runInNewContext} from 'node:vm';
import {ASSIGN1} from './command.js';

/** The text of the compiled tool, without the line that names its interpreter. */
export const TOOL = readFileSync(ASSIGN1, 'utf8').replace(/^#!.*\n/, '');

export interface Run {
  /** Latin-1 text. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export type Tool = (input: string, args?: readonly string[]) => Run;

/** Stops a tool in an endless loop: no session reads or prints this often. */
const MOST_CALLS = 1000;

/** @throws Error unless `from` appears exactly once in the text */
export function patched(text: string, [from, to]: readonly [from: string, to: string]): string {
  const found = text.split(from).length - 1;
  if (found !== 1)
    throw new Error(`to patch it, this must appear in the compiled tool once, not ${found} times: ${from}`);
  return text.replace(from, () => to);
}

/** A compiled tool as a function of its standard input, as Latin-1 text. A run that does not end throws. */
export function toolOf(text: string): Tool {
  const tool = new Function('require', 'process', text);
  return (input, args = []) => {
    const waiting = Buffer.from(input, 'latin1');
    const written = ['', '', ''];
    let at = 0;
    let calls = 0;
    const called = (): void => {
      calls += 1;
      if (calls > MOST_CALLS) throw new Error('it does not end');
    };
    const fs = {
      readSync(_: number, buffer: Uint8Array): number {
        called();
        const length = waiting.copy(buffer, 0, at);
        at += length;
        return length;
      },
      writeSync(fd: number, bytes: Uint8Array, from = 0): number {
        called();
        written[fd] += Buffer.from(bytes.subarray(from)).toString('latin1');
        return bytes.length - from;
      },
    };
    const process = {argv: ['node', ASSIGN1, ...args], exitCode: 0};
    tool(
      (module: string) => (module === 'node:fs' ? fs : module === 'node:util' ? util : undefined),
      process,
    );
    const [, stdout = '', stderr = ''] = written;
    return {stdout, stderr, exitCode: process.exitCode};
  };
}

/** Does the work, or throws if it takes longer. This stops even a loop that calls nothing. */
export function within<T>(seconds: number, work: () => T): T {
  const results: T[] = [];
  runInNewContext('run()', {run: () => results.push(work())}, {timeout: seconds * 1000});
  for (const result of results) return result;
  throw new Error('no result');
}
