/* A later visit: with the server gone, and with a new build. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {asksForAdvice, beginGame, clicks, messageOn, playToEnd, suiteAtPage} from '../../support/browser.js';
import {until} from '../../support/processes.js';
import {ROOT} from '../../support/readme.js';
import {install, startServer} from '../../support/served.js';

/** What is kept: no scores. */
const FILES = [
  '/advisor.js',
  ...['192.png', 'maskable.png'].map((ending) => `/icon-${ending}`),
  ...['/icon.svg', '/', '/manifest.webmanifest', '/page.css', '/page.js'],
];

/** Waits until the page is kept for a later visit. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
}

/** The addresses that are kept, of all builds. */
function addressesKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({url}) => new URL(url).pathname);
  });
}

/** The built page, changed as a new build would be. */
function newBuild(): Record<string, string> {
  const folder = join(ROOT, 'dist/web');
  const names = readdirSync(folder).filter((name) => !/\.(?:br|gz)$/.test(name));
  const files = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const {'index.html': index = '', 'service-worker.js': worker = '', ...others} = Object.fromEntries(files);
  return {
    ...others,
    'index.html': index.replace('<title>', '<title>New '),
    'service-worker.js': worker.replace(/"digest":"\w+"/, '"digest":"new"'),
  };
}

suiteAtPage('a later visit', (_, atPage) => {
  atPage('works without the server', async (page, _, {ends}) => {
    await isKept(page);
    await page.reload();
    assert.equal(await addressesKept(page), FILES);
    // Until then it may be asking the server for it, whose end it would complain of.
    await page.getByText('Nobody is in it yet.').waitFor();
    await ends();
    await page.goto('/index.html');
    await beginGame(page, ['Ada'], {seed: '4'});
    await playToEnd(page);
    await page.getByText('points take place 1 in the hall of fame!').waitFor();
    await clicks(page, 'New game');
    await page.getByRole('table', {name: 'official, 1 column'}).waitFor();
  });

  atPage('has advice without the server too', async (page, _, {ends}) => {
    await isKept(page);
    await ends();
    await page.reload();
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('11666');
    await asksForAdvice(page);
    assert.is(await messageOn(page), 'Keep 6 6 6: 265.1 points to expect.');
  });

  atPage('can be from its icon, as the page can be installed', async (page) => {
    await isKept(page);
    const debugged = await page.context().newCDPSession(page);
    const {errors, data} = await debugged.send('Page.getAppManifest');
    assert.equal(errors, []);
    assert.is(JSON.parse(data ?? '').name, 'Fivedice');
    const {installabilityErrors} = await debugged.send('Page.getInstallabilityErrors');
    assert.equal(
      installabilityErrors.filter(({errorId}) => errorId !== 'in-incognito'),
      [],
    );
  });

  atPage('may come by a link on another site', async (page) => {
    await isKept(page);
    const address = page.url();
    await page.goto(`data:text/html,<a href="${address}">Play</a>`);
    await page.getByText('Play').click();
    await page.getByRole('heading', {name: 'A new game'}).waitFor();
  });

  atPage('sees a new build at once, and keeps only that one', async (page, place, {port, ends}) => {
    await isKept(page);
    await ends();
    const command = install(place, newBuild());
    const where = {cwd: place.folder, env: place.env};
    const again = await startServer(command, ['--port', `${port}`], where);
    await page.reload();
    assert.is(await page.title(), 'New Fivedice');
    // The last that a new build does is to forget the old one.
    await until(
      () => page.evaluate(async () => (await caches.keys()).every((name) => name.endsWith(' new'))),
      'the old build stays',
    );
    assert.equal(await addressesKept(page), FILES);
    await again.ends();
    await page.reload();
    assert.is(await page.title(), 'New Fivedice');
  });
});
