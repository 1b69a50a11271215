/*
 * The results of a run as files: `run.json` with the facts that all submissions share, and `submissions/NAME.json` with the
 * judgements on one of them. Each file is written whole when its last case is judged. So a killed run loses only the
 * submissions in progress, the next run marks what is missing, and machines can share the folder or copy theirs together.
 *
 * A submission is read when a report asks for it; reading joins the facts of each case and the judgement. A torn or changed
 * file counts as not marked yet.
 */
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {inputError} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';
import {readRegularFile} from '../../system/regular-file.js';
import {replaceWhole} from '../../system/whole-file.js';
import {
  type BriefJudgement,
  type CaseFacts,
  caseMarks,
  type Handed,
  type Judgement,
  type Machine,
  type Marks,
  NOBODY,
  NOTHING,
  pointsOf,
  type RunFacts,
  type SubmissionMarks,
  Submissions,
  submissionMarks,
} from './marks.js';
import {DECIMAL, inGroups} from './points.js';
import {isLasting, isRefused, VERDICTS} from './verdicts.js';

/** Changes with every change of the format. */
const VERSION = 8;

/** `run.json`: facts of all submissions, on any machine. */
export interface Run extends RunFacts {
  /** Version of fivedice: another one may judge differently. */
  readonly fivedice: string;
  readonly submissions: readonly string[];
  /** People and programs, by the name of the submission. */
  readonly people: Readonly<Record<string, Handed>>;
  readonly cases: readonly CaseFacts[];
}

/** Digests that decide whether a result is used again. */
export interface Origin {
  /** Digest of the submission and the files that compile it; null: unknown, or changed during the run. */
  readonly bytes: string | null;
  /** Digest of the machine's tools and modules, on which failures may depend. */
  readonly tools: string;
}

interface Result extends Origin {
  readonly version: number;
  /** Digest of version, suite and options. A result with another digest does not count. */
  readonly run: string;
  readonly machine: Machine;
  /** False if the run ended before all cases were judged. */
  readonly isWhole: boolean;
  readonly cases: readonly NamedJudgement[];
  readonly withoutWerror: string | null;
}

type NamedJudgement = BriefJudgement & {readonly case: string};

export class ResultsFolder {
  readonly path: string;
  readonly run: Run;
  readonly damaged = new Set<string>();
  private readonly digest: string;

  constructor(path: string, run: Run) {
    this.path = path;
    this.run = run;
    this.digest = digestOf([VERSION, run.fivedice, run.fixtures, run.options]);
  }

  /** Returns why a submission must be marked; null if its result can be reused. */
  whyUnmarked(target: string, {bytes, tools}: Origin): string | null {
    const result = this.resultOf(target);
    if (result?.isWhole !== true) return 'not marked yet';
    if (bytes === null) return 'may have changed';
    if (result.bytes !== bytes) return 'changed';
    if (result.cases.every(({verdict}) => verdict === 'pass')) return null;
    if (!result.cases.every(isLasting)) return 'had crashed or could not run';
    return result.tools === tools ? null : 'failed before the tools here changed';
  }

  /** @param milder judgements without `-Werror`, if that alone refused the submission */
  write(
    target: string,
    judgements: ReadonlyMap<string, Judgement>,
    origin: Origin,
    machine: Machine,
    milder: ReadonlyMap<string, Judgement> | null = null,
  ): void {
    const {cases} = this.run;
    const result: Result = {
      version: VERSION,
      run: this.digest,
      ...origin,
      machine,
      isWhole: cases.every((facts) => judgements.has(facts.case)),
      cases: namedJudgements(cases, judgements),
      withoutWerror: milder === null || isRefused(milder.values()) ? null : this.pointsOf(milder),
    };
    replaceWhole(this.fileOf(target), [`${JSON.stringify(result)}\n`]);
  }

  private pointsOf(judgements: ReadonlyMap<string, Judgement>): string {
    const marks = this.run.cases.map((one) => caseMarks(one, judgements.get(one.case) ?? NOTHING));
    return pointsOf(inGroups(marks)).points;
  }

  /** @param why reason for cases that are not marked */
  marks(targets: readonly string[] = this.run.submissions, why = 'not marked yet'): Marks {
    const {title, fixtures, options, milder, further} = this.run;
    return {
      run: {title, fixtures, options, milder, further},
      submissions: new Submissions(targets, (index) => this.marksOf(targets[index] ?? '', why)),
    };
  }

  handedBy(target: string): Handed {
    const {people} = this.run;
    return (Object.hasOwn(people, target) ? people[target] : undefined) ?? NOBODY;
  }

  private marksOf(target: string, why: string): SubmissionMarks {
    const result = this.resultOf(target);
    const {machine = null, isWhole = false, cases = [], withoutWerror = null} = result ?? {};
    const judgements = new Map(cases.map((one) => [one.case, one]));
    const unmarked: BriefJudgement = {verdict: 'could-not-check', reason: why};
    const marks = this.run.cases.map((one) => caseMarks(one, judgements.get(one.case) ?? unmarked));
    return submissionMarks(target, marks, {...this.handedBy(target), machine, isWhole, withoutWerror});
  }

