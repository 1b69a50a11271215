/*
 * A script of its own, loaded at the first question: in a worker, or in a page that is a file and may have none. A
 * question comes with a port, on which it is answered.
 */
import {answerTo, type Question} from '../../../analysis/answers.js';

addEventListener('message', async ({data, ports: [port]}: MessageEvent<Question>) =>
  port?.postMessage(await answerTo(data)),
);
