/*
 * What a program is compared with. Where a task can be read in two ways there is a reference for each, and a program may
 * follow either, but the same one for every input.
 */
import type {FixtureCase} from '../marking/index.js';

/** An input, as Latin-1 text, and the case with whose arguments and files it goes; null: with none. */
export interface Made {
  readonly text: string;
  readonly of: FixtureCase | null;
}

export interface Reference {
  /** What whoever reads the report may call it: the flags of `assign1`, or the command. */
  readonly name: string;
  readonly answer: (input: Made) => Promise<ReferenceOutput>;
  /** What is known of it, behind its name. */
  readonly remark?: string;
}

/** An answer, and all references that give it. */
export interface Alternative {
  readonly answer: ReferenceOutput;
  readonly references: readonly Reference[];
}

/**
 * The different answers to an input, in the order of the references.
 *
 * @param statusCounts whether answers with different exit statuses are different
 */
export async function alternativesTo(
  input: Made,
  references: readonly Reference[],
  statusCounts: boolean,
): Promise<readonly Alternative[]> {
  const alternatives = new Map<
    string,
    {readonly answer: ReferenceOutput; readonly references: Reference[]}
  >();
  for (const reference of references) {
    const answer = await reference.answer(input);
    const key = JSON.stringify([answer.output, statusCounts ? answer.exitCode : null]);
    const known = alternatives.get(key) ?? {answer, references: []};
    known.references.push(reference);
    alternatives.set(key, known);
  }
  return [...alternatives.values()];
}

/** What a program without a difference agrees with; empty if there was only one reference. */
export function agreementText(all: readonly Reference[], agreed: readonly Reference[]): string {
  if (all.length < 2) return '';
  if (agreed.length === all.length) return 'it agrees with both readings: nothing told them apart\n';
  const [first, ...others] = agreed;
  return `it agrees with ${namesOf(agreed)}${others.length === 0 ? (first?.remark ?? '') : ''}\n`;
}

/**
 * What a program with a difference mixes up, and how to see the session that ruled the other reading out: it is not the
 * one shown. Empty if it mixes up nothing.
 *
 * @param before with which it agreed until then
 * @param here with which others it agrees in the session that differs
 * @param command what the names of references are flags of
 * @param seed of all these inputs
 */
export function mixtureText(
  before: readonly Reference[],
  here: readonly Reference[],
  command: string,
  seed: number,
): string {
  if (here.length === 0) return '';
  const earlier = here.map(({name}) => `--reference '${command}${name}' --seed ${seed}`).join(' or ');
  return `until then it agreed only with ${namesOf(before)}, but here with ${namesOf(here)}: it keeps to neither reading
where it did not agree with ${namesOf(here)} is shown by ${earlier}
`;
}

function namesOf(references: readonly Reference[]): string {
  return references.map(({name}) => `\`${name}\``).join(' and ');
}

/** What a reference does with an input: its output, as Latin-1 text, and its exit status. */
export interface ReferenceOutput {
  readonly output: string;
  readonly exitCode: number;
}
