/* Words a scene in lines of a terminal. Line by line, everything about a game comes from its scene. */
import {wrapWords} from '../../command-line/terminal.js';
import {isolated} from '../../game/format.js';
import type {Scene} from '../../table/scene.js';
import {fitted, rankingLines, textOf, WIDTH} from '../text.js';

/** Max boxes, and max keeps, of a short answer. */
const FEW = 3;

/** The round, and the totals in the order of play. */
export function standingsIn({round, players}: Scene): string {
  return fitted(`${round}. ${players.map(({name, total}) => `${isolated(name)} ${total}`).join(', ')}.`);
}

/** Each box that may be filled now, with what it would earn, and the notes of the rules. */
export function boxesIn({card: {rows, columns}, reasons, players}: Scene): string {
  const boxes = rows.flatMap(({names: [name], cells}) => {
    const worth = cells.flatMap(({kind, text}, at) => {
      const factor = columns.length > players.length ? `x${columns[at]?.factor} ` : '';
      return kind === 'choice' ? [factor + text] : [];
    });
    return worth.length === 0 ? [] : [`${name} ${worth.join(' ')}`];
  });
  const ended = boxes.map((box, at) => `${box}${at < boxes.length - 1 ? ',' : '.'}`);
  return textOf(wrapWords(['Open boxes:', ...ended, ...reasons.map((reason) => `${reason}.`)], WIDTH));
}

/** The cards of all players: what is filled, and the sums. */
export function cardsIn({card: {rows, columns}, players}: Scene): string {
  const isSingle = columns.length === players.length;
  const cellsOf = (at: number, kind: 'filled' | 'sum'): string =>
    rows
      .flatMap(({names: [name], cells}) => (cells[at]?.kind === kind ? [`${name} ${cells[at].text}`] : []))
      .join(', ');
  const said = players.flatMap(({name, total}, player) => [
    ...columns.flatMap((column, at) => {
      const whose = isSingle ? isolated(name) : `${isolated(name)} x${column.factor}`;
      const filled = cellsOf(at, 'filled') || 'nothing filled';
      return column.player === player ? [`${whose}: ${filled}. ${cellsOf(at, 'sum')}.`] : [];
    }),
    ...(isSingle ? [] : [`${isolated(name)}: ${total} in all columns.`]),
  ]);
  return textOf(said.map((line) => fitted(line)));
}

/** The best choice as a sentence, and below it the best few boxes and keeps, or all choices. */
export function adviceIn({advice, isRanking}: Scene): string {
  if (advice === null) return '';
  const {sentence, ranking, why, note} = advice;
  const listed = ranking.filter(
    (one) => isRanking || ranking.filter(({isBox}) => isBox === one.isBox).indexOf(one) < FEW,
  );
  return textOf([
    fitted(sentence),
    ...(why === null ? [] : [fitted(why)]),
    ...rankingLines(listed).map((line) => `  ${line}`),
    ...(note === null ? [] : [fitted(note)]),
  ]);
}
