/*
 * The marks of a run: all reports are made from them, and a folder of results keeps them. They hold no raw bytes: all that a
 * program printed is visible text (`visible.ts`), harmless in any report.
 */
import {groupBy} from './grouping.js';
import {inGroups, sumOf, zeroOf} from './points.js';
import {UNTESTED, type Verdict} from './verdicts.js';

/** Version of the JSON report. It changes when a key is renamed or removed, not when one is added. */
export const MARKS_VERSION = 3;

export const VISIBILITIES = ['public', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Precision of a place: a checker judges whole lines; a checker program may accept what differs from the golden. */
export type Exactness = 'byte' | 'line' | 'none';

export interface PromptAnswer {
  /** Number of the prompt, and so of the line of input, from 1. */
  readonly number: number;
  /** Line that asks, as visible text. */
  readonly text: string;
  /** Line that answered; null if the input had ended. */
  readonly input: string | null;
}

export interface DiffLine {
  readonly kind: 'same' | 'expected' | 'actual';
  readonly text: string;
  /** Answer to a prompt on this line, as visible text; `''` at the end of the input. Only before the difference. */
  readonly typed?: string;
}

export interface Difference {
  readonly exactness: Exactness;
  /** A few words: `no empty line before "Invalid Choice."`. */
  readonly summary: string;
  /**
   * Name of the mistake, equal in all cases that show it except in numbers: the expected line, a newline and the printed line, in
   * normal form. One of them is empty if it differs between cases. Null: the summary names the mistake.
   */
  readonly mistake: string | null;
  /** Place of the first different byte in the actual output, from 1. */
  readonly line: number;
  readonly column: number;
  /** Last prompt before the difference; null if there was none, or if its answer is unknown. */
  readonly prompt: PromptAnswer | null;
  /** First differences with the lines around them, as visible text. A prompt ends a line, as on a terminal. */
  readonly diff: readonly DiffLine[];
  /** Number of different lines of each side, counted up to 2,000. */
  readonly differing: {readonly expected: number; readonly actual: number};
  /** Path of the file, below the folder of the run; null: standard output. */
  readonly file: string | null;
}

/** Arguments, variables and files that a suite gives to a program. Very long lists and words end with `…`. */
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
  /** Purpose of the case, and the section of the handout that decides it; null if the suite does not say. */
  readonly about: string | null;
  readonly section: string | null;
  readonly visibility: Visibility;
  /** Folder whose cases share their points, all or nothing; null: the case has its own. */
  readonly group: string | null;
  readonly maxPoints: string;
  /** null: nothing besides the input, or not shown. */
  readonly given: CaseGiven | null;
  /** Visible lines separated by newlines; null: not shown. */
  readonly input: string | null;
}

