/*
 * A script of its own, loaded at the first question: in a worker, or in a page that is a file and may have none. A
 * question comes with a port, on which it is answered.
 */
import {ANSWERS, type Questions} from './answers.js';

export type Question = {
  readonly [Name in keyof Questions]: {readonly asks: Name; readonly about: Parameters<Questions[Name]>[0]};
}[keyof Questions];

export type Answer = {readonly answer: unknown} | {readonly problem: string};

addEventListener('message', ({data, ports: [port]}: MessageEvent<Question>) =>
  port?.postMessage(answerTo(data)),
);

function answerTo({asks, about}: Question): Answer {
  try {
    const answers: (about: never) => unknown = ANSWERS[asks];
    return {answer: answers(about as never)};
  } catch (error) {
    return {problem: String(error)};
  }
}
