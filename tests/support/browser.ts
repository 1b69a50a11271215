/* The page as a person sees it: a real browser, and a server for it in this process. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import * as assert from 'uvu/assert';
import {capitalize} from '../../src/game/format.js';
import type {Strength} from '../../src/game/setup.js';
import type {RuleSet} from '../../src/rules/rule-sets.js';
import {RULE_NAMES} from '../../src/web/page/messages.js';
import {listen, pageServer} from '../../src/web/serve.js';
import {PATIENCE} from './command.js';
import {isThorough} from './effort.js';
import {ROOT} from './readme.js';
import {suite} from './suite.js';

type Use = (page: Page, server: PageServer) => Promise<void>;

/** Declares a test that fails if the page reports an error. Nothing moves, unless the options say otherwise. */
interface AtPage<Options> {
  (sentence: string, use: Use): void;
  readonly with: (options: Options) => (sentence: string, use: Use) => void;
}

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** Pages that Chromium loads for the address line of every new window. Nobody types there. */
const ADDRESS_LINE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** This computer under a name that is not its own: what comes from there by http is not trusted. */
export const ANOTHER_HOST = 'phone.test';

export const BROWSER = 'FIVEDICE_BROWSER';

/** Connects to the Chromium of the run, or launches one for a file that is run alone. */
export function launch(): Promise<Browser> {
  const {[BROWSER]: ofTheRun} = process.env;
  return ofTheRun === undefined
    ? chromium.launch(launchOptions())
    : chromium.connect(ofTheRun, {timeout: PATIENCE});
}

/**
 * Launches Chromium for a whole run. Test files must not share it through the debugger's protocol: each would attach to the
 * pages of the others and undo their settings.
 */
export function launchForAll(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions());
}

function launchOptions(): LaunchOptions {
  return {
    executablePath: execaSync('bash', ['-c', 'command -v chromium']).stdout,
    args: [
      `--disable-features=${ADDRESS_LINE.join()}`,
      `--host-resolver-rules=MAP ${ANOTHER_HOST} 127.0.0.1`,
    ],
    timeout: PATIENCE,
  };
}

export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

export async function servePage(folder = join(ROOT, 'dist/web'), port = 0) {
  const server = pageServer(folder);
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {port: await listen(server, port), close};
}

type PageServer = Awaited<ReturnType<typeof servePage>>;
type OpenPage = Awaited<ReturnType<typeof openPage>>;

export async function openPage(browser: Browser, options: BrowserContextOptions) {
  const server = await servePage();
  const baseURL = `http://127.0.0.1:${server.port}/`;
  const context = await openWindow(browser, {baseURL, reducedMotion: 'reduce', ...options});
  const close = async (): Promise<void> => {
    await context.close();
    server.close();
  };
  return {page: await context.newPage(), server, close};
}

/**
 * Declares a suite in one browser. Tests `onPage` share a server and a window, whose state is reset; tests `atPage` have
 * their own, with a service worker.
 */
export function suiteAtPage(
  name: string,
  define: (onPage: AtPage<Media>, atPage: AtPage<BrowserContextOptions>) => void,
): void {
  suite.needs('chromium')(name, (test) => {
    let browser: Promise<Browser> | null = null;
    let shared: Promise<OpenPage> | null = null;
    const open = async (options: BrowserContextOptions = {}): Promise<OpenPage> => {
      browser ??= launch();
      return openPage(await browser, options);
    };
    const declare = <Options>(body: (use: Use, options?: Options) => Promise<void>): AtPage<Options> =>
      Object.assign((sentence: string, use: Use): void => test(sentence, () => body(use)), {
        with: (options: Options) => (sentence: string, use: Use) => test(sentence, () => body(use, options)),
      });
    const onPage = declare<Media>(async (use, media) => {
      // The requests of a service worker pass by the routes of a test.
      shared ??= open({serviceWorkers: 'block'});
      const opened = await shared;
      const {page} = opened;
      for (const other of page.context().pages()) if (other !== page) await other.close();
      await page.unrouteAll();
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
      await (await shared)?.close();
      await (await browser)?.close();
    });
    define(onPage, atPage);
  });
}

