/* The page as a person sees it: the built command serves it to a real browser. */
import {once} from 'node:events';
import {mkdirSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import * as assert from 'uvu/assert';
import type {Strength} from '../../src/game/setup.js';
import {FIVEDICE, PATIENCE} from './command.js';
import {inPlace, type Place} from './place.js';
import {ROOT} from './readme.js';
import {type Served, startServer} from './served.js';
import {suite, type Test} from './suite.js';

type Use = (page: Page, place: Place, served: Served) => Promise<void>;

/** A test at the page: without a sound on the console, and without motion unless it is said otherwise. */
export type AtPage = (use: Use, options?: BrowserContextOptions) => () => Promise<void>;

/** What Chromium loads for the address line of every new window, while the page loads too. Nobody types there. */
const ADDRESS_LINE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** The variable by which a run tells its test files where the Chromium of all of them is. */
export const BROWSER = 'FIVEDICE_BROWSER';

/** Debian's Chromium: that of the run, or a new one for a file that is run alone. */
export function launch(): Promise<Browser> {
  const {[BROWSER]: ofTheRun} = process.env;
  return ofTheRun === undefined ? start([]) : chromium.connectOverCDP(ofTheRun, {timeout: PATIENCE});
}

/** Starts one for a whole run. */
export async function launchForAll(): Promise<{
  readonly address: string;
  readonly close: () => Promise<void>;
}> {
  const port = await freePort();
  const browser = await start([`--remote-debugging-port=${port}`]);
  return {address: `http://127.0.0.1:${port}`, close: () => browser.close()};
}

function start(args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: execaSync('bash', ['-c', 'command -v chromium']).stdout,
    args: [`--disable-features=${ADDRESS_LINE.join()}`, ...args],
    timeout: PATIENCE,
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A new window with a storage of its own. It waits as long for what is to come as no load makes it take. */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** A suite of tests in one browser. */
export function suiteAtPage(name: string, define: (test: Test, atPage: AtPage) => void): void {
  suite.needs('chromium')(name, (test) => {
    const {atPage, close} = oneBrowser();
    test.after(close);
    define(test, atPage);
  });
}

/** A browser, started when its page is first used. Each use has a storage of its own. */
export function oneBrowser(): {readonly atPage: AtPage; readonly close: () => Promise<void>} {
  let started: Promise<Browser> | null = null;
  return {
    atPage: (use, options = {}) =>
      inPlace(
        async (place) => {
          started ??= launch();
          const browser = await started;
          const {folder: cwd, env} = place;
          const served = await startServer(FIVEDICE, ['--scores', 'h.txt'], {cwd, env});
          const context = await openWindow(browser, {
            baseURL: `http://127.0.0.1:${served.port}/`,
            reducedMotion: 'reduce',
            ...options,
          });
          try {
            const page = await context.newPage();
            const complaints = complaintsOf(page);
            await page.goto('/');
            await use(page, place, served);
            assert.equal(complaints, []);
          } finally {
            await context.close();
            await served.ends('SIGKILL');
          }
        },
        {encoding: 'utf8'},
      ),
    close: async () => (await started)?.close(),
  };
}

/** Sets up a game: names in the order of play, and what else is to be filled in or chosen by its label. */
export async function beginGame(
  page: Page,
  names: readonly string[],
  {
    cheat = false,
    computer,
    ...more
  }: {
    cheat?: boolean;
    /** How well the computer plays for the last of them. */
    computer?: Strength;
    rules?: string;
    columns?: string;
    seed?: string;
  } = {},
): Promise<void> {
  await page.getByLabel('Players').fill(`${names.length}`);
  for (const [index, name] of names.entries()) await page.getByLabel(`Player ${index + 1}`).fill(name);
  if (computer !== undefined)
    await page.getByLabel(`Person or computer ${names.length}`).selectOption(computer);
  if (cheat || Object.keys(more).length > 0) await openMore(page);
  if (more.rules !== undefined) await page.getByLabel('Rules').selectOption(more.rules);
  if (more.columns !== undefined) await page.getByLabel('Columns').selectOption(more.columns);
  if (more.seed !== undefined) await page.getByLabel('Seed').fill(more.seed);
  if (cheat) await page.getByLabel('Cheat mode').check();
  await page.getByRole('button', {name: 'New game'}).click();
  await page.locator('.message').waitFor();
}

/** Shows the fields of the form that few need. */
export async function openMore(page: Page): Promise<void> {
  await page.locator('details:not([open]) > summary').click();
}

/** Opens a saved game with this text, whose characters are bytes. */
export async function opensGame(page: Page, text: string): Promise<void> {
  const file = {name: 'old.json', mimeType: 'application/json', buffer: Buffer.from(text, 'latin1')};
  await page.getByLabel('Open a saved game').setInputFiles(file);
}

/** Plays to the end of the game: first rolls, each into the next open box. */
export async function playToEnd(page: Page): Promise<void> {
  // Away from the buttons, which Enter would press.
  await page.locator('main').focus();
  while ((await toneOn(page)) !== 'end') {
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    // A zero is asked for once more.
    if ((await toneOn(page)) === 'question') await page.keyboard.press('Enter');
  }
}

export async function clicks(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', {name, exact: true}).click();
}

/** Asks for advice, and waits until it is there. */
export async function asksForHint(page: Page): Promise<void> {
  await clicks(page, 'Hint');
  await page.getByRole('button', {name: 'All choices', exact: true}).waitFor();
}

/** The message line. */
export async function messageOn(page: Page): Promise<string> {
  return (await page.locator('.message').innerText()).replaceAll('\n', ' ');
}

/** What the message line is: a prompt, a question, a refusal or the end. */
export async function toneOn(page: Page): Promise<string | null> {
  return page.locator('.message').getAttribute('data-tone');
}

/** What the live region says. */
export async function heardOn(page: Page): Promise<string> {
  return (await page.locator('[role=status]').textContent())?.trim() ?? '';
}

/** The dice in words. */
export function diceOn(page: Page): Promise<(string | null)[]> {
  return page.locator('.die').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label')));
}

/** Leaves a picture for a person to look at. */
export async function photograph(page: Page, name: string): Promise<void> {
  const folder = join(ROOT, '.screenshots');
  mkdirSync(folder, {recursive: true});
  await page.screenshot({path: join(folder, `${name}.png`), fullPage: true});
}

/** Tests that end the server know it, and those that have no service worker. */
const MEANT = ['net::ERR_CONNECTION_REFUSED', 'Service Worker registration blocked by Playwright'];

/** What the page complains of: errors, files that are not there, what the policy forbids. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !MEANT.some((text) => message.text().includes(text))) complaints.push(message.text());
  });
  return complaints;
}
