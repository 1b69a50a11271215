/*
 * The server itself: sockets on this computer's own addresses, requests in, answers out. Who is slow, hangs up or speaks
 * no HTTP costs a socket for some seconds, and nobody else anything.
 */
import {createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES} from 'node:http';
import {Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import {complain, troubleError} from '../../command-line/user-error.js';
import {ALWAYS, type Reply, refusal} from './answers.js';
import {GAMES, LARGEST_POST, pathOf, refusalOf, SCORES, TOO_LARGE} from './checks.js';
import {answerOf, type Site} from './files.js';
import type {Halls} from './scores.js';

export interface OpenServer {
  readonly port: number;
  /** Takes no more requests, finishes the posts that are here, and closes every connection. */
  readonly close: () => Promise<void>;
}

/** What others on this computer can reach, and nobody else. The second is missing where there is no IPv6. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;
const NO_IPV6: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** How long a request may take to arrive, in milliseconds. */
const PATIENCE_MS = 10_000;
/** How long nothing may move on a connection, in milliseconds: longer than a post waits for a game that enters. */
const IDLE_MS = 60_000;
/** More than that, and the one on which nothing was asked for the longest time makes room. */
const MOST_CONNECTIONS = 512;

/**
 * Serves a page and halls of fame.
 *
 * @param port 0 takes a free one
 * @param patience how long a request may take to arrive, in milliseconds
 * @throws UserError if the port cannot be had
 */
export async function openServer(
  port: number,
  site: Site,
  halls: Halls,
  patience = PATIENCE_MS,
): Promise<OpenServer> {
  const servers: Server[] = [];
  const closeAll = async (): Promise<void> => {
    for (const server of servers) server.close();
    await halls.settled();
    // The answer to the last post is still to be written.
    await new Promise(setImmediate);
    for (const server of servers) server.closeAllConnections();
  };
  let own = port;
  for (const address of LOOPBACK) {
    const server = newServer(site, halls, patience);
    const code = await listen(server, own, address);
    if (code === null) {
      servers.push(server);
      own = portOf(server);
      continue;
    }
    if (address !== LOOPBACK[0] && NO_IPV6.includes(code)) continue;
    await closeAll();
    // Free on the one address, but not on the other.
    if (port === 0 && code === 'EADDRINUSE') return openServer(port, site, halls, patience);
    throw troubleError(`port ${own}: ${whyNot(code, own)}`);
  }
  return {port: own, close: closeAll};
}

/** Starts to listen: null, or the code of the error. */
function listen(server: Server, port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = ({code = ''}: NodeJS.ErrnoException): void => resolve(code);
    server.once('error', failed).listen({port, host}, () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}

function whyNot(code: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `it is taken, perhaps by another fivedice serve: look at http://127.0.0.1:${port}/, or name another port with --port; --port 0 finds a free one`;
    case 'EACCES':
      return 'it is not allowed here: name one from 1024 on with --port';
    default:
      return code;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function newServer(site: Site, halls: Halls, patience: number): Server {
  const server = createServer({
    requestTimeout: patience,
    headersTimeout: patience,
    connectionsCheckingInterval: patience / 10,
    // Our own check of it says why.
    requireHostHeader: false,
  });
  makeRoom(server);
  server.timeout = IDLE_MS;
  server.on('clientError', ({code = ''}: NodeJS.ErrnoException, socket) =>
    writeRaw(socket, BROKEN[code] ?? NO_HTTP),
  );
  server.on('connect', (_, socket) => writeRaw(socket, NO_TUNNEL));
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    answerTo(request, site, halls).then(
      (answer) => write(response, answer),
      (error) => {
        // Whoever hung up gets no answer.
        if (request.errored !== null) return;
        complain(`this is a bug in fivedice: ${error.stack}`);
        write(response, refusal(500, 'a bug in fivedice'));
      },
    );
  };
  // Nothing that a request expects besides its answer makes a difference.
  server.on('request', answer).on('checkExpectation', answer);
  return server;
}

/** Closes connections beyond the most: who only takes room locks nobody out. */
function makeRoom(server: Server): void {
  /** The one on which nothing was asked for the longest time is the first. */
  const sockets = new Set<Duplex>();
  const heard = (socket: Duplex): void => {
    sockets.delete(socket);
    sockets.add(socket);
  };
  server.on('request', ({socket}: IncomingMessage) => heard(socket));
  server.on('connection', (socket) => {
    heard(socket);
    socket.once('close', () => sockets.delete(socket));
    const [first] = sockets;
    if (sockets.size <= MOST_CONNECTIONS || first === undefined) return;
    sockets.delete(first);
    first.destroy();
  });
}

async function answerTo(request: IncomingMessage, site: Site, halls: Halls): Promise<Reply> {
  const refused = refusalOf(request, site);
  if (refused !== null) return refused;
  const path = pathOf(request);
  if (path !== SCORES && path !== GAMES) return answerOf(site, path, request.headers);
  if (request.method !== 'POST') return halls.list();
  const body = await bodyOf(request);
  if (body === null) return TOO_LARGE;
  return path === GAMES ? halls.deal() : halls.post(body);
}

/** What is posted; null as soon as it is too much. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({destroyOnReturn: false})) {
    size += chunk.length;
    if (size > LARGEST_POST) {
      // The rest is thrown away: whoever is still sending would not hear the answer on a closed connection.
      request.resume();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function write(response: ServerResponse, {status, headers, body}: Reply): void {
  const length = body === null ? {} : {'content-length': Buffer.byteLength(body)};
  response.writeHead(status, {...ALWAYS, ...headers, ...length});
  response.end(response.req.method === 'HEAD' ? null : body);
}

/** What cannot be read as a request, by Node's code for it. */
const BROKEN: Readonly<Record<string, Reply>> = {
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'the request took too long'),
  HPE_HEADER_OVERFLOW: refusal(431, 'the headers are too large'),
};
const NO_HTTP = refusal(400, 'it is not an HTTP request');
const NO_TUNNEL = refusal(405, 'this is no proxy', {allow: 'GET, HEAD, POST'});

/** Answers where Node has no response to write to, and closes the connection. */
function writeRaw(socket: Duplex, {status, headers, body}: Reply): void {
  // Nobody is there, or another answer may be half written.
  if (!(socket instanceof Socket) || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const all = {...ALWAYS, ...headers, 'content-length': Buffer.byteLength(body ?? ''), connection: 'close'};
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
