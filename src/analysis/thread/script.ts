/* The thread of the advisor in Node: answers each question on the port that comes with it. */
import {type MessagePort, parentPort} from 'node:worker_threads';
import {answerTo, type Question} from '../answers.js';

parentPort?.on(
  'message',
  async ({question, port}: {readonly question: Question; readonly port: MessagePort}) => {
    port.postMessage(await answerTo(question));
  },
);
