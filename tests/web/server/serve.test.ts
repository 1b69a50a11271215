/* `fivedice serve` as a process: its port, its browser, its end. */
import {once} from 'node:events';
import {existsSync, rmSync} from 'node:fs';
import {connect, createServer, type Socket} from 'node:net';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import * as assert from 'uvu/assert';
import {readSite} from '../../../src/web/server/files.js';
import {type Halls, openHalls} from '../../../src/web/server/scores.js';
import {openServer} from '../../../src/web/server/server.js';
import type {Finished} from '../../support/command.js';
import {plantLock} from '../../support/locks.js';
import {inPlace, type Place} from '../../support/place.js';
import {until} from '../../support/processes.js';
import {example} from '../../support/readme.js';
import {answerOn, requestText} from '../../support/requests.js';
import {gameText, hasIpv6, suiteAtServer} from '../../support/served.js';

/** Runs a server that cannot start. */
function refused(place: Place, ...args: string[]): Promise<Finished> {
  return place.run(process.execPath, [join(place.folder, 'installed/dist/command/cli.js'), 'serve', ...args]);
}

/** However it is closed. */
function whenClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket
      .on('error', () => {})
      .once('close', () => resolve())
      .resume();
  });
}

/** Takes a port, a free one if it is 0, while something is done. */
async function withTaken(host: string, port: number, use: (port: number) => Promise<void>): Promise<void> {
  const taker = createServer().listen({host, port});
  // Somebody else may have it: then it is taken all the same.
  await once(taker, 'listening').catch(() => {});
  const address = taker.address();
  try {
    await use(typeof address === 'object' && address !== null ? address.port : port);
  } finally {
    taker.close();
  }
}

const taken = (port: number): Finished => ({
  stdout: '',
  stderr: `fivedice: port ${port}: it is taken, perhaps by another fivedice serve: look at http://127.0.0.1:${port}/, or name another port with --port; --port 0 finds a free one\n`,
  exitCode: 3,
});

suiteAtServer('a port', (atServer) => {
  atServer('that is taken, also on ::1 only, is an error with advice: exit status 3', async (_, place) => {
    for (const host of hasIpv6() ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
      await withTaken(host, 0, async (port) =>
        assert.equal(await refused(place, '--port', `${port}`), taken(port), host),
      );
    }
    await withTaken('127.0.0.1', 23_456, async () => assert.equal(await refused(place), taken(23_456)));
  });

  atServer('that is named is the one that is served, and free again afterwards', async (serve) => {
    const {port, ends} = await serve();
    await ends();
    const again = await serve(['--port', `${port}`, '--scores', 'h.txt']);
    assert.is(again.port, port);
    assert.is((await again.gets('/')).status, 200);
  });

  const wrong: readonly [args: string[], said: string][] = [
    [['--port', '65536'], 'serve: --port takes a whole number from 0 to 65535'],
    [['--port', '-1'], 'serve: --port takes a whole number of at least 0, not "-1"'],
    [['--port', 'http'], 'serve: --port takes a whole number of at least 0, not "http"'],
    [['here'], 'serve takes only flags, not "here"'],
    [['--scores', '.'], '.: it is not a plain file'],
    [['--scores', 'missing/h.txt'], 'missing/h.txt: there is no folder missing'],
  ];
  atServer('is refused for a wrong command line: exit status 2; and without a page: 3', async (_, place) => {
    for (const [args, said] of wrong) {
      const {stdout, stderr, exitCode} = await refused(place, ...args);
      assert.equal([stdout, exitCode], ['', 2], said);
      assert.ok(stderr.startsWith('fivedice: ') && stderr.includes(said), stderr);
    }
    rmSync(join(place.folder, 'installed/dist/web'), {recursive: true});
    const stderr = 'fivedice: the page is not there: in a clone, npm run build makes it\n';
    assert.equal(await refused(place), {stdout: '', stderr, exitCode: 3});
  });
});

