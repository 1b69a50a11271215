/* `fivedice serve`: its files, what it refuses, and as a process its addresses, its browser and its end. */
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {connect} from 'node:net';
import {networkInterfaces} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {gzipSync} from 'node:zlib';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {listen, main, pageServer} from '../../src/web/serve.js';
import {AS_USER, FIVEDICE, type Finished, PATIENCE} from '../support/command.js';
import {type Place, suiteInPlace, writeFiles} from '../support/place.js';
import {until} from '../support/processes.js';
import {example, ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const BUILT = join(ROOT, 'dist/web');
const INDEX = '<!doctype html>\n<title>Dice</title>\n<style>a{}</style>\n<script src="page.js"></script>\n';
const SCRIPT = 'document.title = "Five dice";\n';

suite('a server of a page', (test) => {
  test('answers GET and HEAD for its files alone, and lets no page run what is not its own', () =>
    inTemporaryFolder(async (folder) => {
      writeFiles(folder, {
        'secret.txt': 'x',
        'web/index.html': INDEX,
        'web/page.js': SCRIPT,
        'web/no-type': 'x',
      });
      const server = pageServer(join(folder, 'web'));
      const port = await listen(server, 0);
      const [html, script] = ['text/html; charset=utf-8', 'text/javascript; charset=utf-8'];
      const style = createHash('sha256').update('a{}').digest('base64');
      for (const [method, path, status, text, type] of [
        ['GET', '/', 200, INDEX, html],
        ['GET', '/index.html', 200, INDEX, html],
        ['GET', '/page.js?v=2', 200, SCRIPT, script],
        ['HEAD', '/page.js', 200, '', script],
        ['POST', '/', 405, '', null],
        ['DELETE', '/page.js', 405, '', null],
        ['GET', '/missing', 404, '', null],
        ['GET', '/no-type', 404, '', null],
        ['GET', '//page.js', 404, '', null],
        ['GET', '/..%2fsecret.txt', 404, '', null],
      ] as const) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {method});
        const {headers} = answer;
        assert.equal(
          [answer.status, await answer.text(), headers.get('content-type')],
          [status, text, type],
          `${method} ${path}`,
        );
        assert.equal(
          ['cache-control', 'x-content-type-options'].map((name) => headers.get(name)),
          ['no-cache', 'nosniff'],
        );
        const policy = headers.get('content-security-policy') ?? '';
        assert.match(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ");
        assert.match(policy, `style-src 'self' 'sha256-${style}'; `);
        assert.match(policy, /; frame-ancestors 'none'$/);
        assert.not.match(policy, 'unsafe-inline');
      }
      server.close();
    }));

  test('does not start by a wrong command line: exit status 2; at a port that is taken, or without a page: 3', async () => {
    const server = pageServer(BUILT);
    const port = await listen(server, 0);
    for (const [args, page, status, message] of [
      [['--port', '65536'], BUILT, 2, '--port takes a whole number from 0 to 65535'],
      [['--host', 'localhost'], BUILT, 2, '--host takes an IP address of this computer, or 0.0.0.0 for all'],
      [[], `${BUILT}/none`, 3, 'the page is not there: in a clone, npm run build makes it'],
      [
        ['--port', `${port}`],
        BUILT,
        3,
        `port ${port}: it is taken, perhaps by another fivedice serve: look at http://127.0.0.1:${port}/, or name another port with --port; --port 0 finds a free one`,
      ],
    ] as const) {
      const usage = status === 2 ? ['serve: ', '\nfivedice serve --help lists the flags'] : ['', ''];
      assert.equal(await refused(args, page), [status, `fivedice: ${usage.join(message)}\n`]);
    }
    server.close();
  });
});

/** Runs the command in this process; returns its exit status and its complaint. */
async function refused(args: readonly string[], page: string): Promise<[status: number, complaint: string]> {
  const {write} = process.stderr;
  let complaint = '';
  process.stderr.write = (text) => {
    complaint += text;
    return true;
  };
  try {
    return [await main(args, {page}), complaint];
  } finally {
    process.stderr.write = write;
  }
}

