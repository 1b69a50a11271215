/* The record of a run, and what it uses of earlier ones: a journal and a cache. */
import {randomUUID} from 'node:crypto';
import {fstatSync, mkdirSync, realpathSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {complain, messageOf, usageError} from '../../../command-line/user-error.js';
import {quote} from '../../../running/shell.js';
import {realPathOf} from '../../../system/paths.js';
import {type Circumstances, verdictBases} from '../../judging/cache-keys.js';
import type {Earlier} from '../../judging/whole-run.js';

import {ENDED_EARLY, type Listener, onceSure, type RunEvent} from '../../run/events.js';
import {journalVerdicts, type KnownVerdicts, openCache} from '../../run/known-verdicts.js';
import {createLines, namelessFile, reopenLines} from '../../run/lines.js';
import type {Judgement, Marks} from '../../run/marks.js';
import {copyEvents, type RunRecord, recordRun} from '../../run/record.js';
import type {Output} from '../shared/outputs.js';

export const KEEPING_FLAGS = [
  {name: 'journal', takes: 'PATH', help: 'write a line of JSON for each case as soon as it is marked'},
  {
    name: 'resume',
    takes: 'JOURNAL',
    help: 'go on where the run of this journal ended, and write to it unless --journal names another',
  },
  {
    name: 'cache',
    takes: 'DIR',
    help: 'keep verdicts in this folder, and use them again as long as nothing changes that they depend on',
  },
] as const;

/** The journal as an output, which goes over nothing that is read, and over no report. */
export function journalIn(given: ParsedFlags): Output[] {
  const flag = given.has('journal') ? 'journal' : 'resume';
  return given.texts(flag).map((path) => ({flag: `--${flag}`, path}));
}

/** What is only read: the journal of an earlier run, if this one writes another. */
export function journalBefore(given: ParsedFlags): string[] {
  const [journal, resume] = [given.text('journal'), given.text('resume')];
  return journal !== null && resume !== null && realPathOf(journal) !== realPathOf(resume) ? [resume] : [];
}

export interface Keeping {
  /** null: no flag asks for it. */
  readonly earlier: Earlier | null;
  readonly listen: Listener;
  readonly marks: () => Marks;
  /** Says why the run ended early, if it did, and how to go on. */
  readonly sayHowToGoOn: () => void;
  readonly close: () => void;
}

interface Source extends KnownVerdicts {
  readonly from: string;
  /** The verdicts of other runs: none of a program that could have read anything outside its digest. */
  readonly isCache: boolean;
}

/**
 * @param ending aborted if the record cannot be written: what is not in it is in no report
 * @throws UserError before anything runs if a flag is wrong, or a file is not what it should be
 */
export function keepingFrom(
  given: ParsedFlags,
  circumstances: Circumstances,
  ending: AbortController,
): Keeping {
  const [journal, resume, folder] = [given.text('journal'), given.text('resume'), given.text('cache')];
  const before = resume === null ? null : {from: resume, isCache: false, ...journalVerdicts(resume)};
  const isSame = resume !== null && (journal === null || realPathOf(journal) === realPathOf(resume));
  const path = journal ?? resume;
  let isWritable = true;
  let endedBy: string | null = null;
  const failed = (reason: string): void => {
    isWritable = false;
    complain(`the journal ${path ?? 'of this run, among temporary files'}: ${reason}`);
    ending.abort(`the journal: ${reason}`);
  };
  const descriptor = isSame ? reopenLines(resume) : journal === null ? null : newJournal(journal);
  const {record, copy} = recordIn(descriptor, failed);
  const cache =
    folder === null
      ? null
      : {
          from: folder,
          isCache: true,
          ...openCache(cacheFolder(folder), folder, (reason) => complain(`the cache ${folder}: ${reason}`)),
        };
  const sources: readonly Source[] = [before, cache].flatMap((source) => source ?? []);
  const open = [record, copy, cache].flatMap((one) => one ?? []);
  const listeners = open.map(({listen}) => onceSure(listen));
  if (sources.length > 0) listeners.push(countReused());
  if (folder !== null) listeners.push(sayOnceWhatIsNotKept(folder));
  return {
    earlier: sources.length > 0 || descriptor !== null ? earlierIn(sources, circumstances) : null,
    marks: record.marks,
    listen: (event) => {
      for (const listen of listeners) listen(event);
      if (event.event === 'ended') endedBy = event.reason;
    },
    sayHowToGoOn: () => {
      if (endedBy !== null && isWritable) sayHowToGoOn(endedBy, path, folder);
    },
    close: () => {
      for (const one of [...open, ...(before === null ? [] : [before])]) one.close();
    },
  };
}

/** The record is the journal, if that can be read again, or else a temporary file. */
function recordIn(
  journal: number | null,
  failed: (reason: string) => void,
): {readonly record: RunRecord; readonly copy: Omit<RunRecord, 'marks'> | null} {
  if (journal !== null && fstatSync(journal).isFile())
    return {record: recordRun(journal, failed), copy: null};
  const file = namelessFile(join(tmpdir(), `fivedice-${randomUUID()}`));
  return {record: recordRun(file, failed), copy: journal === null ? null : copyEvents(journal, failed)};
}

function earlierIn(sources: readonly Source[], circumstances: Circumstances): Earlier {
  const bases = verdictBases(circumstances);
  return (submission) => {
    const cacheKeyOf = bases(submission);
    return (one) => {
      const key = cacheKeyOf(one);
      const open = key.isClosed ? sources : sources.filter(({isCache}) => !isCache);
      return {...key, known: key.digest === null ? null : foundIn(open, key.digest)};
    };
  };
}

function foundIn(sources: readonly Source[], digest: string): {judgement: Judgement; from: string} | null {
  for (const {from, find} of sources) {
    const judgement = find(digest);
    if (judgement !== null) return {judgement, from};
  }
  return null;
}

function sayHowToGoOn(reason: string, journal: string | null, cache: string | null): void {
  const again = cache === null ? '' : '; the same command goes on, from its --cache';
  const hint = journal === null ? again : `; go on with --resume ${quote(journal)}`;
  complain(`${ENDED_EARLY}: ${reason}${hint}`);
}

/** Says once why a cache keeps nothing of some submissions. */
function sayOnceWhatIsNotKept(folder: string): Listener {
  let isSaid = false;
  return (event) => {
    if (isSaid || event.event !== 'case' || event.digest === null || event.isClosed) return;
    isSaid = true;
    complain(
      `the cache ${folder} keeps nothing of ${event.target}, nor of what is like it: its verdicts may depend on files beside it; with --sandbox, or as a folder of its own, it is kept`,
    );
  };
}

/** Says at the end how many verdicts were used again: of earlier runs, or of an equal submission in this one. */
function countReused(): Listener {
  let [reused, all] = [0, 0];
  return (event: RunEvent) => {
    if (event.event === 'started') all = event.targets.length * event.cases.length;
    if (event.event === 'case' && event.reused !== null) reused += 1;
    if (event.event === 'ended') complain(`${reused} of ${all} verdicts are used again`);
  };
}

/** @returns a descriptor */
function newJournal(path: string): number {
  try {
    const stats = statSync(path, {throwIfNoEntry: false});
    if (stats?.isFile() === true && stats.size > 0) {
      throw usageError(`--journal: ${path} is there: go on with --resume ${path}, or name another`);
    }
    mkdirSync(dirname(path), {recursive: true});
    return createLines(path);
  } catch (error) {
    throw asUsageError('--journal', error);
  }
}

function cacheFolder(path: string): string {
  try {
    mkdirSync(path, {recursive: true});
    return realpathSync(path);
  } catch (error) {
    throw asUsageError('--cache', error);
  }
}

function asUsageError(flag: string, error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? usageError(`${flag}: ${messageOf(error)}`) : error;
}
