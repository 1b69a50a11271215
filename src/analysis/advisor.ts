/*
 * The remote call of every front end: a question goes to a worker or a thread, and its answer comes back on a port of its
 * own. The solver is loaded only there.
 */
import type {Answer, Question, Questions} from './answers.js';

/** Answers questions; rejects if there is no answer. */
export type Advisor = {
  readonly [Name in keyof Questions]: (
    about: Parameters<Questions[Name]>[0],
  ) => Promise<Awaited<ReturnType<Questions[Name]>>>;
};

/** Puts a question. Rejects if no answer can come. The signal aborts once it is answered or has failed. */
export type Put = (question: Question, port: MessagePort, over: AbortSignal) => Promise<unknown>;

export function advisorBy(put: Put): Advisor {
  const ask = (asks: keyof Questions) => (about: unknown) =>
    new Promise<never>((resolve, reject) => {
      const {port1: ours, port2: theirs} = new MessageChannel();
      const over = new AbortController();
      const end = (): void => {
        ours.close();
        over.abort();
      };
      ours.onmessage = ({data}: MessageEvent<Answer>) => {
        end();
        if ('problem' in data) reject(new Error(data.problem));
        else resolve(data.answer as never);
      };
      put({asks, about} as Question, theirs, over.signal).catch((error) => {
        end();
        reject(error);
      });
    });
  return {
    adviceOn: ask('adviceOn'),
    adviceToWin: ask('adviceToWin'),
    nextAction: ask('nextAction'),
    review: ask('review'),
    winsIn: ask('winsIn'),
    expertTotal: ask('expertTotal'),
  };
}
