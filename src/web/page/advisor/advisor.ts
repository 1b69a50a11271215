/*
 * Has questions answered in a worker, so that the page goes on meanwhile. Browsers give no worker to a page that is a
 * file: there the page answers itself, and stands still while it solves.
 */
import type {Answer, Question, Questions} from '../../../analysis/answers.js';

/** Built from `script.ts`, and not loaded before the first question. */
const SCRIPT = 'advisor.js';
const NOT_LOADED = `${SCRIPT} cannot be loaded`;

let worker: Worker | null = null;
let script: Promise<void> | null = null;

/**
 * The answer to a question. The promise is rejected if the script cannot be loaded; the next question tries again.
 */
export function ask<Name extends keyof Questions>(
  asks: Name,
  about: Parameters<Questions[Name]>[0],
): Promise<Awaited<ReturnType<Questions[Name]>>> {
  return new Promise((resolve, reject) => {
    const {port1: ours, port2: theirs} = new MessageChannel();
    const over = new AbortController();
    const end = (): void => {
      ours.close();
      over.abort();
    };
    const fails = (): void => {
      end();
      reject(new Error(NOT_LOADED));
    };
    ours.onmessage = ({data}: MessageEvent<Answer>) => {
      end();
      if ('problem' in data) reject(new Error(data.problem));
      else resolve(data.answer as Awaited<ReturnType<Questions[Name]>>);
    };
    const put = location.protocol === 'file:' ? putHere : putToWorker;
    put({asks, about} as Question, theirs, fails, over.signal);
  });
}

/** Puts a question; `over` aborts when it is answered or has failed. */
type Put = (question: Question, port: MessagePort, fails: () => void, over: AbortSignal) => void;

const putToWorker: Put = (question, port, fails, over) => {
  worker ??= openWorker();
  worker.addEventListener('error', fails, {signal: over});
  worker.postMessage(question, [port]);
};

function openWorker(): Worker {
  const opened = new Worker(SCRIPT);
  // It reports its own errors as answers, so this one is that it was not loaded.
  opened.addEventListener('error', () => {
    if (worker === opened) worker = null;
  });
  return opened;
}

const putHere: Put = async (question, port, fails) => {
  try {
    script ??= loadScript();
    await script;
    // Lets people see what is said meanwhile.
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    postMessage(question, '*', [port]);
  } catch {
    script = null;
    fails();
  }
};

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', reject);
    element.src = SCRIPT;
    document.head.append(element);
  });
}
