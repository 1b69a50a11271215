/*
 * The record of a run: a file with a line of JSON for each event, written as soon as it is told, from which all reports
 * are made. What ends the run, even SIGKILL, loses at most the line that was being written, and what was not told yet
 * because an earlier failure was not sure.
 *
 * Only numbers stay in memory: where the line of each case is. A submission is read when somebody asks for it.
 */
import * as v from 'valibot';
import {type CaseFinished, ENDED_EARLY, EVENT, type Listener, type RunEvent, type Started} from './events.js';
import {HEAD, lineReader, linesIn, lineWriter, openLines, type Place} from './lines.js';
import {
  type CaseMarks,
  MARKS_VERSION,
  type Marks,
  type SubmissionMarks,
  submissionMarks,
  submissionsFrom,
} from './marks.js';

export interface RunRecord {
  readonly listen: Listener;
  /** May be asked for at any time. A case that was not told by now could not be checked. */
  readonly marks: () => Marks;
  readonly close: () => void;
}

/**
 * @param descriptor a file that can be written and read, which `close` closes
 * @param failed called once if nothing can be written any more
 */
export function recordRun(descriptor: number, failed: (reason: string) => void): RunRecord {
  let problem: string | null = null;
  const {write, close} = lineWriter(descriptor, (reason) => {
    problem = `the journal: ${reason}`;
    failed(reason);
  });
  const index = indexOf(lineReader(descriptor));
  return {
    listen: (event) => {
      index.take(event, write(lineOf(event)));
      if (problem !== null) index.take({event: 'ended', reason: problem}, null);
    },
    marks: index.marks,
    close,
  };
}

/** Writes the events where they cannot be read again: to a pipe, or to a device. */
export function copyEvents(descriptor: number, failed: (reason: string) => void): Omit<RunRecord, 'marks'> {
  const {write, close} = lineWriter(descriptor, failed);
  return {listen: (event) => void write(lineOf(event)), close};
}

/**
 * Reads the record of a run; of one that was gone on with, its last part.
 *
 * @throws UserError if the file is none
 */
export function readRecord(path: string): Marks {
  const file = openLines(path);
  const index = indexOf(lineReader(file));
  for (const {value, ...place} of linesIn(file)) {
    const event = v.safeParse(EVENT, value);
    if (event.success) index.take(event.output, place);
  }
  return index.marks();
}

/** What a line says of an event. The first begins as every such file does. */
export function lineOf(event: RunEvent): object {
  switch (event.event) {
    case 'started':
      return {...HEAD, at: new Date().toISOString(), ...event};
    case 'ended':
      return {at: new Date().toISOString(), ...event};
    case 'case':
    case 'submission':
      return event;
  }
}

const NOT_STARTED = 'the run has not started';

/** Why a case has no verdict although the run is complete. */
const LOST = 'its line in the journal is damaged';

interface Index {
  /** @param place where it can be read again; null: nowhere */
  readonly take: (event: RunEvent, place: Place | null) => void;
  readonly marks: () => Marks;
}

function indexOf(read: (place: Place) => CaseFinished | null): Index {
  let started: Started | null = null;
  let whyIncomplete: string | null = 'the run has not ended';
  // For each case of each submission, the offset of its line and its length; 0: it was not told.
  let places = new Float64Array();
  let positions: ReadonlyMap<number, number> = new Map();
  const take = (event: RunEvent, place: Place | null): void => {
    switch (event.event) {
      case 'started':
        started = event;
        whyIncomplete = 'the run has not ended';
        places = new Float64Array(2 * event.targets.length * event.cases.length);
        positions = new Map(event.cases.map(({number}, index) => [number, index]));
        return;
      case 'case': {
        const position = positions.get(event.marks.number);
        const at = 2 * (event.submission * positions.size + (position ?? 0));
        const isOurs = position !== undefined && at < places.length;
        if (isOurs && place !== null) places.set([place.offset, place.length], at);
        return;
      }
      case 'ended':
        whyIncomplete = event.reason === null ? null : `${ENDED_EARLY}: ${event.reason}`;
    }
  };
  const submissionAt = (
    index: number,
    targets: readonly string[],
    blank: readonly CaseMarks[],
  ): SubmissionMarks => {
    const cases = blank.map((one, position): CaseMarks => {
      const at = 2 * (index * blank.length + position);
      const [offset = 0, length = 0] = places.subarray(at, at + 2);
      return (length === 0 ? null : read({offset, length})?.marks) ?? one;
    });
    return submissionMarks(targets[index] ?? '', cases);
  };
  return {
    take,
    marks: () => {
      const {sandbox = false, containment = null, shard = null, run = null} = started ?? {};
      const {targets = [], cases = [], folders, surroundings} = started ?? {};
      const isWhole = places.every((value, index) => index % 2 === 0 || value > 0);
      const reason = started === null ? NOT_STARTED : (whyIncomplete ?? (isWhole ? null : LOST));
      const blank = cases.map((one): CaseMarks => ({...one, reason}));
      let last: {readonly index: number; readonly marks: SubmissionMarks} | null = null;
      return {
        version: MARKS_VERSION,
        sandbox,
        containment,
        shard,
        complete: reason === null,
        run,
        ...(folders === undefined ? {} : {folders}),
        ...(surroundings === undefined ? {} : {surroundings}),
        submissions: submissionsFrom(targets.length, (index) => {
          if (last?.index !== index) last = {index, marks: submissionAt(index, targets, blank)};
          return last.marks;
        }),
      };
    },
  };
}
