/* `fivedice serve` as the tests run it: the built command in a place of its own, beside a small page. */
import {once} from 'node:events';
import {cpSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {networkInterfaces} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {type Action, replay} from '../../src/game/game.js';
import type {Mark} from '../../src/game/hall-of-fame.js';
import type {Setup} from '../../src/game/setup.js';
import {formatGame} from '../../src/keeping/saved-game.js';
import {AS_USER, FIVEDICE, type Finished, PATIENCE} from './command.js';
import {inPlace, type Place} from './place.js';
import {BOXES} from './reference-card.js';

/** What the page is, for these tests. */
export const PAGE = {
  'index.html': '<!doctype html>\n<title>Dice</title>\n<script type="module" src="page.js"></script>\n',
  'page.js': 'document.title = "Five dice";\n',
} as const;

export interface Served {
  readonly port: number;
  /** What it has printed: the line with its address. */
  readonly line: string;
  /** Sends bytes on a connection of their own, and waits for an answer. */
  readonly sends: (request: string | Uint8Array) => Promise<Answered>;
  readonly gets: (path: string) => Promise<Answered>;
  readonly posts: (game: string) => Promise<Answered>;
  /** Waits for a line on standard error. */
  readonly complains: () => Promise<string>;
  readonly ends: (signal?: NodeJS.Signals) => Promise<Finished>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Installs the command with a page in a place; starts it on a free port. */
export type Serve = (args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Served>;

/** A test in a place where servers run; all that still run afterwards are ended. */
export function atServer(use: (serve: Serve, place: Place) => Promise<void>): () => Promise<void> {
  return inPlace(
    async (place) => {
      const running: Served[] = [];
      const command = install(place);
      try {
        await use(async (args = ['--scores', 'h.txt'], env = {}) => {
          const served = await start(command, args, {cwd: place.folder, env: {...place.env, ...env}});
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

async function start(
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
  const sends: Served['sends'] = (request) => answerOn(connect({host: '127.0.0.1', port}), request);
  return {
    port,
    line: `${line}`,
    sends,
    gets: (path) => sends(requestText(port, {method: 'GET', path})),
    posts: (body) => sends(requestText(port, {body})),
    complains: () => complaint,
    ends: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const {stdout, stderr, exitCode} = await child;
      return {stdout, stderr, exitCode};
    },
  };
}

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  /** Instead of the usual ones, or besides them; none of this name if it is null. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string;
}

/** A request as its bytes: a post of scores, unless it is said otherwise. */
export function requestText(
  port: number,
  {method = 'POST', path = '/scores', headers = {}, body = ''}: Asked,
): string {
  const all: Asked['headers'] = {
    Host: `127.0.0.1:${port}`,
    ...(method === 'POST' ? {'Content-Type': 'application/json'} : {}),
    ...(body === '' ? {} : {'Content-Length': `${Buffer.byteLength(body)}`}),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

/** Sends a request, and waits until its answer is whole; then the connection is closed. */
export async function answerOn(socket: Socket, request: string | Uint8Array): Promise<Answered> {
  socket.write(request);
  let text = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      text += chunk;
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const headers = Object.fromEntries(
        [...head.matchAll(/^([\w-]+): (.*?)\r?$/gm)].map(([, name = '', value = '']) => [
          name.toLowerCase(),
          value,
        ]),
      );
      const body = rest.join('\r\n\r\n');
      const isHead = Buffer.from(request).toString().startsWith('HEAD ');
      const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
      if (rest.length > 0 && Buffer.byteLength(body) >= length)
        return {status: Number(text.split(' ')[1]), headers, body};
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`the connection ended after ${JSON.stringify(text)}`);
}

export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({address}) => address === '::1'),
  );
}

export interface GameOf extends Partial<Setup> {
  readonly mark?: Mark;
  /** How many actions of the whole game. */
  readonly length?: number;
  /** Whether all dice are rolled again, twice in each turn. */
  readonly rerolls?: boolean;
}

/** A game as it is posted: first rolls, box after box, as `pointsOf` counts them. */
export function gameText(seed: number, {mark, length, rerolls = false, ...more}: GameOf = {}): string {
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
  return formatGame({game, actions, ...(mark === undefined ? {} : {mark})});
}
