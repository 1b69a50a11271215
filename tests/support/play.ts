/* `fivedice play` as the tests sit down to it: at a table of their own, through a pipe. */
import {once} from 'node:events';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {build} from 'esbuild';
import {execa} from 'execa';
import {start, step} from '../../src/terminal/dialogue/dialogue.js';
import type {Dialogue, Settings} from '../../src/terminal/dialogue/questions.js';
import {AS_USER, FIVEDICE, type Finished, userEnvironment} from './command.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** A game whose input is still open. */
export interface OpenGame {
  /** Waits until it asks something, or is over; gives all that it printed since the last answer. */
  readonly shows: () => Promise<string>;
  /** Types a line, and waits likewise. */
  readonly types: (line: string) => Promise<string>;
  /** Ends it at once, as `kill -9` does. */
  readonly kill: () => Promise<void>;
  /** Stops it as Ctrl-Z does, and wakes it up; what it prints then. */
  readonly wakes: () => Promise<string>;
  /** Sends it what Ctrl-C sends; what it printed then, and the signal that ended it. */
  readonly interrupt: () => Promise<{readonly stdout: string; readonly signal: string | undefined}>;
  /** Ends its input, and waits for its end; of standard output what came since the last answer. */
  readonly closes: () => Promise<Finished>;
}

export interface Table {
  readonly folder: string;
  /** A user's environment, at home in `folder`, without an XDG folder. */
  readonly env: NodeJS.ProcessEnv;
  /** Plays a game to the end of the input; output as UTF-8. */
  readonly play: (args: readonly string[], input?: string | Uint8Array) => Promise<Finished>;
  readonly open: (...args: string[]) => Promise<OpenGame>;
  readonly write: (file: string, content: string | Uint8Array) => void;
  readonly read: (file: string) => string;
  /** Kills every game that is still open: a test that fails may leave some. */
  readonly end: () => Promise<void>;
}

/** A test at a table of its own. */
export function atTable(
  use: (table: Table) => Promise<void>,
  more: NodeJS.ProcessEnv = {},
): () => Promise<void> {
  return () =>
    inTemporaryFolder(async (folder) => {
      const {XDG_DATA_HOME: _, ...env} = userEnvironment();
      const table = tableIn(folder, {...env, HOME: folder, ...more});
      try {
        await use(table);
      } finally {
        await table.end();
      }
    });
}

export function tableIn(folder: string, env: NodeJS.ProcessEnv): Table {
  const options = {...AS_USER, cwd: folder, env, reject: false, timeout: 60_000} as const;
  const games: OpenGame[] = [];
  return {
    folder,
    env,
    play: async (args, input = '') => {
      const {stdout, stderr, exitCode} = await execa(FIVEDICE, ['play', ...args], {...options, input});
      return {stdout, stderr, exitCode};
    },
    open: async (...args) => {
      const game = openGame(args, folder, env);
      games.push(game);
      return game;
    },
    write: (file, content) => {
      const path = join(folder, file);
      mkdirSync(dirname(path), {recursive: true});
      writeFileSync(path, content);
    },
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    end: async () => {
      for (const game of games) await game.kill();
    },
  };
}

/** What stands when the game waits. */
const PROMPT = '\n> ';

function openGame(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): OpenGame {
  // A game that waits for ever ends, and fails its test.
  const options = {...AS_USER, cwd, env, reject: false, stdin: 'pipe', timeout: 60_000} as const;
  const child = execa(FIVEDICE, ['play', ...args], options);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  const ended = once(child.stdout, 'end');
  // A game that has ended by itself reads no more.
  child.stdin.on('error', () => {});
  const shows = async (): Promise<string> => {
    while (!printed.endsWith(PROMPT) && !child.stdout.readableEnded) {
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
    return printed;
  };
  return {
    shows,
    types: async (line) => {
      await shows();
      printed = '';
      child.stdin.write(`${line}\n`);
      return shows();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await child;
    },
    wakes: async () => {
      await shows();
      printed = '';
      child.kill('SIGSTOP');
      child.kill('SIGCONT');
      return shows();
    },
    interrupt: async () => {
      await shows();
      printed = '';
      child.kill('SIGINT');
      const {signal} = await child;
      return {stdout: printed, signal};
    },
    closes: async () => {
      await shows();
      printed = '';
      child.stdin.end();
      const {stderr, exitCode} = await child;
      return {stdout: printed, stderr, exitCode};
    },
  };
}

/** What is typed to put first rolls into box after box: all players into the same one, row by row. */
export function wholeGame(players: number, columns = 1): string {
  const lines: string[] = [];
  for (let column = 1; column <= columns; column += 1) {
    for (const row of [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15]) {
      const box = columns === 1 ? `${row}` : `${row} ${column}`;
      for (let player = 0; player < players; player += 1) lines.push('', 'score', box);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Bundles a program that imports from `src` by `#/`, so that each of many processes starts fast. */
export async function program(folder: string, contents: string): Promise<string> {
  const outfile = join(folder, 'program.cjs');
  const src = join(import.meta.dirname, '../../src');
  await build({
    stdin: {contents, resolveDir: src, loader: 'ts'},
    alias: {'#': src},
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** Does something with each item, as many at once as there are cores here. */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all([lane(), lane(), lane()]);
}

/** What a dialogue is begun with: Eric and Julie type their dice, unless it is said otherwise. */
export interface Seats extends Partial<Omit<Settings['setup'], 'players'>> {
  readonly players?: Settings['setup']['players'];
  readonly view?: Settings['view'];
  readonly savedIn?: string;
}

export function settingsOf({view = 'cs106a', savedIn, ...setup}: Seats = {}): Settings {
  return {
    setup: {players: ['Eric', 'Julie'], rules: 'official', columns: 1, dice: 'typed', ...setup},
    view,
    savedIn: savedIn ?? null,
    mark: null,
  };
}

/** The dialogue after these lines. */
export function dialogueAfter(seats: Seats, ...lines: readonly string[]): Dialogue {
  return lines.reduce(
    (dialogue, line) => step(dialogue, line).dialogue,
    start(settingsOf(seats), [], null).dialogue,
  );
}
