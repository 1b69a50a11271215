/* The thread of the advisor in Node. */
import {parentPort} from 'node:worker_threads';
import {answer} from '../answers.js';

parentPort?.on('message', answer);
