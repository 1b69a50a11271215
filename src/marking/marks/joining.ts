/* Joins the JSON reports of the parts of a run into the report of one whole run, or throws an error. */

import {groupBy} from './grouping.js';
import {type CaseMarks, MARKS_VERSION, type Marks, type SubmissionMarks, submissionMarks} from './marks.js';

/** The marks in one file. */
export interface Part {
  /** The name of the file, for error messages. */
  readonly name: string;
  readonly marks: Marks;
}

/** @throws Error that says which files do not belong together, and why */
export function joinMarks(parts: readonly Part[]): Marks {
  const [first] = parts;
  if (first === undefined) throw new Error('nothing to merge: no report was given');
  for (const {name, marks} of parts) {
    if (marks.sandbox !== first.marks.sandbox) {
      const [on, off] = marks.sandbox ? [name, first.name] : [first.name, name];
      throw new Error(`${on} was made with the sandbox on, ${off} with it off`);
    }
  }
  const pieces = inOrder(parts).flatMap(({name, marks}) =>
    marks.submissions.map((submission) => ({name, submission, isWhole: marks.shard === null})),
  );
  const targets = [...groupBy(pieces, ({submission}) => submission.target)];
  const submissions = targets.map(([target, members]) => joined(target, members));
  const splitBySubmission = parts.some(({marks}) => marks.shard !== null) && targets.length === pieces.length;
  return {
    version: MARKS_VERSION,
    sandbox: first.marks.sandbox,
    shard: null,
    submissions: splitBySubmission ? submissions.sort((a, b) => (a.target < b.target ? -1 : 1)) : submissions,
  };
}

interface Piece {
  readonly name: string;
  readonly submission: SubmissionMarks;
  /** It comes from a run over all cases. */
  readonly isWhole: boolean;
}

/** The shards by number, and then the whole runs in the order given. */
function inOrder(parts: readonly Part[]): Part[] {
  const shards = parts.flatMap((part) => {
    const [index, total] = (part.marks.shard ?? '').split('/').map(Number);
    return index === undefined || total === undefined ? [] : [{part, index, total}];
  });
  const [first] = shards;
  if (first !== undefined) {
    const {total} = first;
    for (const {part, index, total: other} of shards) {
      if (other !== total) {
        throw new Error(`${first.part.name} is one of ${total} shards, ${part.name} is one of ${other}`);
      }
      if (index > total) throw new Error(`${part.name}: there is no shard ${index}/${total}`);
    }
    for (let index = 1; index <= total; index += 1) {
      const [one, again] = shards.filter((shard) => shard.index === index);
      if (one === undefined) throw new Error(`shard ${index}/${total} is missing`);
      if (again !== undefined) {
        throw new Error(`shard ${index}/${total} was given twice: ${one.part.name} and ${again.part.name}`);
      }
    }
  }
  return [
    ...shards.sort((a, b) => a.index - b.index).map(({part}) => part),
    ...parts.filter(({marks}) => marks.shard === null),
  ];
}

function joined(target: string, pieces: readonly Piece[]): SubmissionMarks {
  const whole = pieces.find(({isWhole}) => isWhole);
  const other = pieces.find((piece) => piece !== whole);
  if (whole !== undefined && other !== undefined) {
    throw new Error(`${target} is in ${whole.name}, which is not a shard, and again in ${other.name}`);
  }
  const cases = pieces.flatMap(({name, submission}) => submission.cases.map((one) => ({name, one})));
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
