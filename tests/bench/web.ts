/*
 * `npm run bench:web`: how much travels to a first visit; how soon the page is ready, beside an empty page from the same
 * server, and beside connections that only take its room; how soon a click on "Roll Dice" has painted the dice; how soon
 * the full screen stands on a terminal, beside a bare Node there. Needs Chromium. Fails if a figure misses its reach.
 */
import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser, Page} from 'playwright-core';
import {readSite} from '../../src/web/server/files.js';
import {openHalls} from '../../src/web/server/scores.js';
import {type OpenServer, openServer} from '../../src/web/server/server.js';
import {launch} from '../support/browser.js';
import {FIVEDICE} from '../support/command.js';
import {ROOT} from '../support/readme.js';
import {CTRL_C, onTerminal} from '../support/terminal.js';
import {median, printTable, type Row, ratioOf} from './measure.js';

const ROUNDS = 20;

/** The most that each may be: kB until the page is ready, and ratios to the empty page and to the bare Node. */
const REACH = {size: 5, ready: 1.3, beside: 1.3, screen: 1.8} as const;
/** How many connections say nothing while somebody visits. */
const IDLE = 512;

const folder = mkdtempSync(join(tmpdir(), 'fivedice-bench-'));
const PAGE = join(ROOT, 'dist/web');

const rows: Row[] = [];

/** One line of the table: a figure, and the reach that it must not pass. */
function report(what: string, figure: string, ratio?: number, reach?: number): void {
  rows.push({
    cells: [what, figure, ratio?.toFixed(2) ?? '', reach === undefined ? '' : `≤ ${reach}`],
    missed: ratio !== undefined && reach !== undefined && ratio > reach,
  });
}

try {
  await benchPage();
  await benchScreen();
  printTable(
    `medians of ${ROUNDS} interleaved rounds, ratios pair by pair`,
    ['what', 'figure', 'ratio', 'reach'],
    rows,
  );
} finally {
  rmSync(folder, {recursive: true, force: true});
}

async function benchPage(): Promise<void> {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><main>Empty</main>');
  const halls = openHalls(join(folder, 'scores.txt'));
  const [empty, page, busy] = [
    await openServer(0, readSite(folder), halls),
    await openServer(0, readSite(PAGE), halls),
    await openServer(0, readSite(PAGE), halls),
  ];
  const browser = await launch();
  const times = {empty: [] as number[], page: [] as number[], begun: [] as number[], roll: [] as number[]};
  const beside: number[] = [];
  try {
    await benchTraffic(browser, page);
    for (let round = 0; round < ROUNDS; round += 1) {
      times.empty.push(await visited(browser, (visit) => readyAfter(visit, empty, 'main')));
      await visited(browser, async (visit) => {
        const began = performance.now();
        times.page.push(await readyAfter(visit, page, 'button'));
        await visit.getByRole('button', {name: 'New game'}).click();
        await visit.getByRole('button', {name: 'Roll Dice'}).waitFor();
        times.begun.push(performance.now() - began);
        times.roll.push(await visit.evaluate(rollAndPaint));
      });
      const idle = await openConnections(busy);
      await (await fetch(`http://127.0.0.1:${busy.port}/`)).text();
      beside.push(await visited(browser, (visit) => readyAfter(visit, busy, 'button')));
      for (const socket of idle) socket.destroy();
    }
  } finally {
    await browser.close();
    await Promise.all([empty.close(), page.close(), busy.close()]);
  }
  reportTime('an empty page, ready', times.empty);
  reportTime('the page, ready', times.page, times.empty, REACH.ready);
  reportTime(`the same beside ${IDLE} idle connections, to the page alone`, beside, times.page, REACH.beside);
  reportTime('a game that is begun at once, on the table', times.begun);
  report('from a click on "Roll Dice" to painted dice', `${median(times.roll).toFixed(1)} ms`);
}

