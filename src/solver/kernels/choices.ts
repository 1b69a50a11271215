/*
 * What a roll can be used for, as lists for the kernels. A choice is a box and points that some roll scores in it; there
 * are some hundred, so a kernel finds out once what each is worth, and then the best one for each roll.
 */
import {FIRST_ROLL, KEEPS} from '../keeps.js';
import {BOXES} from '../lattice.js';
import {FORBIDDEN, type Scoring} from '../scoring.js';

export interface Choices {
  /** The points of each choice. Choices are numbered box by box, and in a box from 0 points on. */
  readonly choicePoints: Uint8Array;
  /** The number of the first choice of each box; those of the last box end at the last number. */
  readonly choiceStarts: Uint8Array;
  /**
   * Lists of numbers of choices; list `r` ends where the next one starts, at `rowStarts[r + 1]`. First the rows of
   * `Scoring.points`: of a roll those that score, and none of a Yahtzee; of a Yahtzee in its cases all that the rules
   * allow. Then one row of all the choices for 0.
   */
  readonly rows: Uint8Array;
  readonly rowStarts: Uint16Array;
}

const ROLLS = KEEPS.length - FIRST_ROLL;

export function choicesOf({points: table}: Pick<Scoring, 'points'>): Choices {
  const boxes = Array.from({length: BOXES}, (_, box) => box);
  const pointsIn = (box: number): number[] => {
    const found = new Set([0, ...table.filter((points, at) => at % BOXES === box && points !== FORBIDDEN)]);
    return [...found].sort((one, other) => one - other);
  };
  const points = boxes.map(pointsIn);
  const starts = startsOf(points);
  const choice = (box: number, scored: number): number =>
    (starts[box] ?? 0) + (points[box]?.indexOf(scored) ?? 0);
  const rows = Array.from({length: table.length / BOXES}, (_, row) =>
    boxes.flatMap((box) => {
      const scored = table[BOXES * row + box] ?? 0;
      const isWanted = row < ROLLS ? scored > 0 && !isYahtzee(row) : scored !== FORBIDDEN;
      return isWanted ? [choice(box, scored)] : [];
    }),
  );
  const allRows = [...rows, boxes.map((box) => choice(box, 0))];
  return {
    choicePoints: Uint8Array.from(points.flat()),
    choiceStarts: Uint8Array.from(starts),
    rows: Uint8Array.from(allRows.flat()),
    rowStarts: Uint16Array.from(startsOf(allRows)),
  };
}

/** Where each list starts when they are put one after the other, and where the last ends. */
function startsOf(lists: readonly (readonly number[])[]): number[] {
  const starts = [0];
  for (const {length} of lists) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

function isYahtzee(roll: number): boolean {
  return new Set(KEEPS[FIRST_ROLL + roll]).size === 1;
}
