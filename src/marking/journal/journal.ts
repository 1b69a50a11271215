/*
 * The journal of a run: a line of JSON for each event, written as it happens. What ends the run, even SIGKILL, loses
 * at most the line that was being written.
 */
import {closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync} from 'node:fs';
import {inputError, messageOf} from '../../command-line/user-error.js';
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

/**
 * Reads a journal. Only the places of its verdicts stay in memory. A line that was not written to its end is as if it
 * were not there.
 *
 * @throws UserError if the file is no journal
 */
export function readJournal(path: string): JournalReader {
  const places = new Map<string, number>();
  const file = openJournal(path, constants.O_RDONLY);
  let isFirst = true;
  for (const {at, line} of linesIn(file)) {
    const entry = parsed(line);
    if (isFirst) {
      const {journal = null} = entry;
      if (journal !== JOURNAL_VERSION) {
        closeSync(file);
        const what = journal === null ? 'no journal' : `a journal of version ${JSON.stringify(journal)}`;
        throw inputError(
          `${path}: ${what}; this fivedice goes on with journals of version ${JOURNAL_VERSION}`,
        );
      }
      isFirst = false;
    }
    if (entry.event === 'case' && typeof entry.digest === 'string') places.set(entry.digest, at);
  }
  if (isFirst) {
    closeSync(file);
    throw inputError(`${path}: no journal: it is empty`);
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

/**
 * Opens a journal to go on with it, without a last line that was not written to its end.
 *
 * @returns a descriptor
 */
export function reopenJournal(path: string): number {
  const file = openJournal(path, constants.O_RDWR | constants.O_APPEND);
  let end = 0;
  for (const {at, line} of linesIn(file)) end = at + line.length + 1;
  ftruncateSync(file, end);
  return file;
}

function openJournal(path: string, flags: number): number {
  let file: number;
  try {
    file = openSync(path, flags | constants.O_NONBLOCK);
  } catch (error) {
    throw inputError(`${path}: ${messageOf(error)}`);
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw inputError(`${path}: no journal: it is no regular file`);
}

/** The lines of a file that end in a newline, without it. */
function* linesIn(file: number, from = 0): Iterable<{readonly at: number; readonly line: Buffer}> {
  let rest: Buffer = Buffer.alloc(0);
  for (let at = from, place = from; ; ) {
    const chunk = Buffer.alloc(READ_SIZE);
    const length = readSync(file, chunk, 0, READ_SIZE, place);
    if (length === 0) return;
    place += length;
    rest = Buffer.concat([rest, chunk.subarray(0, length)]);
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      yield {at, line: rest.subarray(0, end)};
      at += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
}

/** What a line may hold that is looked at. */
type Entry = Readonly<Partial<Record<'journal' | 'event' | 'digest' | 'judgement', unknown>>>;

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
      const {sandbox, accounting, shard, run, targets, cases} = event;
      return {
        journal: JOURNAL_VERSION,
        event: 'started',
        at: new Date().toISOString(),
        sandbox,
        accounting,
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
