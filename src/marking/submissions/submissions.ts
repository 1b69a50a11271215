/* Submissions: a program, a source file, a folder with one, or a command, each with its name in reports. */
import {existsSync, lstatSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {inputError, troubleError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {foundInPath} from '../../running/shell.js';
import {NOT_THERE} from '../../system/file-errors.js';
import type {HandIn} from './class.js';
import {
  fileOrWord,
  type LaunchPlan,
  noPlan,
  planOf,
  planOfCommand,
  planOfRefusal,
  rootOf,
  type TargetOptions,
} from './launch-plan.js';
import type {Person} from './people.js';
import {refusalFor} from './taking.js';
import {type ShownPaths, wordsOf} from './tools.js';

export interface Submission {
  /** Name in reports, unique in a class. */
  readonly target: string;
  /** Its author; null outside a class. */
  readonly person: Person | null;
  readonly plan: LaunchPlan;
  readonly args: readonly Word[];
  /** Set if its files are removed when the run ends. */
  readonly isUnpacked?: true;
}

/** Plans a hand-in of a class. An unreadable one affects nobody else. */
export function submissionOfHandIn(handIn: HandIn, options: TargetOptions): Submission {
  const {target, person, isInPlace} = handIn;
  const plan = planOfHandIn(handIn, options);
  return {target, person, plan, args: [], ...(isInPlace ? {} : {isUnpacked: true})};
}

function planOfHandIn({place, program, refusal}: HandIn, options: TargetOptions): LaunchPlan {
  if (refusal !== null) return planOfRefusal(refusal);
  try {
    // It may lead to a golden, or to a neighbour.
    if (lstatSync(place).isSymbolicLink()) return noPlan('it is a link that leads out of the submission');
    return planOf(place, program === null ? options : {...options, files: [program]});
  } catch (error) {
    return planOfRefusal(refusalFor(error));
  }
}

/** @throws UserError if there is no such file or folder, or it cannot be read */
export function submissionAt(path: string, options: TargetOptions): Submission {
  if (!existsSync(path)) {
    const hint = path.includes('/') ? '' : `; to run a command of this name, write -- ${path}`;
    throw inputError(`${path}: ${NOT_THERE}${hint}`);
  }
  try {
    return {target: path, person: null, plan: planOf(resolve(path), options), args: []};
  } catch (error) {
    throw inputError(`${path}: ${refusalFor(error).message}`);
  }
}

/** Makes a submission of a command. Words that name files stand for those files, wherever the command runs. */
export function submissionOf(words: readonly string[], shown: ShownPaths): Submission {
  const [first = '', ...rest] = words;
  const plan = planOfCommand(first, shown);
  return {target: words.join(' '), person: null, plan, args: rest.map(fileOrWord)};
}

/** Makes a submission of a program, a source file or a command with arguments. */
export function submissionFrom(line: string, options: TargetOptions): Submission {
  // A file may have spaces in its name.
  if (existsSync(line)) return submissionAt(line, options);
  const [first = '', ...rest] = wordsOf(line);
  if (existsSync(first)) return {...submissionAt(first, options), target: line, args: rest.map(fileOrWord)};
  if (first.includes('/') || foundInPath(first) === null)
    throw troubleError(
      `${first === '' ? '""' : first}: ${NOT_THERE}, and no command: name a program, a source file or a command`,
    );
  return submissionOf([first, ...rest], options.shown);
}

export function wordsIn({plan, args}: Submission): readonly Word[] {
  if (plan.kind === 'none') return args;
  return [...(plan.source === null ? [] : [plan.source]), ...plan.run, ...args];
}

export function filesOf(submission: Submission): string[] {
  const {plan} = submission;
  const sources =
    plan.kind === 'compile' ? plan.sources.files.map((file) => join(rootOf(plan.source), file)) : [];
  return [...sources, ...wordsIn(submission).flatMap((word) => (typeof word === 'string' ? [] : word.file))];
}
