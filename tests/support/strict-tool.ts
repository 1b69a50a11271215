/* The compiled strict tool: with one mistake, or run without a process of its own. */
import {readFileSync} from 'node:fs';
import * as util from 'node:util';
import {ASSIGN1, type Finished} from './command.js';

/** Its text, without the line that names its interpreter. */
const TOOL = readFileSync(ASSIGN1, 'utf8').replace(/^#!.*\n/, '');

/**
 * A program that is the strict tool with one mistake.
 *
 * @throws Error unless `from` appears exactly once in its text
 */
export function wrongTool(from: string, to: string): string {
  const found = TOOL.split(from).length - 1;
  if (found !== 1) throw new Error(`this must appear in the compiled tool once, not ${found} times: ${from}`);
  return `#!/usr/bin/env node\n${TOOL.replace(from, () => to)}`;
}

/** Runs it in this process, with this input as Latin-1 text. */
export function strictTool(input: string, args: readonly string[] = []): Finished {
  const waiting = Buffer.from(input, 'latin1');
  const written = ['', '', ''];
  let at = 0;
  const fs = {
    readSync(_: number, buffer: Uint8Array): number {
      const length = waiting.copy(buffer, 0, at);
      at += length;
      return length;
    },
    writeSync(fd: number, bytes: Uint8Array, from = 0): number {
      written[fd] += Buffer.from(bytes.subarray(from)).toString('latin1');
      return bytes.length - from;
    },
  };
  const process = {argv: ['node', ASSIGN1, ...args], exitCode: 0};
  new Function('require', 'process', TOOL)((name: string) => (name === 'node:fs' ? fs : util), process);
  const [, stdout = '', stderr = ''] = written;
  return {stdout, stderr, exitCode: process.exitCode};
}
