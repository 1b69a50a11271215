/*
 * The results of a run as files: `run.json` with the facts that all submissions share, and `submissions/NAME.json` with the
 * judgements on one of them, written whole when its last case is judged. So a run that is killed loses only the submissions
 * in progress, the next run marks what is missing, and machines can share the folder, or copy theirs together.
 *
 * A submission is read when a report asks for it. Reading joins the facts of each case, the judgement, and the command that
 * repeats it.
 */
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {inputError} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';
import {readRegularFile} from '../../system/regular-file.js';
import {replaceWhole} from '../../system/whole-file.js';
import {
  type CaseFacts,
  caseMarks,
  type Handed,
  type Judgement,
  MARKS_VERSION,
  type Marks,
  NOBODY,
  NOTHING,
  type RunFacts,
  type SubmissionMarks,
  submissionMarks,
  submissionsFrom,
} from './marks.js';
import {commandFor, type RepeatedCase, type RepeatedSubmission} from './repeating.js';
import {isLasting} from './verdicts.js';

/** Version of the files. It changes with every change of their format. */
const VERSION = 5;

/** Facts that all submissions share, on any machine: `run.json`. */
export interface Run extends RunFacts {
  /** Version of fivedice: another one may judge differently. */
  readonly fivedice: string;
  readonly submissions: readonly string[];
  /** People and programs, by the name of the submission. */
  readonly people: Readonly<Record<string, Handed>>;
  readonly cases: readonly RunCase[];
}

export interface RunCase {
  readonly facts: CaseFacts;
  readonly repeat: RepeatedCase;
}

export interface Machine {
  readonly sandbox: boolean;
  readonly sandboxOff: string | null;
  /** See `Marks`. */
  readonly folders: readonly string[];
}

/** First line of the file of a submission. It decides whether the submission must be marked again. */
interface Head extends Machine {
  readonly version: number;
  /** Digest of version, suite and options: results with others do not count. */
  readonly run: string;
  /** Digest of the submission; null if it has no files, or if they changed while it was marked. */
  readonly bytes: string | null;
  /** False if the run ended before all cases were judged. */
  readonly isWhole: boolean;
  /** True if the same bytes would get the same marks again. */
  readonly isLasting: boolean;
}

interface Body {
  /** Commands that compile and run it; null: nothing can be run, or the files were unpacked and are gone. */
  readonly repeated: RepeatedSubmission | null;
  readonly cases: readonly StoredJudgement[];
}

export class ResultsFolder {
  readonly path: string;
  readonly run: Run;
  /** Files that are no whole result; their submissions count as not marked yet. */
  readonly damaged = new Set<string>();
  private readonly digest: string;

  constructor(path: string, run: Run) {
    this.path = path;
    this.run = run;
    this.digest = digestOf([VERSION, run.fivedice, run.fixtures, run.options]);
  }

  /** Returns why a submission must be marked; null if its result, with the same suite and options, can be reused. */
  whyUnmarked(target: string, bytes: string | null): string | null {
    const head = this.headOf(target);
    if (head?.isWhole !== true) return 'not marked yet';
    if (head.bytes !== bytes) return 'changed';
    return bytes !== null && head.isLasting ? null : 'may fare better';
  }

  write(
    target: string,
    repeated: RepeatedSubmission | null,
    judgements: ReadonlyMap<string, Judgement>,
    bytes: string | null,
    machine: Machine,
  ): void {
    const {cases} = this.run;
    const head: Head = {
      version: VERSION,
      run: this.digest,
      bytes,
      isWhole: cases.every(({facts}) => judgements.has(facts.case)),
      isLasting: [...judgements.values()].every(isLasting),
      ...machine,
    };
    const body: Body = {repeated, cases: storedJudgements(cases, judgements)};
    const lines = `${JSON.stringify(head).slice(0, -1)}${END_OF_HEAD}${JSON.stringify(body).slice(1)}\n`;
    replaceWhole(this.fileOf(target), [lines]);
  }

  /**
   * Returns the marks of submissions, by default of all.
   *
   * @param why reason on cases that are not marked
   */
  marks(targets: readonly string[] = this.run.submissions, why = 'not marked yet'): Marks {
    const heads = targets.map((target) => this.headOf(target));
    const found = heads.filter((head) => head !== null);
    return {
      version: MARKS_VERSION,
      sandbox: found.length > 0 && found.every(({sandbox}) => sandbox),
      sandboxOff: found.find((head) => head.sandboxOff !== null)?.sandboxOff ?? null,
      complete: heads.every((head) => head?.isWhole === true),
      run: {fixtures: this.run.fixtures, options: this.run.options},
      folders: [...new Set(found.flatMap(({folders}) => folders))],
      submissions: submissionsFrom(targets, (target, index) => {
        const body = heads[index] === null ? NO_BODY : this.read(target);
        return this.joined(target, body, why);
      }),
    };
  }

  private read(target: string): Body {
    try {
      const body: Body = JSON.parse(textOf(this.fileOf(target)));
      if (Array.isArray(body.cases)) return body;
    } catch {
      // Said as for any other file that is no result.
    }
    this.damaged.add(this.fileOf(target));
    return NO_BODY;
  }

