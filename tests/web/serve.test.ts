/* `fivedice serve` as a process: its port, its files, its browser, its end. */
import {once} from 'node:events';
import {existsSync, rmSync} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import type {Finished} from '../support/command.js';
import type {Place} from '../support/place.js';
import {until} from '../support/processes.js';
import {example} from '../support/readme.js';
import {PAGE, suiteAtServer} from '../support/served.js';

/** Runs a server that cannot start. */
function refused(place: Place, ...args: string[]): Promise<Finished> {
  return place.run(process.execPath, [join(place.folder, 'installed/dist/command/cli.js'), 'serve', ...args]);
}

suiteAtServer('a server', (atServer) => {
  atServer('serves the files of the page by their types, and nothing else', async (serve, {write}) => {
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
  });

  atServer(
    'has the port that is named; one that is taken is an error: exit status 3',
    async (serve, place) => {
      const {port, ends} = await serve();
      const message = `fivedice: port ${port}: it is taken, perhaps by another fivedice serve: look at http://127.0.0.1:${port}/, or name another port with --port; --port 0 finds a free one\n`;
      assert.equal(await refused(place, '--port', `${port}`), {stdout: '', stderr: message, exitCode: 3});
      await ends();
      assert.is((await serve(['--port', `${port}`])).port, port);
    },
  );

  const wrong: readonly [args: string[], said: string][] = [
    [['--port', '65536'], 'serve: --port takes a whole number from 0 to 65535'],
    [['--port', 'http'], 'serve: --port takes a whole number of at least 0, not "http"'],
    [['here'], 'serve takes only flags, not "here"'],
  ];
  atServer('refuses a wrong command line: exit status 2; and ends without a page: 3', async (_, place) => {
    for (const [args, said] of wrong) {
      const {stdout, stderr, exitCode} = await refused(place, ...args);
      assert.equal([stdout, exitCode], ['', 2], said);
      assert.ok(stderr.startsWith('fivedice: ') && stderr.includes(said), stderr);
    }
    rmSync(join(place.folder, 'installed/dist/web'), {recursive: true});
    const stderr = 'fivedice: the page is not there: in a clone, npm run build makes it\n';
    assert.equal(await refused(place), {stdout: '', stderr, exitCode: 3});
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    atServer(`ends by ${signal}, and closes every connection: exit status 0`, async (serve) => {
      const {port, line, ends} = await serve();
      const idle = connect({host: '127.0.0.1', port});
      await once(idle, 'connect');
      const closed = once(idle.resume(), 'close');
      assert.equal(await ends(signal), {stdout: `${line}\n`, stderr: '', exitCode: 0});
      await closed;
    });
  }

  atServer('opens the page with --open, as the README shows', async (serve, {folder, env, write, read}) => {
    write({'bin/xdg-open': '#!/bin/sh\nprintf %s "$1" > told.new && mv told.new told\n'});
    const {PATH: before} = env;
    const [, , , ...args] = example('serve').trim().split(' ');
    const {port, line, ends} = await serve(args, {PATH: `${join(folder, 'bin')}:${before}`});
    assert.is(`${line}\n`.replace(`${port}`, '23456'), example('serve-prints'));
    await until(() => existsSync(join(folder, 'told')), 'the browser is never opened');
    assert.is(read('told'), `http://127.0.0.1:${port}/`);
    const {stderr, exitCode} = await ends();
    assert.equal([stderr, exitCode], ['', 0]);
  });

  atServer('says so where no browser can be opened, and serves', async (serve, {folder}) => {
    const {port, gets, complains} = await serve(['--open'], {PATH: join(folder, 'bin')});
    assert.is(
      await complains(),
      `fivedice: xdg-open cannot open the browser: spawn xdg-open ENOENT: open http://127.0.0.1:${port}/ there yourself`,
    );
    assert.is((await gets('/')).status, 200);
  });
});
