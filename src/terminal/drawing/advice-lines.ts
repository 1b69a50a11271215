/* Advice in lines: what can be done, what to expect then, and what it costs. */
import type {RolledGame} from '../../game/game.js';
import {type Advice, type SeenChoice, seenAdvice} from '../../table/seen-advice.js';
import {fitted, textOf} from './text.js';

/** Max boxes, and max keeps, of a short answer. */
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

/**
 * A choice on each line, its numbers below each other: `keep 6 6   251.8  -13.3`. With the chances to win they stand closer,
 * so that two columns fit a terminal: `keep 6 6 251.8 -13.3 55.8%`.
 */
export function rankingLines(ranking: readonly SeenChoice[]): string[] {
  const rows = ranking.map(({what, expected, loss, win}) => [
    what,
    expected,
    loss,
    ...(win === null ? [] : [win]),
  ]);
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const gap = widths.length > 3 ? ' ' : '  ';
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join(gap),
  );
}
