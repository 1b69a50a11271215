/*
 * The journal of a run: a line of JSON for each event, written as soon as it is told. What ends the run, even SIGKILL,
 * loses at most the line that was being written, and what was not told yet because an earlier failure was not sure.
 */
import {closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync} from 'node:fs';
import {inputError, messageOf, reasonOf} from '../../command-line/user-error.js';
import type {Judgement} from '../judging/judgement.js';
import type {CaseFinished, Listener, RunEvent} from '../marks/events.js';
import {judgementOf, parseJudgement} from './reuse.js';

/** It changes when a key is renamed or removed, not when one is added. */
export const JOURNAL_VERSION = 1;

/** Where a journal is written to. */
export interface JournalWriter {
  readonly listen: Listener;
  readonly close: () => void;
}

/**
 * @param descriptor an open file, which `close` closes
 * @param before the journal that the run goes on with, if it is the same: its verdicts are in it already
 * @param failed called once if nothing can be written any more
 */
export function writeJournal(
  descriptor: number,
  before: string | null,
  failed: (reason: string) => void,
): JournalWriter {
  let isWritable = true;
  return {
    listen: (event) => {
      if (!isWritable || (event.event === 'case' && event.reused !== null && event.reused === before)) return;
      const line = Buffer.from(`${JSON.stringify(lineOf(event))}\n`);
      try {
        for (let at = 0; at < line.length; ) at += writeSync(descriptor, line, at);
      } catch (error) {
        isWritable = false;
        failed(messageOf(error));
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** The verdicts in a journal, by their digests. */
export interface JournalReader {
  readonly find: (digest: string) => Judgement | null;
  readonly close: () => void;
}

/** How much to read at once, in bytes. */
const READ_SIZE = 64 * 1024;

/** In bytes. A longer line is damaged: no event needs so much. */
const LONGEST_LINE = 1024 ** 2;

/**
 * Reads a journal. Only the places of its verdicts stay in memory. A line that was not written to its end is as if it
 * were not there.
 *
 * @throws UserError if the file is no journal
 */
export function readJournal(path: string): JournalReader {
  const places = new Map<string, number>();
  const file = openJournal(path, constants.O_RDONLY);
  const problem = problemOf(file);
  if (problem !== null) {
    closeSync(file);
    throw inputError(`${path}: ${problem}`);
  }
  for (const {at, line} of linesIn(file)) {
    const {event, digest} = parsed(line);
    if (event === 'case' && typeof digest === 'string') places.set(digest, at);
  }
  return {
    find: (digest) => {
      const place = places.get(digest);
      if (place === undefined) return null;
      for (const {line} of linesIn(file, place)) return parseJudgement(parsed(line).judgement);
      return null;
    },
    close: () => closeSync(file),
  };
}

/** Why a file is no journal to go on with, from its start: the rest of it may be anything, and large. */
function problemOf(file: number): string | null {
  const start = Buffer.alloc(READ_SIZE);
  const length = readSync(file, start, 0, READ_SIZE, 0);
  // The run ended before its first case.
  if (length === 0) return null;
  const [, version = null] = /^\{"journal": *(\d+)[,}]/.exec(start.toString('latin1', 0, length)) ?? [];
  if (version === String(JOURNAL_VERSION)) return null;
  const what = version === null ? 'no journal' : `a journal of version ${version}`;
  return `${what}; this fivedice goes on with journals of version ${JOURNAL_VERSION}`;
}

/**
 * Opens a file for a new journal. It may also be a device, or a FIFO that somebody reads.
 *
 * @returns a descriptor
 * @throws UserError if nobody reads the FIFO, or the system's error
 */
export function createJournal(path: string): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND;
  const file = openAtOnce(path, flags);
  if (fstatSync(file).isFile()) return file;
  // A reader that is slow must be waited for. It is there, so this does not wait.
  try {
    return openSync(path, flags);
  } finally {
    closeSync(file);
  }
}

/** Without O_NONBLOCK, a FIFO would wait for somebody to read it. */
function openAtOnce(path: string, flags: number): number {
  try {
    return openSync(path, flags | constants.O_NONBLOCK);
  } catch (error) {
    const isUnread = error instanceof Error && 'code' in error && error.code === 'ENXIO';
    throw isUnread ? inputError(`${path}: no journal can go to a FIFO that nobody reads`) : error;
  }
}

/**
 * Opens a journal to go on with it, without a last line that was not written to its end.
 *
 * @returns a descriptor
 */
export function reopenJournal(path: string): number {
  const file = openJournal(path, constants.O_RDWR | constants.O_APPEND);
  let end = 0;
  for (const line of linesIn(file)) end = line.end;
  ftruncateSync(file, end);
  return file;
}

function openJournal(path: string, flags: number): number {
  let file: number;
  try {
    file = openSync(path, flags | constants.O_NONBLOCK);
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw inputError(`${path}: no journal: it is no regular file`);
}

interface Line {
  /** Where it begins, and where the next one does. */
  readonly at: number;
  readonly end: number;
  /** Without its newline; empty if it is too long. */
  readonly line: Buffer;
}

/** The lines of a file that end in a newline. */
function* linesIn(file: number, from = 0): Iterable<Line> {
  let at = from;
  let begun: Buffer[] = [];
  for (let place = from; ; ) {
    const buffer = Buffer.alloc(READ_SIZE);
    const chunk = buffer.subarray(0, readSync(file, buffer, 0, READ_SIZE, place));
    if (chunk.length === 0) return;
    let start = 0;
    for (let stop = chunk.indexOf('\n'); stop !== -1; stop = chunk.indexOf('\n', start)) {
      const isTooLong = place + stop - at > LONGEST_LINE;
      const line = isTooLong ? Buffer.alloc(0) : Buffer.concat([...begun, chunk.subarray(start, stop)]);
      start = stop + 1;
      yield {at, end: place + start, line};
      at = place + start;
      begun = [];
    }
    place += chunk.length;
    if (place - at > LONGEST_LINE) begun = [];
    else begun.push(chunk.subarray(start));
  }
}

/** What a line may hold that is looked at. */
type Entry = Readonly<Partial<Record<'event' | 'digest' | 'judgement', unknown>>>;

function parsed(line: Buffer): Entry {
  try {
    const value: unknown = JSON.parse(line.toString());
    return typeof value === 'object' && value !== null ? {...value} : {};
  } catch {
    return {};
  }
}

/** What the journal says of an event. */
function lineOf(event: RunEvent): object {
  switch (event.event) {
    case 'started': {
      const {sandbox, containment, shard, run, targets, cases} = event;
      return {
        journal: JOURNAL_VERSION,
        event: 'started',
        at: new Date().toISOString(),
        sandbox,
        containment,
        shard,
        ...run,
        submissions: targets.length,
        cases: cases.length,
      };
    }
    case 'case':
      return caseLine(event);
    case 'submission':
      return {event: 'submission', target: event.target};
    case 'ended':
      return {
        event: 'ended',
        at: new Date().toISOString(),
        complete: event.reason === null,
        reason: event.reason,
      };
  }
}

function caseLine({target, marks, digest, reused}: CaseFinished): object {
  const {case: name, number, points, maxPoints} = marks;
  return {
    event: 'case',
    target,
    case: name,
    number,
    points,
    maxPoints,
    digest,
    reused: reused !== null,
    judgement: judgementOf(marks),
  };
}
