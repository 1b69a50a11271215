/* Advice in lines: what can be done, what to expect then, and what it costs. */
import type {RolledGame} from '../../game/game.js';
import {type Advice, type SeenChoice, seenAdvice} from '../../table/seen-advice.js';
import {fitted, textOf} from './text.js';

/** How many boxes, and how many keeps, a short answer has. */
const FEW = 3;

/** The best choice as a sentence, and below it the best few boxes and keeps, or everything. */
export function adviceInWords(game: RolledGame, advice: Advice, everything: boolean): string {
  const {sentence, ranking, why, note} = seenAdvice(game, advice);
  const isAmongFew = (index: number): boolean => {
    const kindAt = (at: number): boolean => 'box' in (advice.choices[at]?.choice ?? {});
    const before = ranking.filter((_, at) => at < index && kindAt(at) === kindAt(index));
    return before.length < FEW;
  };
  const listed = ranking.filter((_, index) => everything || isAmongFew(index));
  return textOf([
    fitted(sentence),
    ...(why === null ? [] : [fitted(why)]),
    ...rankingLines(listed).map((line) => `  ${line}`),
    ...(note === null ? [] : [fitted(note)]),
  ]);
}

/** A choice on each line, its numbers below each other: `keep 6 6   251.8  -13.3`. */
export function rankingLines(ranking: readonly SeenChoice[]): string[] {
  const width = Math.max(...ranking.map(({what}) => what.length));
  const points = Math.max(...ranking.map(({expected}) => expected.length));
  const losses = Math.max(...ranking.map(({loss}) => loss.length));
  return ranking.map(
    ({what, expected, loss}) =>
      `${what.padEnd(width)}  ${expected.padStart(points)}  ${loss.padStart(losses)}`,
  );
}
