/* Joins the JSON reports of the parts of a run into the report of one whole run, or throws an error. */

import {groupBy} from './grouping.js';
import {
  type CaseMarks,
  MARKS_VERSION,
  type Marks,
  type SubmissionMarks,
  submissionMarks,
  submissionsFrom,
} from './marks.js';

/** The marks in one file. */
export interface ReportPart {
  /** The name of the file, for error messages. */
  readonly name: string;
  readonly marks: Marks;
}

export interface JoinOptions {
  /** Whether parts may be missing or incomplete: then the result is incomplete. */
  readonly incomplete: boolean;
}

/** @throws Error that says which files do not belong together, and why, or which parts are missing */
export function joinMarks(
  parts: readonly ReportPart[],
  {incomplete}: JoinOptions = {incomplete: false},
): Marks {
  const [first] = parts;
  if (first === undefined) throw new Error('nothing to merge: no report was given');
  for (const part of parts) {
    const why = CONFLICTS.map((conflict) => conflict(part, first)).find((found) => found !== null);
    if (why !== undefined) throw new Error(why);
  }
  const {containment} = first.marks;
  const {whole, shards, problem} = sorted(parts);
  if (problem !== null && !incomplete) throw new Error(problem);
  const pieces = [...shards, ...whole].flatMap(({name, marks}) =>
    Array.from(marks.submissions, ({target}, index): Piece => {
      return {name, target, isWhole: marks.shard === null, marks, index};
    }),
  );
  const targets = [...groupBy(pieces, ({target}) => target)];
  // Read once to be checked, and again whenever somebody asks: only one is in memory.
  for (const [target, members] of targets) {
    if (joined(target, members).cases.length === 0 && problem === null)
      throw new Error(`${target} has no cases in any report`);
  }
  if (shards.length > 0 && targets.length === pieces.length) targets.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    version: MARKS_VERSION,
    sandbox: first.marks.sandbox,
    containment: parts.every(({marks}) => marks.containment === containment) ? containment : null,
    shard: null,
    complete: problem === null,
    // The names of the submissions of several runs have no digest.
    run: first.marks.run && {...first.marks.run, targets: whole.length > 1 ? '' : first.marks.run.targets},
    ...foldersOf(parts, 'folders'),
    ...foldersOf(parts, 'surroundings'),
    submissions: submissionsFrom(targets.length, (index) => {
      const [target, members] = targets[index] ?? ['', []];
      return joined(target, members);
    }),
  };
}

function foldersOf(parts: readonly ReportPart[], key: 'folders' | 'surroundings'): Partial<Marks> {
  const folders = [...new Set(parts.flatMap(({marks}) => marks[key] ?? []))];
  return folders.length === 0 ? {} : {[key]: folders};
}

/** Why two parts do not belong together, the most general first; null: they do. */
const CONFLICTS: readonly ((part: ReportPart, first: ReportPart) => string | null)[] = [
  (part, first) => {
    if (part.marks.sandbox === first.marks.sandbox) return null;
    const [on, off] = part.marks.sandbox ? [part, first] : [first, part];
    return `${on.name} was made with the sandbox on, ${off.name} with it off`;
  },
  (part, first) => {
    const [a, b] = [first.marks.run?.options, part.marks.run?.options];
    if (a === b) return null;
    return `${first.name} was made ${withOptions(a)}, ${part.name} ${withOptions(b)}`;
  },
  (part, first) =>
    part.marks.run?.fixtures === first.marks.run?.fixtures
      ? null
      : `${first.name} and ${part.name} were made with other fixtures: cases, points or a suite.json differ`,
  (part, first) =>
    part.marks.run?.targets === first.marks.run?.targets ||
    part.marks.shard === null ||
    first.marks.shard === null
      ? null
      : `${first.name} and ${part.name} are parts of other classes: the names of the submissions differ`,
];

function withOptions(options: string | undefined): string {
  if (options === undefined) return 'by a run that does not say how';
  return options === '' ? 'without options' : `with ${options}`;
}