  /** Returns null if there is no result of this run. */
  private resultOf(target: string): Result | null {
    const file = this.fileOf(target);
    if (!existsSync(file)) return null;
    try {
      const result: Result = JSON.parse(readRegularFile(file).toString('utf8'));
      const {version, run, machine, cases} = result;
      if (typeof run === 'string' && (version !== VERSION || run !== this.digest)) return null;
      const isOurs = typeof run === 'string' && Array.isArray(machine.folders) && cases.every(isJudgement);
      if (!isOurs) throw new Error('it was changed');
      return result;
    } catch {
      this.damaged.add(file);
      return null;
    }
  }

  private fileOf(target: string): string {
    return join(this.path, SUBMISSIONS, `${fileNameOf(target)}.json`);
  }
}

function isJudgement({verdict, points}: BriefJudgement): boolean {
  return VERDICTS.includes(verdict) && (points == null || DECIMAL.test(points));
}

const RUN_FILE = 'run.json';
const SUBMISSIONS = 'submissions';

/** Opens a folder to read results. @throws UserError if it holds none */
export function openResults(path: string): ResultsFolder {
  const file = join(path, RUN_FILE);
  try {
    const {version, ...run}: Run & {readonly version: unknown} = JSON.parse(
      readRegularFile(file).toString('utf8'),
    );
    if (version !== VERSION)
      throw new Error(
        `version ${JSON.stringify(version)}, but this fivedice reads version ${VERSION}: mark again`,
      );
    if (![run.submissions, run.cases].every(Array.isArray) || typeof run.people !== 'object')
      throw new Error('it was changed: mark again');
    return new ResultsFolder(path, run);
  } catch (error) {
    throw inputError(`${path}: no results of \`mark --results\`: ${RUN_FILE}: ${reasonOf(error)}`);
  }
}

/** Opens a folder to add results. Those of other runs stay, but do not count. @throws UserError if it holds anything else */
export function createResults(path: string, run: Run): ResultsFolder {
  const file = join(path, RUN_FILE);
  try {
    mkdirSync(path, {recursive: true});
    const names = readdirSync(path).filter((name) => !name.startsWith('.'));
    if (names.length > 0 && !names.includes(RUN_FILE))
      throw new Error('it holds other files: name a new folder');
    replaceWhole(file, [`${JSON.stringify({version: VERSION, ...run})}\n`]);
    mkdirSync(join(path, SUBMISSIONS), {recursive: true});
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
  return new ResultsFolder(path, run);
}

const WITH_EVIDENCE = 3;

/** Keeps the evidence of the first few cases of each mistake; the others name the first. */
function namedJudgements(
  cases: readonly CaseFacts[],
  judgements: ReadonlyMap<string, Judgement>,
): NamedJudgement[] {
  const counts = new Map<string, {readonly first: string; count: number}>();
  return cases.flatMap((facts) => {
    const own = judgements.get(facts.case);
    if (own === undefined) return [];
    const mistake = mistakeOf(facts, own);
    const group = counts.get(mistake) ?? {first: facts.case, count: 0};
    counts.set(mistake, group);
    group.count += 1;
    const isFull = own.verdict === 'pass' || group.count <= WITH_EVIDENCE;
    const kept = isFull ? own : {...withoutEvidence(own), sameAs: group.first};
    const known = Object.entries(kept).filter(([, value]) => value !== null && value !== false);
    return {case: facts.case, verdict: kept.verdict, ...Object.fromEntries(known)};
  });
}

/** Returns equal texts for equal mistakes. Public cases never borrow evidence from hidden ones. */
function mistakeOf(
  {visibility}: CaseFacts,
  {verdict, reason, lastWords, cause, difference}: Judgement,
): string {
  const isUnknown = verdict === 'timed-out' && cause === null;
  const what = isUnknown ? null : [reason, lastWords, cause?.what, difference?.file, difference?.summary];
  const text = JSON.stringify([visibility, verdict, what]).replace(/\d+/g, '#');
  return text + JSON.stringify(cause?.where);
}

function withoutEvidence(one: Judgement): Judgement {
  const difference = one.difference && {...one.difference, prompt: null, diff: []};
  return {...one, difference, stderr: null, printed: null, judgeMessage: null, reproduce: null};
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** Max bytes of a name: file systems allow 255, with its ending. */
const LONGEST_NAME = 200;

/** Returns a unique name, never a path, for a submission's file, without its ending. */
export function fileNameOf(target: string): string {
  const name = target
    .replace(/[/%\p{Cc}]/gu, percent)
    .replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', percent));
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(target).digest('hex').slice(0, 32);
  // No shorter name has an underscore after a percent sign.
  return `${[...name].slice(0, 40).join('')}%_${digest}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
