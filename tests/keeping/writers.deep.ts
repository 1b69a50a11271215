/* Many games that end at the same time: each enters the hall of fame in its turn. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import type {Entry} from '../../src/game/hall-of-fame.js';
import {AS_USER} from '../support/command.js';
import {plantLock} from '../support/locks.js';
import {program} from '../support/play.js';
import {dealer} from '../support/random.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const FULL = [400, 390, 380, 370, 360, 350, 340, 330, 320, 310]
  .map((score, index) => `${score},old ${index}\n`)
  .join('');

/** Processes that enter a score whenever they are told of a file; started once, because that takes longest. */
interface Writers {
  /** All at once, writer `n` with `scores[n]`. */
  readonly enter: (path: string, scores: readonly number[]) => Promise<Told[]>;
  readonly end: () => void;
}

/** What a writer was told: its own entry, the hall of fame as it left it, and its place. */
interface Told {
  readonly own: Entry;
  readonly entries: readonly Entry[];
  readonly place: number | null;
}

// No time passes, so none gives up: on a loaded machine, fifty turns may take longer than a game waits for its own.
const WRITER = `
  import {createInterface} from 'node:readline';
  import {enterScores} from '#/keeping/scores-file.js';
  performance.now = () => 0;
  createInterface({input: process.stdin}).on('line', async (line) => {
    const [path, own] = JSON.parse(line);
    const told = await enterScores(path, [own]).catch((error) => ({error: error.message}));
    console.log(JSON.stringify(told));
  });
  console.log('ready');`;

async function startWriters(folder: string, count: number): Promise<Writers> {
  const path = await program(folder, WRITER);
  const children = Array.from({length: count}, () => {
    const child = spawn(process.execPath, [path], {stdio: ['pipe', 'pipe', 'inherit'], env: AS_USER.env});
    child.stdout.setEncoding('utf8');
    return child;
  });
  const says = async (child: (typeof children)[number]): Promise<string> => {
    let said = '';
    while (!said.endsWith('\n')) said += (await once(child.stdout, 'data'))[0];
    return said;
  };
  await Promise.all(children.map(says));
  return {
    enter: async (file, scores) => {
      const owns = scores.map((score, index) => ({score, name: `writer ${index}, ${score}`}));
      const answers = children.slice(0, scores.length).map(says);
      for (const [index, own] of owns.entries())
        children[index]?.stdin.write(`${JSON.stringify([file, own])}\n`);
      return (await Promise.all(answers)).map((answer, index): Told => {
        const {error, entries, places} = JSON.parse(answer);
        assert.is(error, undefined);
        return {own: owns[index] ?? {score: -1, name: ''}, entries, place: places[0]};
      });
    },
    end: () => {
      for (const child of children) child.kill();
    },
  };
}

/** The hall of fame with one more, said again: before the first one that is worse. */
function withOne(hall: readonly Entry[], own: Entry): Entry[] {
  const index = hall.findIndex(({score}) => score < own.score);
  return hall.toSpliced(index === -1 ? hall.length : index, 0, own).slice(0, 10);
}

/**
 * Fails unless there is an order in which the writers came one after the other, each with what the one before left:
 * then nothing was lost, and each was told the truth.
 */
function cameInTurn(name: string, before: readonly Entry[], all: readonly Told[], text: string): void {
  // Each that enters makes it longer, or better.
  const worth = ({entries}: Told): number => entries.reduce((sum, {score}) => sum + 1_000_000 + score, 0);
  const entered = all.filter(({place}) => place !== null).sort((one, other) => worth(one) - worth(other));
  let hall = before;
  for (const {own, entries, place} of entered) {
    hall = withOne(hall, own);
    const left = entries.map((one) => `${one.score},${one.name}`).join('\n');
    assert.is(left, hall.map((one) => `${one.score},${one.name}`).join('\n'), `${name}: ${own.name}`);
    assert.equal(entries[(place ?? 0) - 1], own);
  }
  assert.is(text, hall.map(({score, name}) => `${score},${name}\n`).join(''));
  // Who got no place: ten were at least as good, then and now.
  for (const {own, entries, place} of all) {
    if (place === null)
      assert.ok(
        entries.length === 10 && entries.every(({score}) => score >= own.score),
        `${own.name} was refused`,
      );
  }
}

/** Half a hundred take a while to start. */
const COUNT = 50;

suite(`${COUNT} writers at once`, (test) => {
  const range = Array.from({length: COUNT}, (_, index) => index);
  const rising = range.map((score) => 100 + score);
  const {number} = dealer(9);
  const shuffled = rising
    .map((score) => [number(0, 1e6), score] as const)
    .sort(([one], [other]) => one - other)
    .map(([, score]) => score);
  const parsed = (text: string): Entry[] =>
    text
      .split('\n')
      .filter((line) => /^\d+,./.test(line))
      .map((line) => ({score: Number(line.split(',')[0]), name: line.replace(/^\d+,/, '')}));
  const best = (text: string): number[] => parsed(text).map(({score}) => score);
  const tenOf = (scores: readonly number[]): number[] =>
    scores.toSorted((one, other) => other - one).slice(0, 10);

  /** One round of all: the text that they leave, when it has been held against what each was told. */
  async function round(
    {enter}: Writers,
    path: string,
    scores: readonly number[],
    before = '',
  ): Promise<string> {
    if (before !== '') writeFileSync(path, before);
    const told = await enter(path, scores);
    const text = readFileSync(path, 'utf8');
    cameInTurn(path, parsed(before), told, text);
    assert.ok(!existsSync(`${path}.lock`), 'the lock is left');
    return text;
  }

  test('lose nothing, whether they differ, are equal, or meet a full hall, broken lines, or a lock that a killed game left', () =>
    inTemporaryFolder(async (folder) => {
      const writers = await startWriters(folder, COUNT);
      const enter = (name: string, scores: readonly number[], before?: string): Promise<string> =>
        round(writers, join(folder, name), scores, before);
      try {
        const same = range.map(() => 200);
        assert.equal(best(await enter('different', shuffled)), tenOf(shuffled));
        assert.equal(best(await enter('rising', rising)), tenOf(rising));
        assert.equal(best(await enter('falling', rising.toReversed())), tenOf(rising));
        assert.equal(best(await enter('equal', same)), tenOf(same));
        assert.is(await enter('full', shuffled, FULL), FULL);

        const broken = '# ours\n120,Cy\nnot this\n5,\n';
        assert.equal(best(await enter('broken', shuffled, broken)), tenOf([...shuffled, 120]));
        assert.is(readFileSync(join(folder, 'broken.broken'), 'utf8'), '# ours\nnot this\n5,\n');
        for (const name of ['1', '2', '3']) {
          plantLock(join(folder, `stale ${name}.lock`));
          assert.equal(best(await enter(`stale ${name}`, shuffled)), tenOf(shuffled));
        }
        const files = [
          'broken',
          'broken.broken',
          'different',
          'equal',
          'falling',
          'full',
          'program.cjs',
          'rising',
        ];
        assert.equal(readdirSync(folder).sort(), [...files, 'stale 1', 'stale 2', 'stale 3']);
      } finally {
        writers.end();
      }
    }));
});
