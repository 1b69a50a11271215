/* The advisor on a thread in Node, so that keys are taken meanwhile. */
import type {TransferListItem, Worker} from 'node:worker_threads';
import {packagePath} from '../../system/paths.js';
import {advisorBy} from '../advisor.js';

/** Built from `script.ts`. */
const SCRIPT = 'dist/command/analysis/thread/script.js';

let thread: Worker | null = null;

/** The next question after a failure starts another thread. */
export const ADVISOR = advisorBy(async (question, port, over) => {
  // Loaded with the first question: most games ask none.
  const {Worker} = await import('node:worker_threads');
  const asked = thread ?? new Worker(packagePath(SCRIPT));
  thread = asked;
  // Advice comes first, and the chance to win is only added: the process need not wait for it.
  if (question.asks !== 'adviceToWin') asked.ref();
  asked.postMessage({question, port}, [port as unknown as TransferListItem]);
  return new Promise((_, reject) => {
    const fails = (error: Error): void => {
      if (thread === asked) thread = null;
      reject(error);
    };
    const ends = (status: number): void => fails(new Error(`the thread of the advisor ended with ${status}`));
    asked.once('error', fails).once('exit', ends);
    over.addEventListener('abort', () => {
      asked.off('error', fails).off('exit', ends);
      // An idle thread must not keep the process alive.
      asked.unref();
    });
  });
});
