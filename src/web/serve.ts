/* Entry point of `fivedice serve`: a static server for the page, on this computer or for the network around it. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import {isIP, isIPv6} from 'node:net';
import {networkInterfaces} from 'node:os';
import {extname, join} from 'node:path';
import {renderUnicodeCompact} from 'uqr';
import {runCommand} from '../command-line/command.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT, troubleError, usageError} from '../command-line/user-error.js';
import {isSystemError} from '../system/file-errors.js';
import {policyOf} from './policy.js';

/** A large straight. Below the ports that systems assign by themselves, and no browser refuses it. */
const PORT = 23_456;
const HIGHEST_PORT = 65_535;

/** Only this computer reaches it. */
const LOOPBACK = '127.0.0.1';
/** Hosts that mean every address of this computer. */
const ANY = ['0.0.0.0', '::'];

const COMMAND: Command = {
  name: 'serve',
  usage: '',
  about: `Serves the game to browsers until Ctrl-C: on this computer only, unless --host opens it to others. Prints its
    addresses.`,
  flags: [
    {
      name: 'port',
      takes: 'N',
      help: `the port (${PORT}); 0 takes a free one`,
    },
    {
      name: 'host',
      takes: 'ADDRESS',
      help: `the address to listen on (${LOOPBACK}); 0.0.0.0 lets phones in the same network open the page`,
    },
    {name: 'open', help: 'open the page in the browser'},
  ],
  exitStatus: `0 it served until Ctrl-C, or until it was terminated; 2 the command line was wrong; 3 the port is
    taken, or the page has not been built.`,
};

/** @param page the folder with the files of the page */
export function main(args: readonly string[], {page}: {readonly page: string}): Promise<number> {
  return runCommand(COMMAND, args, (given) => serve(given, page));
}

async function serve(given: ParsedFlags, page: string): Promise<number> {
  const asked = given.count('port', 0) ?? PORT;
  if (asked > HIGHEST_PORT) throw usageError(`--port takes a whole number from 0 to ${HIGHEST_PORT}`);
  const host = given.text('host') ?? LOOPBACK;
  if (isIP(host) === 0) throw usageError('--host takes an IP address of this computer, or 0.0.0.0 for all');
  if (!existsSync(join(page, 'index.html')))
    throw troubleError('the page is not there: in a clone, npm run build makes it');
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const server = pageServer(page);
  const port = await listen(server, asked, host);
  const hosts = hostsAt(host);
  const address = addressAt(hosts[0] ?? host, port);
  const away = hosts.filter((one) => one !== LOOPBACK).map((one) => addressAt(one, port));
  process.stdout.write(`Fivedice is at ${address} until Ctrl-C.\n${forPhones(away)}`);
  if (given.has('open')) openBrowser(address);
  await ended;
  server.close();
  server.closeAllConnections();
  return EXIT.passed;
}

/** Returns the hosts at which browsers find a server that listens on a host, this computer's first. */
function hostsAt(host: string): readonly string[] {
  if (!ANY.includes(host)) return [host];
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({family, internal}) => family === 'IPv4' && !internal);
  return [LOOPBACK, ...others.map(({address}) => address)];
}

function addressAt(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}/`;
}

/** Lists addresses for other devices; on a terminal, adds a QR code of the first. */
function forPhones(addresses: readonly string[]): string {
  const [first] = addresses;
  if (first === undefined) return '';
  return `On a phone in the same network: ${addresses.join(' or ')}\n${process.stdout.isTTY ? qrCodeOf(first) : ''}`;
}

/** Draws a QR code in black and white, whatever the colours of the terminal. */
function qrCodeOf(text: string): string {
  return renderUnicodeCompact(text, {border: 2})
    .split('\n')
    .map((line) => `\x1b[97;40m${line}\x1b[0m\n`)
    .join('');
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the files that lie in a folder now, to GET and HEAD alone: no path of a request meets the file system. */
export function pageServer(folder: string): Server {
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
  const always = {
    // The browser asks each time: after an update it must not play with half of the old page.
    'cache-control': 'no-cache',
    'content-security-policy': `${policyOf(`${files.get('/index.html')}`)}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
  };
  return createServer(({method = '', url = ''}, response) => {
    const path = url.replace(/\?.*$/s, '').replace(/^\/$/, '/index.html');
    const [bytes, type] = [files.get(path), TYPES[extname(path)]];
    if (!METHODS.includes(method)) response.writeHead(405, {...always, allow: METHODS.join()}).end();
    else if (bytes === undefined || type === undefined) response.writeHead(404, always).end();
    else {
      // To HEAD, Node sends no body.
      response.writeHead(200, {...always, 'content-type': type, 'content-length': bytes.length}).end(bytes);
    }
  });
}

const METHODS = ['GET', 'HEAD'];

/**
 * Starts to listen, and returns the port.
 *
 * @throws UserError if the port is not available
 */
export async function listen(server: Server, port: number, host = LOOPBACK): Promise<number> {
  try {
    await once(server.listen({port, host}), 'listening');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const advice =
      error.code === 'EADDRINUSE'
        ? `it is taken, perhaps by another fivedice serve: look at ${addressAt(host, port)}, or name another port with --port; --port 0 finds a free one`
        : error.message;
    throw troubleError(`port ${port}: ${advice}`);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Programs that open an address, by system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start'],
};

function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const failed = (why: string): void =>
    complain(`${command} cannot open the browser: ${why}: open ${address} there yourself`);
  // Detached: Ctrl-C here must not end the browser.
  const opener = spawn(command, [...args, address], {detached: true, stdio: 'ignore'});
  opener.once('error', ({message}) => failed(message));
  opener.once('exit', (status) => {
    if (status !== 0) failed(`exit status ${status}`);
  });
  opener.unref();
}
