/* The licences of bundled packages, which are passed on with them. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';

suite('the licences in the package', (test) => {
  test('are those of every bundled package, word for word', () => {
    const shipped = readFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const bundles = join(ROOT, 'dist/command');
    const named = readdirSync(bundles, {recursive: true, encoding: 'utf8'})
      .filter((file) => file.endsWith('.js'))
      // esbuild writes the path of each file above its code.
      .flatMap((file) => [
        ...readFileSync(join(bundles, file), 'utf8').matchAll(/\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//g),
      ]);
    // The page is minified.
    const packages = new Set([...named.map(([, name = '']) => name), 'lit-html']);
    assert.ok(packages.size > 5, [...packages].join());
    for (const name of packages) {
      const folder = join(ROOT, 'node_modules', name);
      const {version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      assert.ok(shipped.includes(`\n${name} ${version} (${license})\n`), name);
      for (const file of readdirSync(folder).filter((one) => /licen[cs]e/i.test(one))) {
        const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim();
        assert.ok(shipped.includes(text), name);
      }
    }
  });
});
