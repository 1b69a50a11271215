/*
 * `npm run bench:storage`: starts with 5,000 games of two people in the log, beside starts with none. Fails if a figure
 * misses its target.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {FIVEDICE, userEnvironment} from '../support/command.js';
import {longLog} from '../support/computer-games.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {CTRL_C} from '../support/terminal.js';
import {
  BESIDE,
  inMilliseconds,
  interleaved,
  printTable,
  type Row,
  rowBeside,
  shownAfter,
  usageOf,
} from './measure.js';

const ROUNDS = 20;
const GAMES = 5000;
/** Highest ratio of a start with all games to one with none. */
const GOAL = 1.2;

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  '`play --lines`, the first question': ['play', '--lines', '--players', 'Ada'],
  '`scores`': ['scores'],
};

await inTemporaryFolder(async (folder) => {
  const homes = {none: join(folder, 'none'), many: join(folder, 'many')};
  const place = join(homes.many, '.local/share/fivedice');
  mkdirSync(place, {recursive: true});
  writeFileSync(join(place, 'games.jsonl'), longLog(GAMES));
  const rows: Row[] = [];
  const add = async (
    what: string,
    start: (home: string) => number | Promise<number>,
    goal?: number,
  ): Promise<void> => {
    const {none, many} = await interleaved(ROUNDS, {
      none: () => start(homes.none),
      many: () => start(homes.many),
    });
    rows.push(rowBeside(what, many, ['none', none], inMilliseconds, goal));
  };
  const screen = (home: string): Promise<number> =>
    shownAfter(`HOME='${home}' '${FIVEDICE}' play --players Ada`, 'roll the dice', CTRL_C);
  await add('the full screen stands', screen, GOAL);
  for (const [what, args] of Object.entries(COMMANDS))
    await add(`${what}, processor time`, (HOME) => {
      const env = {...userEnvironment(), HOME};
      return usageOf([FIVEDICE, ...args], {env, input: '', reject: false}).processor;
    });
  printTable(`${GAMES} games beside none; medians of ${ROUNDS} interleaved rounds`, BESIDE, rows);
});
