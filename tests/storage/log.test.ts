/* The log of finished games, and what is read off it. */
import * as assert from 'uvu/assert';
import type {Action} from '../../src/game/game.js';
import {type Setup, setupOfDay} from '../../src/game/setup.js';
import {addToLog, hallOfFame, lineOfDay, parseLog} from '../../src/storage/log.js';
import {formatGame, type SavedGame} from '../../src/storage/saved-game.js';
import {statisticsOf} from '../../src/storage/statistics.js';
import {only} from '../support/cards.js';
import {BOXES} from '../support/reference-card.js';
import {pointsOf} from '../support/seeded-games.js';
import {suite} from '../support/suite.js';
import {FULL, PASS, place, play, ROLL, SEEDED, TYPED, UNDO} from '../support/typed-games.js';

const WHEN = new Date('2026-11-23T20:15:00Z');
const KIND = {rules: 'official', columns: 1} as const;
const DAY = '2026-11-23';

/** A whole game of first rolls, box after box. */
function whole(setup: Setup, ...first: readonly Action[]): SavedGame {
  const turns = Array.from({length: setup.columns}, (_, column) =>
    BOXES.flatMap((box) => setup.players.flatMap(() => [ROLL, place(box, (column + 1) as 1 | 2 | 3)])),
  ).flat();
  const [roll = ROLL, ...rest] = turns;
  const actions = [roll, ...first, ...rest];
  return {game: play(setup, ...actions), actions};
}

const seeded = (seed: number, ...players: string[]): Setup => ({...SEEDED, players, dice: {seed}});
const logOf = (...games: readonly SavedGame[]): string =>
  games.reduce((text, game) => text + addToLog(text, game, WHEN), '');
const scoresIn = (text: string): string[] =>
  hallOfFame(parseLog(text).games, KIND).map(({score, name}) => `${score} ${name}`);

const ANN = whole(seeded(7, 'Ann'));
const [POINTS = 0] = pointsOf(7, 1);

suite('the log', (test) => {
  test('has a line for each game, with its date, and gives the games back in order', () => {
    const text = logOf(ANN, whole(seeded(8, 'Bob')));
    assert.is(text.split('\n')[0], formatGame({...ANN, date: '2026-11-23T20:15:00.000Z'}));
    const {games, damaged} = parseLog(text);
    assert.equal(games[0], {...ANN, date: '2026-11-23T20:15:00.000Z'});
    assert.equal([games.length, damaged], [2, []]);
  });

  test('counts a game that was undone at its end and ended again once, with its last end', () => {
    const actions = [...ANN.actions, UNDO, PASS, place('chance')];
    const again = {game: play(ANN.game.setup, ...actions), actions};
    const more = [...actions, UNDO, place('chance')];
    const third = {game: play(ANN.game.setup, ...more), actions: more};
    for (const games of [
      [ANN, third],
      [ANN, whole(seeded(8, 'Bob')), again, again],
    ]) {
      const found = parseLog(logOf(...games)).games.filter(({game}) => game.setup.players[0] === 'Ann');
      assert.equal(
        found.map((one) => one.actions),
        [games.at(-1)?.actions],
      );
    }
    // Another course of the same dice is another game.
    assert.is(parseLog(logOf(ANN, whole(ANN.game.setup, PASS))).games.length, 2);
  });

  test('has the line of a day', () => {
    const daily = whole(only(setupOfDay(DAY, 'Ada'), 'the setup of a day'));
    assert.match(lineOfDay([ANN, daily], DAY) ?? '', /^Fivedice 2026-11-23: \d+ /);
    assert.is(lineOfDay([ANN, daily], '2026-11-24'), null);
  });

  test('skips what is no finished game, and takes a new line behind one that was cut off', () => {
    const open = {game: play(SEEDED, ROLL), actions: [ROLL]};
    const text = `Dear diary\n\n${logOf(ANN)}${formatGame(open)}\n${formatGame(ANN).slice(0, 99)}`;
    assert.equal(parseLog(text).damaged, [1, 4, 5]);
    const {games, damaged} = parseLog(text + addToLog(text, whole(seeded(8, 'Bob')), WHEN));
    assert.equal([games.length, damaged], [2, [1, 4, 5]]);
  });
});

suite('the hall of fame', (test) => {
  test('has the ten best, and of equal ones the older first', () => {
    const games = Array.from({length: 12}, (_, index) => whole(seeded(index, `P${index}`)));
    const best = games
      .map((_, index) => ({name: `P${index}`, score: pointsOf(index, 1)[0] ?? 0}))
      .sort((one, other) => other.score - one.score)
      .slice(0, 10);
    assert.equal(
      scoresIn(logOf(...games)),
      best.map(({name, score}) => `${score} ${name}`),
    );
    assert.equal(scoresIn(logOf(ANN, whole(seeded(7, 'Bea')))), [`${POINTS} Ann`, `${POINTS} Bea`]);
  });

  test('has each person of a game, but no computer, no game with advice and none with typed dice', () => {
    const two = whole({...seeded(7, 'Ann', 'Expert'), computers: [null, 'expert']});
    const advised = whole(seeded(7, 'Bob'), {action: 'hint'});
    const typed = {game: play(TYPED, ...FULL), actions: FULL};
    const {games} = parseLog(logOf(two, advised, typed));
    assert.equal(
      hallOfFame(games, KIND).map(({name}) => name),
      ['Ann'],
    );
    assert.is(games.length, 3);
    assert.equal(hallOfFame(games, {rules: 'bonus', columns: 1}), []);
  });
});

suite('statistics', (test) => {
  test('are of each person, by rules and columns, and the most games first', () => {
    const two = whole(seeded(9, 'ANN', 'Bob'));
    const [ann = 0, bob = 0] = pointsOf(9, 2);
    const typed = {game: play(TYPED, ...FULL), actions: FULL};
    const rival = whole({...seeded(7, 'Zoe', 'Expert'), computers: [null, 'expert']});
    const [first, ...others] = statisticsOf([ANN, two, typed, rival]);
    const average = (POINTS + ann) / 2;
    assert.equal(first && {...first, yahtzees: null, bonus: null}, {
      rules: 'official',
      columns: 1,
      name: 'ANN',
      games: 2,
      contests: 1,
      wins: ann > bob ? 1 : ann === bob ? 0.5 : 0,
      average,
      deviation: Math.abs(POINTS - ann) / Math.SQRT2,
      best: Math.max(POINTS, ann),
      worst: Math.min(POINTS, ann),
      yahtzees: null,
      bonus: null,
      totals: [POINTS, ann],
    });
    assert.equal(
      others.map(({name, games, deviation}) => [name, games, deviation]),
      [
        ['Bob', 1, 0],
        ['Zoe', 1, 0],
      ],
    );
    assert.equal(statisticsOf([]), []);
  });
});
