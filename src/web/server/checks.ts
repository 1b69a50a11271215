/*
 * What a request must be before anything is done with it, as one table. A browser sends what other sites tell it to, with
 * the rights of whoever sits at it, and a name of another site may lead here (DNS rebinding): so a request must name this
 * server, and come from its own page or from no page at all.
 */
import type {IncomingMessage} from 'node:http';
import {type Reply, refusal} from './answers.js';
import type {Site} from './files.js';

/** Where the halls of fame are. */
export const SCORES = '/scores';
/** Where dice are dealt for a new game. */
export const GAMES = '/games';

/** The most that is posted, in bytes. The longest game without undo, of four players and three columns, has 28,000. */
export const LARGEST_POST = 2 ** 16;
export const TOO_LARGE = refusal(413, `a game has at most ${LARGEST_POST} bytes`);

/** Why a request is refused, without what it holds; null if it may be answered. The first check that fails counts. */
export function refusalOf(request: IncomingMessage, site: Site): Reply | null {
  return CHECKS.find(({fails}) => fails(request, site))?.answer ?? null;
}

/** The path that is asked for, as it was sent: the server decodes none, so there is no second way to write one. */
export function pathOf({url = ''}: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}

interface Check {
  readonly fails: (request: IncomingMessage, site: Site) => boolean;
  readonly answer: Reply;
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const READS = ['GET', 'HEAD'];

const isPost = ({method}: IncomingMessage): boolean => method === 'POST';
const isAt = (request: IncomingMessage, ...paths: readonly string[]): boolean =>
  paths.includes(pathOf(request));
const isRead = ({method = ''}: IncomingMessage): boolean => READS.includes(method);
const hostOf = ({headers: {host = ''}}: IncomingMessage): string => host.toLowerCase();

const CHECKS: readonly Check[] = [
  {
    fails: ({headersDistinct: {host}}) => host?.length !== 1,
    answer: refusal(400, 'a request has one Host header'),
  },
  {
    fails: (request) => !hostsAt(request.socket.localPort).includes(hostOf(request)),
    answer: refusal(421, `Host must be ${LOOPBACK_NAMES.join(', ')}, with the port of this server`),
  },
  {
    // Browsers send it with every post, and with whatever a page of another site asks for.
    fails: (request) => ![undefined, `http://${hostOf(request)}`].includes(request.headers.origin),
    answer: refusal(403, 'another site sends this: Origin is not this server'),
  },
  {
    fails: isForeign,
    answer: refusal(403, 'another site sends this: Sec-Fetch-Site is not same-origin'),
  },
  {
    fails: (request, site) => !isAt(request, SCORES, GAMES) && !site.has(pathOf(request)),
    answer: refusal(404, `there are only ${SCORES}, ${GAMES} and the files of the page`),
  },
  {
    fails: (request) => !isRead(request) && !isAt(request, SCORES, GAMES),
    answer: refusal(405, 'the page is only read', {allow: READS.join(', ')}),
  },
  {
    fails: (request) => !isPost(request) && isAt(request, GAMES),
    answer: refusal(405, 'dice are dealt by a post', {allow: 'POST'}),
  },
  {
    fails: (request) => !isRead(request) && !isPost(request),
    answer: refusal(405, 'scores are read or posted', {allow: [...READS, 'POST'].join(', ')}),
  },
  {
    fails: (request) =>
      isPost(request) &&
      !/^application\/json *(?:; *charset="?utf-8"?)?$/i.test(request.headers['content-type'] ?? ''),
    answer: refusal(415, 'Content-Type must be application/json', {'accept-post': 'application/json'}),
  },
  {
    fails: (request) =>
      isPost(request) && ![undefined, 'identity'].includes(request.headers['content-encoding']),
    answer: refusal(415, 'Content-Encoding is not understood: send it as it is', {
      'accept-encoding': 'identity',
    }),
  },
  {
    fails: (request) => isPost(request) && Number(request.headers['content-length']) > LARGEST_POST,
    answer: TOO_LARGE,
  },
];

function hostsAt(port: number | undefined): readonly string[] {
  const isDefault = port === 80;
  return LOOPBACK_NAMES.flatMap((name) => [`${name}:${port}`, ...(isDefault ? [name] : [])]);
}

/** Whether a browser says that a page of another site asks. Whoever follows a link from there may come in. */
function isForeign(request: IncomingMessage): boolean {
  const {'sec-fetch-site': from, 'sec-fetch-mode': mode, 'sec-fetch-dest': to} = request.headers;
  const isVisit = isRead(request) && mode === 'navigate' && to === 'document';
  return typeof from === 'string' && !['same-origin', 'none'].includes(from) && !isVisit;
}
