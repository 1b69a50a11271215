/*
 * What a roll can be used for, as lists for the kernels. A choice is a box and points that some roll scores in it; there
 * are some hundred, so a kernel finds out once what each is worth, and then the best one for each roll.
 */
import {FACES} from '../../rules/dice.js';
import {FIRST_ROLL, ROLLS} from '../keeps.js';
import {BOXES} from '../lattice.js';
import {FORBIDDEN, type Scoring, YAHTZEE_CASES} from '../scoring.js';

export interface Choices {
  /** The points of each choice. Choices are numbered box by box, and in a box from 0 points on. */
  readonly choicePoints: Uint8Array;
  /** The number of the first choice of each box; those of the last box end at the last number. */
  readonly choiceStarts: Uint8Array;
  /**
   * Lists of numbers of choices; list `r` ends where the next one starts, at `rowStarts[r + 1]`. First the choices of
   * the rolls in `plainRolls` that score, then those of Yahtzees, by case and face, that the rules allow, then all the
   * choices for 0.
   */
  readonly rows: Uint8Array;
  readonly rowStarts: Uint16Array;
  /** The keeps that are rolls but no Yahtzees; those with few choices first, so that a processor foresees how many. */
  readonly plainRolls: Uint16Array;
}

/** The first row of Yahtzees, and the row of all the choices for 0. */
export const YAHTZEE_ROW = ROLLS.length - FACES.length;
export const SCRATCH_ROW = YAHTZEE_ROW + YAHTZEE_CASES.length * FACES.length;

export function choicesOf({points: table}: Pick<Scoring, 'points'>): Choices {
  const boxes = Array.from({length: BOXES}, (_, box) => box);
  const points = boxes.map((box) => {
    const found = new Set([0, ...table.filter((one, at) => at % BOXES === box && one !== FORBIDDEN)]);
    return [...found].sort((one, other) => one - other);
  });
  const starts = startsOf(points);
  const choice = (box: number, scored: number): number =>
    (starts[box] ?? 0) + (points[box]?.indexOf(scored) ?? 0);
  /** A row of `Scoring.points`, without what is less than some points. */
  const choices = (row: number, least: number): number[] =>
    boxes.flatMap((box) => {
      const scored = table[BOXES * row + box] ?? 0;
      return scored < least ? [] : [choice(box, scored)];
    });
  const plain = ROLLS.map((roll, row) => ({roll, keep: FIRST_ROLL + row, row: choices(row, 1)}))
    .filter(({roll}) => new Set(roll).size > 1)
    .sort((one, other) => one.row.length - other.row.length);
  const yahtzees = Array.from({length: table.length / BOXES - ROLLS.length}, (_, one) =>
    choices(ROLLS.length + one, 0),
  );
  const rows = [...plain.map(({row}) => row), ...yahtzees, boxes.map((box) => choice(box, 0))];
  return {
    choicePoints: Uint8Array.from(points.flat()),
    choiceStarts: Uint8Array.from(starts),
    rows: Uint8Array.from(rows.flat()),
    rowStarts: Uint16Array.from(startsOf(rows)),
    plainRolls: Uint16Array.from(plain, ({keep}) => keep),
  };
}

/** Where each list starts when they are put one after the other, and where the last ends. */
function startsOf(lists: readonly (readonly number[])[]): number[] {
  const starts = [0];
  for (const {length} of lists) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}