/** Line of a submission, and the function that holds it. */
export interface Place {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** Cause of a crash, or of an exceeded limit. */
export interface Cause {
  /** null: unknown. */
  readonly where: Place | null;
  /** `index 5 of an array of 5`; `''`: unknown. */
  readonly what: string;
  /** True if the program went on after the end of its input. */
  readonly isPastEnd: boolean;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** Detail of the verdict, such as the limit, or the compiler's message; of a crash, what `cause` does not say. */
  readonly reason: string | null;
  /** Advice for markers; null: there is none, or the reader is a student. */
  readonly remedy: string | null;
  /** The reason in words for students; null: the same. */
  readonly studentReason: string | null;
  /** null: the program did not run, or did not end by itself. */
  readonly exitStatus: number | null;
  /** Signal that ended it; null: none did, or it exceeded a limit. */
  readonly signal: string | null;
  /** Last words of a program with an exit status other than 0; null if they have no known form. See `last-words.ts`. */
  readonly lastWords: string | null;
  /** null: nothing is known but the reason. */
  readonly cause: Cause | null;
  /** Tolerances that the output needed, joined by ` + `; null: none. */
  readonly tolerance: string | null;
  /** Mildest single tolerance that would accept the wrong output; null: none would. */
  readonly wouldPassWith: string | null;
  readonly leftProcesses: boolean;
  /** The program timed out at first, and was run again alone. */
  readonly retried: boolean;
  readonly seconds: number;
  /** Case of the same submission that has the evidence of the same mistake; null: this one has it. */
  readonly sameAs: string | null;
  /** null: the output is right, or was not compared. Without lines if `sameAs` has them. */
  readonly difference: Difference | null;
  /** Visible lines separated by newlines; null: nothing to show. */
  readonly stderr: string | null;
  /**
   * Output of a program that crashed or was stopped, as visible lines with the answers that were typed; the start and the end
   * of a long one. `''`: nothing was printed; null: not shown.
   */
  readonly printed: string | null;
  /** Message of a checker program to markers; null: none, or not for the reader. */
  readonly judgeMessage: string | null;
  /** Points from a checker program, as a decimal string; null: all or none. */
  readonly points: string | null;
  /** Line of bash that repeats the failure where `mark` ran; null: none, or not for the reader. */
  readonly reproduce: string | null;
}

/** A judgement from which keys that are null or false may be left out: they are half of a file. */
export type BriefJudgement = Partial<Judgement> & Pick<Judgement, 'verdict'>;

/** Judgement on a case that was not run. */
// biome-ignore format: a table
export const NOTHING: Judgement = {
  verdict: 'skipped', reason: null, remedy: null, studentReason: null, exitStatus: null, signal: null, lastWords: null,
  cause: null, tolerance: null, wouldPassWith: null, leftProcesses: false, retried: false, seconds: 0, sameAs: null,
  difference: null, stderr: null, printed: null, judgeMessage: null, points: null, reproduce: null,
};

export interface CaseMarks extends CaseFacts, Omit<Judgement, 'points'> {
  /** All but verdict and points of a hidden case has been removed, for students. */
  readonly withheld: boolean;
  readonly points: string;
}

export function caseMarks(facts: CaseFacts, judgement: BriefJudgement): CaseMarks {
  const {verdict, exitStatus = null, sameAs = null, points} = judgement;
  const {maxPoints} = facts;
  const hasPassed = verdict === 'pass';
  const hasRun = exitStatus !== null || !UNTESTED.includes(verdict);
  const isShown = !hasPassed && hasRun && sameAs === null;
  // Written out: a spread of so many keys takes a hundred times as long, and a class has 160,000 cases.
  return {
    case: facts.case,
    number: facts.number,
    suite: facts.suite,
    title: facts.title,
    about: facts.about,
    section: facts.section,
    visibility: facts.visibility,
    group: facts.group,
    withheld: false,
    verdict: judgement.verdict,
    reason: judgement.reason ?? null,
    remedy: judgement.remedy ?? null,
    studentReason: judgement.studentReason ?? null,
    exitStatus,
    signal: judgement.signal ?? null,
    lastWords: judgement.lastWords ?? null,
    cause: judgement.cause ?? null,
    tolerance: judgement.tolerance ?? null,
    wouldPassWith: judgement.wouldPassWith ?? null,
    leftProcesses: judgement.leftProcesses ?? false,
    retried: judgement.retried ?? false,
    seconds: judgement.seconds ?? 0,
    sameAs,
    difference: judgement.difference ?? null,
    points: hasPassed ? maxPoints : (points ?? zeroOf(maxPoints)),
    maxPoints,
    given: isShown ? facts.given : null,
    input: isShown ? facts.input : null,
    stderr: judgement.stderr ?? null,
    printed: judgement.printed ?? null,
    judgeMessage: judgement.judgeMessage ?? null,
    reproduce: judgement.reproduce ?? null,
  };
}

export interface Member {
  readonly name: string;
  /** Number or name of a user in the learning system. */
  readonly id: string | null;
  readonly email: string | null;
}

/** A person, or a group, of a class, and what they handed in. Null: unknown. */
export interface Handed extends Omit<Member, 'name'> {
  readonly group: string | null;
  /** People of a group; none if they are unknown, or if there is one. */
  readonly members: readonly Member[];
  /** Name of their folder, or start of their files' names, in the export of the system. */
  readonly folder: string | null;
  /** Time of submission in ISO 8601; it ends in `Z`, or else is the local time of the system. */
  readonly submitted: string | null;
  /** Set if the system says whether it was late. */
  readonly late: boolean | null;
  /** Path of the program in the submission; null: it is the whole submission, or there is none. */
  readonly program: string | null;
}

export const NOBODY: Handed = {
  id: null,
  email: null,
  group: null,
  members: [],
  folder: null,
  submitted: null,
  late: null,
  program: null,
};

/** The machine on which a submission was marked. */
export interface Machine {
  readonly sandbox: boolean;
  /** Reason why the sandbox was off; null: it was on, or was not asked for. */
  readonly sandboxOff: string | null;
  /** Markers' folders, which texts may mention; removed from students' reports. */
  readonly folders: readonly string[];
}

/** Marks by hand, such as for style, or a deduction. */
export interface HandMark {
  readonly title: string;
  /** null: not given. */
  readonly points: string | null;
  /** null: the mark adds nothing to the maximum, and may be missing. */
  readonly max: string | null;
}

/** Mark of a course: points, marks by hand, and the cost of being late. */
export interface Grade {
  readonly byHand: readonly HandMark[];
  readonly sum: string;
  readonly max: string;
  readonly daysLate: number;
  /** Most days that still earn a mark, if that was exceeded. */
  readonly latest: number | null;
  readonly penalty: string;
  /** null: there is none yet. */
  readonly mark: string | null;
  /** Comments for the student, by the heads of their columns. */
  readonly comments: readonly (readonly [column: string, text: string])[];
}

export interface SubmissionMarks extends Handed {
  /** Path on the command line, or name of the person in the class. */
  readonly target: string;
  readonly points: string;
  readonly maxPoints: string;
  /** In the order of the fixtures. */
  readonly cases: readonly CaseMarks[];
  /** null: it is not marked yet. */
  readonly machine: Machine | null;
  /** False if the run ended before all cases were judged. */
  readonly isWhole: boolean;
  /** Points of a submission that only `-Werror` refused, without it; null: another. */
  readonly withoutWerror: string | null;
  /** Only in reports of `grade`. */
  readonly grade?: Grade;
}

/** Facts that decide whether results of two runs are comparable. */
export interface RunFacts {
  /** Title of the suites together. */
  readonly title: string;
  /** Digest of the suites: inputs, goldens and settings. */
  readonly fixtures: string;
  /** Options that affect verdicts: `--tolerate space --wall 2`. */
  readonly options: string;
  /** The flag that compares letters and digits alone, and the command that finds more mistakes; null: the suite has none. */
  readonly milder: string | null;
  readonly further: string | null;
}

/** A run as reports read it. */
export interface Marks {
  readonly version: typeof MARKS_VERSION;
  readonly run: RunFacts;
  readonly submissions: Submissions;
}

/** Sums over the submissions of a run. */
export interface Totals extends Score {
  readonly submissions: number;
  readonly cases: number;
  readonly passed: number;
  readonly unchecked: number;
  /** False if the run ended early, or if some submissions are not marked yet. */
  readonly complete: boolean;
  /** True if all programs ran in the sandbox. */
  readonly sandbox: boolean;
  readonly sandboxOff: string | null;
  readonly folders: readonly string[];
}

/**
 * Submissions, each made when it is read, any number of times: a large class does not fit into memory. The first that reads
 * them all makes the totals, too.
 */
export class Submissions implements Iterable<SubmissionMarks> {
  readonly targets: readonly string[];
  /** Makes the submission of an index below `length`. */
  readonly at: (index: number) => SubmissionMarks;
  private known: Totals | null = null;

