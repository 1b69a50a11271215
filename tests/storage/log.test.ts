/* The log of finished games, and what is read off it. */
import * as assert from 'uvu/assert';
import type {Action, Played} from '../../src/game/game.js';
import {checkedNames} from '../../src/game/players.js';
import {type Setup, setupOfDay} from '../../src/game/setup.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {
  addToLog,
  dayResults,
  gamesIn,
  hallOfFame,
  type Log,
  lineOfDay,
  mergeLogs,
  parseLog,
  placesOf,
  withoutMoves,
} from '../../src/storage/log.js';
import {parseGame} from '../../src/storage/saved-game.js';
import {statisticsOf} from '../../src/storage/statistics.js';
import {only} from '../support/cards.js';
import {BOXES} from '../support/reference-card.js';
import {pointsOf} from '../support/seeded-games.js';
import {suite} from '../support/suite.js';
import {FULL, PASS, place, play, ROLL, SEEDED, TYPED, UNDO} from '../support/typed-games.js';

const WHEN = '2026-11-23T20:15:00.000Z';
const KIND = {rules: 'official', columns: 1} as const;
const DAY = '2026-11-23';

/** A whole game of first rolls, box after box. */
function whole(setup: Setup, ...first: readonly Action[]): Played {
  const turns = Array.from({length: setup.columns}, (_, column) =>
    BOXES.flatMap((box) => setup.players.flatMap(() => [ROLL, place(box, (column + 1) as 1 | 2 | 3)])),
  ).flat();
  const [roll = ROLL, ...rest] = turns;
  const actions = [roll, ...first, ...rest];
  return {game: play(setup, ...actions), actions};
}

const seeded = (seed: number, ...players: string[]): Setup => ({
  ...SEEDED,
  players: checkedNames(players),
  dice: {seed},
});
const ofDay = (name: string): Setup => only(setupOfDay(DAY, name), 'the setup of a day');
const linesOf = (log: Log): string[] => log.map(({text}) => text);
const added = (log: Log, game: Played, when = WHEN): Log =>
  parseLog(linesOf(addToLog(log, game, new Date(when))).join('\n'));
const logOf = (...games: readonly Played[]): Log =>
  games.reduce((log, game) => added(log, game), parseLog(''));
const inHall = (log: Log): string[] => hallOfFame(log, KIND).map(({score, name}) => `${score} ${name}`);

const ANN = whole(seeded(7, 'Ann'));
const [POINTS = 0] = pointsOf(7, 1);

suite('the log', (test) => {
  test('has a line for each game: its totals, its setup, its date, and last its moves', () => {
    const log = logOf(ANN, whole({...seeded(8, 'Bob', 'Casual'), computers: [null, 'casual']}));
    const [ann = '', bob = ''] = linesOf(log);
    assert.is(
      withoutMoves(ann),
      `{"totals":[${POINTS}],"setup":{"rules":"official","columns":1,"players":["Ann"],"dice":{"seed":7}},"yahtzees":[0],"bonuses":[0],"date":"${WHEN}"}`,
    );
    assert.equal(parseGame(ann), {...ANN, game: {...ANN.game, setup: JSON.parse(ann).setup}});
    assert.match(bob, '"players":["Bob","Casual"],"computers":[null,"casual"],');
    assert.is(gamesIn(log).length, 2);
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
      const found = linesOf(logOf(...games)).filter((line) => line.includes('"Ann"'));
      assert.equal(
        found.map((line) => JSON.parse(line).actions),
        [games.at(-1)?.actions],
      );
    }
    // Another course of the same dice is another game.
    assert.is(logOf(ANN, whole(ANN.game.setup, PASS)).length, 2);
  });

  test('counts a day once for each person: played again, its dice are known', () => {
    const [first, again, bob] = [whole(ofDay('Ada')), whole(ofDay('ADA'), PASS), whole(ofDay('Bob'))];
    const same = whole(only(setupOfDay(DAY, 'Ada', true), 'known dice'));
    const log = logOf(first, again, bob, same);
    assert.equal(
      gamesIn(log).map(({setup}) => setup.dice !== 'typed' && setup.dice.known === true),
      [false, true, false, true],
    );
    assert.is(inHall(log).length, 2);
    assert.equal(
      statisticsOf(gamesIn(log)).map(({games}) => games),
      [3, 1],
    );
    const actions = [...first.actions, UNDO, place('chance')];
    const undone = logOf(first, {game: play(first.game.setup, ...actions), actions});
    assert.not.match(linesOf(undone).join(), 'known');
  });

  test('has the line of a day, with the total alone if the moves are gone', () => {
    const log = logOf(ANN, whole(ofDay('Ada')), whole(ofDay('Bob'), PASS));
    const line = lineOfDay(log, DAY) ?? '';
    assert.match(line, /^Fivedice 2026-11-23: \d+ [▁-█·]{6} /u);
    assert.is(
      lineOfDay(parseLog(linesOf(log).map(withoutMoves).join('\n')), DAY),
      line.replace(/(: \d+) .*/, '$1'),
    );
    assert.is(lineOfDay(log, '2026-11-24'), null);
  });

  test('has the first result of each day; dice that were known are not in time', () => {
    const past = whole(only(setupOfDay('2026-11-20', 'Ada', true), 'the setup of a day'));
    const log = logOf(ANN, whole(ofDay('Ada')), past, whole(ofDay('Bob')), whole(ofDay('Ada'), PASS));
    const results = [...dayResults(log)].map(([day, {total, isInTime}]) => `${day} ${total} ${isInTime}`);
    const [total] = lineOfDay(log, DAY)?.match(/(?<=: )\d+/) ?? [];
    assert.equal(results, [
      `${DAY} ${total} true`,
      `2026-11-20 ${past.game.cards.map((card) => totalOf(card, 'official'))} false`,
    ]);
  });

  test('skips what is no finished game', () => {
    const [line = ''] = linesOf(logOf(ANN));
    const wrong = [
      'Dear diary',
      line.slice(0, 120),
      line.replace('"Ann"', '"\\u001b[2J"'),
      line.replace(']', ',5]'),
    ];
    assert.equal(gamesIn(parseLog([...wrong, '', line].join('\n'))).length, 1);
    assert.equal(inHall(parseLog([...wrong, line].join('\n'))), [`${POINTS} Ann`]);
  });
});

