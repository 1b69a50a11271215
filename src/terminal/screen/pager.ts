/* Pages that take the place of the game: the help, or all choices. */
import {padEnd, widthOf} from '../../command-line/terminal.js';
import type {AdviceView} from '../../table/advice-view.js';
import type {Scene} from '../../table/scene.js';
import {fitted, rankingLines, type Size} from '../text.js';

/** Gap between two columns of choices, and the gap where room is short. */
const GAP = 4;
const NARROW_GAP = 2;

/** Lines kept below the choices: for the best one in words, and for keys. */
const BELOW = 4;

/** Returns the pages of the help or of all choices; none if neither is open. */
export function pagesOf({help, isRanking, advice}: Scene, {columns, rows}: Size): string[][] {
  if (help !== null) {
    // With several pages, one more line names the key for the next.
    const parts = helpOf(help, {columns, rows: rows - 1});
    return parts.length === 1 ? parts : helpOf(help, {columns, rows: rows - 2});
  }
  return isRanking && advice !== null ? rankingOf(advice, {columns, rows: rows - BELOW}) : [];
}

/** All choices, best first: down the first column, and on in the next. */
function rankingOf({ranking, note}: AdviceView, {columns, rows}: Size): string[][] {
  const above = note === null ? [] : fitted(note, columns).split('\n');
  const height = rows - above.length;
  const lines = rankingLines(ranking);
  const widest = Math.max(...lines.map(widthOf));
  const gap = 2 * widest + GAP > columns ? NARROW_GAP : GAP;
  const width = widest + gap;
  const across = Math.max(1, Math.floor((columns + gap) / width));
  const parts = Array.from({length: Math.ceil(lines.length / (height * across))}, (_, part) =>
    lines.slice(part * height * across, (part + 1) * height * across),
  );
  return parts.map((part) => [
    ...above,
    ...part.slice(0, height).map((_, row) =>
      part
        .filter((_, index) => index % height === row)
        .map((line) => padEnd(line, width))
        .join('')
        .trimEnd(),
    ),
  ]);
}

/** The help, split into pages that fit. */
function helpOf({keys, notes}: NonNullable<Scene['help']>, {columns, rows}: Size): string[][] {
  const indent = Math.max(...keys.map((key) => key.keys.length)) + 2;
  // The key line below says how to close the help.
  const entries = keys
    .filter((key) => key.keys !== '?')
    .map((key) =>
      fitted(key.does, columns - indent)
        .split('\n')
        .map((line, index) => `${(index === 0 ? key.keys : '').padEnd(indent)}${line}`),
    );
  const paragraphs = notes.map((note) => fitted(note, columns).split('\n'));
  const isRoomy = [...entries, ...paragraphs].flat().length < rows;
  const parts: string[][] = [[]];
  for (const lines of [...entries, ...(isRoomy ? [['']] : []), ...paragraphs]) {
    const last = parts.at(-1) ?? [];
    if (last.length + lines.length <= rows) last.push(...lines);
    else parts.push([...lines]);
  }
  return parts;
}
