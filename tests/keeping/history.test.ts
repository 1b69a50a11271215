/* The history, its file, and the numbers that are made of it. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {
  formatHistory,
  type GameRecord,
  parseHistory,
  recordOf,
  withGame,
  withReview,
} from '../../src/keeping/history.js';
import {changeHistory, readHistory} from '../../src/keeping/history-file.js';
import {parseGame} from '../../src/keeping/saved-game.js';
import {statisticsOf} from '../../src/keeping/statistics.js';
import {gameText} from '../support/served.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const WHEN = new Date('2026-11-23T12:00:00Z');

function record(id: string, totals: readonly number[], more: Partial<GameRecord> = {}): GameRecord {
  const players = totals.map((total, index) => ({
    name: index === 0 ? 'Ada' : `Bob ${index}`,
    computer: null,
    total,
    bonuses: total > 200 ? 1 : 0,
    yahtzees: 1,
    luck: null,
    loss: null,
  }));
  return {
    id,
    when: WHEN.toISOString(),
    rules: 'official',
    columns: 1,
    dice: 'rolled',
    advised: false,
    players,
    ...more,
  };
}

const EMPTY = parseHistory('');

suite('a history', (test) => {
  test('has each game once, and what its review says', () => {
    const saved = parseGame(gameText(4));
    if ('problem' in saved) throw new Error(saved.problem);
    const one = recordOf(saved, WHEN);
    const history = withGame(withGame(EMPTY, one), recordOf(saved, new Date()));
    assert.is(history.records.length, 1);
    assert.equal(
      [one.rules, one.columns, one.advised, one.players.map(({name}) => name)],
      ['official', 1, false, ['Ann']],
    );
    const reviewed = withReview(history, one.id, [{luck: 3.5, loss: 12}]);
    assert.equal([reviewed.records[0]?.players[0]?.luck, reviewed.records[0]?.players[0]?.loss], [3.5, 12]);
    assert.equal(parseHistory(formatHistory(reviewed)), reviewed);
  });

  test('keeps lines that are no games, and the newest games', () => {
    const good = JSON.stringify(record('1', [100]));
    const broken = [
      'x',
      '{}',
      'null',
      '[]',
      good.replace('"official"', '"own"'),
      good.replace('100', '"1"'),
      good.replace(/2026.*?Z/, 'then'),
    ];
    const parsed = parseHistory([...broken, good, ''].join('\n'));
    assert.equal([parsed.broken, parsed.records.map(({id}) => id)], [broken, ['1']]);
    assert.equal(parseHistory(formatHistory(parsed)), parsed);
    const many = {broken: [], records: Array.from({length: 2000}, (_, index) => record(`${index}`, [1]))};
    const more = withGame(many, record('new', [2])).records;
    assert.equal([more.length, more[0]?.id, more.at(-1)?.id], [2000, '1', 'new']);
  });

  test('is a file that is changed whole, under a lock, and that may be missing', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'new/history.jsonl');
      assert.equal(readHistory(path), EMPTY);
      await Promise.all(
        ['1', '2', '3'].map((id) => changeHistory((one) => withGame(one, record(id, [1])), path)),
      );
      assert.is(readHistory(path).records.length, 3);
      writeFileSync(path, `x\n${readFileSync(path, 'utf8')}`);
      await changeHistory((one) => withGame(one, record('4', [1])), path);
      assert.match(readFileSync(path, 'utf8'), /^x\n/);
      mkdirSync(join(folder, 'folder'));
      assert.throws(() => readHistory(join(folder, 'folder')), /folder: /);
    }));
});

suite('statistics', (test) => {
  test('are of one player by the same rules, and count a shared first place as a share', () => {
    const [reviewed] = withReview({broken: [], records: [record('3', [300, 300])]}, '3', [
      {luck: 10, loss: 20},
      {luck: 0, loss: 0},
    ]).records;
    const records = [record('1', [100]), record('2', [200, 250]), ...(reviewed ? [reviewed] : [])];
    const others = [record('4', [1], {dice: 'typed'}), record('5', [2], {columns: 3})];
    const [ada, bob, triple] = statisticsOf([...records, ...others]);
    // Of 100, 200 and 300: a mean of 200, and a deviation of 100.
    assert.equal(
      [ada?.games, ada?.average, ada?.deviation, ada?.best, ada?.worst, ada?.contests, ada?.wins],
      [3, 200, 100, 300, 100, 2, 0.5],
    );
    assert.equal([ada?.luck, ada?.loss, ada?.yahtzees, ada?.bonus], [10, 20, 3, 1 / 3]);
    assert.equal([bob?.name, bob?.wins, triple?.columns, triple?.deviation], ['Bob 1', 1.5, 3, 0]);
  });

  test('are of nobody where nothing was played', () => assert.equal(statisticsOf([]), []));
});
