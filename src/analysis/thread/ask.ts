/* Asks questions of a thread in Node, so that keys are taken meanwhile. */
import type {Worker} from 'node:worker_threads';
import {packagePath} from '../../system/paths.js';
import type {Answer, Question, Questions} from '../answers.js';

/** Built from `script.ts`. */
const SCRIPT = 'dist/command/analysis/thread/script.js';

type AnswerTo<Name extends keyof Questions> = Awaited<ReturnType<Questions[Name]>>;

let thread: Worker | null = null;

/** Rejects if there is no answer, or if the thread ends; the next question starts another. */
export async function ask<Name extends keyof Questions>(
  asks: Name,
  about: Parameters<Questions[Name]>[0],
): Promise<AnswerTo<Name>> {
  // Loaded with the first question: most games ask none.
  const {MessageChannel, Worker} = await import('node:worker_threads');
  const asked = thread ?? new Worker(packagePath(SCRIPT));
  thread = asked;
  const {port1: ours, port2: theirs} = new MessageChannel();
  return new Promise<AnswerTo<Name>>((resolve, reject) => {
    const end = (): void => {
      ours.close();
      asked.off('error', fails).off('exit', ends);
      // An idle thread must not keep the process alive.
      asked.unref();
    };
    const fails = (error: Error): void => {
      end();
      if (thread === asked) thread = null;
      reject(error);
    };
    const ends = (status: number): void => fails(new Error(`the thread of the advisor ended with ${status}`));
    asked.once('error', fails).once('exit', ends);
    ours.once('message', (answer: Answer) => {
      end();
      if ('problem' in answer) reject(new Error(answer.problem));
      else resolve(answer.answer as AnswerTo<Name>);
    });
    const question = {asks, about} as Question;
    // Advice comes first, and the chance to win is only added: the process need not wait for it.
    if (asks !== 'adviceToWin') asked.ref();
    asked.postMessage({question, port: theirs}, [theirs]);
  });
}
