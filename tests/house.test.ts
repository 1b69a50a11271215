import {readdirSync, readFileSync} from 'node:fs';
import {join, normalize} from 'node:path';
import * as assert from 'uvu/assert';
import {suite} from './support/suite.js';

const SRC = join(import.meta.dirname, '../src');

/** Which rooms a room may import. Data flows one way, from the doors inward. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  valuation: ['rules'],
};

/** The only files that may import from Node or from a package: the rest is pure and runs in a browser. */
const DOORS: readonly string[] = ['valuation/main.ts'];

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
  test('has only rooms of the table, and every file in one but for the library', () => {
    const rooms = new Set(files.filter((file) => file !== 'index.ts').map(roomOf));
    assert.equal([...rooms].sort(), Object.keys(MAY_IMPORT).sort());
  });

  test('a room imports only the rooms that the table names', () => {
    const between = imports.filter(
      ({from, to}) => to.endsWith('.js') && from !== 'index.ts' && roomOf(from) !== roomOf(to),
    );
    assert.ok(between.length > 0);
    const wrong = between.filter(({from, to}) => !MAY_IMPORT[roomOf(from)]?.includes(roomOf(to)));
    assert.is(show(wrong), '');
  });

  test('only doors import from Node, from packages or from outside the house', () => {
    const outward = imports.filter(({to}) => !to.endsWith('.js') || to.startsWith('..'));
    assert.ok(outward.length > 0);
    assert.is(show(outward.filter(({from}) => !DOORS.includes(from))), '');
  });

  test('the library only re-exports, and never from a door', () => {
    const code = readFileSync(join(SRC, 'index.ts'), 'utf8').replace(/\/\*.*?\*\//gs, '');
    assert.is(code.replace(/export (?:type )?\{[^}]*\} from '.+';/g, '').trim(), '');
    assert.is(
      show(imports.filter(({from, to}) => from === 'index.ts' && DOORS.includes(to.replace(/js$/, 'ts')))),
      '',
    );
  });

  test('nothing imports a door', () => {
    assert.is(show(imports.filter(({to}) => DOORS.includes(to.replace(/js$/, 'ts')))), '');
  });
});
