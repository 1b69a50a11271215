/* `fivedice serve` as the tests run it: the built command in a place of its own, beside a small page. */
import {once} from 'node:events';
import {cpSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {type Action, replay} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {formatGame, type SavedGame} from '../../src/storage/saved-game.js';
import {AS_USER, FIVEDICE, type Finished, PATIENCE} from './command.js';
import {inPlace, type Place} from './place.js';
import {BOXES} from './reference-card.js';
import {suite} from './suite.js';

/** What the page is, for these tests. */
export const PAGE = {
  'index.html': '<!doctype html>\n<title>Dice</title>\n<script type="module" src="page.js"></script>\n',
  'page.js': 'document.title = "Five dice";\n',
} as const;

export interface Served {
  readonly port: number;
  /** What it has printed: the line with its address. */
  readonly line: string;
  /** Asks for a path of the page. */
  readonly gets: (path: string) => Promise<Response>;
  /** Waits for a line on standard error. */
  readonly complains: () => Promise<string>;
  readonly ends: (signal?: NodeJS.Signals) => Promise<Finished>;
}

/** Installs the command with a page in a place; starts it on a free port. */
export type Serve = (args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Served>;

/** Declares a test in a place where servers run; all that still run afterwards are ended. */
export type AtServer = (sentence: string, use: (serve: Serve, place: Place) => Promise<void>) => void;

export function suiteAtServer(name: string, define: (atServer: AtServer) => void): void {
  suite(name, (test) => define((sentence, use) => test(sentence, inPlaceOfServers(use))));
}

function inPlaceOfServers(use: Parameters<AtServer>[1]): () => Promise<void> {
  return inPlace(
    async (place) => {
      const running: Served[] = [];
      const command = install(place);
      try {
        await use(async (args = [], env = {}) => {
          const served = await startServer(command, args, {cwd: place.folder, env: {...place.env, ...env}});
          running.push(served);
          return served;
        }, place);
      } finally {
        for (const {ends} of running) await ends('SIGKILL');
      }
    },
    {encoding: 'utf8'},
  );
}

/** Copies the built command beside a page; gives its path. */
export function install({folder, write}: Place, page: Readonly<Record<string, string>> = PAGE): string {
  cpSync(dirname(FIVEDICE), join(folder, 'installed/dist/command'), {recursive: true});
  write(Object.fromEntries(Object.entries(page).map(([name, text]) => [`installed/dist/web/${name}`, text])));
  return join(folder, 'installed/dist/command/cli.js');
}

/** Runs the server of a built command. */
export async function startServer(
  command: string,
  args: readonly string[],
  where: {readonly cwd: string; readonly env: NodeJS.ProcessEnv},
): Promise<Served> {
  const flags = args.includes('--port') ? args : ['--port', '0', ...args];
  // By this Node and not by the `PATH`, which some tests change.
  const child = execa(process.execPath, [command, 'serve', ...flags], {
    ...AS_USER,
    ...where,
    reject: false,
    timeout: PATIENCE,
  });
  const complaint = once(createInterface(child.stderr), 'line').then(String);
  const printed = once(createInterface(child.stdout), 'line').then(String);
  const line = await Promise.race([printed, child.then(({stderr}) => assert.unreachable(stderr))]);
  const port = Number(/^Fivedice is at http:\/\/127\.0\.0\.1:(\d+)\/ until Ctrl-C\.$/.exec(`${line}`)?.[1]);
  return {
    port,
    line: `${line}`,
    gets: (path) => fetch(`http://127.0.0.1:${port}${path}`),
    complains: () => complaint,
    ends: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const {stdout, stderr, exitCode} = await child;
      return {stdout, stderr, exitCode};
    },
  };
}

export interface GameOf extends Partial<Setup> {
  /** How many actions of the whole game. */
  readonly length?: number;
  /** Whether all dice are rolled again, twice in each turn. */
  readonly rerolls?: boolean;
}

/** A game as it is posted: first rolls, box after box, as `pointsOf` counts them. */
export function gameText(seed: number, game: GameOf = {}): string {
  return formatGame(gameOver(seed, game));
}

export function gameOver(seed: number, {length, rerolls = false, ...more}: GameOf = {}): SavedGame {
  const setup: Setup = {players: ['Ann'], rules: 'official', columns: 1, dice: {seed}, ...more};
  const rolled: Action = setup.dice === 'typed' ? {action: 'roll', faces: [1, 2, 3, 4, 6]} : {action: 'roll'};
  const rerolled: Action = {action: 'reroll', numbers: [1, 2, 3, 4, 5]};
  const rolls = rerolls ? [rolled, rerolled, rerolled] : [rolled];
  const actions = ([1, 2, 3] as const)
    .slice(0, setup.columns)
    .flatMap((column) =>
      BOXES.flatMap((category) =>
        setup.players.flatMap((): Action[] => [...rolls, {action: 'place', column, category}]),
      ),
    )
    .slice(0, length);
  const game = replay(setup, actions);
  if ('refusal' in game) throw new Error(game.refusal);
  return {game, actions};
}
