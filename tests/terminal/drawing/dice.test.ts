import * as assert from 'uvu/assert';
import {drawHallOfFame} from '../../../src/terminal/drawing/dice.js';
import {suite} from '../../support/suite.js';

suite('the hall of fame', (test) => {
  test('has a place, a score and a name on each line, digits below digits', () => {
    const scores = [1575, 273, 192, 100, 99, 50, 9, 8, 7, 0];
    const entries = scores.map((score, index) => ({score, name: `p ${index},`}));
    const lines = drawHallOfFame(entries, 1).split('\n');
    assert.is(lines[0], 'Hall of fame');
    assert.is(lines[1], ' 1. 1575 p 0,');
    assert.is(lines[2], ' 2.  273 p 1,');
    assert.is(lines[9], ' 9.    7 p 8,');
    assert.is(lines[10], '10.    0 p 9,');
    assert.equal(lines.slice(11), ['']);
  });

  test('says how many columns, and that it is empty', () => {
    assert.is(drawHallOfFame([], 1), 'Hall of fame\nNo entries yet.\n');
    assert.is(drawHallOfFame([{score: 5, name: 'A'}], 2), 'Hall of fame, 2 columns\n 1. 5 A\n');
    assert.is(drawHallOfFame([], 3), 'Hall of fame, 3 columns\nNo entries yet.\n');
  });

  test('fits the screen with the longest names', () => {
    const entries = Array.from({length: 10}, () => ({score: 9450, name: 'm'.repeat(40)}));
    for (const line of drawHallOfFame(entries, 3).split('\n')) assert.ok(line.length <= 80);
  });
});
