/* Requests of all kinds: who is answered, what a browser is told, and who hangs up. */
import {once} from 'node:events';
import {connect} from 'node:net';
import * as assert from 'uvu/assert';
import {filesIn} from '../../support/place.js';
import {
  type Asked,
  answerOn,
  CHUNKED,
  fetchedFrom,
  get,
  inChunks,
  requestText,
} from '../../support/requests.js';
import {gameText, hasIpv6, suiteAtServer} from '../../support/served.js';

suiteAtServer('a server', (atServer) => {
  atServer('is not disturbed by clients that hang up at any time', async (serve, {folder}) => {
    const {port, gets, ends} = await serve();
    const whole = requestText(port, {body: gameText(7)});
    const before = filesIn(folder);
    const half = whole.slice(0, -10);
    for (const sent of ['', 'POST', whole.slice(0, whole.indexOf('\r\n\r\n')), half]) {
      const socket = connect({host: '127.0.0.1', port});
      socket.write(sent);
      // An answer on another connection: by then the server has seen this one.
      assert.is((await gets('/')).status, 200);
      socket.resetAndDestroy();
    }
    assert.is((await gets('/scores')).status, 200);
    assert.equal(filesIn(folder), before);
    const {stderr, exitCode} = await ends();
    assert.equal([stderr, exitCode], ['', 0]);
  });

  atServer('answers at once beside connections that only take room', async (serve) => {
    const {port, gets, ends} = await serve();
    const idle = Array.from({length: 600}, (_, index) => {
      const socket = connect({host: '127.0.0.1', port});
      const sent = ['', 'G', 'GET / HTTP/1.1\r\n', 'POST /scores HTTP/1.1\r\nContent-Length: 9\r\n\r\n'];
      socket.write(sent[index % sent.length] ?? '');
      // The first are closed to make room.
      socket.on('error', () => {});
      return socket;
    });
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    assert.is((await gets('/')).status, 200);
    assert.is((await gets('/scores')).status, 200);
    for (const socket of idle) socket.destroy();
    const {stderr, exitCode} = await ends();
    assert.equal([stderr, exitCode], ['', 0]);
  });

  atServer('says on every answer what a browser may do with it', async (serve) => {
    const {port, sends, gets} = await serve();
    const answers = [await gets('/'), await gets('/scores'), await gets('/no'), await sends('x\r\n\r\n')];
    for (const {headers} of answers) {
      assert.is(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      assert.is(headers['x-content-type-options'], 'nosniff');
      assert.is(headers['referrer-policy'], 'no-referrer');
      assert.is(headers['x-frame-options'], 'DENY');
      assert.is(headers['cross-origin-resource-policy'], 'same-origin');
      assert.is(headers['access-control-allow-origin'], undefined);
    }
    const allows = async (asked: Asked): Promise<string | undefined> => {
      const {allow} = (await sends(requestText(port, asked))).headers;
      return allow;
    };
    assert.is(await allows({method: 'PUT'}), 'GET, HEAD, POST');
    assert.is(await allows({method: 'PUT', path: '/'}), 'GET, HEAD');
  });

  atServer('answers its own page, a link that leads to it, and who is no browser', async (serve) => {
    const {port, sends} = await serve();
    const ownPage = {Host: `localhost:${port}`, Origin: `http://localhost:${port}`};
    const welcome: readonly Asked[] = [
      get('/', fetchedFrom('cross-site', 'navigate', 'document')),
      get('/', {Expect: 'wonders'}),
      get('/', {'Sec-Fetch-Site': 'none'}),
      get('/?players=Eric'),
      get('/scores', {Host: `LOCALHOST:${port}`}),
      get('/scores', {Host: `[::1]:${port}`}),
      {headers: {...ownPage, 'Sec-Fetch-Site': 'same-origin'}, body: gameText(7)},
      {headers: {'Content-Type': 'Application/JSON; charset=UTF-8'}, body: gameText(8)},
      {headers: CHUNKED, body: inChunks(gameText(9))},
    ];
    for (const asked of welcome) {
      const {status, body} = await sends(requestText(port, asked));
      assert.is(status, 200, `${JSON.stringify(asked.headers)}: ${body}`);
    }
  });

  atServer('answers on ::1 too, where there is one', async (serve) => {
    const {port, gets} = await serve();
    assert.is((await gets('/')).status, 200);
    if (!hasIpv6()) return;
    const socket = connect({host: '::1', port});
    const asked = requestText(port, get('/', {Host: `[::1]:${port}`}));
    assert.is((await answerOn(socket, asked)).status, 200);
  });
});
