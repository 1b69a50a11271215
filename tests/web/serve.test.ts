/* `fivedice serve` as a process: its addresses, its files, its browser, its end. */
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {cpSync, existsSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {connect} from 'node:net';
import {networkInterfaces} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {gzipSync} from 'node:zlib';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER, FIVEDICE, type Finished, PATIENCE} from '../support/command.js';
import {inPlace, type Place} from '../support/place.js';
import {until} from '../support/processes.js';
import {example, ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';

/** The page of these tests. */
const PAGE = {
  'index.html': '<!doctype html>\n<title>Dice</title>\n<style>a{}</style>\n<script src="page.js"></script>\n',
  'page.js': 'document.title = "Five dice";\n',
} as const;

interface Served {
  readonly port: number;
  /** The printed line with the address. */
  readonly line: string;
  /** Requests a path of the page. */
  readonly gets: (path: string, method?: string) => Promise<Response>;
  /** Waits for a line on standard error. */
  readonly complains: () => Promise<string>;
  readonly ends: (signal?: NodeJS.Signals) => Promise<Finished>;
}

/** Starts the command beside the page, on a free port unless the arguments name one. */
type Serve = (args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Served>;

/** Returns a test in a place with the command and the page; its servers are killed afterwards. */
function atServer(use: (serve: Serve, place: Place) => Promise<void>): () => Promise<void> {
  return inPlace(
    async (place) => {
      cpSync(dirname(FIVEDICE), join(place.folder, 'installed/dist/command'), {recursive: true});
      for (const [name, text] of Object.entries(PAGE)) place.write({[`installed/dist/web/${name}`]: text});
      const running: Served[] = [];
      try {
        await use(async (args = [], env = {}) => {
          const served = await startServer(place, args, env);
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

async function startServer(
  {folder, env}: Place,
  args: readonly string[],
  more: NodeJS.ProcessEnv,
): Promise<Served> {
  const command = join(folder, 'installed/dist/command/cli.js');
  const flags = args.includes('--port') ? args : ['--port', '0', ...args];
  // By this Node and not by the `PATH`, which some tests change.
  const child = execa(process.execPath, [command, 'serve', ...flags], {
    ...AS_USER,
    cwd: folder,
    env: {...env, ...more},
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
    gets: (path, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, {method}),
    complains: () => complaint,
    ends: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const {stdout, stderr, exitCode} = await child;
      return {stdout, stderr, exitCode};
    },
  };
}

/** Runs a server that cannot start. */
function refused(place: Place, ...args: string[]): Promise<Finished> {
  return place.run(process.execPath, [join(place.folder, 'installed/dist/command/cli.js'), 'serve', ...args]);
}

suite('a server', (test) => {
  test(
    'serves the files of the page by their types, and nothing else',
    atServer(async (serve, {write}) => {
      write({'installed/dist/secret.txt': 'secret', 'installed/dist/web/no-type': 'x'});
      const {gets} = await serve();
      for (const [path, text, type] of [
        ['/', PAGE['index.html'], 'text/html; charset=utf-8'],
        ['/index.html', PAGE['index.html'], 'text/html; charset=utf-8'],
        ['/page.js?v=2', PAGE['page.js'], 'text/javascript; charset=utf-8'],
      ] as const) {
        const answer = await gets(path);
        assert.equal([answer.status, await answer.text()], [200, text]);
        assert.equal(
          ['content-type', 'cache-control'].map((name) => answer.headers.get(name)),
          [type, 'no-cache'],
        );
      }
      for (const path of ['/missing', '/no-type', '/..%2fsecret.txt', '/%2e%2e%2fsecret.txt', '//page.js'])
        assert.is((await gets(path)).status, 404, path);
    }),
  );

  test(
    'answers GET and HEAD alone, and lets no page run what is not its own',
    atServer(async (serve) => {
      const {gets} = await serve();
      const style = createHash('sha256').update('a{}').digest('base64');
      for (const [method, path, status, length] of [
        ['GET', '/', 200, PAGE['index.html'].length],
        ['HEAD', '/', 200, 0],
        ['GET', '/missing', 404, 0],
        ['POST', '/', 405, 0],
        ['DELETE', '/page.js', 405, 0],
      ] as const) {
        const answer = await gets(path, method);
        const {headers} = answer;
        assert.equal([answer.status, (await answer.text()).length], [status, length], `${method} ${path}`);
        assert.is(headers.get('x-content-type-options'), 'nosniff');
        const policy = headers.get('content-security-policy') ?? '';
        assert.match(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ");
        assert.match(policy, `style-src 'self' 'sha256-${style}'; `);
        assert.not.match(policy, 'unsafe-inline');
      }
    }),
  );

  test(
    'is on this computer alone, unless --host opens it to the network; then it says where',
    atServer(async (serve) => {
      const [other] = Object.values(networkInterfaces())
        .flatMap((all) => all ?? [])
        .filter(({family, internal}) => family === 'IPv4' && !internal);
      if (other === undefined) return;
      const from = (port: number): string => `http://${other.address}:${port}/`;
      const {port: alone} = await serve();
      assert.is(await fetch(from(alone)).catch(() => null), null);
      const {port, ends} = await serve(['--host', '0.0.0.0']);
      assert.is((await fetch(from(port))).status, 200);
      assert.match((await ends()).stdout, `\nOn a phone in the same network: ${from(port)}`);
    }),
  );

  test(
    'has the port that is named; one that is taken is an error: exit status 3',
    atServer(async (serve, place) => {
      const {port, ends} = await serve();
      const message = `fivedice: port ${port}: it is taken, perhaps by another fivedice serve: look at http://127.0.0.1:${port}/, or name another port with --port; --port 0 finds a free one\n`;
      assert.equal(await refused(place, '--port', `${port}`), {stdout: '', stderr: message, exitCode: 3});
      await ends();
      assert.is((await serve(['--port', `${port}`])).port, port);
    }),
  );

  const wrong: readonly [args: string[], said: string][] = [
    [['--port', '65536'], 'serve: --port takes a whole number from 0 to 65535'],
    [['--host', 'localhost'], 'serve: --host takes an IP address of this computer, or 0.0.0.0 for all'],
    [['--port', 'http'], 'serve: --port takes a whole number of at least 0, not "http"'],
    [['here'], 'serve takes only flags, not "here"'],
  ];
  test(
    'refuses a wrong command line: exit status 2; and ends without a page: 3',
    atServer(async (_, place) => {
      for (const [args, said] of wrong) {
        const {stdout, stderr, exitCode} = await refused(place, ...args);
        assert.equal([stdout, exitCode], ['', 2], said);
        assert.ok(stderr.startsWith('fivedice: ') && stderr.includes(said), stderr);
      }
      rmSync(join(place.folder, 'installed/dist/web'), {recursive: true});
      const stderr = 'fivedice: the page is not there: in a clone, npm run build makes it\n';
      assert.equal(await refused(place), {stdout: '', stderr, exitCode: 3});
    }),
  );

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(
      `ends by ${signal}, and closes every connection: exit status 0`,
      atServer(async (serve) => {
        const {port, line, ends} = await serve();
        const idle = connect({host: '127.0.0.1', port});
        await once(idle, 'connect');
        const closed = once(idle.resume(), 'close');
        assert.equal(await ends(signal), {stdout: `${line}\n`, stderr: '', exitCode: 0});
        await closed;
      }),
    );
  }

  test(
    'opens the page with --open, as the README shows',
    atServer(async (serve, {folder, env, write, read}) => {
      write({'bin/xdg-open': '#!/bin/sh\nprintf %s "$1" > told.new && mv told.new told\n'});
      const {PATH: before} = env;
      const [, , , ...args] = example('serve').trim().split(' ');
      const {port, line, ends} = await serve(args, {PATH: `${join(folder, 'bin')}:${before}`});
      assert.is(`${line}\n`.replace(`${port}`, '23456'), example('serve-prints'));
      await until(() => existsSync(join(folder, 'told')), 'the browser is never opened');
      assert.is(read('told'), `http://127.0.0.1:${port}/`);
      const {stderr, exitCode} = await ends();
      assert.equal([stderr, exitCode], ['', 0]);
    }),
  );

  test(
    'says so where no browser can be opened, and serves',
    atServer(async (serve, {folder}) => {
      const {port, gets, complains} = await serve(['--open'], {PATH: join(folder, 'bin')});
      assert.is(
        await complains(),
        `fivedice: xdg-open cannot open the browser: spawn xdg-open ENOENT: open http://127.0.0.1:${port}/ there yourself`,
      );
      assert.is((await gets('/')).status, 200);
    }),
  );
});

suite('the page', (test) => {
  test('is at most 70 kB in all, compressed, for a phone on a slow network', () => {
    const folder = join(ROOT, 'dist/web');
    const files = readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name));
    const sizes = files.map((name) => gzipSync(readFileSync(join(folder, name)), {level: 9}).length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(all <= 70_000, `${all} bytes`);
  });
});