  constructor(targets: readonly string[], at: (index: number) => SubmissionMarks) {
    this.targets = targets;
    this.at = at;
  }

  get length(): number {
    return this.targets.length;
  }

  /** Made on each use; null: there is none. */
  get first(): SubmissionMarks | null {
    return this.length === 0 ? null : this.at(0);
  }

  *[Symbol.iterator](): Iterator<SubmissionMarks> {
    const parts: Totals[] = [];
    for (let index = 0; index < this.length; index += 1) {
      const one = this.at(index);
      parts.push(totalsOf(one));
      yield one;
    }
    this.known ??= addedUp(parts);
  }

  get totals(): Totals {
    // A `for` that does nothing reads them all.
    if (this.known === null) for (const _ of this);
    return this.known ?? addedUp([]);
  }
}

export function passedOf(cases: readonly CaseMarks[]): number {
  return cases.filter(({verdict}) => verdict === 'pass').length;
}

export function totalsOf({cases, points, maxPoints, machine, isWhole}: SubmissionMarks): Totals {
  return {
    submissions: 1,
    cases: cases.length,
    passed: passedOf(cases),
    unchecked: cases.filter(({verdict}) => verdict === 'could-not-check').length,
    points,
    maxPoints,
    complete: isWhole,
    // Nothing ran outside of it.
    sandbox: machine?.sandbox ?? true,
    sandboxOff: machine?.sandboxOff ?? null,
    folders: machine?.folders ?? [],
  };
}

function addedUp(parts: readonly Totals[]): Totals {
  const sum = (key: 'submissions' | 'cases' | 'passed' | 'unchecked'): number =>
    parts.reduce((total, one) => total + one[key], 0);
  return {
    submissions: sum('submissions'),
    cases: sum('cases'),
    passed: sum('passed'),
    unchecked: sum('unchecked'),
    ...pointsOf(parts),
    complete: parts.every(({complete}) => complete),
    sandbox: parts.every(({sandbox}) => sandbox),
    sandboxOff: parts.find(({sandboxOff}) => sandboxOff !== null)?.sandboxOff ?? null,
    folders: [...new Set(parts.flatMap(({folders}) => folders))],
  };
}

/** Start of the reason on cases that an ended run did not reach. */
export const ENDED_EARLY = 'the run ended early';

/** Adds up the points of a submission, once its groups are settled. */
export function submissionMarks(
  target: string,
  all: readonly CaseMarks[],
  facts: Omit<SubmissionMarks, 'target' | 'points' | 'maxPoints' | 'cases'>,
): SubmissionMarks {
  const cases = inGroups(all);
  return {target, ...facts, ...pointsOf(cases), cases};
}

/** Points of a case, a submission or several, as decimal strings. */
export type Score = Pick<CaseMarks, 'points' | 'maxPoints'>;

export function pointsOf(all: readonly Score[]): Score {
  return {
    points: sumOf(all.map(({points}) => points)),
    maxPoints: sumOf(all.map(({maxPoints}) => maxPoints)),
  };
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

/** Returns the titles of the stages, the same in all submissions; none if there is one, whose points are the sum. */
export function stageTitles(submissions: Submissions): string[] {
  const titles = stagesOf({cases: submissions.first?.cases ?? []}).map(({title}) => title);
  return titles.length > 1 ? titles : [];
}

/** Returns whether some case could not be checked: then the sum is no mark. */
export function isIncomplete({cases}: Pick<SubmissionMarks, 'cases'>): boolean {
  return cases.some(({verdict}) => verdict === 'could-not-check');
}
