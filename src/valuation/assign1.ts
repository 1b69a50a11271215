#!/usr/bin/env node
/*
 * Entry point of `assign1`: the only file of this room that touches the process.
 *
 * It reads and writes the file descriptors with synchronous calls. `process.stdin` and `process.stdout` would
 * cost a quarter of the start-up time, and would lose output on a pipe when the process exits.
 */

import {readSync, writeSync} from 'node:fs';
import {parseArgs} from 'node:util';
import manifest from '../../package.json' with {type: 'json'};
import {CHOICE_READINGS} from './choices.js';
import {HELP, streamError, USAGE_REASONS, usageError, versionLine} from './messages.js';
import {lineReader} from './scanner.js';
import {playSession, type SessionOptions, STAGES} from './session.js';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** The command line was wrong, or the program failed: the session has no result. */
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

/** What the command line asks for. The last of repeated flags counts; a mistake counts before `--help`. */
function parseCall(args: readonly string[]): Call {
  if (args.length === 0) return {play: {}};
  const {tokens} = parseArgs({
    args: [...args],
    // Not strict, because our own messages say what would be right.
    strict: false,
    tokens: true,
    options: {
      stage: {type: 'string'},
      choice: {type: 'string'},
      help: {type: 'boolean'},
      version: {type: 'boolean', short: 'V'},
    },
  });
  let play: SessionOptions = {};
  let print: string | undefined;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') return {refuse: USAGE_REASONS.unexpectedArgument(token.value)};
    const {name, rawName, value} = token;
    switch (name) {
      case 'stage': {
        const stage = STAGES.find((known) => String(known) === value);
        if (stage === undefined) return {refuse: USAGE_REASONS.wrongValue(rawName, STAGES, value)};
        play = {...play, stage};
        break;
      }
      case 'choice': {
        const choice = CHOICE_READINGS.find((known) => known === value);
        if (choice === undefined) return {refuse: USAGE_REASONS.wrongValue(rawName, CHOICE_READINGS, value)};
        play = {...play, choice};
        break;
      }
      case 'help':
      case 'version':
        if (value !== undefined) return {refuse: USAGE_REASONS.noValue(rawName, value)};
        print = name === 'help' ? HELP : versionLine(manifest.version);
        break;
      default:
        return {refuse: USAGE_REASONS.unknownFlag(rawName)};
    }
  }
  return print === undefined ? {play} : {print};
}

/** Reads some bytes: at least one, unless the input is at its end. */
function read(fd: number, buffer: Buffer): number {
  return whenReady(() => {
    try {
      return readSync(fd, buffer);
    } catch (error) {
      // This is how Windows reports the end of a pipe.
      if (isSystemError(error) && error.code === 'EOF') return 0;
      throw error;
    }
  });
}

/** Writes all of the text. */
function write(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += whenReady(() => writeSync(fd, bytes, at));
}

/** Waits and tries again if another process has made a shared terminal or pipe non-blocking. */
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

/** The exit status after a failure. Never 1: a crash must not look like a refused input. */
function failed(error: unknown): number {
  if (!isSystemError(error)) {
    complain(`${error instanceof Error ? error.stack : error}\n`);
    return TROUBLE;
  }
  // The reader went away, as in `assign1 | head -1`: not an error, and nobody is left to be told.
  if (error.code === 'EPIPE') return 0;
  complain(streamError(error.syscall === 'read' ? 'standard input' : 'standard output', error.message));
  return TROUBLE;
}

/** Writes to standard error if possible; if that fails, the exit status still tells. */
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
