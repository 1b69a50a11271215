/* The thread of the advisor in Node: answers one question after the other, each on the port that comes with it. */
import {type MessagePort, parentPort} from 'node:worker_threads';
import {answerTo, type Question} from '../answers.js';

parentPort?.on('message', ({question, port}: {readonly question: Question; readonly port: MessagePort}) => {
  port.postMessage(answerTo(question));
});
