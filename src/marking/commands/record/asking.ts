/* Asks case by case which changes to write, in the manner of `git add -p`. */

import {type Line, plain} from '../../reports/drawing.js';
import {groupBy} from '../../run/grouping.js';
import {oneLine} from '../../run/visible.js';
import {changeLine, drawnInFull, type GoldenChange} from './changes.js';

export interface Person {
  readonly show: (lines: readonly Line[]) => void;
  /** The line that was typed, without its newline; null if there will be none any more. */
  readonly ask: (question: string) => Promise<string | null>;
}

const ANSWERS = {
  y: 'write this case',
  n: 'leave it as it is',
  a: 'write this case and all that follow',
  q: 'leave this case and all that follow as they are',
} as const;

type Reply = keyof typeof ANSWERS;

/** The changes to write, once everything is answered. Whoever goes away in the middle has answered `q`. */
export async function changesWanted(
  changes: readonly GoldenChange[],
  person: Person,
): Promise<GoldenChange[]> {
  const cases = [...groupBy(changes, ({one}) => one.name)];
  const wanted: GoldenChange[] = [];
  for (const [index, [name, members]] of cases.entries()) {
    for (const change of members) person.show([plain(changeLine(change)), ...drawnInFull(change)]);
    const answer = await answerTo(
      `(${index + 1}/${cases.length}) write ${oneLine(name)}? [y,n,a,q,?] `,
      person,
    );
    if (answer === 'q') return wanted;
    if (answer === 'a') return [...wanted, ...cases.slice(index).flatMap(([, rest]) => rest)];
    if (answer === 'y') wanted.push(...members);
  }
  return wanted;
}

async function answerTo(question: string, {show, ask}: Person): Promise<Reply> {
  for (;;) {
    const typed = await ask(question);
    if (typed === null) return 'q';
    const answer = typed.trim().toLowerCase();
    if (isAnswer(answer)) return answer;
    show(Object.entries(ANSWERS).map(([key, meaning]) => plain(`${key}: ${meaning}`)));
  }
}

function isAnswer(text: string): text is Reply {
  return Object.hasOwn(ANSWERS, text);
}
