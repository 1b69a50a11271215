/* Joins what knows how to fuzz any program with what knows the sessions of the strict tool. */
import {type Answer, main as fuzz} from './marking/fuzz.js';
import {CHOICE_READINGS} from './valuation/choices.js';
import {sessionInputs} from './valuation/inputs.js';
import {runSession, type SessionOptions, STAGES} from './valuation/session.js';

export function main(args: readonly string[]): Promise<number> {
  return fuzz(args, {inputs: sessionInputs, reference: 'assign1', builtIn: strictTool});
}

/** The strict tool in process, if a command is `assign1` with nothing but flags of its own. */
function strictTool([name, ...flags]: readonly string[]): ((input: string) => Answer) | null {
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
