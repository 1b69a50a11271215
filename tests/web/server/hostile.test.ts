/* Requests that a server must refuse: each with its status and a reason, and nothing is written. */

import {symlinkSync} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {filesIn} from '../../support/place.js';
import {readmeOf, tableIn} from '../../support/readme.js';
import {
  type Answered,
  type Asked,
  answerOn,
  atServer,
  gameText,
  hasIpv6,
  requestText,
} from '../../support/served.js';
import {suite} from '../../support/suite.js';

const GAME = gameText(7);
const edited = (from: string | RegExp, to: string): string => {
  const text = GAME.replace(from, to);
  assert.is.not(text, GAME);
  return text;
};
const post = (headers: Asked['headers'] = {}, body = GAME): Asked => ({headers, body});
const get = (path: string, headers: Asked['headers'] = {}): Asked => ({method: 'GET', path, headers});

type Hostile = readonly [
  what: string,
  status: number,
  reason: string,
  asked: (port: number) => Asked | string | Buffer,
];

const HOSTILE: readonly Hostile[] = [
  ['no HTTP at all', 400, 'it is not an HTTP request', () => 'hello\r\n\r\n'],
  ['a NUL in the path', 400, 'it is not an HTTP request', () => get('/page.js\0.html')],
  [
    'two lengths',
    400,
    'it is not an HTTP request',
    () => post({'Content-Length': '5\r\nContent-Length: 6'}, '12345'),
  ],
  [
    'a length and chunks',
    400,
    'it is not an HTTP request',
    () => post({'Content-Length': '5', 'Transfer-Encoding': 'chunked'}, '0\r\n\r\n'),
  ],
  ['no host', 400, 'a request has one Host header', () => get('/', {Host: null})],
  [
    'two hosts',
    400,
    'a request has one Host header',
    (port) => get('/', {Host: `127.0.0.1:${port}\r\nHost: evil.example`}),
  ],
  [
    'bytes that are no UTF-8',
    400,
    'it is not UTF-8',
    (port) => Buffer.from(requestText(port, post({'Content-Length': '1'}, '\xff')), 'latin1'),
  ],
  [
    'a name that leads here',
    421,
    'Host must be 127.0.0.1, localhost, [::1], with the port of this server',
    (port) => get('/scores', {Host: `evil.example:${port}`}),
  ],
  [
    'a name that only begins like ours',
    421,
    'Host',
    (port) => get('/', {Host: `localhost.evil.example:${port}`}),
  ],
  ['a name with a dot behind', 421, 'Host', (port) => get('/', {Host: `localhost.:${port}`})],
  ['another port', 421, 'Host', () => get('/', {Host: '127.0.0.1:1'})],
  ['no port', 421, 'Host', () => get('/', {Host: 'localhost'})],
  ['an empty host', 421, 'Host', () => get('/', {Host: ''})],
  ['a post from another site', 403, 'Origin', () => post({Origin: 'https://evil.example'})],
  ['a post from a file or a sandbox', 403, 'Origin', () => post({Origin: 'null'})],
  ['a post from another port', 403, 'Origin', () => post({Origin: 'http://127.0.0.1:1'})],
  ['a post by https', 403, 'Origin', (port) => post({Origin: `https://127.0.0.1:${port}`})],
  ['a post from our other name', 403, 'Origin', (port) => post({Origin: `http://localhost:${port}`})],
  ['a post from two sites', 403, 'Origin', (port) => post({Origin: `http://127.0.0.1:${port}, http://a`})],
  ['scores read by another site', 403, 'Origin', () => get('/scores', {Origin: 'https://evil.example'})],
  ['a post that another site sends', 403, 'Sec-Fetch-Site', () => post({'Sec-Fetch-Site': 'cross-site'})],
  ['a post from a neighbour port', 403, 'Sec-Fetch-Site', () => post({'Sec-Fetch-Site': 'same-site'})],
  [
    'a form of another site',
    403,
    'Sec-Fetch-Site',
    () => post({'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document'}),
  ],
  [
    'a page in a frame',
    403,
    'Sec-Fetch-Site',
    () =>
      get('/', {'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe'}),
  ],
  [
    'a script for another site',
    403,
    'Sec-Fetch-Site',
    () => get('/page.js', {'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors'}),
  ],
  ...[
    '/missing',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/page.js%00.html',
    '/page.js/',
    '/./page.js',
    '//page.js',
    '/%70age.js',
    '/PAGE.JS',
    '/%',
    '/link',
    '/folder/secret.txt',
    '/constructor',
    '/scores/',
    'http://evil.example/',
    '*',
  ].map(
    (path): Hostile => [
      `the path ${path}`,
      404,
      'there are only /scores and the files of the page',
      () => get(path),
    ],
  ),
  ['a post to the page', 405, 'the page is only read', () => ({...post(), path: '/'})],
  ['a file to be put', 405, 'the page is only read', () => ({method: 'PUT', path: '/page.js', body: 'x'})],
  ['scores to be put', 405, 'scores are read or posted', () => ({method: 'PUT', body: GAME})],
  ['scores to be deleted', 405, 'scores are read or posted', () => ({method: 'DELETE'})],
  ['a question for options', 405, 'scores are read or posted', () => ({method: 'OPTIONS'})],
  ['a trace', 405, 'the page is only read', () => ({method: 'TRACE', path: '/'})],
  ['a post without a type', 415, 'application/json', () => post({'Content-Type': null})],
  ['what a form can send', 415, 'application/json', () => post({'Content-Type': 'text/plain'})],
  [
    'a type that only contains ours',
    415,
    'application/json',
    () => post({'Content-Type': 'text/plain; application/json'}),
  ],
  [
    'another charset',
    415,
    'application/json',
    () => post({'Content-Type': 'application/json; charset=utf-16'}),
  ],
  ['a compressed game', 415, 'Content-Encoding', () => post({'Content-Encoding': 'gzip'})],
  ['much, before it is sent', 413, '65536 bytes', () => post({'Content-Length': '65537'}, '{')],
  ['more than a number counts', 413, '65536 bytes', () => post({'Content-Length': '9007199254740993'}, '{')],
  [
    'much without a length, before it ends',
    413,
    '65536 bytes',
    () =>
      post({'Content-Length': null, 'Transfer-Encoding': 'chunked'}, `10001\r\n${' '.repeat(0x10001)}\r\n`),
  ],
  ['large headers', 431, 'the headers are too large', () => get('/', {Cookie: 'x'.repeat(20_000)})],
  ['nothing', 422, 'it is not JSON', () => post({'Content-Length': '0'}, '')],
  ['no JSON', 422, 'it is not JSON', () => post({}, 'score=1575')],
  ['deep JSON', 422, 'a list, not a saved game', () => post({}, '['.repeat(30_000) + ']'.repeat(30_000))],
  ['an invented score', 422, 'score is an unknown key', () => post({}, edited('{\n', '{"score": 1575,'))],
  ['only a score', 422, 'name is an unknown key', () => post({}, '{"name":"Ann","score":1575}')],
  ['a prototype', 422, '__proto__ is an unknown key', () => post({}, edited('{\n', '{"__proto__": {},'))],
  [
    'invented dice',
    422,
    'The dice are rolled, not typed.',
    () => post({}, edited('"roll"', '"roll","faces":[6,6,6,6,6]')),
  ],
  ['a box that is filled twice', 422, 'is filled already', () => post({}, edited('"twos"', '"ones"'))],
  ['a game that is not over', 422, 'the game is not over', () => post({}, gameText(7, {length: 25}))],
  ['a game that did not begin', 422, 'the game is not over', () => post({}, gameText(7, {length: 0}))],
  [
    'typed dice',
    422,
    'cheated games do not enter the hall of fame',
    () => post({}, gameText(7, {dice: 'typed'})),
  ],
  ['a name that commands a terminal', 422, 'cannot be shown', () => post({}, edited('Ann', 'A\\u001b[31m'))],
  ['a name of two lines', 422, 'cannot be shown', () => post({}, edited('Ann', 'A\\n999,Bob'))],
];

