/* Text for a student: how the mark adds up. */
import {padEnd, widthOf} from '../../command-line/terminal.js';
import {oneLine} from '../results/visible.js';

/** Part of the sum, in decimal strings. */
export interface Part {
  readonly title: string;
  /** null: not given yet. */
  readonly points: string | null;
  /** null: the part only adds to the sum. */
  readonly max: string | null;
}

export interface StudentGrade {
  readonly target: string;
  readonly stages: readonly Part[];
  readonly byHand: readonly Part[];
  /** Sum of all parts. */
  readonly sum: string;
  readonly max: string;
  readonly days: bigint;
  readonly penalty: string;
  /** null: there is no mark yet. */
  readonly mark: string | null;
  readonly comments: readonly (readonly [column: string, text: string])[];
}

export function gradeText({
  target,
  stages,
  byHand,
  sum,
  max,
  days,
  penalty,
  mark,
  comments,
}: StudentGrade): string {
  const of = (points: string | null, most: string | null): string =>
    points === null ? 'missing' : points + (most === null ? '' : ` of ${most}`);
  const late = `late: ${days} day${days === 1n ? '' : 's'}`;
  const rows = [
    ...[...stages, ...byHand].map(
      ({title, points, max: most}) => [oneLine(title), of(points, most)] as const,
    ),
    ...(days === 0n
      ? []
      : ([
          ['sum', of(sum, max)],
          [late, `-${penalty}`],
        ] as const)),
    ['mark', mark === null ? 'not yet' : of(mark, max)] as const,
  ];
  const width = Math.max(...rows.map(([title]) => widthOf(title)));
  const lines = rows.map(([title, value]) => `${padEnd(title, width)}  ${value}`);
  const said = comments.map(
    ([column, text]) =>
      `${oneLine(column)}: ${text
        .split(/\r\n?|\n/)
        .map(oneLine)
        .join('\n')}`,
  );
  return `${[oneLine(target), lines.join('\n'), ...said].join('\n\n')}\n`;
}
