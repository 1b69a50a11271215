/*
 * The marks of a run, which a folder of results keeps and all reports draw. They hold no raw bytes: output of programs is
 * visible text (`visible.ts`), harmless in any report.
 */
import {groupBy} from './grouping.js';
import {inGroups, sumOf, zeroOf} from './points.js';
import {UNTESTED, type Verdict} from './verdicts.js';

export const VISIBILITIES = ['public', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface DiffLine {
  readonly kind: 'same' | 'expected' | 'actual';
  readonly text: string;
  /** Answer to a prompt before the difference, as visible text; `''` at the end of the input. */
  readonly typed?: string;
}

export interface Difference {
  /** Precision of line and column: the byte; the line (`numbers`); `none` if a checker program judged. */
  readonly exactness: 'byte' | 'line' | 'none';
  /** A few words: `no empty line before "Invalid Choice."`. */
  readonly summary: string;
  /**
   * Name of the mistake, equal in all its cases but for numbers: expected line, newline, printed line, in normal form. A line
   * that differs between cases is empty. Null: the summary names the mistake.
   */
  readonly mistake: string | null;
  /** Place of the first different byte in the actual output, from 1. */
  readonly line: number;
  readonly column: number;
  /**
   * Last prompt before the difference: its number, from 1, the question, and the answer (null: the input had ended), as
   * visible text. Null if there is none, or its answer is unknown.
   */
  readonly prompt: {readonly number: number; readonly text: string; readonly input: string | null} | null;
  /** First differences and the lines around them, as visible text. A prompt ends a line, as on a terminal. */
  readonly diff: readonly DiffLine[];
  /** Number of different lines of each side, counted up to 2,000. */
  readonly differing: {readonly expected: number; readonly actual: number};
  /** Path of the file that differs; null: standard output. */
  readonly file: string | null;
}

export interface CaseGiven {
  readonly arguments: readonly string[];
  readonly environment: readonly string[];
  readonly files: readonly string[];
}

export interface CaseFacts {
  /** Path below the folder of fixtures, without extension: `stage-1/04-range-seven`. */
  readonly case: string;
  /** Position among all cases, from 1. */
  readonly number: number;
  /** Title of the suite; by default the name of its folder. */
  readonly suite: string;
  /** Title of the case; by default its stem. */
  readonly title: string;
  /** Purpose of the case, and the section of the handout that decides it. */
  readonly about: string | null;
  readonly section: string | null;
  readonly visibility: Visibility;
  /** Folder whose cases get all points or none; null: the case has its own. */
  readonly group: string | null;
  readonly maxPoints: string;
  readonly given: CaseGiven | null;
  /** Visible lines separated by newlines; null: not shown. */
  readonly input: string | null;
}

export interface Place {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** Cause of a crash or of an exceeded limit. */
export interface Cause {
  readonly where: Place | null;
  /** `index 5 of an array of 5`; `''`: unknown. */
  readonly what: string;
  /** True if the program went on after the end of its input. */
  readonly isPastEnd: boolean;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** Limit, compiler's message or another detail; of a crash, what `cause` lacks. */
  readonly reason: string | null;
  /** Advice for markers. */
  readonly remedy: string | null;
  /** The reason in words for students; null: the same. */
  readonly studentReason: string | null;
  /** null: it did not run, or did not end by itself. */
  readonly exitStatus: number | null;
  /** Signal that ended it, unless it exceeded a limit. */
  readonly signal: string | null;
  /** Last words (`last-words.ts`) of a program with an exit status other than 0. */
  readonly lastWords: string | null;
  readonly cause: Cause | null;
  /** Tolerances that the output needed, joined by ` + `; null: none. */
  readonly tolerance: string | null;
  /** Mildest single tolerance that would accept the wrong output. */
  readonly wouldPassWith: string | null;
  readonly leftProcesses: boolean;
  /** True if the case timed out at first and was run again alone. */
  readonly retried: boolean;
  readonly seconds: number;
  /** Case of the submission with the evidence of the same mistake; null: this one. */
  readonly sameAs: string | null;
  /** null: the output is right, or was not compared. Without lines if `sameAs` has them. */
  readonly difference: Difference | null;
  /** Visible lines separated by newlines. */
  readonly stderr: string | null;
  /** Output of a program that crashed or was stopped, with answers: start and end, as visible lines; null: not shown. */
  readonly printed: string | null;
  /** Message of a checker program to markers. */
  readonly judgeMessage: string | null;
  /** Points from a checker program; null: all or none. */
  readonly points: string | null;
  /** Line of bash that repeats the failure where `mark` ran. */
  readonly reproduce: string | null;
}

/** Files leave out keys that are null or false, which would make them twice as large. */
export type BriefJudgement = Partial<Judgement> & Pick<Judgement, 'verdict'>;

/** Judgement on a case that was not run. */
// biome-ignore format: a table
export const NOTHING: Judgement = {
  verdict: 'skipped', reason: null, remedy: null, studentReason: null, exitStatus: null, signal: null, lastWords: null,
  cause: null, tolerance: null, wouldPassWith: null, leftProcesses: false, retried: false, seconds: 0, sameAs: null,
  difference: null, stderr: null, printed: null, judgeMessage: null, points: null, reproduce: null,
};

export interface CaseMarks extends CaseFacts, Omit<Judgement, 'points'> {
  /** True if all but verdict and points was removed, for students. */
  readonly withheld: boolean;
  readonly points: string;
}

export function caseMarks(facts: CaseFacts, judgement: BriefJudgement): CaseMarks {
  const {verdict, exitStatus = null, sameAs = null, points} = judgement;
  const {maxPoints} = facts;
  const hasPassed = verdict === 'pass';
  const hasRun = exitStatus !== null || !UNTESTED.includes(verdict);
  const isShown = !hasPassed && hasRun && sameAs === null;
  // Written out: spreading the keys would take a hundred times as long, and a class has 160,000 cases.
  // biome-ignore format: a table
  return {
    case: facts.case, number: facts.number, suite: facts.suite, title: facts.title, about: facts.about,
    section: facts.section, visibility: facts.visibility, group: facts.group, withheld: false,
    verdict, reason: judgement.reason ?? null, remedy: judgement.remedy ?? null,
    studentReason: judgement.studentReason ?? null, exitStatus, signal: judgement.signal ?? null,
    lastWords: judgement.lastWords ?? null, cause: judgement.cause ?? null, tolerance: judgement.tolerance ?? null,
    wouldPassWith: judgement.wouldPassWith ?? null, leftProcesses: judgement.leftProcesses ?? false,
    retried: judgement.retried ?? false, seconds: judgement.seconds ?? 0, sameAs, difference: judgement.difference ?? null,
    points: hasPassed ? maxPoints : (points ?? zeroOf(maxPoints)), maxPoints,
    given: isShown ? facts.given : null, input: isShown ? facts.input : null, stderr: judgement.stderr ?? null,
    printed: judgement.printed ?? null, judgeMessage: judgement.judgeMessage ?? null, reproduce: judgement.reproduce ?? null,
  };
}

export interface Member {
  readonly name: string;
  /** Number or name of a user in the learning system. */
  readonly id: string | null;
  readonly email: string | null;
}

/** A person or a group of a class, and their hand-in. Null: unknown. */
export interface Handed extends Omit<Member, 'name'> {
  readonly group: string | null;
  /** People of a group, if they are known. */
  readonly members: readonly Member[];
  /** Name of their folder, or start of their files' names, in the system's export. */
  readonly folder: string | null;
  /** Time of submission in ISO 8601; without `Z`, the local time of the system. */
  readonly submitted: string | null;
  readonly late: boolean | null;
  /** Path of the program in the submission; null: the whole submission, or none. */
  readonly program: string | null;
}

// biome-ignore format: a table
export const NOBODY: Handed = {
  id: null, email: null, group: null, members: [], folder: null, submitted: null, late: null, program: null,
};

/** The machine that marked a submission. */
export interface Machine {
  readonly sandbox: boolean;
  /** Why the sandbox did not work; null: it did, or was not wanted. */
  readonly sandboxOff: string | null;
  /** The marker's folders, removed from students' reports. */
  readonly folders: readonly string[];
}

/** Marks by hand, such as for style, or a deduction. */
export interface HandMark {
  readonly title: string;
  /** null: not given. */
  readonly points: string | null;
  /** null: it adds nothing to the maximum, and may be missing. */
  readonly max: string | null;
}

/** Mark of a course: points, marks by hand, cost of lateness. */
export interface Grade {
  readonly byHand: readonly HandMark[];
  readonly sum: string;
  readonly max: string;
  readonly daysLate: number;
  /** Limit on days late, if it was exceeded. */
  readonly latest: number | null;
  readonly penalty: string;
  /** null: there is none yet. */
  readonly mark: string | null;
  /** Comments for the student, by column. */
  readonly comments: readonly (readonly [column: string, text: string])[];
}

export interface SubmissionMarks extends Handed {
  /** Path on the command line, or name in the class. */
  readonly target: string;
  readonly points: string;
  readonly maxPoints: string;
  /** In the order of the fixtures. */
  readonly cases: readonly CaseMarks[];
  /** null: not marked yet. */
  readonly machine: Machine | null;
  /** False if the run ended before all cases were judged. */
  readonly isWhole: boolean;
  /** Points without `-Werror`, if that alone refused the submission. */
  readonly withoutWerror: string | null;
  /** Only in reports of `grade`. */
  readonly grade?: Grade;
}

/** Facts that make two runs comparable. */
export interface RunFacts {
  /** Title of the suites together. */
  readonly title: string;
  /** Digest of inputs, goldens and settings. */
  readonly fixtures: string;
  /** Options that affect verdicts: `--tolerate space --wall 2`. */
  readonly options: string;
  /** Flag that compares only letters and digits, and command that finds more mistakes, if the suite has them. */
  readonly milder: string | null;
  readonly further: string | null;
}

/** A run as reports read it. */
export interface Marks {
  readonly run: RunFacts;
  readonly submissions: Submissions;
}

export interface Totals extends Score {
  readonly submissions: number;
  readonly cases: number;
  readonly passed: number;
  readonly unchecked: number;
  /** False if some cases are not marked yet. */
  readonly complete: boolean;
  /** True if all programs ran in the sandbox. */
  readonly sandbox: boolean;
  readonly sandboxOff: string | null;
  readonly folders: readonly string[];
}

/** Submissions, each made when it is read: a large class does not fit into memory. The first reading makes the totals, too. */
export class Submissions implements Iterable<SubmissionMarks> {
  readonly targets: readonly string[];
  readonly at: (index: number) => SubmissionMarks;
  private known: Totals | null = null;

  constructor(targets: readonly string[], at: (index: number) => SubmissionMarks) {
    this.targets = targets;
    this.at = at;
  }

  get length(): number {
    return this.targets.length;
  }

  get first(): SubmissionMarks | null {
    return this.length === 0 ? null : this.at(0);
  }

  *[Symbol.iterator](): Iterator<SubmissionMarks> {
    let totals = NO_TOTALS;
    for (let index = 0; index < this.length; index += 1) {
      const one = this.at(index);
      totals = totalsOf(one, totals);
      yield one;
    }
    this.known ??= totals;
  }

  get totals(): Totals {
    // A `for` that does nothing reads them all.
    if (this.known === null) for (const _ of this);
    return this.known ?? NO_TOTALS;
  }
}

export function passedOf(cases: readonly CaseMarks[]): number {
  return cases.filter(({verdict}) => verdict === 'pass').length;
}

// biome-ignore format: a table
const NO_TOTALS: Totals = {
  submissions: 0, cases: 0, passed: 0, unchecked: 0, points: '0', maxPoints: '0', complete: true, sandbox: true,
  sandboxOff: null, folders: [],
};

/** Returns the totals of a submission and of those before it. */
export function totalsOf(
  {cases, points, maxPoints, machine, isWhole}: SubmissionMarks,
  before = NO_TOTALS,
): Totals {
  return {
    submissions: before.submissions + 1,
    cases: before.cases + cases.length,
    passed: before.passed + passedOf(cases),
    unchecked: before.unchecked + cases.filter(({verdict}) => verdict === 'could-not-check').length,
    points: sumOf([before.points, points]),
    maxPoints: sumOf([before.maxPoints, maxPoints]),
    complete: before.complete && isWhole,
    // A submission that is not marked yet did not run outside of the sandbox.
    sandbox: before.sandbox && machine?.sandbox !== false,
    sandboxOff: before.sandboxOff ?? machine?.sandboxOff ?? null,
    folders: [...new Set([...before.folders, ...(machine?.folders ?? [])])],
  };
}

/** Start of the reason for cases that an ended run did not reach. */
export const ENDED_EARLY = 'the run ended early';

export function submissionMarks(
  target: string,
  all: readonly CaseMarks[],
  facts: Omit<SubmissionMarks, 'target' | 'points' | 'maxPoints' | 'cases'>,
): SubmissionMarks {
  const cases = inGroups(all);
  return {target, ...facts, ...pointsOf(cases), cases};
}

export type Score = Pick<CaseMarks, 'points' | 'maxPoints'>;

export function pointsOf(all: readonly Score[]): Score {
  const sum = (key: keyof Score): string => sumOf(all.map((one) => one[key]));
  return {points: sum('points'), maxPoints: sum('maxPoints')};
}

export interface Stage extends Score {
  readonly title: string;
  readonly cases: readonly CaseMarks[];
}

export function stagesOf(
  {cases}: Pick<SubmissionMarks, 'cases'>,
  stageOf: (one: CaseMarks) => string = ({suite}) => suite,
): Stage[] {
  const suites = groupBy(cases, stageOf);
  return Array.from(suites, ([title, own]) => ({title, cases: own, ...pointsOf(own)}));
}

/** Returns the stages; none if the whole suite is a single stage. */
export function severalStages(one: Pick<SubmissionMarks, 'cases'> | null): Stage[] {
  const stages = stagesOf({cases: one?.cases ?? []});
  return stages.length > 1 ? stages : [];
}

/** Returns whether a case could not be checked, so that the sum is not a mark. */
export function isIncomplete({cases}: Pick<SubmissionMarks, 'cases'>): boolean {
  return cases.some(({verdict}) => verdict === 'could-not-check');
}
