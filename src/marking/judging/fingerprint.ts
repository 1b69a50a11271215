/* Digests by which results are used again: of a suite with all that it demands, and of the bytes of a submission. */
import {createHash} from 'node:crypto';
import {statSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Word} from '../../running/job.js';
import {readRegularFile} from '../../system/regular-file.js';
import {type Submission, wordsIn} from '../submissions/submissions.js';
import {projectAt} from '../submissions/taking.js';
import type {FixtureCase} from '../suites/fixture-case.js';

/** Max bytes of a file. Results of submissions with larger ones are not used again. */
const LARGEST_FILE = 64 * 1024 ** 2;

/** Digest of all that verdicts and reports depend on in the cases, but not of their paths. */
export function digestOfSuite(cases: readonly FixtureCase[]): string {
  const checkers = cases.flatMap(({checker}) => (checker?.kind === 'program' ? checker : []));
  const programs = [...new Map(checkers.map((one) => [one.file, one])).values()];
  return digestOf([
    // As lists: a variable may be named like one of `PLACES`.
    cases.map((one) => ({...one, environment: Object.entries(one.environment)})),
    programs.map(({file, folder}) => contentOf(folder === null ? {file} : {file, folder})),
  ]);
}

/** Keys of cases whose values are paths. The names of cases have their folders. */
const PLACES: readonly string[] = ['inputFile', 'expectedFile', 'path', 'file', 'folder'];

/**
 * Stands for all files of a submission, and for how they are compiled and run. Null if it cannot run, if a file is not
 * readable, or if one is too large.
 */
export function digestOfSubmission(submission: Submission): string | null {
  const {plan} = submission;
  // Files beside a command that runs in place may have changed.
  if (plan.kind === 'none' || plan.source === null) return null;
  const how = plan.kind === 'compile' ? plan.compiler : null;
  try {
    return digestOf([plan.kind, how, wordsIn(submission).map(contentOf)]);
  } catch {
    return null;
  }
}

/** Returns a word of a command; for a file its name, which a program may ask for, and its bytes or its whole folder's. */
function contentOf(word: Word): unknown {
  if (typeof word === 'string') return word;
  const {file, folder} = word;
  if (folder === undefined) return [basename(file), digestOfBytes(readRegularFile(file, LARGEST_FILE))];
  return [file.slice(folder.length), filesIn(folder)];
}

/** Lists the files that are taken of a folder. */
function filesIn(folder: string): unknown[] {
  return projectAt(folder).files.map((name) => {
    const path = join(folder, name);
    return [name, statSync(path).mode & 0o111, digestOfBytes(readRegularFile(path, LARGEST_FILE))];
  });
}

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, plain) {
    // `plain` is no buffer any more.
    const own = this[key];
    if (own instanceof Uint8Array) return digestOfBytes(own);
    if (typeof plain === 'bigint') return String(plain);
    return PLACES.includes(key) ? undefined : plain;
  });
  return digestOfBytes(text);
}

function digestOfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
