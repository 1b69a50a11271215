/*
 * The session implemented a second time, in a different way: whole lines as text, regular expressions, one
 * function from top to bottom. The tests compare the state machine with it on random input, so nothing here
 * may come from `src/valuation`.
 */
import {COMBINATIONS} from './brute-force.js';

const ASK_DICE = '\nPlease enter dice values:\n> ';
const ASK_CHOICE = '\nPlease choose:\n 1 -> Reroll some dice\n 2 -> Reroll all dice\n 3 -> Keep dice\n> ';
const ASK_NUMBERS = '\nPlease enter dice to reroll (1 - 5):\n> ';

/** Every way in which an output can end: it contains exactly one of these, at its end. */
export const ENDINGS = [
  /\nYour score is: \d+ points\n\n/,
  /\nIncorrect Input Format\.\n\n/,
  /\nValue Out of Range\.\n\n/,
  /> Dice Number Out of Range\.\n\n/,
  /\nIncorrect Number of Values\.\n\n/,
  /\nInvalid Choice\.\n\n/,
  /> \n$/, // Stage 1 exit.
] as const;

/** Thrown to leave the function wherever the session ends. */
class Ending {
  readonly text: string;
  readonly exitCode: 0 | 1;
  constructor(text: string, exitCode: 0 | 1) {
    this.text = text;
    this.exitCode = exitCode;
  }
}

export function referenceSession(
  input: string,
  stage: 1 | 2,
  reading: 'word' | 'character',
): {output: string; exitCode: 0 | 1} {
  const lines = input.split('\n');
  let output = '';

  const ask = (prompt: string): string => {
    output += prompt;
    return lines.shift() ?? '';
  };
  const fail = (message: string): never => {
    throw new Ending(`\n${message}.\n\n`, 1);
  };
  const values = (line: string, highest: 5 | 6, count: RegExp): number[] => {
    if (/[^0-9 \t\v\f\r]|[0-9][0-9]/.test(line)) fail('Incorrect Input Format');
    const words = line.match(/[0-9]/g) ?? [];
    const inRange = words.every((word) => Number(word) >= 1 && Number(word) <= highest);
    if (!inRange && highest === 5) throw new Ending('Dice Number Out of Range.\n\n', 1);
    if (!inRange) fail('Value Out of Range');
    if (!count.test(String(words.length))) fail('Incorrect Number of Values');
    return words.map(Number);
  };
  const choose = (line: string, highest: number): number => {
    const pattern =
      reading === 'word' ? /^[ \t\v\f\r]*([0-9])(?:[ \t\v\f\r]|$)/ : /^[ \t\v\f\r]*([0-9])(?!\.[0-9])/;
    const choice = Number(pattern.exec(line)?.[1] ?? 0);
    if (choice < 1 || choice > highest) fail('Invalid Choice');
    return choice;
  };

  try {
    let dice = values(ask(ASK_DICE), 6, /^5$/);
    output += `\nYour dice values are: ${dice.join(' ')}\n`;
    for (let reroll = 0; reroll < 2; reroll += 1) {
      const choice = choose(ask(ASK_CHOICE), 3);
      if (choice === 3) break;
      if (stage === 1) throw new Ending('\n', 0);
      if (choice === 2) {
        dice = values(ask(ASK_DICE), 6, /^5$/);
      } else {
        const numbers = [...new Set(values(ask(ASK_NUMBERS), 5, /^[1-9]/))];
        const wanted = `${numbers.length} value${numbers.length > 1 ? 's' : ''}`;
        const faces = values(ask(`\nPlease enter ${wanted}:\n> `), 6, new RegExp(`^${numbers.length}$`));
        for (const [index, number] of numbers.entries()) dice[number - 1] = faces[index] ?? 0;
      }
      output += `\nYour dice values are: ${dice.join(' ')}\n`;
    }
    const options = COMBINATIONS.filter(({holds}) => holds(dice)).map(
      ({name, points}) => [name, points(dice)] as const,
    );
    const menu = options
      .map(([name, points], index) => ` ${index + 1} -> ${name} (${points} points)\n`)
      .join('');
    const option = choose(ask(`\nYour score options are:\n${menu}> `), options.length);
    throw new Ending(`\nYour score is: ${options[option - 1]?.[1]} points\n\n`, 0);
  } catch (ending) {
    if (!(ending instanceof Ending)) throw ending;
    return {output: output + ending.text, exitCode: ending.exitCode};
  }
}