  private joined(target: string, {repeated, cases}: Body, why: string): SubmissionMarks {
    const judgements = wholeJudgements(cases);
    const unmarked: Judgement = {...NOTHING, verdict: 'could-not-check', reason: why};
    const marks = this.run.cases.map(({facts, repeat}) => {
      const judgement = judgements.get(facts.case) ?? unmarked;
      const canRepeat = repeated !== null && judgement.verdict !== 'pass' && judgement.sameAs === null;
      return caseMarks(facts, judgement, canRepeat ? commandFor(repeated, repeat, judgement) : null);
    });
    return submissionMarks(target, marks, this.handedIn(target));
  }

  private handedIn(target: string): Handed {
    const {people} = this.run;
    return (Object.hasOwn(people, target) ? people[target] : undefined) ?? NOBODY;
  }

  /** Returns null unless there is a whole result of this run. */
  private headOf(target: string): Head | null {
    const file = this.fileOf(target);
    if (!existsSync(file)) return null;
    try {
      const text = textOf(file);
      const [line = ''] = text.split(END_OF_HEAD, 1);
      const head: Head = JSON.parse(`${line}}`);
      if (!text.endsWith('}\n') || !Array.isArray(head.folders)) throw new Error('only a part');
      return head.version === VERSION && head.run === this.digest ? head : null;
    } catch {
      this.damaged.add(file);
      return null;
    }
  }

  private fileOf(target: string): string {
    return join(this.path, SUBMISSIONS, `${fileNameOf(target)}.json`);
  }
}

const NO_BODY: Body = {repeated: null, cases: []};

/** Reads a regular file: a FIFO would block. */
function textOf(file: string): string {
  return readRegularFile(file).toString('utf8');
}

const [RUN_FILE, SUBMISSIONS] = ['run.json', 'submissions'];

/** Separator of head and body, in one JSON object. */
const END_OF_HEAD = ',\n';

/**
 * Opens a folder to read results.
 *
 * @throws UserError if it holds none
 */
export function openResults(path: string): ResultsFolder {
  const file = join(path, RUN_FILE);
  try {
    const {version, ...run}: Run & {readonly version: unknown} = JSON.parse(textOf(file));
    if (version === VERSION) return new ResultsFolder(path, run);
    throw new Error(
      `version ${JSON.stringify(version)}, but this fivedice reads version ${VERSION}: mark again`,
    );
  } catch (error) {
    throw inputError(`${path}: no results of \`mark --results\`: ${RUN_FILE}: ${reasonOf(error)}`);
  }
}

/**
 * Opens a folder to add results of a run. Results of other runs stay until they are replaced, but do not count.
 *
 * @throws UserError if the folder holds anything else
 */
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

/** Max cases of one mistake with evidence. */
const WITH_EVIDENCE = 3;

/** A judgement as its keys that differ from that on the case `sameAs`, or else from `NOTHING`. */
type StoredJudgement = Partial<Judgement> & {readonly case: string};

/** Leaves out the evidence of all but the first few cases with the same mistake: they name the first of them. */
function storedJudgements(
  cases: readonly RunCase[],
  judgements: ReadonlyMap<string, Judgement>,
): StoredJudgement[] {
  const named = new Map<string, string[]>();
  return cases.flatMap(({facts}) => {
    const own = judgements.get(facts.case);
    if (own === undefined) return [];
    const mistake = mistakeOf(facts, own);
    const names = named.get(mistake) ?? [];
    named.set(mistake, names);
    names.push(facts.case);
    const [first = ''] = names;
    const base = judgements.get(first);
    const isFull = base === undefined || own.verdict === 'pass' || names.length <= WITH_EVIDENCE;
    const changed = isFull
      ? changedKeys(NOTHING, own)
      : changedKeys(withoutEvidence(base), {...withoutEvidence(own), sameAs: first});
    return [{case: facts.case, ...changed}];
  });
}

function wholeJudgements(stored: readonly StoredJudgement[]): Map<string, Judgement> {
  const judgements = new Map<string, Judgement>();
  for (const {case: name, ...own} of stored) {
    const base = own.sameAs === undefined || own.sameAs === null ? undefined : judgements.get(own.sameAs);
    judgements.set(name, {...(base === undefined ? NOTHING : withoutEvidence(base)), ...own});
  }
  return judgements;
}

/** Returns the same text for the same mistake. A public case never borrows evidence from a hidden one. */
function mistakeOf({visibility}: CaseFacts, {verdict, reason, lastWords, difference}: Judgement): string {
  const what = verdict === 'timed-out' ? null : [reason, lastWords, difference?.file, difference?.summary];
  return JSON.stringify([visibility, verdict, what]).replace(/\d+/g, '#');
}

function withoutEvidence(one: Judgement): Judgement {
  const {difference} = one;
  return {
    ...one,
    difference: difference && {...difference, prompt: null, diff: []},
    stderr: null,
    printed: null,
    judgeMessage: null,
  };
}

function changedKeys(base: Judgement, own: Judgement): Partial<Judgement> {
  const keys = Object.keys(own) as (keyof Judgement)[];
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(own[key]) !== JSON.stringify(base[key]))
      .map((key) => [key, own[key]]),
  );
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** Max bytes of a name: file systems allow 255, with its ending. */
const LONGEST_NAME = 200;

/** Returns the name of the file of a submission, without its ending: unique, and never a path to another folder. */
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
