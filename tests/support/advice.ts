import type {Advice} from '../../src/table/advice-view.js';

/** Made up, on 1 6 6 1 6, the first roll of a game. */
export const ADVICE: Advice = {
  choices: [
    {choice: {keep: [2, 3, 5]}, expected: 265.113, loss: 0},
    {choice: {keep: [2, 5]}, expected: 258.04, loss: 7.073},
    {choice: {keep: [3]}, expected: 250, loss: 15.113},
    {choice: {box: {column: 1, category: 'full-house'}}, expected: 247.6, loss: 17.513},
    {choice: {keep: []}, expected: 240, loss: 25.113},
    {choice: {box: {column: 1, category: 'sixes'}}, expected: 165, loss: 100.113},
  ],
  win: null,
  why: null,
  isMoreToCome: false,
  note: null,
};
