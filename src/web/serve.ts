/* Entry point of `fivedice serve`: a static server for the page on this computer. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import {extname, join} from 'node:path';
import {runCommand} from '../command-line/command.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT, troubleError, usageError} from '../command-line/user-error.js';
import {isSystemError} from '../system/file-errors.js';

/** A large straight. Below the ports that systems assign by themselves, and no browser refuses it. */
const PORT = 23_456;
const HIGHEST_PORT = 65_535;

/** Only this computer reaches it. */
const LOOPBACK = '127.0.0.1';

const COMMAND: Command = {
  name: 'serve',
  usage: '',
  about: 'Serves the game to browsers on this computer only, until Ctrl-C. Prints its address.',
  flags: [
    {
      name: 'port',
      takes: 'N',
      help: `the port (${PORT}); 0 takes a free one`,
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
  if (!existsSync(join(page, 'index.html')))
    throw troubleError('the page is not there: in a clone, npm run build makes it');
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const server = pageServer(page);
  const address = `http://${LOOPBACK}:${await listen(server, asked)}/`;
  process.stdout.write(`Fivedice is at ${address} until Ctrl-C.\n`);
  if (given.has('open')) openBrowser(address);
  await ended;
  server.close();
  server.closeAllConnections();
  return EXIT.passed;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the files that lie in a folder now: no path of a request meets the file system. */
export function pageServer(folder: string): Server {
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
  return createServer(({url = ''}, response) => {
    const path = url.replace(/\?.*$/s, '').replace(/^\/$/, '/index.html');
    const [bytes, type] = [files.get(path), TYPES[extname(path)]];
    if (bytes === undefined || type === undefined) response.writeHead(404).end();
    // The browser asks each time: after an update it must not play with half of the old page.
    else response.writeHead(200, {'content-type': type, 'cache-control': 'no-cache'}).end(bytes);
  });
}

/**
 * Starts to listen, and returns the port.
 *
 * @throws UserError if the port cannot be had
 */
export async function listen(server: Server, port: number): Promise<number> {
  try {
    await once(server.listen({port, host: LOOPBACK}), 'listening');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const advice =
      error.code === 'EADDRINUSE'
        ? `it is taken, perhaps by another fivedice serve: look at http://${LOOPBACK}:${port}/, or name another port with --port; --port 0 finds a free one`
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
