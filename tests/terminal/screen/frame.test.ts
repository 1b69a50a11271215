import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {widthOf} from '../../../src/command-line/terminal.js';
import {CATEGORIES} from '../../../src/rules/categories.js';
import {sceneOf} from '../../../src/table/scene.js';
import {PICTURES, type Table} from '../../../src/table/state.js';
import {advised} from '../../../src/table/table.js';
import {type Beside, frameOf, partsOf} from '../../../src/terminal/screen/frame.js';
import {styleOf} from '../../../src/terminal/screen/style.js';
import {adviceOf} from '../../support/advice.js';
import {ROOT} from '../../support/readme.js';
import {suite} from '../../support/suite.js';
import {after, chooses, pressing, rolls, sit} from '../../support/table-events.js';
import {NAMES, SEEDED, TRIPLE, TWO, TYPED} from '../../support/typed-games.js';
import {endingOf, STATES} from './states.js';

const FRAMES = join(ROOT, 'fixtures/screen/80x24');
const PLAIN = {hasColour: false, isUnicode: true};
const ASCII = {hasColour: false, isUnicode: false};
const COLOURED = {hasColour: true, isUnicode: true};
const LARGE = {columns: 80, rows: 24};

const seen = (
  table: Table,
  size = LARGE,
  style = PLAIN,
  beside: Beside = {ending: endingOf(table)},
  picture = 0,
): string =>
  frameOf(sceneOf(table, null, 'keyboard', picture), size, style, beside)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');

suite('the screen', (test) => {
  const goldenOf = (name: string): string => readFileSync(join(FRAMES, `${name}.txt`), 'utf8');
  for (const file of readdirSync(FRAMES)) {
    test(`of 80 by 24 shows ${file}`, () => {
      const [name, table] = Object.entries(STATES).find(([one]) => file === `${one}.txt`) ?? [];
      assert.ok(name !== undefined && table !== undefined);
      assert.is(seen(table), goldenOf(name));
    });
  }

  test('is the same in ASCII, but for the frames and the pips', () => {
    const glyphs: Readonly<Record<string, string>> = {'│': '|', '─': '-', '═': '=', '▲': '^', '●': 'o'};
    const ascii = goldenOf('held').replaceAll(
      /[─-╬▲●]/g,
      (glyph) => glyphs[glyph] ?? ('╔╗╚╝║'.includes(glyph) ? '#' : '+'),
    );
    assert.is(seen(STATES.held, LARGE, ASCII), ascii);
  });

  test('asks for a larger window in one that is too small, or to play line by line', () => {
    for (const [columns, rows] of [
      [79, 24],
      [80, 23],
    ] as const)
      assert.match(
        seen(STATES.held, {columns, rows}),
        /^Make the window larger \(80×24 at least\),\nor .*:\nfivedice play --lines\n\n+$/,
      );
  });

  test('shows the cost of each box, or of none where one has no room', () => {
    const asked = pressing(after(sit({...TYPED, players: NAMES}, {view: 'sheet'}), rolls('16616')), 'a');
    const costing = (...losses: number[]): string =>
      seen(
        advised(
          asked,
          asked.played,
          adviceOf(
            losses.map((loss, at) => {
              const category = CATEGORIES[at] ?? 'chance';
              return {choice: {column: 1, category}, worth: 200 - loss, loss, win: null};
            }),
          ),
        ),
      );
    assert.match(costing(0, 0.5), /-0\.5 /);
    assert.not.match(costing(0, 0.5, 100), /-0\.5 /);
  });

  test('tumbles through faces that are not its own, until the dice come to rest one after the other', () => {
    const rolling = pressing(sit(SEEDED, {motion: true}), ' ');
    /** The five dice as they are drawn, each as its three rows of pips. */
    const facesAt = (picture: number): string[] => {
      const lines = seen(rolling, LARGE, PLAIN, {}, picture).split('\n');
      const rowsFrom = (row: number): string[][] =>
        lines.slice(row, row + 3).map((line) => [...line.matchAll(/│(.{5})│/g)].map(([, pips = '']) => pips));
      return [4, 11].flatMap((row) => {
        const [first = [], second = [], third = []] = rowsFrom(row);
        return first.map((pips, die) => [pips, second[die], third[die]].join('/'));
      });
    };
    const final = facesAt(PICTURES);
    assert.is(final.length, 5);
    for (const [die, face] of facesAt(0).entries()) assert.is.not(face, final[die]);
    assert.is.not(String(facesAt(0)), String(facesAt(1)));
    assert.equal(facesAt(PICTURES - 5)[0], final[0]);
    assert.is.not(facesAt(PICTURES - 2)[4], final[4]);
  });
});

