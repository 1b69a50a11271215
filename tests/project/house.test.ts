/* The rules of the house: no circle of files, no import upward, and pure rooms that know no machine. */
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER} from '../support/command.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';

const SRC = join(ROOT, 'src');

/** Lowest first: a room imports only rooms before it. Marking stands before the rules: it knows nothing of dice. */
const ROOMS =
  'system command-line running marking rules valuation fuzzing game storage solver analysis table terminal web index.ts cli.ts'.split(
    ' ',
  );

/** The rooms of marking, in the same way: what shows results reads no submission, which may be gone. */
const MARKING = 'results comparing grading reports submissions suites judging commands'.split(' ');

/** Files that run on any JavaScript host. The kernel's source is AssemblyScript. */
const PURE = /^(?:rules|game|table|solver|valuation)\/(?!assign1\.ts$|kernels\/simd\.ts$)/;

/** Globals of every host that the language does not define. */
const EVERYWHERE = ['TextEncoder', 'WebAssembly'];

const files = readdirSync(SRC, {recursive: true, encoding: 'utf8'}).filter((path) => path.endsWith('.ts'));
const imports = files.flatMap((from) =>
  [
    ...readFileSync(join(SRC, from), 'utf8').matchAll(
      /\b(import type (?:[^;]*?))?\b(?:from|import)\s*\(?\s*'(.+?)'/g,
    ),
  ].map(([, type, name = '']) => {
    const path = normalize(join(dirname(from), name.replace(/\.js$/, '.ts')));
    return {from, to: name.startsWith('.') ? path : name, isType: type !== undefined};
  }),
);
const show = (list: typeof imports): string => list.map(({from, to}) => `${from} → ${to}`).join('\n');

suite('the house', (test) => {
  test('has no circle of files', () => {
    // An import is in no circle if its target imports nothing more, or nothing more imports its source.
    let left = imports;
    for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
      before = left.length;
      const importing = new Set(left.map(({from}) => from));
      const imported = new Set(left.map(({to}) => to));
      left = left.filter(({from, to}) => importing.has(to) && imported.has(from));
    }
    assert.is(show(left), '');
  });

  test('has no import of a room above', () => {
    for (const [folder, rooms] of Object.entries({'': ROOMS, 'marking/': MARKING})) {
      const floorOf = (path: string): number =>
        rooms.indexOf(path.startsWith(folder) ? path.slice(folder.length).split('/', 1).join() : '');
      const inside = files.filter((file) => file.startsWith(folder));
      assert.equal(
        inside.filter((file) => floorOf(file) < 0),
        [],
        'in no room of the list',
      );
      const own = imports.filter(({from}) => from.startsWith(folder));
      assert.is(show(own.filter(({from, to}) => floorOf(to) > floorOf(from))), '');
    }
  });

  test('has pure rooms, which import only each other, but for types, and use no name of Node or of a browser', async () => {
    assert.is(show(imports.filter(({from, to, isType}) => PURE.test(from) && !PURE.test(to) && !isType)), '');
    const pure = files.filter((file) => PURE.test(file));
    const host = ['--ignoreConfig', '--noEmit', '--module', 'nodenext', '--lib', 'es2023', '--types', ''];
    const where = {...AS_USER, cwd: SRC, preferLocal: true, localDir: ROOT, reject: false};
    const {stdout} = await execa('tsc', [...host, ...pure], where);
    const unknown = [...stdout.matchAll(/^(.+?)\(.*Cannot find (?:name|namespace) '(.+?)'/gm)];
    const names = unknown.flatMap(([, path = '', name]) => (PURE.test(path) ? [name] : []));
    assert.equal([...new Set(names)].sort(), EVERYWHERE);
  });
});
