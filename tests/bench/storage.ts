/*
 * `npm run bench:storage`: starts with 5,000 games of two people in the log, beside starts with none. Fails if a figure
 * misses its target.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {FIVEDICE} from '../support/command.js';
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
  usageIn,
  WITH_USAGE,
} from './measure.js';

const ROUNDS = 20;
const GAMES = 5000;
/** Highest ratio of a start with all games to one with none. */
const GOAL = 1.2;

const COMMANDS: readonly (readonly [what: string, args: readonly string[], goal: number])[] = [
  ['`play --lines`, the first question', ['play', '--lines', '--players', 'Ada'], Number.POSITIVE_INFINITY],
  ['`scores`', ['scores'], Number.POSITIVE_INFINITY],
];

await inTemporaryFolder(async (folder) => {
  const homes = {none: join(folder, 'none'), many: join(folder, 'many')};
  const place = join(homes.many, '.local/share/fivedice');
  mkdirSync(place, {recursive: true});
  writeFileSync(join(place, 'games.jsonl'), longLog(GAMES));
  const rows: Row[] = [];
  const add = async (what: string, goal: number, start: (home: string) => Promise<number>): Promise<void> => {
    const {none, many} = await interleaved(ROUNDS, {
      none: () => start(homes.none),
      many: () => start(homes.many),
    });
    rows.push(rowBeside(what, many, ['none', none], inMilliseconds, goal));
  };
  await add('the full screen stands', GOAL, (home) =>
    shownAfter(`HOME='${home}' '${FIVEDICE}' play --players Ada`, 'roll the dice', CTRL_C),
  );
  for (const [what, args, goal] of COMMANDS)
    await add(`${what}, processor time`, goal, async (HOME) => {
      const {stderr} = execaSync(process.execPath, [...WITH_USAGE, FIVEDICE, ...args], {
        env: {HOME},
        input: '',
        reject: false,
      });
      return usageIn(stderr).processor;
    });
  printTable(`${GAMES} games beside none; medians of ${ROUNDS} interleaved rounds`, BESIDE, rows);
});
