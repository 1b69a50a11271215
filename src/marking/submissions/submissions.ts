/* Submissions: a program, a source file, a folder that contains one, or a command, each with its name in reports. */
import {existsSync, lstatSync} from 'node:fs';
import {resolve} from 'node:path';
import {inputError, troubleError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {foundInPath} from '../../running/shell.js';
import {isSystemError, NOT_THERE} from '../../system/file-errors.js';
import {NotRegular} from '../../system/regular-file.js';
import type {HandIn} from './class.js';
import {
  fileOrWord,
  LEADS_OUT,
  noCheck,
  noPlan,
  type Planned,
  planOf,
  planOfCommand,
  refused,
  sourceFiles,
  type TargetOptions,
} from './launch-plan.js';
import type {Person} from './people.js';
import {Refusal} from './taking.js';
import {type ShownPaths, wordsOf} from './tools.js';

export interface Submission extends Planned {
  /** Name in reports, unique in a class. */
  readonly target: string;
  /** Who handed it in; null outside a class. */
  readonly person: Person | null;
  readonly args: readonly Word[];
  /** Set if its files are removed when the run ends: no command can repeat it. */
  readonly isUnpacked?: true;
}

/** Plans what somebody of a class handed in. What cannot be read costs nobody else. */
export function submissionOfHandIn(handIn: HandIn, options: TargetOptions): Submission {
  const {target, person, place, isInPlace, program, refusal} = handIn;
  const planned =
    refusal === null ? plannedOrReason(place, options, program) : {plan: refused(refusal), program: null};
  return {target, person, ...planned, args: [], ...(isInPlace ? {} : {isUnpacked: true})};
}

/** @throws UserError if there is no such file or folder, or it cannot be read */
export function submissionAt(path: string, options: TargetOptions): Submission {
  if (!existsSync(path)) {
    const hint = path.includes('/') ? '' : `; to run a command of this name, write -- ${path}`;
    throw inputError(`${path}: ${NOT_THERE}${hint}`);
  }
  return {target: path, person: null, ...plannedOrError(path, options), args: []};
}

/** Makes a submission of a command line. Words that name files stand for those files, wherever the command runs. */
export function submissionOf(words: readonly string[], shown: ShownPaths): Submission {
  const [first = '', ...rest] = words;
  const planned = {plan: planOfCommand(first, shown), program: null};
  return {target: words.join(' '), person: null, ...planned, args: rest.map(fileOrWord)};
}

/** Makes a submission of a string: a program, a source file or a command, possibly with arguments. */
export function submissionFrom(line: string, options: TargetOptions): Submission {
  // A file may have spaces in its name.
  if (existsSync(line)) return submissionAt(line, options);
  const [first = '', ...rest] = wordsOf(line);
  if (!existsSync(first)) {
    if (first.includes('/') || foundInPath(first) === null)
      throw troubleError(
        `${first === '' ? '""' : first}: ${NOT_THERE}, and no command: name a program, a source file or a command`,
      );
    return submissionOf([first, ...rest], options.shown);
  }
  return {...submissionAt(first, options), target: line, args: rest.map(fileOrWord)};
}

export function wordsIn({plan, args}: Submission): readonly Word[] {
  const words = plan.kind === 'command' ? plan.words : plan.kind === 'compile' ? [plan.source] : [];
  return [...words, ...args];
}

/** Returns the files of a submission: its program or all of its sources, and those that its command names. */
export function filesOf(submission: Submission): string[] {
  const {plan} = submission;
  const sources = plan.kind === 'compile' ? sourceFiles(plan) : [];
  return [...sources, ...wordsIn(submission).flatMap((word) => (typeof word === 'string' ? [] : word.file))];
}

/** Returns a plan for one of a class; an unreadable file costs nobody else. */
function plannedOrReason(path: string, options: TargetOptions, program: string | null): Planned {
  try {
    return lstatSync(path).isSymbolicLink()
      ? {plan: LEADS_OUT, program: null}
      : planOf(path, options, program);
  } catch (error) {
    if (error instanceof Refusal) return {plan: refused(error), program: null};
    const plan = (error instanceof NotRegular ? noPlan : noCheck)(whyUnreadable(error));
    return {plan, program: null};
  }
}

/** Returns the plan of a path that the command line names. @throws UserError if it cannot be read */
function plannedOrError(path: string, options: TargetOptions): Planned {
  try {
    return planOf(resolve(path), options);
  } catch (error) {
    if (error instanceof Refusal) return {plan: refused(error), program: null};
    throw inputError(`${path}: ${whyUnreadable(error)}`);
  }
}

/** @throws the error itself unless it is the file's */
function whyUnreadable(error: unknown): string {
  if (error instanceof NotRegular) return `it is ${error.message}`;
  if (isSystemError(error)) return `it cannot be read: ${error.message}`;
  throw error;
}
