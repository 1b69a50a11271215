/* Whoever passes a package on passes on its licence, too. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {noticeOf} from '../../.build/notices.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const DIST = join(ROOT, 'dist');
const MIT = `Copyright (c) Ada

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software …`;

suite('the licences in the package', (test) => {
  test('are those of every package that the bundles name, word for word', () => {
    const shipped = readFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const code = readdirSync(DIST, {recursive: true, encoding: 'utf8'})
      .filter((file) => /\.c?js$/.test(file))
      .map((file) => readFileSync(join(DIST, file), 'utf8'));
    // Above the code of each file esbuild writes its path; where the code is minified, a list at the end names it.
    const named = code.flatMap((text) => [
      ...text.matchAll(/^\s*\/\/ \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm),
      ...(text.split('/*! Bundled license information:\n')[1] ?? '').matchAll(
        /^((?:@[^/\s]+\/)?[^/\s]+)\/\S+:$/gm,
      ),
    ]);
    const packages = new Set(named.map(([, name = '']) => name));
    assert.ok(packages.size > 5, [...packages].join());
    for (const name of packages) {
      const folder = join(ROOT, 'node_modules', name);
      const {version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      assert.ok(shipped.includes(`\n${name} ${version} (${license})\n`), name);
      for (const file of readdirSync(folder).filter((one) => /licen[cs]e/i.test(one)))
        assert.ok(
          shipped.includes(readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim()),
          name,
        );
    }
  });

  const packages: readonly [what: string, license: string, file: string, text: string, notice: RegExp][] = [
    ['a licence file is taken', 'MIT', 'License-MIT.md', MIT, /^Copyright/],
    ['a README that holds the licence is taken', 'MIT', 'README.md', MIT, /^Copyright/],
    ['one without its text is refused', 'MIT', 'LICENSE', 'MIT', /has no text of its licence, MIT/],
    ['the text of another licence is refused', 'ISC', 'LICENSE', MIT, /has no text of its licence, ISC/],
    ['a licence that we may not pass on is refused', 'GPL-3.0-only', 'LICENSE', MIT, /may we pass it on/],
  ];
  for (const [what, license, file, text, notice] of packages) {
    test(what, () =>
      inTemporaryFolder((folder) => {
        writeFileSync(join(folder, 'package.json'), JSON.stringify({name: 'a', version: '1.0.0', license}));
        writeFileSync(join(folder, file), text);
        if (what.endsWith('is taken')) assert.match(noticeOf(folder).text, notice);
        else assert.throws(() => noticeOf(folder), notice);
      }),
    );
  }
});