suiteAtServer('--open', (atServer) => {
  atServer('opens the page, as the README shows', async (serve, {folder, env, write, read}) => {
    write({'bin/xdg-open': '#!/bin/sh\nprintf %s "$1" > told.new && mv told.new told\n'});
    const {PATH: before} = env;
    const PATH = `${join(folder, 'bin')}:${before}`;
    const [, , , ...args] = example('serve').trim().split(' ');
    const {port, line, ends} = await serve(args, {PATH});
    assert.is(`${line}\n`.replace(`${port}`, '23456'), example('serve-prints'));
    await until(() => existsSync(join(folder, 'told')), 'the browser is never opened');
    assert.is(read('told'), `http://127.0.0.1:${port}/`);
    const {stderr, exitCode} = await ends();
    assert.equal([stderr, exitCode], ['', 0]);
  });

  for (const [what, script, why] of [
    ['there is none', '', 'spawn xdg-open ENOENT'],
    ['it fails', '#!/bin/sh\nexit 3\n', 'exit status 3'],
  ] as const) {
    atServer(`says so where ${what}, and serves`, async (serve, {folder, write}) => {
      if (script !== '') write({'bin/xdg-open': script});
      const {port, gets, complains} = await serve(['--open', '--scores', 'h.txt'], {
        PATH: join(folder, 'bin'),
      });
      assert.is(
        await complains(),
        `fivedice: xdg-open cannot open the browser: ${why}: open http://127.0.0.1:${port}/ there yourself`,
      );
      assert.is((await gets('/')).status, 200);
    });
  }
});

suiteAtServer('a server', (atServer, test) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    atServer(`ends by ${signal}, and closes every connection: exit status 0`, async (serve, {read}) => {
      const {port, line, posts, ends} = await serve();
      await posts(gameText(7));
      const idle = connect({host: '127.0.0.1', port});
      await once(idle, 'connect');
      const half = connect({host: '127.0.0.1', port});
      half.write('POST /scores HTTP/1.1\r\nHost: 127.0.0.1');
      await once(half, 'connect');
      const closed = [idle, half].map((socket) => whenClosed(socket));
      assert.equal(await ends(signal), {stdout: `${line}\n`, stderr: '', exitCode: 0});
      await Promise.all(closed);
      assert.match(read('h.txt'), ',Ann\tseeded\n');
    });
  }

  test(
    'answers a request that does not come to its end with 408',
    inPlace(async ({folder, write}) => {
      write({'page/index.html': 'x'});
      const server = await openServer(0, readSite(join(folder, 'page')), openHalls(join(folder, 'h')), 100);
      const {port} = server;
      for (const half of ['GET / HT', requestText(port, {headers: {'Content-Length': '9'}, body: '{'})]) {
        const {status, body} = await answerOn(connect({host: '127.0.0.1', port}), half);
        assert.equal([status, body], [408, '{"reason":"the request took too long"}\n']);
      }
      await server.close();
    }),
  );

  test(
    'enters what was posted before it ends, and answers',
    inPlace(async ({folder, write, read}) => {
      write({'page/index.html': 'x'});
      const halls = openHalls(join(folder, 'h'));
      let arrived = (): void => {};
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const post: Halls['post'] = (game) => {
        arrived();
        return halls.post(game);
      };
      const {port, close} = await openServer(0, readSite(join(folder, 'page')), {...halls, post});
      // Another game, as long as this process runs.
      plantLock(join(folder, 'h.dice.lock'), {});
      const request = requestText(port, {body: gameText(7)});
      const answered = answerOn(connect({host: '127.0.0.1', port}), request);
      await arrival;
      const closed = close();
      // By then the post waits for the lock, and a server that does not wait for it has closed the connection.
      await nextTurn();
      await nextTurn();
      rmSync(join(folder, 'h.dice.lock'), {recursive: true});
      assert.is((await answered).status, 200);
      await closed;
      assert.match(read('h'), ',Ann\tseeded\n');
    }),
  );
});