suite('what is read in place of the game', (test) => {
  test('is the help in parts that fit, with nothing left out', () => {
    assert.is(partsOf(sceneOf(pressing(sit(SEEDED), '?')), LARGE), 1);
    for (const table of [sit(TWO), sit(TRIPLE)]) {
      const scene = sceneOf(pressing(table, '?'));
      const parts = Array.from({length: partsOf(scene, LARGE)}, (_, part) =>
        frameOf(scene, LARGE, PLAIN, {part}).join('\n').replaceAll(/\s+/g, ' '),
      );
      const said = [
        ...(scene.help?.keys ?? []).map(({keys, does}) => `${keys} ${does}`),
        ...(scene.help?.notes ?? []),
      ];
      for (const text of said.filter((one) => !one.startsWith('?')))
        assert.ok(
          parts.some((part) => part.includes(text)),
          text,
        );
      for (const [index, part] of parts.entries()) {
        assert.is(part.includes('[Space] the rest of the help'), index < parts.length - 1);
        assert.match(part, '[? or Esc] close the help');
      }
    }
  });
});

suite('every screen', (test) => {
  const tables = {
    ...STATES,
    refused: after(sit(TWO), chooses('chance')),
    'wide names': after(sit({...TYPED, players: ['東京'.repeat(10), 'é'.repeat(40)]}), rolls('11111')),
    Joker: after(sit(TRIPLE), rolls('55555'), chooses('yahtzee', 3), rolls('55555')),
  };

  test('has exactly its size, whatever it shows', () => {
    for (const [name, table] of Object.entries(tables)) {
      for (const style of [PLAIN, COLOURED]) {
        for (const [columns, rows] of [
          [7, 3],
          [79, 30],
          [80, 24],
          [200, 50],
        ] as const) {
          const frame = frameOf(sceneOf(table, null, 'keyboard'), {columns, rows}, style, {
            ending: endingOf(table),
          });
          assert.is(frame.length, rows, `${name}, ${columns} by ${rows}`);
          for (const line of frame)
            assert.is(widthOf(line), columns, `${name}, ${columns} by ${rows}: ${line}`);
        }
      }
    }
  });

  test('says with colours nothing that it does not say without', () => {
    for (const table of Object.values(tables)) {
      const coloured = seen(table, LARGE, COLOURED);
      assert.match(coloured, '\x1b[');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
      const plain = coloured.replaceAll(/\x1b\[[\d;]*m/g, '').replaceAll(/ +$/gm, '');
      assert.is(plain, seen(table));
    }
  });
});

suite('colours and characters', (test) => {
  test('paint the box that was filled last, and keys alone, not a player whose name looks like one', () => {
    const named = after(sit({...TYPED, players: ['[Ann] B']}), rolls('53545'), chooses('fives'));
    assert.match(seen(named, LARGE, COLOURED), "\x1b[1m[u]\x1b[0m take back [Ann] B's 15 in Fives");
    assert.match(seen(named, LARGE, COLOURED), '\x1b[1m 15*\x1b[0m');
  });

  test('are what the environment asks for', () => {
    assert.equal([styleOf({}).hasColour, styleOf({NO_COLOR: '1'}).hasColour], [true, false]);
    assert.ok(styleOf({LANG: 'en_US.UTF-8'}).isUnicode);
    assert.not.ok(styleOf({LANG: 'en_US.UTF-8', LC_ALL: 'C'}).isUnicode);
    assert.not.ok(styleOf({}).isUnicode);
  });
});
