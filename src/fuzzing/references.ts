/*
 * What a program is compared with. Where the handout can be read in two ways there is a reference for each, and a
 * program may follow either, but the same one in every session.
 */
import {CHOICE_READINGS, type ChoiceReading} from '../valuation/choices.js';
import {runSession, type SessionOptions, STAGES} from '../valuation/session.js';

export interface Reference {
  /** What whoever reads the report may call it: the flags of `assign1`, or the command. */
  readonly name: string;
  readonly answer: (input: string) => Promise<ReferenceOutput>;
}

/** An answer, and all references that give it. */
export interface Alternative {
  readonly answer: ReferenceOutput;
  readonly references: readonly Reference[];
}

/** What is known of each reading of choices, for the report. */
const REMARKS: Readonly<Record<ChoiceReading, string>> = {
  word: "; the course's own marking took `--choice character`",
  character: ", which the course's own marking took",
};

/** The strict tool in each reading of choices. */
export function readings(): Reference[] {
  return CHOICE_READINGS.flatMap((choice): Reference[] => {
    const tool = strictTool(['assign1', '--choice', choice]);
    return tool === null ? [] : [{name: `--choice ${choice}`, answer: async (input) => tool(input)}];
  });
}

/**
 * The different answers to an input, in the order of the references.
 *
 * @param statusCounts whether answers with different exit statuses are different
 */
export async function alternativesTo(
  input: string,
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
  if (agreed.length === all.length)
    return 'it agrees with both readings of choices: no session told them apart\n';
  return `it agrees with ${namesOf(agreed)}${remarkOn(agreed)}\n`;
}

/**
 * What a program with a difference mixes up, and how to see the session that ruled the other reading out: it is not the
 * one shown. Empty if it mixes up nothing.
 *
 * @param before with which it agreed until then
 * @param here with which others it agrees in the session that differs
 * @param seed of all these sessions
 */
export function mixtureText(before: readonly Reference[], here: readonly Reference[], seed: number): string {
  if (here.length === 0) return '';
  const earlier = here.map(({name}) => `--reference 'assign1 ${name}' --seed ${seed}`).join(' or ');
  return `until then it agreed only with ${namesOf(before)}, but here with ${namesOf(here)}: it keeps to neither reading of choices
where it did not agree with ${namesOf(here)} is shown by ${earlier}
`;
}

function namesOf(references: readonly Reference[]): string {
  return references.map(({name}) => `\`${name}\``).join(' and ');
}

function remarkOn([first, ...others]: readonly Reference[]): string {
  const choice = CHOICE_READINGS.find((one) => first?.name === `--choice ${one}`);
  return choice === undefined || others.length > 0 ? '' : REMARKS[choice];
}

/** What a reference does with an input: its output, as Latin-1 text, and its exit status. */
export interface ReferenceOutput {
  readonly output: string;
  readonly exitCode: number;
}

/** The strict tool in process, if the command is `assign1` with nothing but its own flags; otherwise null. */
export function strictTool([name, ...flags]: readonly string[]): ((input: string) => ReferenceOutput) | null {
  if (name !== 'assign1') return null;
  let options: SessionOptions = {};
  for (let index = 0; index < flags.length; index += 2) {
    const [flag, value] = flags.slice(index, index + 2);
    const stage = STAGES.find((known) => flag === '--stage' && String(known) === value);
    const choice = CHOICE_READINGS.find((known) => flag === '--choice' && known === value);
    if (stage === undefined && choice === undefined) return null;
    options = {
      ...options,
      ...(stage === undefined ? {} : {stage}),
      ...(choice === undefined ? {} : {choice}),
    };
  }
  return (input) => runSession(Buffer.from(input, 'latin1'), options);
}
