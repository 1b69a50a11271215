/*
 * `npm run bench:web`: what the page weighs, how soon it is ready, beside an empty page from the same server, and how
 * soon a click on "Roll Dice" has painted the dice; how soon the full screen stands on a terminal, beside a bare
 * Node there. Needs Chromium. Fails if a figure misses its reach.
 */
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import type {Page} from 'playwright-core';
import {readSite} from '../../src/web/server/files.js';
import {openHalls} from '../../src/web/server/scores.js';
import {type OpenServer, openServer} from '../../src/web/server/server.js';
import {launch} from '../support/browser.js';
import {FIVEDICE} from '../support/command.js';
import {ROOT} from '../support/readme.js';
import {CTRL_C, onTerminal} from '../support/terminal.js';
import {median, printTable, type Row, ratioOf} from './measure.js';

const ROUNDS = 20;

/** The most that each may be: kB, and ratios to the empty page and to the bare Node. */
const REACH = {size: 40, ready: 1.5, screen: 2} as const;

const folder = mkdtempSync(join(tmpdir(), 'fivedice-bench-'));
const PAGE = join(ROOT, 'dist/web');
/** Loaded at the first hint, and not before what a visit begins with. */
const ADVISOR = 'advisor.js';

const rows: Row[] = [];

/** One line of the table: a figure, and the reach that it must not pass. */
function report(what: string, figure: string, ratio?: number, reach?: number): void {
  rows.push({
    cells: [what, figure, ratio?.toFixed(2) ?? '', reach === undefined ? '' : `≤ ${reach}`],
    missed: ratio !== undefined && reach !== undefined && ratio > reach,
  });
}

try {
  const size = kilobytesOf(readdirSync(PAGE).filter((name) => name !== ADVISOR));
  rows.push({
    cells: ['the page, compressed', `${size.toFixed(1)} kB`, '', `≤ ${REACH.size} kB`],
    missed: size > REACH.size,
  });
  report('the script for advice, compressed', `${kilobytesOf([ADVISOR]).toFixed(1)} kB`);
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

/** Of files of the page, compressed. */
function kilobytesOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(PAGE, name))).length, 0) / 1000;
}

async function benchPage(): Promise<void> {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><main>Empty</main>');
  const halls = openHalls(join(folder, 'scores.txt'));
  const [empty, page] = [
    await openServer(0, readSite(folder), halls),
    await openServer(0, readSite(PAGE), halls),
  ];
  const browser = await launch();
  const times = {empty: [] as number[], page: [] as number[], roll: [] as number[]};
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // A new context has no cache: each visit is a first one.
      const context = await browser.newContext({reducedMotion: 'reduce'});
      times.empty.push(await readyAfter(await context.newPage(), empty, 'main'));
      const own = await context.newPage();
      times.page.push(await readyAfter(own, page, 'button'));
      await own.getByRole('button', {name: 'New game'}).click();
      await own.getByRole('button', {name: 'Roll Dice'}).waitFor();
      times.roll.push(await own.evaluate(rollAndPaint));
      await context.close();
    }
  } finally {
    await browser.close();
    await Promise.all([empty.close(), page.close()]);
  }
  report('an empty page, ready', `${median(times.empty).toFixed(0)} ms`);
  report(
    'the page, ready',
    `${median(times.page).toFixed(0)} ms`,
    ratioOf(times.page, times.empty),
    REACH.ready,
  );
  report('from a click on "Roll Dice" to painted dice', `${median(times.roll).toFixed(1)} ms`);
}

/** Milliseconds from the start of a visit until something is there. */
async function readyAfter(page: Page, {port}: OpenServer, selector: string): Promise<number> {
  const began = performance.now();
  await page.goto(`http://127.0.0.1:${port}/`);
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
      await shownAfter(`HOME=${home} ${FIVEDICE} play --players Ada --seed 1`, 'Roll Dice', CTRL_C),
    );
    rmSync(home, {recursive: true, force: true});
  }
  report('node -e, on a terminal', `${median(times.bare).toFixed(0)} ms`);
  report(
    'the full screen stands',
    `${median(times.screen).toFixed(0)} ms`,
    ratioOf(times.screen, times.bare),
    REACH.screen,
  );
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
