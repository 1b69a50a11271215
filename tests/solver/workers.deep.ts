/* The README's examples of workers, run as a user of the package would. */
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {launch, openWindow} from '../support/browser.js';
import {AS_USER} from '../support/command.js';
import {example, ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const VALUE = '254.59';

suite('values that a worker solves', (test) => {
  test('cross from a thread of Node', () =>
    inTemporaryFolder(async (cwd) => {
      mkdirSync(join(cwd, 'node_modules'));
      symlinkSync(ROOT, join(cwd, 'node_modules/fivedice'));
      writeFileSync(join(cwd, 'solve.mjs'), example('worker-threads'));
      assert.is((await execa('node', ['solve.mjs'], {...AS_USER, cwd})).stdout, `${VALUE}\n`);
    }));

  test('cross from a Web Worker', async () => {
    const scripts = {'worker.js': example('web-worker'), 'page.js': example('web-worker-page')};
    const bundled = async (contents: string): Promise<string> => {
      const {outputFiles} = await build({
        stdin: {contents, resolveDir: ROOT},
        bundle: true,
        format: 'esm',
        write: false,
      });
      return outputFiles[0]?.text ?? '';
    };
    const browser = await launch();
    const context = await openWindow(browser, {});
    const page = await context.newPage();
    await page.route('**/*', (route) =>
      route.fulfill({contentType: 'text/html', body: '<script type="module" src="page.js"></script>'}),
    );
    for (const [name, text] of Object.entries(scripts)) {
      const body = await bundled(text);
      await page.route(`**/${name}`, (route) => route.fulfill({contentType: 'text/javascript', body}));
    }
    await page.goto('http://library.test/');
    await page.getByText(VALUE).waitFor();
    await context.close();
    await browser.close();
  });
});
