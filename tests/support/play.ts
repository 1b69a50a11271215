/* `fivedice play` as the tests sit down to it: at a table of their own, through a pipe. */
import {join} from 'node:path';
import {build} from 'esbuild';
import {start, step} from '../../src/terminal/dialogue/dialogue.js';
import type {Dialogue, Settings} from '../../src/terminal/dialogue/questions.js';
import {FIVEDICE, type Finished} from './command.js';
import {type Place, withPlace} from './place.js';
import type {OpenProgram} from './program.js';

/** A game whose input is still open. */
export interface OpenGame extends OpenProgram {
  /** Sends it what Ctrl-C sends, when it waits. */
  readonly interrupt: () => ReturnType<OpenProgram['ends']>;
  /** Ends it at once, as `kill -9` does. */
  readonly kill: () => Promise<void>;
}

/** A place where only `fivedice play` is run, at home in its folder. */
export interface Table extends Pick<Place, 'folder' | 'env' | 'read' | 'end'> {
  /** Plays a game to the end of the input; output as UTF-8. */
  readonly play: (args: readonly string[], input?: string | Uint8Array) => Promise<Finished>;
  readonly open: (...args: string[]) => Promise<OpenGame>;
  readonly write: (file: string, content: string | Uint8Array) => void;
}

/** A test at a table of its own. */
export function atTable(
  use: (table: Table) => Promise<void>,
  more: NodeJS.ProcessEnv = {},
): () => Promise<void> {
  const env = (folder: string): NodeJS.ProcessEnv => ({HOME: folder, ...more});
  return () => withPlace((place) => use(tableAt(place)), {encoding: 'utf8', env});
}

function tableAt({folder, env, read, end, ...place}: Place): Table {
  return {
    folder,
    env,
    read,
    end,
    play: (args, input = '') => place.run(FIVEDICE, ['play', ...args], {input}),
    open: async (...args) => {
      const program = place.open(FIVEDICE, ['play', ...args]);
      return {
        ...program,
        interrupt: async () => {
          await program.shows();
          return program.ends('SIGINT');
        },
        kill: async () => {
          await program.ends('SIGKILL');
        },
      };
    },
    write: (file, content) => place.write({[file]: content}),
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
  readonly opponents?: Settings['computers'];
  readonly last?: Settings['last'];
  readonly savedIn?: string;
  readonly isKept?: boolean;
}

export function settingsOf({
  opponents = [],
  last = null,
  savedIn,
  isKept = false,
  ...setup
}: Seats = {}): Settings {
  return {
    setup: {players: ['Eric', 'Julie'], rules: 'official', columns: 1, dice: 'typed', ...setup},
    last,
    computers: opponents,
    savedIn: savedIn ?? null,
    isKept,
  };
}

/** The dialogue after these lines. */
export function dialogueAfter(seats: Seats, ...lines: readonly string[]): Dialogue {
  return lines.reduce(
    (dialogue, line) => step(dialogue, line).dialogue,
    start(settingsOf(seats), [], null).dialogue,
  );
}