suite('another log', (test) => {
  const at = (day: number): string => `2026-11-0${day}T12:00:00.000Z`;
  const own = added(added(parseLog(''), ANN, at(1)), whole(ofDay('Ada')), at(3));

  test('is merged by date; games that are there already count once, and a day too', () => {
    const bob = added(parseLog(''), whole(seeded(8, 'Bob')), at(2));
    const ada = added(parseLog(''), whole(ofDay('Ada'), PASS), at(4));
    const {texts, ...counts} = mergeLogs(own, [...bob, ...own, ...bob, ...ada]);
    assert.equal(counts, {added: 2, present: 3, damaged: []});
    assert.equal(
      texts.map((line) => JSON.parse(line).date),
      [1, 2, 3, 4].map(at),
    );
    assert.match(texts[3] ?? '', '"known":true');
    assert.equal(mergeLogs(parseLog(texts.join('\n')), [...bob, ...ada]).texts, texts);
  });

  test('has its totals from its moves; its damaged lines are named', () => {
    const [line = ''] = linesOf(own);
    const forged = line.replace(/"totals":\[\d+/, '"totals":[1575');
    const undated = line.replace(/"date":"[^"]+"/, '"date":"1 Nov 2026"');
    const text = [forged, 'Dear diary', line.replace('"ones"', '"twos"'), undated, withoutMoves(forged)].join(
      '\n',
    );
    const {texts, damaged} = mergeLogs(parseLog(''), parseLog(text));
    assert.equal([texts[0], damaged], [line, [2, 3, 4]]);
    assert.is(texts[1], withoutMoves(forged), 'nothing tells the totals of a game without moves');
  });
});

suite('the hall of fame', (test) => {
  test('has the ten best, and of equal ones the older first', () => {
    const seeds = Array.from({length: 12}, (_, index) => index);
    for (const order of [seeds, seeds.toReversed()]) {
      const best = order
        .map((seed) => ({name: `P${seed}`, score: pointsOf(seed, 1)[0] ?? 0}))
        .sort((one, other) => other.score - one.score);
      assert.equal(
        inHall(logOf(...order.map((seed) => whole(seeded(seed, `P${seed}`))))),
        best.slice(0, 10).map(({name, score}) => `${score} ${name}`),
      );
    }
    assert.equal(inHall(logOf(ANN, whole(seeded(7, 'Bea')))), [`${POINTS} Ann`, `${POINTS} Bea`]);
    const twins = Array.from({length: 12}, (_, index) => whole(seeded(7, `P${index}`)));
    assert.equal(inHall(logOf(...twins)).at(-1), `${POINTS} P9`);
  });

  test('has each person of a game, but no computer, and no game with advice, typed or known dice', () => {
    const two = whole({...seeded(7, 'Ann', 'Expert'), computers: [null, 'expert']});
    const advised = whole(seeded(7, 'Bob'), {action: 'hint'});
    const typed = {game: play(TYPED, ...FULL), actions: FULL};
    const known = whole({...seeded(7, 'Cy'), dice: {seed: 7, known: true}});
    const log = logOf(two, advised, typed, known);
    assert.equal(
      hallOfFame(log, KIND).map(({name}) => name),
      ['Ann'],
    );
    assert.is(log.length, 4);
  });

  test('knows the places of the last game alone', () => {
    const log = logOf(whole(seeded(7, 'Bea')), ANN);
    assert.equal(
      placesOf(log, ANN).map(({name, place: at}) => [name, at]),
      [['Ann', 2]],
    );
    assert.equal(placesOf(log, whole(seeded(7, 'Bea'))), []);
  });
});

suite('statistics', (test) => {
  test('are of each person, by rules and columns, and the most games first', () => {
    const two = whole(seeded(9, 'ANN', 'Bob'));
    const [ann = 0, bob = 0] = pointsOf(9, 2);
    const typed = {game: play(TYPED, ...FULL), actions: FULL};
    const rival = whole({...seeded(7, 'Zoe', 'Expert'), computers: [null, 'expert']});
    const [first, ...others] = statisticsOf(gamesIn(logOf(ANN, two, typed, rival)));
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
    const tied = gamesIn(logOf(two)).map((game) => ({...game, totals: [200, 200]}));
    assert.equal(
      statisticsOf(tied).map(({wins}) => wins),
      [0.5, 0.5],
      'a shared first place',
    );
  });
});
