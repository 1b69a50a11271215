/* Requests that a server must refuse: each with its status and a reason, and nothing is written. */
import {symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {filesIn} from '../../support/place.js';
import {type Answered, type Asked, CHUNKED, fetchedFrom, get, requestText} from '../../support/requests.js';
import {gameText, suiteAtServer} from '../../support/served.js';

const GAME = gameText(7);
const edited = (from: string, to: string): string => {
  const text = GAME.replace(from, to);
  assert.is.not(text, GAME);
  return text;
};
const post = (headers: Asked['headers'] = {}, body = GAME): Asked => ({headers, body});
const sent = (body: string) => (): Asked => post({}, body);

/** Requests by what is wrong with them, given the port of the server. */
type Wrong = Readonly<Record<string, (port: number) => Asked | string | Uint8Array>>;

const PATHS = [
  ...['/missing', '/page.js/', '/./page.js', '//page.js', '/%70age.js', '/PAGE.JS', '/page.js%00.html', '/%'],
  ...['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%2e%2e%2fsecret.txt', '/..\\secret.txt'],
  ...[
    '/..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/link',
    '/folder/secret.txt',
  ],
  ...['/constructor', '/scores/', '/games/', 'http://evil.example/', '*'],
];

/** By the status and the reason that they get. */
const HOSTILE: Readonly<Record<string, Wrong>> = {
  '400 it is not an HTTP request': {
    'no HTTP': () => 'hello\r\n\r\n',
    'a NUL': () => get('/page.js\0.html'),
    'two lengths': () => post({'Content-Length': '5\r\nContent-Length: 6'}, '12345'),
    'a length and chunks': () => post({'Transfer-Encoding': 'chunked'}, '0\r\n\r\n'),
  },
  '400 a request has one Host header': {
    'no host': () => get('/', {Host: null}),
    'two hosts': (port) => get('/', {Host: `127.0.0.1:${port}\r\nHost: evil.example`}),
  },
  '400 it is not UTF-8': {
    'a wild byte': (port) => Buffer.from(requestText(port, post({'Content-Length': '1'}, '\xff')), 'latin1'),
  },
  '421 Host must be 127.0.0.1, localhost, [::1], with the port of this server': {
    'a name that leads here': (port) => get('/scores', {Host: `evil.example:${port}`}),
    'a name that begins like ours': (port) => get('/', {Host: `localhost.evil.example:${port}`}),
    'a name with a dot behind': (port) => get('/', {Host: `localhost.:${port}`}),
    'another port': () => get('/', {Host: '127.0.0.1:1'}),
    'no port': () => get('/', {Host: 'localhost'}),
    'an empty host': () => get('/', {Host: ''}),
  },
  '403 another site sends this: Origin is not this server': {
    'another site': () => post({Origin: 'https://evil.example'}),
    'another site that reads': () => get('/scores', {Origin: 'https://evil.example'}),
    'a file or a sandbox': () => post({Origin: 'null'}),
    'another port': () => post({Origin: 'http://127.0.0.1:1'}),
    'another scheme': (port) => post({Origin: `https://127.0.0.1:${port}`}),
    'another site that asks for dice': () => ({...post({Origin: 'https://evil.example'}), path: '/games'}),
    'our other name': (port) => post({Origin: `http://localhost:${port}`}),
    'two sites': (port) => post({Origin: `http://127.0.0.1:${port}, http://a`}),
  },
  '403 another site sends this: Sec-Fetch-Site is not same-origin': {
    'another site': () => post({'Sec-Fetch-Site': 'cross-site'}),
    'another port': () => post({'Sec-Fetch-Site': 'same-site'}),
    'a form': () => post(fetchedFrom('cross-site', 'navigate', 'document')),
    'a frame': () => get('/', fetchedFrom('cross-site', 'navigate', 'iframe')),
    'a script': () => get('/page.js', fetchedFrom('cross-site', 'no-cors', 'script')),
  },
  '404 there are only /scores, /games and the files of the page': Object.fromEntries(
    PATHS.map((path) => [path, () => get(path)]),
  ),
  '405 the page is only read': {
    'a post': () => ({...post(), path: '/'}),
    'a file to be put': () => ({method: 'PUT', path: '/page.js', body: 'x'}),
    'a trace': () => ({method: 'TRACE', path: '/'}),
  },
  '405 scores are read or posted': {
    'scores to be put': () => ({method: 'PUT', body: GAME}),
    'scores to be deleted': () => ({method: 'DELETE'}),
    'a question for options': () => ({method: 'OPTIONS'}),
  },
  '405 dice are dealt by a post': {
    'dice that are read': () => get('/games'),
    'dice to be deleted': () => ({method: 'DELETE', path: '/games'}),
  },
  '405 this is no proxy': {'a tunnel': () => ({method: 'CONNECT', path: 'evil.example:443'})},
  '415 Content-Type must be application/json': {
    'no type': () => post({'Content-Type': null}),
    'what a form can send': () => post({'Content-Type': 'text/plain'}),
    'dice for a form': () => ({...post({'Content-Type': 'text/plain'}), path: '/games'}),
    'a type that contains ours': () => post({'Content-Type': 'text/plain; application/json'}),
    'another charset': () => post({'Content-Type': 'application/json; charset=utf-16'}),
  },
  '415 Content-Encoding': {'a compressed game': () => post({'Content-Encoding': 'gzip'})},
  '413 a game has at most 65536 bytes': {
    'much for dice': () => ({...post(CHUNKED, `10001\r\n${' '.repeat(0x10001)}\r\n`), path: '/games'}),
    'much, before it is sent': () => post({'Content-Length': '65537'}, '{'),
    'more than a number counts': () => post({'Content-Length': '9007199254740993'}, '{'),
    'much without a length, before it ends': () => post(CHUNKED, `10001\r\n${' '.repeat(0x10001)}\r\n`),
  },
  '431 the headers are too large': {'a large cookie': () => get('/', {Cookie: 'x'.repeat(20_000)})},
  '422 it is not JSON': {nothing: () => post({'Content-Length': '0'}, ''), 'no JSON': sent('score=1575')},
  '422 it is a list, not a saved game': {'deep JSON': sent('['.repeat(30_000) + ']'.repeat(30_000))},
  '422 score is an unknown key': {'an invented score': sent(edited('{\n', '{"score": 1575,'))},
  '422 name is an unknown key': {'only a score': sent('{"name":"Ann","score":1575}')},
  '422 __proto__ is an unknown key': {'a prototype': sent(edited('{\n', '{"__proto__": {},'))},
  '422 The dice are rolled, not typed.': {
    'invented dice': sent(edited('"roll"', '"roll","faces":[6,6,6,6,6]')),
  },
  '422 already holds': {'a box that is filled twice': sent(edited('"twos"', '"ones"'))},
  '422 the game is not over': {
    'a game without its end': sent(gameText(7, {length: 25})),
    'no game': sent(gameText(7, {length: 0})),
  },
  '422 Cheated games do not enter the hall of fame.': {'typed dice': sent(gameText(7, {dice: 'typed'}))},
  '422 the name has a character that cannot be shown': {
    'a name that commands a terminal': sent(edited('Ann', 'A\\u001b[31m')),
    'a name of two lines': sent(edited('Ann', 'A\\n999,Bob')),
  },
};

suiteAtServer('a server', (atServer) => {
  atServer(
    'refuses each hostile request with a reason, and writes nothing',
    async (serve, {folder, write}) => {
      write({'h.txt': '5,Cy\n', 'installed/dist/secret.txt': 'secret', 'outside/secret.txt': 'secret'});
      symlinkSync('../secret.txt', join(folder, 'installed/dist/web/link'));
      symlinkSync('../../../outside', join(folder, 'installed/dist/web/folder'));
      const {port, sends, gets, ends} = await serve();
      const before = filesIn(folder);
      for (const [refusal, wrong] of Object.entries(HOSTILE)) {
        const [status, reason] = [refusal.slice(0, 3), refusal.slice(4)];
        for (const [what, asked] of Object.entries(wrong)) {
          const request = asked(port);
          const isRaw = typeof request === 'string' || request instanceof Uint8Array;
          const answer = await sends(isRaw ? request : requestText(port, request));
          assert.is(`${answer.status}`, status, `${what}: ${answer.body}`);
          refuses(answer, reason, what);
        }
      }
      assert.is((await gets('/')).status, 200);
      assert.equal(filesIn(folder), before);
      const {stderr, exitCode} = await ends();
      assert.equal([stderr, exitCode], ['', 0]);
    },
  );
});

function refuses({headers, body}: Answered, reason: string, what: string): void {
  assert.is(headers['content-type'], 'application/json', what);
  assert.match(body, /^\{"reason":".+"\}\n$/, what);
  assert.ok(JSON.parse(body).reason.includes(reason), `${what}: ${body}`);
}
