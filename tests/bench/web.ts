/*
 * `npm run bench:web`: the size of the page; how soon it is ready, beside an empty page; how soon a click on "Roll Dice" has painted the dice; how soon
 * the full screen stands on a terminal, beside a bare Node there. Needs Chromium. Fails if a figure misses its reach.
 */
import {mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser, Page} from 'playwright-core';
import {listen, pageServer} from '../../src/web/serve.js';
import {launch} from '../support/browser.js';
import {FIVEDICE} from '../support/command.js';
import {ROOT} from '../support/readme.js';
import {CTRL_C, onTerminal} from '../support/terminal.js';
import {median, printTable, type Row, ratioOf} from './measure.js';

const ROUNDS = 20;

/** The most that each may be: kB until the page is ready, and ratios to the empty page and to the bare Node. */
const REACH = {size: 5, ready: 1.3, screen: 1.8} as const;

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
  benchSizes();
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><main>Empty</main>');
  const servers = [pageServer(folder), pageServer(PAGE)];
  const [empty = 0, page = 0] = await Promise.all(servers.map((server) => listen(server, 0)));
  const browser = await launch();
  const times = {empty: [] as number[], page: [] as number[], begun: [] as number[], roll: [] as number[]};
  try {
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
    }
  } finally {
    await browser.close();
    for (const server of servers) server.close();
  }
  reportTime('an empty page, ready', times.empty);
  reportTime('the page, ready', times.page, times.empty, REACH.ready);
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

/** Reports the compressed sizes of the document, which makes the page ready, and of all files. */
function benchSizes(): void {
  const sizeOf = (name: string): number => statSync(join(PAGE, name)).size / 1000;
  const compressed = readdirSync(PAGE).filter((name) => name.endsWith('.br'));
  const first = sizeOf('index.html.br');
  rows.push({
    cells: ['the document, compressed', `${first.toFixed(1)} kB`, '', `≤ ${REACH.size} kB`],
    missed: first > REACH.size,
  });
  const all = compressed.reduce((sum, name) => sum + sizeOf(name), 0);
  report('all of its text, compressed', `${all.toFixed(1)} kB`);
}

/** Milliseconds from the start of a visit until something is there, and can be clicked. */
async function readyAfter(page: Page, port: number, selector: string): Promise<number> {
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
