/*
 * What `fivedice fuzz` is told of "Simplified Yahtzee": sessions to try, and the strict tool to compare with, in process.
 * Where the handout can be read in two ways, a program may follow either.
 */
import {CHOICE_READINGS, type ChoiceReading} from './choices.js';
import {runSession, type SessionOptions, STAGES} from './session.js';
import {sessionInputs, withoutRerolls} from './sessions.js';

interface SessionOutput {
  readonly output: string;
  readonly exitCode: number;
}

/** What is known of each reading of choices, for the report. */
const REMARKS: Readonly<Record<ChoiceReading, string>> = {
  word: "; the course's own marking took `--choice character`",
  character: ", which the course's own marking took",
};

/** The strict tool in each reading of choices. */
export function readings() {
  return CHOICE_READINGS.flatMap((choice) => {
    const tool = strictTool(['assign1', '--choice', choice]);
    if (tool === null) return [];
    return [{name: `--choice ${choice}`, remark: REMARKS[choice], answer: tool}];
  });
}

/** The strict tool in process, if the command is `assign1` with nothing but its own flags; otherwise null. */
export function strictTool([name, ...flags]: readonly string[]): ((input: string) => SessionOutput) | null {
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

/** What a caller of `fuzz` hands to it. */
export const SESSIONS = {
  title: 'sessions of "Simplified Yahtzee"',
  command: 'assign1',
  inputs: sessionInputs,
  steps: withoutRerolls,
  readings,
  inProcess: strictTool,
};