async function usePage({page, server}: OpenPage, use: Use): Promise<void> {
  const complaints = complaintsOf(page);
  await page.goto('/');
  await takenOver(page);
  await use(page, server);
  assert.equal(complaints, []);
}

/** Waits until the script has taken the page over, which shows the start before. */
export async function takenOver(page: Page): Promise<void> {
  await page.locator('#page:not([inert])').waitFor();
}

export async function beginGame(
  page: Page,
  names: readonly string[],
  {
    cheat = false,
    computer,
    ...more
  }: {
    cheat?: boolean;
    /** Strength of the computer that plays for the last of them. */
    computer?: Strength;
    rules?: RuleSet;
    columns?: string;
    seed?: string;
  } = {},
): Promise<void> {
  await takenOver(page);
  await openMore(page);
  await choose(page, 'Players', `${names.length}`);
  for (const [index, name] of names.entries())
    await page.getByLabel(`Player ${index + 1}`, {exact: true}).fill(name);
  if (computer !== undefined) await choose(page, `Player ${names.length} is`, capitalize(computer));
  const seed = cheat ? '-99' : more.seed;
  if (more.rules !== undefined) await choose(page, 'Rules', new RegExp(`^${RULE_NAMES[more.rules]}\\.`));
  if (more.columns !== undefined) await choose(page, 'Columns', more.columns);
  if (seed !== undefined) await page.getByLabel('Seed').fill(seed);
  await plays(page);
  await page.locator('.message').waitFor();
}

/** Presses the button that begins the game of the form. */
export async function plays(page: Page): Promise<void> {
  await page.locator('.setup [type=submit]').click();
}

export async function choose(page: Page, group: string, name: string | RegExp): Promise<void> {
  // Only the label of a radio button is visible.
  await page.getByRole('group', {name: group}).getByRole('radio', {name, exact: true}).check({force: true});
}

/** Unfolds a part of the start, unless it is open. */
export async function openMore(page: Page, part = 'Players and rules'): Promise<void> {
  const folded = page.locator('details', {hasText: part});
  if ((await folded.getAttribute('open')) === null) await folded.locator('summary').click();
}

export async function opensHall(page: Page): Promise<void> {
  await openMore(page, 'Hall of fame');
}

/** Opens a saved game; each character of the text is a byte. */
export async function opensGame(page: Page, text: string): Promise<void> {
  const file = {name: 'old.json', mimeType: 'application/json', buffer: Buffer.from(text, 'latin1')};
  await page.getByLabel('Open a saved game').setInputFiles(file);
}

/** Plays to the end of the game, in the page: each first roll fills the next open box. */
export async function playToEnd(page: Page): Promise<void> {
  // Away from the buttons, which Enter would press.
  await page.locator('main').focus();
  await page.evaluate(() => {
    const message = document.querySelector('.message');
    for (let tone = ''; tone !== 'end'; tone = message?.getAttribute('data-tone') ?? 'end')
      // A zero is asked for once more.
      for (const key of tone === 'question' ? ['Enter'] : ['r', 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  });
}

export async function clicks(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', {name, exact: true}).click();
}

export async function asksForAdvice(page: Page): Promise<void> {
  await clicks(page, /^Advice/);
  await page.getByRole('button', {name: 'All choices', exact: true}).waitFor();
}

export async function messageOn(page: Page): Promise<string> {
  return (await page.locator('.message .line').innerText()).replaceAll('\n', ' ');
}

export async function toneOn(page: Page): Promise<string | null> {
  return page.locator('.message').getAttribute('data-tone');
}

export async function heardOn(page: Page): Promise<string> {
  return (await page.locator('[role=status]').textContent())?.trim() ?? '';
}

export function diceOn(page: Page): Promise<(string | null)[]> {
  return page.locator('.die').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label')));
}

/** Saves a picture for a person to look at, in the deep run. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!isThorough) return;
  const folder = join(ROOT, '.screenshots');
  mkdirSync(folder, {recursive: true});
  await page.screenshot({path: join(folder, `${name}.png`), fullPage: true});
}

/** Complaints that a test causes by closing its server, or by blocking service workers. */
const MEANT = ['net::ERR_CONNECTION_REFUSED', 'Service Worker registration blocked by Playwright'];

/** Collects the page's complaints: errors, missing files, what the policy forbids. */
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
