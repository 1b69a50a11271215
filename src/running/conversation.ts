/*
 * Two programs that talk with each other: what either prints is the other's standard input. It passes through this
 * process, which so sees who says what, and what came first.
 */
import {LiveInput, type Talk} from './lanes/live-input.js';
import type {NoObservation, Observation} from './meaning.js';
import type {Job} from './run.js';
import type {Runner} from './runner.js';

/** Which of the two: the first or the second job. */
export type Speaker = 0 | 1;

/** What one of them said before the other said something. */
export interface Turn {
  readonly by: Speaker;
  readonly said: Buffer;
}

export interface Conversation {
  readonly seen: readonly [Observation | NoObservation, Observation | NoObservation];
  readonly endedFirst: Speaker;
  readonly turns: readonly Turn[];
  /** Whether time ran out when both had read all that was said. */
  readonly isDeadlock: boolean;
}

type Part = Omit<Job, 'input'>;

/**
 * Runs both at once, each in a lane of its own, of which there must be two.
 *
 * @param isDecisive whether the first need not go on, once the second has ended so before it
 */
export async function converse(
  jobs: readonly [Part, Part],
  runner: Runner,
  isDecisive: (seen: Observation | NoObservation) => boolean,
): Promise<Conversation> {
  const inputs = [new LiveInput(), new LiveInput()] as const;
  const turns: {by: Speaker; chunks: Buffer[]}[] = [];
  let endedFirst: Speaker | null = null;
  let isDeadlock = false;
  const stop = new AbortController();
  const talkOf = (by: Speaker): Talk => {
    const other = inputs[by === 0 ? 1 : 0];
    return {
      input: inputs[by],
      stop: stop.signal,
      says: (chunk) => {
        const last = turns.at(-1);
        if (last?.by === by) last.chunks.push(chunk);
        else turns.push({by, chunks: [chunk]});
        other.write(chunk);
      },
      ends: () => {
        endedFirst ??= by;
        other.end();
      },
      isLate: () => {
        isDeadlock ||= endedFirst === null && inputs.every(({isAllRead}) => isAllRead);
      },
    };
  };
  const run = async (by: Speaker): Promise<Observation | NoObservation> => {
    const talk = talkOf(by);
    const seen = await runner.observe({...jobs[by], input: Buffer.alloc(0), talk});
    // Where it never ran, nobody told that it ended.
    talk.ends();
    if (by === 1 && endedFirst === 1 && isDecisive(seen)) stop.abort();
    return seen;
  };
  const seen = await Promise.all([run(0), run(1)]);
  return {
    seen,
    endedFirst: endedFirst ?? 0,
    turns: turns.map(({by, chunks}) => ({by, said: Buffer.concat(chunks)})),
    isDeadlock,
  };
}