interface Served {
  readonly port: number;
  /** The printed line with the address. */
  readonly line: string;
  /** Waits for a line on standard error. */
  readonly complains: () => Promise<string>;
  readonly ends: (signal: NodeJS.Signals) => Promise<Finished>;
}

/** Starts the command in a place whose folder is its `PATH`, and kills it afterwards. */
async function whileServing(
  {folder, env}: Place,
  args: readonly string[],
  use: (served: Served) => Promise<void>,
): Promise<void> {
  const child = execa(process.execPath, [FIVEDICE, 'serve', ...args], {
    ...AS_USER,
    cwd: folder,
    env: {...env, PATH: folder},
    reject: false,
    timeout: PATIENCE,
  });
  const complaint = once(createInterface(child.stderr), 'line').then(String);
  const printed = once(createInterface(child.stdout), 'line').then(String);
  const line = await Promise.race([printed, child.then(({stderr}) => assert.unreachable(stderr))]);
  const port = Number(/^Fivedice is at http:\/\/127\.0\.0\.1:(\d+)\/ until Ctrl-C\.$/.exec(`${line}`)?.[1]);
  const ends = async (signal: NodeJS.Signals): Promise<Finished> => {
    child.kill(signal);
    const {stdout, stderr, exitCode} = await child;
    return {stdout, stderr, exitCode};
  };
  try {
    await use({port, line: `${line}`, complains: () => complaint, ends});
  } finally {
    await ends('SIGKILL');
  }
}

/** Returns the address of a server for the network around this computer; null if there is none. */
function awayAt(port: number): string | null {
  const [other] = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({family, internal}) => family === 'IPv4' && !internal);
  return other === undefined ? null : `http://${other.address}:${port}/`;
}

suiteInPlace('fivedice serve', (test) => {
  test('is on this computer alone, opens the page with --open as the README shows, and ends by SIGTERM', async (place) => {
    place.write({'xdg-open': '#!/bin/sh\nprintf %s "$1" > told\n'});
    const [, , , ...args] = example('serve').trim().split(' ');
    await whileServing(place, ['--port', '0', ...args], async ({port, line, ends}) => {
      assert.is(`${line}\n`.replace(`${port}`, '23456'), example('serve-prints'));
      const told = join(place.folder, 'told');
      await until(() => existsSync(told) && place.read('told') !== '', 'the browser is never opened');
      assert.is(place.read('told'), `http://127.0.0.1:${port}/`);
      const away = awayAt(port);
      if (away !== null) assert.is(await fetch(away).catch(() => null), null);
      const idle = connect({host: '127.0.0.1', port});
      await once(idle, 'connect');
      const closed = once(idle.resume(), 'close');
      assert.equal(await ends('SIGTERM'), {stdout: `${line}\n`, stderr: '', exitCode: 0});
      await closed;
    });
  });

  test('has the port and the host that are named, says where phones find it and where no browser can be opened, and ends by SIGINT', async (place) => {
    const server = pageServer(BUILT);
    const free = await listen(server, 0);
    server.close();
    const args = ['--port', `${free}`, '--host', '0.0.0.0', '--open'];
    await whileServing(place, args, async ({port, complains, ends}) => {
      assert.is(port, free);
      assert.is(
        await complains(),
        `fivedice: xdg-open cannot open the browser: spawn xdg-open ENOENT: open http://127.0.0.1:${port}/ there yourself`,
      );
      const away = awayAt(port);
      if (away !== null) assert.is((await fetch(away)).status, 200);
      const {stdout, exitCode} = await ends('SIGINT');
      assert.is(exitCode, 0);
      if (away !== null) assert.match(stdout, `\nOn a phone in the same network: ${away}`);
    });
  });
});

suite('the page', (test) => {
  test('is at most 70 kB in all, compressed, for a phone on a slow network', () => {
    const files = readdirSync(BUILT).filter((name) => !/\.(br|gz)$/.test(name));
    const sizes = files.map((name) => gzipSync(readFileSync(join(BUILT, name)), {level: 9}).length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(all <= 70_000, `${all} bytes`);
  });
});
