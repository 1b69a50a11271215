/* A later visit: with the server gone, and with a new build. */
import {cpSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {
  asksForAdvice,
  beginGame,
  clicks,
  messageOn,
  opensHall,
  playToEnd,
  servePage,
  suiteAtPage,
  takenOver,
} from '../../support/browser.js';
import {until} from '../../support/processes.js';
import {ROOT} from '../../support/readme.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

/** Cached files: no scores. */
const FILES = [
  '/advisor.js',
  ...['/icon-maskable.png', '/icon.svg', '/', '/manifest.webmanifest', '/page.js'],
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

/** Writes the built page, changed as a new build would be. */
function writeNewBuild(folder: string): void {
  cpSync(join(ROOT, 'dist/web'), folder, {recursive: true});
  for (const [name, from, to] of [
    ['index.html', '<title>', '<title>New '],
    ['service-worker.js', /"digest":"\w+"/, '"digest":"new"'],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
}

suiteAtPage('a later visit', (_, atPage) => {
  atPage('works without the server, advice included', async (page, {close}) => {
    await isKept(page);
    await page.reload();
    assert.equal(await addressesKept(page), FILES);
    // Until then it may be asking the server for it, whose end it would complain of.
    await takenOver(page);
    close();
    await page.goto('/index.html');
    await beginGame(page, ['Ada']);
    await playToEnd(page);
    await page.getByRole('row', {name: /^1 Ada new/}).waitFor();
    await clicks(page, 'New game');
    await opensHall(page);
    await page.getByRole('table', {name: 'Official, 1 column'}).waitFor();
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('11666');
    await asksForAdvice(page);
    assert.is(await messageOn(page), 'Keep 6 6 6: expected score 265.1.');
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
    await page.getByRole('heading', {name: 'Dice of the day'}).waitFor();
  });

  atPage('sees a new build at once, and keeps only that one', async (page, {port, close}) => {
    await isKept(page);
    // Another page of the same host may have a cache of its own.
    await page.evaluate(() => caches.open('another page'));
    close();
    const again = await inTemporaryFolder((folder) => {
      writeNewBuild(folder);
      return servePage(folder, port);
    });
    await page.reload();
    assert.is(await page.title(), 'New Fivedice');
    // The last that a new build does is to forget the old one.
    await until(
      () => page.evaluate(async () => (await caches.keys()).every((name) => / new$|^another/.test(name))),
      'the old build stays',
    );
    assert.equal(await addressesKept(page), FILES);
    assert.is(await page.evaluate(() => caches.has('another page')), true);
    again.close();
    await page.reload();
    assert.is(await page.title(), 'New Fivedice');
  });
});
