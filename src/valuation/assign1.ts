#!/usr/bin/env node
/*
 * Entry point of `assign1`: the only file of this room that touches the process.
 *
 * It reads and writes the file descriptors with synchronous calls. `process.stdin` and `process.stdout` would cost a
 * quarter of the start-up time, and would lose output on a pipe when the process exits.
 */

import {readSync, writeSync} from 'node:fs';
import {parseArgs} from 'node:util';
import manifest from '../../package.json' with {type: 'json'};
import {CHOICE_READINGS} from './choices.js';
import {HELP, streamError, usageError, wrongValue} from './messages.js';
import {lineReader} from './scanner.js';
import {playSession, type SessionOptions, STAGES} from './session.js';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** Exit status if the command line is wrong or a stream fails: the session has no result. */
const TROUBLE = 2;

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  process.exitCode = failed(error);
}

function main(args: readonly string[]): number {
  const call = parseCall(args);
  if ('refuse' in call) {
    complain(usageError(call.refuse));
    return TROUBLE;
  }
  if ('print' in call) {
    write(STDOUT, call.print);
    return 0;
  }
  const buffer = Buffer.allocUnsafe(64 * 1024);
  const nextLine = lineReader(() => buffer.subarray(0, read(STDIN, buffer)));
  return playSession(call.play, nextLine, (output) => write(STDOUT, output));
}

type Call = {readonly play: SessionOptions} | {readonly print: string} | {readonly refuse: string};

/** Parses the command line. The last of repeated flags counts. */
function parseCall(args: readonly string[]): Call {
  if (args.length === 0) return {play: {}};
  const flags = parseFlags(args);
  if (typeof flags === 'string') return {refuse: flags};
  const stage = STAGES.find((one) => String(one) === flags.stage);
  if (stage === undefined) return {refuse: wrongValue('stage', STAGES, flags.stage)};
  const choice = CHOICE_READINGS.find((one) => one === flags.choice);
  if (choice === undefined) return {refuse: wrongValue('choice', CHOICE_READINGS, flags.choice)};
  if (flags.help) return {print: HELP};
  return flags.version ? {print: `${manifest.version}\n`} : {play: {stage, choice}};
}

function parseFlags(args: readonly string[]) {
  try {
    const {values} = parseArgs({
      args: [...args],
      options: {
        stage: {type: 'string', default: '2'},
        choice: {type: 'string', default: 'word'},
        help: {type: 'boolean', short: 'h', default: false},
        version: {type: 'boolean', default: false},
      },
    });
    return values;
  } catch (error) {
    // parseArgs throws only for a mistake in `args`.
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads at least one byte, unless the input is at its end. */
function read(fd: number, buffer: Buffer): number {
  return whenReady(() => {
    try {
      return readSync(fd, buffer);
    } catch (error) {
      // Windows reports the end of a pipe as an error.
      if (isSystemError(error) && error.code === 'EOF') return 0;
      throw error;
    }
  });
}

function write(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += whenReady(() => writeSync(fd, bytes, at));
}

/** Repeats a transfer until the stream is ready: another process may have made a shared terminal or pipe non-blocking. */
function whenReady(transfer: () => number): number {
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** Returns the exit status after a failure: never 1, because a crash must not look like a refused input. */
function failed(error: unknown): number {
  if (!isSystemError(error)) {
    complain(`${error instanceof Error ? error.stack : error}\n`);
    return TROUBLE;
  }
  // Not an error: the reader went away, as in `assign1 | head -1`.
  if (error.code === 'EPIPE') return 0;
  complain(streamError(error.syscall === 'read' ? 'standard input' : 'standard output', error.message));
  return TROUBLE;
}

/** Writes to standard error. If that fails too, only the exit status reports the trouble. */
function complain(text: string): void {
  try {
    write(STDERR, text);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
