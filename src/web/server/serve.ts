/* Entry point of `fivedice serve`: flags, signals, the line with the address, the browser. */
import {spawn} from 'node:child_process';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT, troubleError, usageError} from '../../command-line/user-error.js';
import {SCORES_FLAG} from '../../keeping/user-files.js';
import {UnusableFile} from '../../system/file-errors.js';
import {readSite} from './files.js';
import {openHalls} from './scores.js';
import {openServer} from './server.js';

/** A large straight. Below what systems give away by themselves, and no browser refuses it. */
const PORT = 23_456;
const HIGHEST_PORT = 65_535;

const COMMAND: Command = {
  name: 'serve',
  usage: '',
  about: `Serves the game to a browser on this computer, and nobody else, until Ctrl-C. Prints its address. The page and
    the terminal share their halls of fame.`,
  flags: [
    {
      name: 'port',
      takes: 'N',
      help: `the port (${PORT}); 0 takes a free one. One that is taken is an error`,
    },
    SCORES_FLAG,
    {name: 'open', help: 'open the page in the browser'},
  ],
  exitStatus: `0 it served until Ctrl-C, or until it was ended from outside; 2 the command line or a file was wrong; 3 the
    port is taken, or the page is not there.`,
};

export const commandWith = (): Command => COMMAND;

/** What ends it: Ctrl-C and `kill`. A terminal that goes away is left to the system, which `nohup` tells what to do. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** @param page the folder with the files of the page */
export function main(args: readonly string[], {page}: {readonly page: string}): Promise<number> {
  return runCommand(COMMAND, args, (given) => serve(given, page), UnusableFile);
}

async function serve(given: ParsedFlags, page: string): Promise<number> {
  const port = given.count('port', 0) ?? PORT;
  if (port > HIGHEST_PORT) throw usageError(`--port takes a whole number from 0 to ${HIGHEST_PORT}`);
  const site = readSite(page);
  if (!site.has('/')) throw troubleError('the page is not there: in a clone, npm run build makes it');
  const server = await openServer(port, site, openHalls(given.text('scores')));
  const ended = anyOf(SIGNALS);
  const address = `http://127.0.0.1:${server.port}/`;
  process.stdout.write(`Fivedice is at ${address} until Ctrl-C.\n`);
  if (given.has('open')) openBrowser(address);
  await ended;
  await server.close();
  return EXIT.passed;
}

/** Waits for one of some signals. Another one after that ends the process at once. */
function anyOf(signals: readonly NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    const came = (): void => {
      for (const signal of signals) process.off(signal, came);
      resolve();
    };
    for (const signal of signals) process.on(signal, came);
  });
}

/** What opens an address, by system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start'],
};

function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const failed = (why: string): void =>
    complain(`${command} cannot open the browser: ${why}: open ${address} there yourself`);
  // Apart from us: Ctrl-C here ends no browser there.
  const opener = spawn(command, [...args, address], {detached: true, stdio: 'ignore'});
  opener.once('error', ({message}) => failed(message));
  opener.once('exit', (status) => {
    if (status !== 0) failed(`exit status ${status}`);
  });
  opener.unref();
}
