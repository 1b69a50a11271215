/*
 * `npm run bench:web`: the size of the page; the processor time of its main thread until the start is seen, and until it
 * can be used, beside an empty page; from a click on "Roll Dice" to painted dice; and until the full screen stands on a
 * terminal, beside a bare Node. Needs Chromium. Fails if a figure misses its target.
 */
import {mkdirSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Page} from 'playwright-core';
import {launch, plays, servePage} from '../support/browser.js';
import {FIVEDICE} from '../support/command.js';
import {longLog} from '../support/computer-games.js';
import {ROOT} from '../support/readme.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {CTRL_C} from '../support/terminal.js';
import {
  BESIDE,
  inMilliseconds,
  interleaved,
  printTable,
  type Row,
  rowBeside,
  seconds,
  shownAfter,
} from './measure.js';

const ROUNDS = 20;
const PAGE = join(ROOT, 'dist/web');
/** Games of two people that the browser keeps, and the element that stands once the page can be used. */
const GAMES = 5000;
const READY = '#page:not([inert]) button';
/** Highest kB of all files, and ratios to the empty page, to a page without games and to the bare Node. */
const GOALS = {size: 70, seen: 1.55, many: 1.2, screen: 1.8} as const;

const rows: Row[] = [];
benchSizes();
await inTemporaryFolder(async (folder) => {
  await benchPage(join(folder, 'empty'));
  await benchScreen(join(folder, 'home'));
});
const note = `medians of ${ROUNDS} interleaved rounds, ratios pair by pair`;
printTable(note, BESIDE, rows);

/** Adds the compressed sizes of what a game needs, and of all files. */
function benchSizes(): void {
  const sizeOf = (name: string): number => statSync(join(PAGE, name)).size / 1000;
  const names = readdirSync(PAGE).filter((name) => /\.(gz|png)$/.test(name));
  const first = sizeOf('index.html.gz') + sizeOf('page.js.gz');
  const all = names.reduce((sum, name) => sum + sizeOf(name), 0);
  rows.push({cells: ['the page and its script, gzip', `${first.toFixed(1)} kB`, '', '', '']});
  rows.push({
    cells: ['all files of the page, gzip', `${all.toFixed(1)} kB`, '', '', `≤ ${GOALS.size} kB`],
    missed: all > GOALS.size,
  });
}

async function benchPage(folder: string): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><main>Empty</main>');
  const servers = {empty: await servePage(folder), page: await servePage()};
  const addressOf = (name: keyof typeof servers): string => `http://127.0.0.1:${servers[name].port}`;
  const browser = await launch();
  const games = longLog(GAMES, 200);
  /** A new context has no cache, and no work left of another page. */
  const visit = async <T>(use: (page: Page) => Promise<T>, games = ''): Promise<T> => {
    const localStorage = games === '' ? [] : [{name: 'fivedice.games', value: games}];
    const storageState = {cookies: [], origins: [{origin: addressOf('page'), localStorage}]};
    const context = await browser.newContext({reducedMotion: 'reduce', storageState});
    return use(await context.newPage()).finally(() => context.close());
  };
  /** Returns the processor seconds of the main thread until an element is there. */
  const ready = async (page: Page, name: keyof typeof servers, selector: string): Promise<number> => {
    const debugged = await page.context().newCDPSession(page);
    await debugged.send('Performance.enable', {timeDomain: 'threadTicks'});
    await page.goto(addressOf(name), {waitUntil: 'commit'});
    await page.locator(selector).first().waitFor();
    const {metrics} = await debugged.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const [begun, roll]: [number[], number[]] = [[], []];
  const {empty, seen, used, many} = await interleaved(ROUNDS, {
    empty: () => visit((page) => ready(page, 'empty', 'main')),
    seen: () =>
      visit(async (page) => {
        // Without its script the page stays as it is seen first.
        await page.route('**/page.js', (route) => route.abort());
        return ready(page, 'page', 'button');
      }),
    used: () =>
      visit(async (page) => {
        let taken = Number.NaN;
        const all = await seconds(async () => {
          taken = await ready(page, 'page', READY);
          await plays(page);
          await page.getByRole('button', {name: 'Roll Dice'}).waitFor();
        });
        begun.push(all);
        roll.push((await page.evaluate(rollAndPaint)) / 1000);
        return taken;
      }),
    many: () => visit((page) => ready(page, 'page', READY), games),
  });
  await browser.close();
  for (const {close} of Object.values(servers)) close();
  rows.push(
    rowBeside('the start, seen', seen, ['an empty page', empty], inMilliseconds, GOALS.seen),
    rowBeside('the start, ready to be used', used, ['an empty page', empty], inMilliseconds),
    rowBeside(`the same with ${GAMES} games`, many, ['none', used], inMilliseconds, GOALS.many),
    {cells: ['a game that is begun at once, on the table', inMilliseconds(begun), '', '', '']},
    {cells: ['from a click on "Roll Dice" to painted dice', inMilliseconds(roll, 1), '', '', '']},
  );
}

/** In the browser: returns milliseconds until the dice are painted. Named functions would fail: tsx notes their names. */
async function rollAndPaint(): Promise<number> {
  const before = document.querySelector('.die')?.getAttribute('aria-label');
  const began = performance.now();
  document.querySelector<HTMLElement>('.roll')?.click();
  do {
    // Runs after the frame is painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  } while (document.querySelector('.die')?.getAttribute('aria-label') === before);
  return performance.now() - began;
}

/** Adds how long the full screen takes, beside a bare Node, and with games in the log, beside none. */
async function benchScreen(home: string): Promise<void> {
  const log = join(`${home}-with-games`, '.local/share/fivedice/games.jsonl');
  mkdirSync(dirname(log), {recursive: true});
  writeFileSync(log, longLog(GAMES));
  const screenIn = async (folder: string): Promise<number> => {
    const play = `HOME='${folder}' '${FIVEDICE}' play --players Ada --seed 1`;
    const taken = await shownAfter(play, 'roll the dice', CTRL_C);
    // The next start must not ask about a kept game.
    rmSync(join(folder, '.local/share/fivedice/game.json'), {force: true});
    return taken;
  };
  const {bare, screen, many} = await interleaved(ROUNDS, {
    bare: () => shownAfter(`node -e 'console.log("ready")'`, 'ready', ''),
    screen: () => screenIn(home),
    many: () => screenIn(`${home}-with-games`),
  });
  const what = 'the full screen stands';
  rows.push(
    rowBeside(what, screen, ['`node -e`', bare], inMilliseconds, GOALS.screen),
    rowBeside(`${what} with ${GAMES} games`, many, ['none', screen], inMilliseconds, GOALS.many),
  );
}
