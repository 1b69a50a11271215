import {readdirSync, readFileSync} from 'node:fs';
import {join, normalize} from 'node:path';
import * as assert from 'uvu/assert';
import {suite} from './support/suite.js';

const SRC = join(import.meta.dirname, '../src');

/** Which rooms a room may import. Data flows one way, from the doors inward. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  valuation: ['rules'],
  game: ['rules'],
  terminal: ['game', 'rules', 'command-line'],
  marking: ['command-line'],
  'command-line': [],
};

/** Files in no room: the library, and where the commands put rooms together. */
const LOBBY: readonly string[] = ['index.ts', 'cli.ts', 'fuzz.ts'];

/** The only files that may touch the world, by importing from Node. All others are pure. */
const DOORS: readonly string[] = [
  'cli.ts',
  'valuation/main.ts',
  // The game, and the files that it keeps.
  ...['main', 'settings', 'keeper', 'files'].map((name) => `terminal/${name}.ts`),
  'command-line/flags.ts',
  ...['main', 'record', 'fuzz', 'merge', 'export'].map((name) => `marking/${name}.ts`),
  // What the commands of marking share.
  ...['running', 'reporting'].map((name) => `marking/${name}.ts`),
  // What they stand on: files, programs, processes.
  ...['fixtures', 'targets', 'mark', 'run', 'start', 'lane', 'processes', 'sandbox'].map(
    (name) => `marking/${name}.ts`,
  ),
];

/** The commands themselves: only the lobby calls them. */
const COMMANDS: readonly string[] = [
  'valuation/main.ts',
  'terminal/main.ts',
  ...['main', 'record', 'fuzz', 'merge', 'export'].map((name) => `marking/${name}.ts`),
];

/** Packages, and the files that may import them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  diff: ['marking/compare.ts'],
  'fast-check': ['valuation/inputs.ts', 'marking/fuzz.ts'],
  'proper-lockfile': ['terminal/files.ts'],
  'string-width': ['terminal/text.ts'],
  valibot: ['marking/fixtures.ts', 'marking/report/json.ts', 'terminal/save.ts'],
};

interface Import {
  /** Paths below `src`. */
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(SRC, {recursive: true, encoding: 'utf8'}).filter((path) => path.endsWith('.ts'));
const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(SRC, from), 'utf8').matchAll(/\b(?:from|import|require)\s*\(?\s*'(.+?)'/g)].map(
    (match) => {
      const specifier = match[1] ?? '';
      return {from, to: specifier.startsWith('.') ? normalize(join(from, '..', specifier)) : specifier};
    },
  ),
);
const roomOf = (path: string): string => path.split('/')[0] ?? path;
const show = (list: readonly Import[]): string => list.map(({from, to}) => `${from} → ${to}`).join('\n');

suite('the house', (test) => {
  test('has only rooms of the table, and every file in one but for the lobby', () => {
    const rooms = new Set(files.filter((file) => !LOBBY.includes(file)).map(roomOf));
    assert.equal([...rooms].sort(), Object.keys(MAY_IMPORT).sort());
  });

  test('a room imports only the rooms that the table names', () => {
    const between = imports.filter(
      ({from, to}) => to.endsWith('.js') && !LOBBY.includes(from) && roomOf(from) !== roomOf(to),
    );
    assert.ok(between.length > 0);
    const wrong = between.filter(({from, to}) => !MAY_IMPORT[roomOf(from)]?.includes(roomOf(to)));
    assert.is(show(wrong), '');
  });

  test('only doors import from Node or from outside the house', () => {
    const outward = imports.filter(({to}) => to.startsWith('node:') || to.startsWith('..'));
    assert.ok(outward.length > 0);
    assert.is(show(outward.filter(({from}) => !DOORS.includes(from))), '');
  });

  test('each package is imported only where the table says', () => {
    const packages = imports.filter(
      ({to}) => !to.endsWith('.js') && !to.startsWith('.') && !to.startsWith('node:'),
    );
    const found = new Set(packages.filter(({to}) => !to.startsWith('..')).map(({to}) => to));
    assert.equal([...found].sort(), Object.keys(PACKAGES).sort());
    assert.is(show(packages.filter(({from, to}) => !PACKAGES[to]?.includes(from))), '');
  });

  test('the library only re-exports, and never from a door', () => {
    const code = readFileSync(join(SRC, 'index.ts'), 'utf8').replace(/\/\*.*?\*\//gs, '');
    assert.is(code.replace(/export (?:type )?\{[^}]*\} from '.+';/g, '').trim(), '');
    assert.is(
      show(imports.filter(({from, to}) => from === 'index.ts' && DOORS.includes(to.replace(/js$/, 'ts')))),
      '',
    );
  });

  test('only the lobby calls a command', () => {
    const calls = imports.filter(({to}) => COMMANDS.includes(to.replace(/js$/, 'ts')));
    assert.ok(calls.length > 0);
    assert.is(show(calls.filter(({from}) => !LOBBY.includes(from))), '');
  });
});
