/* Text for a student: how the mark adds up. */
import {padEnd, widthOf} from '../../command-line/terminal.js';
import {oneLine} from '../results/visible.js';

export interface Part {
  readonly title: string;
  /** null: not given yet. */
  readonly points: string | null;
  /** null: the part only adds to the sum. */
  readonly max: string | null;
}

export interface StudentGrade {
  readonly target: string;
  /** As students may see them. */
  readonly stages: readonly Part[];
  readonly byHand: readonly Part[];
  readonly sum: string;
  readonly max: string;
  readonly days: bigint;
  /** Most days that still earn a mark; null: any number does. */
  readonly latest: bigint | null;
  readonly penalty: string;
  /** null: there is no mark yet. */
  readonly mark: string | null;
  readonly comments: readonly (readonly [column: string, text: string])[];
}

export function gradeText(grade: StudentGrade): string {
  const {days, latest} = grade;
  const share = (points: string | null, max: string | null): string =>
    points === null ? 'missing' : points + (max === null ? '' : ` of ${max}`);
  const tooLate = latest !== null && days > latest ? `, more than ${latest}` : '';
  const late = [
    {title: 'sum', value: share(grade.sum, grade.max)},
    {title: `late: ${days} day${days === 1n ? '' : 's'}${tooLate}`, value: `-${grade.penalty}`},
  ];
  const rows = [
    ...[...grade.stages, ...grade.byHand].map(({title, points, max}) => ({
      title: oneLine(title),
      value: share(points, max),
    })),
    ...(days === 0n ? [] : late),
    {title: 'mark', value: grade.mark === null ? 'not yet' : share(grade.mark, grade.max)},
  ];
  const width = Math.max(...rows.map(({title}) => widthOf(title)));
  const lines = rows.map(({title, value}) => `${padEnd(title, width)}  ${value}`);
  const comments = grade.comments.map(([column, text]) => {
    const shown = text.split(/\r\n?|\n/).map(oneLine);
    return `${oneLine(column)}: ${shown.join('\n')}`;
  });
  return `${[oneLine(grade.target), lines.join('\n'), ...comments].join('\n\n')}\n`;
}