/** A submission in one of the parts. */
interface Piece {
  readonly name: string;
  readonly target: string;
  /** It comes from a run over all cases. */
  readonly isWhole: boolean;
  readonly marks: Marks;
  readonly index: number;
}

interface Sorted {
  /** By number. */
  readonly shards: readonly ReportPart[];
  /** The whole runs, in the order given. */
  readonly whole: readonly ReportPart[];
  /** What must be marked again; null: nothing. */
  readonly problem: string | null;
}

function sorted(parts: readonly ReportPart[]): Sorted {
  const whole = parts.filter(({marks}) => marks.shard === null);
  const shards = parts.flatMap((part) => {
    const [index, total] = (part.marks.shard ?? '').split('/').map(Number);
    return index === undefined || total === undefined ? [] : [{part, index, total}];
  });
  const total = shards[0]?.total ?? 0;
  const numbers = new Map<number, ReportPart>();
  for (const {part, index, total: other} of shards) {
    if (other !== total) {
      throw new Error(`${shards[0]?.part.name} is one of ${total} shards, ${part.name} is one of ${other}`);
    }
    if (index > total) throw new Error(`${part.name}: there is no shard ${index}/${total}`);
    const twin = numbers.get(index);
    if (twin !== undefined) {
      throw new Error(`shard ${index}/${total} was given twice: ${twin.name} and ${part.name}`);
    }
    numbers.set(index, part);
  }
  const ended = whole.find(({marks}) => !marks.complete);
  return {
    shards: shards.sort((a, b) => a.index - b.index).map(({part}) => part),
    whole,
    problem:
      ended === undefined ? missingShards(numbers, total) : `${ended.name} is of a run that ended early`,
  };
}

/** In the words in which engines take numbers of tasks: `3,17,20-25`. */
function missingShards(given: ReadonlyMap<number, ReportPart>, total: number): string | null {
  const numbers = Array.from({length: total}, (_, index) => index + 1);
  const [missing, ended] = [
    numbers.filter((number) => !given.has(number)),
    numbers.filter((number) => given.get(number)?.marks.complete === false),
  ];
  if (missing.length + ended.length === 0) return null;
  const facts = [
    ...(missing.length === 0 ? [] : [`${missing.length} of ${total} shards are missing`]),
    ...(ended.length === 0 ? [] : [`${ended.length} of ${total} shards ended early`]),
  ];
  return `${facts.join(', and ')}: --array=${ranges([...missing, ...ended].sort((a, b) => a - b))}`;
}

function ranges(numbers: readonly number[]): string {
  const found: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join();
}

function joined(target: string, pieces: readonly Piece[]): SubmissionMarks {
  const whole = pieces.find(({isWhole}) => isWhole);
  const other = pieces.find((piece) => piece !== whole);
  if (whole !== undefined && other !== undefined) {
    throw new Error(`${target} is in ${whole.name}, which is not a shard, and again in ${other.name}`);
  }
  const cases = pieces.flatMap(({name, marks, index}) =>
    (marks.submissions.at(index)?.cases ?? []).map((one) => ({name, one})),
  );
  for (const [key, what] of SINGLE) {
    for (const [a, b] of groupBy(cases, ({one}) => key(one)).values()) {
      if (a !== undefined && b !== undefined)
        throw new Error(`${target}: ${what(a.one, b.one)} (${a.name} and ${b.name})`);
    }
  }
  return submissionMarks(
    target,
    cases.map(({one}) => one).sort((a, b) => a.number - b.number),
  );
}

/** What no two cases of a submission may have in common, and the message if they do. */
const SINGLE: readonly (readonly [
  key: (one: CaseMarks) => string,
  what: (a: CaseMarks, b: CaseMarks) => string,
])[] = [
  [(one) => one.case, (a) => `case ${a.case} was given twice`],
  [
    (one) => String(one.number),
    (a, b) => `cases ${a.case} and ${b.case} both have number ${a.number}: the fixtures were not the same`,
  ],
];