suite('a server', (test) => {
  test(
    `refuses ${HOSTILE.length} hostile requests, each with its status and a reason, and writes nothing`,
    atServer(async (serve, {folder, write}) => {
      write({'h.txt': '5,Cy\n', 'installed/dist/secret.txt': 'secret', 'outside/secret.txt': 'secret'});
      symlinkSync('../secret.txt', join(folder, 'installed/dist/web/link'));
      symlinkSync('../../../outside', join(folder, 'installed/dist/web/folder'));
      const {port, sends, gets, ends} = await serve();
      const before = filesIn(folder);
      for (const [what, status, reason, asked] of HOSTILE) {
        const request = asked(port);
        const answer = await sends(
          typeof request === 'string' || Buffer.isBuffer(request) ? request : requestText(port, request),
        );
        assert.is(answer.status, status, `${what}: ${answer.body}`);
        refuses(answer, reason, what);
      }
      assert.is((await gets('/')).status, 200);
      assert.equal(filesIn(folder), before);
      const {stderr, exitCode} = await ends();
      assert.equal([stderr, exitCode], ['', 0]);
    }),
  );

  test('has every status of its refusals in its README', () => {
    const listed = tableIn(readmeOf('web'), 'status').map(([status]) => Number(status));
    const others = [408, 409, 503];
    const tried = new Set([...HOSTILE.map(([, status]) => status), ...others]);
    assert.equal(
      listed,
      [...tried].sort((one, other) => one - other),
    );
  });

  test(
    'is not disturbed by clients that hang up, whatever they have sent by then',
    atServer(async (serve, {folder}) => {
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
    }),
  );

  test(
    'says on every answer what a browser may do with it',
    atServer(async (serve) => {
      const {port, sends, gets} = await serve();
      const answers = [await gets('/'), await gets('/scores'), await gets('/no'), await sends('x\r\n\r\n')];
      for (const {headers} of answers) {
        assert.is(
          headers['content-security-policy'],
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
    }),
  );

  test(
    'answers its own page, a link that leads to it, and who is no browser',
    atServer(async (serve) => {
      const {port, sends} = await serve();
      const visit = {
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
      };
      const welcome: readonly Asked[] = [
        get('/', visit),
        get('/', {'Sec-Fetch-Site': 'none'}),
        get('/?players=Eric'),
        get('/scores', {Host: `LOCALHOST:${port}`}),
        get('/scores', {Host: `[::1]:${port}`}),
        post({
          Host: `localhost:${port}`,
          Origin: `http://localhost:${port}`,
          'Sec-Fetch-Site': 'same-origin',
        }),
        post({'Content-Type': 'Application/JSON; charset=UTF-8'}, gameText(8)),
        post({'Content-Length': null, 'Transfer-Encoding': 'chunked'}, chunked(gameText(9))),
      ];
      for (const asked of welcome) {
        const {status, body} = await sends(requestText(port, asked));
        assert.is(status, 200, `${JSON.stringify(asked.headers)}: ${body}`);
      }
    }),
  );

  test(
    'answers on ::1 too, where there is one',
    atServer(async (serve) => {
      const {port, gets} = await serve();
      assert.is((await gets('/')).status, 200);
      if (!hasIpv6()) return;
      const socket = connect({host: '::1', port});
      const asked = requestText(port, get('/', {Host: `[::1]:${port}`}));
      assert.is((await answerOn(socket, asked)).status, 200);
    }),
  );
});

function refuses({headers, body}: Answered, reason: string, what: string): void {
  assert.is(headers['content-type'], 'application/json', what);
  // TRACE and the like show nothing of what was sent.
  assert.match(body, /^\{"reason":".+"\}\n$/, what);
  assert.ok(JSON.parse(body).reason.includes(reason), `${what}: ${body}`);
}

function chunked(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}
