/*
 * The advisor in a worker, so that the page goes on meanwhile. Browsers give no worker to a page that is a file: such a
 * page answers its own questions, and freezes while it solves.
 */
import {advisorBy, type Put} from '../../../analysis/advisor.js';

/** Built from `script.ts`, and not loaded before the first question. */
const SCRIPT = 'advisor.js';

let worker: Worker | null = null;
let script: Promise<void> | null = null;

const putToWorker: Put = (question, port, over) =>
  new Promise((_, reject) => {
    worker ??= openWorker();
    worker.addEventListener('error', () => reject(notLoaded()), {signal: over});
    worker.postMessage({question, port}, [port]);
  });

function openWorker(): Worker {
  const opened = new Worker(SCRIPT);
  // The worker reports its own errors as answers: this event means that it was not loaded.
  opened.addEventListener('error', () => {
    if (worker === opened) worker = null;
  });
  return opened;
}

const putHere: Put = async (question, port) => {
  script ??= loadScript();
  await script;
  // The message about the wait must be painted first.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  postMessage({question, port}, '*', [port]);
};

/** A script that cannot be loaded is tried again at the next question. */
export const ADVISOR = advisorBy(location.protocol === 'file:' ? putHere : putToWorker);

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => {
      script = null;
      reject(notLoaded());
    });
    element.src = SCRIPT;
    document.head.append(element);
  });
}

function notLoaded(): Error {
  return new Error(`${SCRIPT} cannot be loaded`);
}
