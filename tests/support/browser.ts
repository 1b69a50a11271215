/* The page as a person sees it: the built command serves it to a real browser. */
import {mkdirSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import * as assert from 'uvu/assert';
import {capitalize} from '../../src/game/format.js';
import type {Strength} from '../../src/game/setup.js';
import {FIVEDICE, PATIENCE} from './command.js';
import {type Place, withPlace} from './place.js';
import {ROOT} from './readme.js';
import {type Served, startServer} from './served.js';
import {suite} from './suite.js';

type Use = (page: Page, place: Place, served: Served) => Promise<void>;

/** Declares a test at a page: without a sound on the console, and without motion unless it is said otherwise. */
export interface AtPage<Options> {
  (sentence: string, use: Use): void;
  readonly with: (options: Options) => (sentence: string, use: Use) => void;
}

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** What Chromium loads for the address line of every new window, while the page loads too. Nobody types there. */
const ADDRESS_LINE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** The variable by which a run tells its test files where the Chromium of all of them is. */
export const BROWSER = 'FIVEDICE_BROWSER';

/** Debian's Chromium: that of the run, or a new one for a file that is run alone. */
export function launch(): Promise<Browser> {
  const {[BROWSER]: ofTheRun} = process.env;
  return ofTheRun === undefined
    ? chromium.launch(launchOptions())
    : chromium.connect(ofTheRun, {timeout: PATIENCE});
}

/**
 * Starts one for a whole run. Its files must not share it by the debugger's protocol: each would attach itself to the
 * pages of all others, and undo what they have set.
 */
export async function launchForAll(): Promise<{
  readonly address: string;
  readonly close: () => Promise<void>;
}> {
  const server = await chromium.launchServer(launchOptions());
  return {address: server.wsEndpoint(), close: () => server.close()};
}

function launchOptions(): LaunchOptions {
  return {
    executablePath: execaSync('bash', ['-c', 'command -v chromium']).stdout,
    args: [`--disable-features=${ADDRESS_LINE.join()}`],
    timeout: PATIENCE,
  };
}

/** A new window with a storage of its own. It waits as long for what is to come as no load makes it take. */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** Of all suites of a file: the browser, the page that tests share, and how many have not come to their end. */
let browser: Promise<Browser> | null = null;
let shared: Promise<OpenPage> | null = null;
let suitesLeft = 0;

/**
 * A suite of tests in one browser: those on the page share a server and a window, and each finds them as if they were
 * new; those at a page have both for themselves, with a service worker.
 */
export function suiteAtPage(
  name: string,
  define: (onPage: AtPage<Media>, atPage: AtPage<BrowserContextOptions>) => void,
): void {
  suite.needs('chromium')(name, (test) => {
    suitesLeft += 1;
    const open = (options: BrowserContextOptions = {}): Promise<OpenPage> => {
      browser ??= launch();
      return openPage(browser, options);
    };
    const declare = <Options>(body: (use: Use, options?: Options) => Promise<void>): AtPage<Options> =>
      Object.assign((sentence: string, use: Use): void => test(sentence, () => body(use)), {
        with: (options: Options) => (sentence: string, use: Use) => test(sentence, () => body(use, options)),
      });
    const onPage = declare<Media>(async (use, media) => {
      // They would ask past the routes of a test.
      shared ??= open({serviceWorkers: 'block'});
      const opened = await shared;
      const {page, place} = opened;
      for (const other of page.context().pages()) if (other !== page) await other.close();
      await page.unrouteAll();
      for (const file of readdirSync(place.folder)) rmSync(join(place.folder, file), {recursive: true});
      await page.emulateMedia({
        reducedMotion: 'reduce',
        colorScheme: 'light',
        forcedColors: 'none',
        ...media,
      });
      await page.setViewportSize({width: 1280, height: 720});
      try {
        await usePage(opened, use);
      } finally {
        await page.evaluate(() => localStorage.clear());
      }
    });
    const atPage = declare<BrowserContextOptions>(async (use, options) => {
      const opened = await open(options);
      try {
        await usePage(opened, use);
      } finally {
        await opened.close();
      }
    });
    test.after(async () => {
      suitesLeft -= 1;
      if (suitesLeft > 0) return;
      await (await shared)?.close();
      await (await browser)?.close();
    });
    define(onPage, atPage);
  });
}

interface OpenPage {
  readonly page: Page;
  readonly place: Place;
  readonly served: Served;
  readonly close: () => Promise<void>;
}

/** Starts a server, and opens a window for its page. */
export function openPage(inBrowser: Promise<Browser>, options: BrowserContextOptions): Promise<OpenPage> {
  return new Promise((resolve, reject) => {
    const closed = withPlace(
      async (place) => {
        const {folder: cwd, env} = place;
        const served = await startServer(FIVEDICE, [], {cwd, env});
        const baseURL = `http://127.0.0.1:${served.port}/`;
        const context = await openWindow(await inBrowser, {baseURL, reducedMotion: 'reduce', ...options});
        const page = await context.newPage();
        await new Promise<void>((end) => {
          const close = (): Promise<void> => {
            end();
            return closed;
          };
          resolve({page, place, served, close});
        });
        await context.close();
        await served.ends('SIGKILL');
      },
      {encoding: 'utf8'},
    );
    closed.catch(reject);
  });
}

async function usePage({page, place, served}: OpenPage, use: Use): Promise<void> {
  const complaints = complaintsOf(page);
  await page.goto('/');
  await use(page, place, served);
  assert.equal(complaints, []);
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
  await choose(page, 'Players', `${names.length}`);
  for (const [index, name] of names.entries())
    await page.getByLabel(`Player ${index + 1}`, {exact: true}).fill(name);
  if (computer !== undefined) await choose(page, `Player ${names.length} is`, capitalize(computer));
  const seed = cheat ? '-99' : more.seed;
  if (seed !== undefined || Object.keys(more).length > 0) await openMore(page);
  if (more.rules !== undefined) await choose(page, 'Rules', new RegExp(`^${more.rules} `));
  if (more.columns !== undefined) await choose(page, 'Columns', more.columns);
  if (seed !== undefined) await page.getByLabel('Seed').fill(seed);
  await page.getByRole('button', {name: 'New game'}).click();
  await page.locator('.message').waitFor();
}

/** Chooses one of several by what it is called, in a group of the form. */
export async function choose(page: Page, group: string, name: string | RegExp): Promise<void> {
  // What is seen of a radio button is its label.
  await page.getByRole('group', {name: group}).getByRole('radio', {name, exact: true}).check({force: true});
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
export async function asksForAdvice(page: Page): Promise<void> {
  await clicks(page, 'Advice');
  await page.getByRole('button', {name: 'All choices', exact: true}).waitFor();
}

/** The message line. */
export async function messageOn(page: Page): Promise<string> {
  return (await page.locator('.message .line').innerText()).replaceAll('\n', ' ');
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
  for (const event of ['pageerror', 'console']) page.removeAllListeners(event);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !MEANT.some((text) => message.text().includes(text))) complaints.push(message.text());
  });
  return complaints;
}
