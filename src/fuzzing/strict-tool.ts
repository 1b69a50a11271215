/* The strict tool as a reference that runs in process. */
import {CHOICE_READINGS} from '../valuation/choices.js';
import {runSession, type SessionOptions, STAGES} from '../valuation/session.js';

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