/** A first visit: a new context has no cache, and nothing of another page goes on in it. */
async function visited<T>(browser: Browser, use: (visit: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({reducedMotion: 'reduce'});
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

function reportTime(
  what: string,
  times: readonly number[],
  others?: readonly number[],
  reach?: number,
): void {
  report(what, `${median(times).toFixed(0)} ms`, others && ratioOf(times, others), reach);
}

/** What a first visit brings, with its headers: what it is ready with, and all until the browser keeps the page. */
async function benchTraffic(browser: Browser, {port}: OpenServer): Promise<void> {
  const sockets: Socket[] = [];
  const opened = (message: unknown): void => void sockets.push((message as {socket: Socket}).socket);
  subscribe('net.server.socket', opened);
  const context = await browser.newContext();
  const visit = await context.newPage();
  const answer = await visit.goto(`http://127.0.0.1:${port}/`);
  const sizes = await answer?.request().sizes();
  const first = ((sizes?.responseBodySize ?? Number.NaN) + (sizes?.responseHeadersSize ?? 0)) / 1000;
  await visit.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  unsubscribe('net.server.socket', opened);
  const all = sockets.reduce((sum, {bytesWritten}) => sum + bytesWritten, 0) / 1000;
  await context.close();
  rows.push({
    cells: ['travels until the page is ready', `${first.toFixed(1)} kB`, '', `≤ ${REACH.size} kB`],
    missed: !(first <= REACH.size),
  });
  report('travels in all, with advice and what is kept for later', `${all.toFixed(1)} kB`);
}

/** Connections on which nothing is said, or half a request. */
function openConnections({port}: OpenServer): Promise<Socket[]> {
  return Promise.all(
    Array.from({length: IDLE}, async (_, index) => {
      const socket = connect({host: '127.0.0.1', port});
      // Closed to make room, which is what is measured.
      socket.on('error', () => {});
      await once(socket, 'connect');
      if (index % 2 === 1) socket.write('GET / HTTP/1.1\r\n');
      return socket;
    }),
  );
}

/** Milliseconds from the start of a visit until something is there, and can be clicked. */
async function readyAfter(page: Page, {port}: OpenServer, selector: string): Promise<number> {
  const began = performance.now();
  await page.goto(`http://127.0.0.1:${port}/`, {waitUntil: 'commit'});
  await page.locator(selector).first().waitFor();
  return performance.now() - began;
}

/** In the browser: milliseconds until the dice are painted. It holds no named function, whose name tsx would note. */
async function rollAndPaint(): Promise<number> {
  const before = document.querySelector('.die')?.getAttribute('aria-label');
  const began = performance.now();
  document.querySelector<HTMLElement>('.roll')?.click();
  do {
    // The frame that is asked for is painted when what follows it runs.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  } while (document.querySelector('.die')?.getAttribute('aria-label') === before);
  return performance.now() - began;
}

async function benchScreen(): Promise<void> {
  const times = {bare: [] as number[], screen: [] as number[]};
  // Where the game is kept: without it, the second start would ask about the first.
  const home = join(folder, 'home');
  for (let round = 0; round < ROUNDS; round += 1) {
    times.bare.push(await shownAfter(`node -e 'console.log("ready")'`, 'ready'));
    times.screen.push(
      await shownAfter(`HOME='${home}' '${FIVEDICE}' play --players Ada --seed 1`, 'roll the dice', CTRL_C),
    );
    rmSync(home, {recursive: true, force: true});
  }
  reportTime('node -e, on a terminal', times.bare);
  reportTime('the full screen stands', times.screen, times.bare, REACH.screen);
}

/** Milliseconds until a line of shell, on a terminal, has shown a text; then keys are typed. */
async function shownAfter(line: string, text: string, keys?: string): Promise<number> {
  const began = performance.now();
  let taken = Number.NaN;
  await onTerminal(`stty rows 24 columns 80; ${line}`, async ({shows, types}) => {
    await shows((shown) => shown.includes(text));
    taken = performance.now() - began;
    if (keys !== undefined) types(keys);
  });
  return taken;
}
