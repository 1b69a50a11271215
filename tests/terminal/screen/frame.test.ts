/* What the full screen shows, without a terminal. The points are those of the rules, the words those of the table. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {widthOf} from '../../../src/command-line/terminal.js';
import {sceneOf} from '../../../src/table/scene.js';
import type {Advice} from '../../../src/table/seen-advice.js';
import type {Table} from '../../../src/table/state.js';
import {advised} from '../../../src/table/table.js';
import {SMALLEST} from '../../../src/terminal/drawing/text.js';
import {PICTURES} from '../../../src/terminal/screen/dice.js';
import {frameOf, type Moving, partsOf} from '../../../src/terminal/screen/frame.js';
import {styleOf} from '../../../src/terminal/screen/style.js';
import {ADVICE} from '../../support/advice.js';
import {ROOT} from '../../support/readme.js';
import {suite} from '../../support/suite.js';
import {after, chooses, pressing, rolls, sit} from '../../support/table-events.js';
import {SEEDED, TRIPLE, TWO, TYPED} from '../../support/typed-games.js';
import {endingOf, STATES} from './states.js';

const FRAMES = join(ROOT, 'fixtures/screen');
const PLAIN = {hasColour: false, isUnicode: true};
const ASCII = {hasColour: false, isUnicode: false};
const COLOURED = {hasColour: true, isUnicode: true};
const LARGE = {columns: 80, rows: 24};
const SMALL = {columns: 40, rows: 20};

const seen = (
  table: Table,
  size = LARGE,
  style = PLAIN,
  moving: Moving = {ending: endingOf(table)},
): string =>
  frameOf(sceneOf(table, null, 'keyboard'), size, style, moving)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');

suite('the screen', (test) => {
  for (const [size, style] of [
    [LARGE, PLAIN],
    [SMALL, PLAIN],
    [SMALLEST, ASCII],
  ] as const) {
    const folder = join(FRAMES, `${size.columns}x${size.rows}`);
    for (const file of readdirSync(folder)) {
      test(`of ${size.columns} by ${size.rows} shows ${file}`, () => {
        const [, table] = Object.entries(STATES).find(([name]) => file === `${name}.txt`) ?? [];
        assert.ok(table);
        assert.is(seen(table, size, style), readFileSync(join(folder, file), 'utf8'));
      });
    }
  }

  test('has the whole card in sight wherever dice are, with the total', () => {
    const {choices: _choices, help: _help, ...tables} = STATES;
    for (const [name, table] of Object.entries(tables)) {
      for (const size of [SMALLEST, SMALL, {columns: 79, rows: 24}, {columns: 80, rows: 20}, LARGE]) {
        assert.match(
          seen(table, size),
          /^.*(TOTAL|Grand Total) +\d+/m,
          `${name}, ${size.columns} by ${size.rows}`,
        );
        assert.match(seen(table, size), /\[q\] leave/);
      }
    }
  });

  test('tumbles through faces that are not its own, until the dice come to rest one after the other', () => {
    const rolling = pressing(sit(SEEDED, {motion: true}), ' ');
    const facesAt = (tick: number): string[] =>
      [...(seen(rolling, SMALL, PLAIN, {tick}).split('\n')[2] ?? '').matchAll(/\d/g)].map(([face]) => face);
    const final = facesAt(PICTURES);
    for (const [die, face] of facesAt(0).entries()) assert.is.not(face, final[die]);
    assert.is.not(String(facesAt(0)), String(facesAt(1)));
    assert.equal(facesAt(PICTURES - 5)[0], final[0]);
    assert.is.not(facesAt(PICTURES - 2)[4], final[4]);
  });

  test('says why once, where the rules refuse a box', () => {
    assert.is(seen(STATES.joker).split('Fives is open and must be used').length, 2);
  });
});

suite('what is read in place of the game', (test) => {
  test('is the help in one screen, and in parts only where dice are typed or the window is smaller', () => {
    for (const rules of ['cs106a', 'bonus', 'official'] as const) {
      const help = sceneOf(pressing(sit({...SEEDED, rules}), '?'));
      assert.equal([partsOf(help, LARGE), partsOf(help, SMALL)], [1, 1], rules);
    }
    for (const table of [sit(TWO), sit({...TRIPLE, rules: 'official'})]) {
      const scene = sceneOf(pressing(table, '?'));
      const parts = Array.from({length: partsOf(scene, SMALLEST)}, (_, tick) =>
        frameOf(scene, SMALLEST, PLAIN, {tick}).join('\n').replaceAll(/\s+/g, ' '),
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

  test('is a long list in parts, with nothing left out', () => {
    const asked = pressing(after(sit(TWO), rolls('16616')), 'a');
    const choices = Array.from({length: 100}, (_, loss) => ({
      ...ADVICE.choices[0],
      expected: 300 - loss,
      loss,
    }));
    const advice = {...ADVICE, note: 'An approximation.', choices: choices as Advice['choices']};
    const long = pressing(advised(asked, asked.played, advice), 'a');
    for (const size of [LARGE, SMALL]) {
      const parts = partsOf(sceneOf(long), size);
      const all = Array.from({length: parts}, (_, tick) => seen(long, size, PLAIN, {tick}));
      const listed = all.flatMap((part) =>
        [...part.matchAll(/ (\d+\.0) {2}/g)].map(([, points]) => Number(points)),
      );
      assert.equal(
        listed.toSorted((one, other) => other - one),
        choices.map(({expected}) => expected),
      );
      for (const [index, part] of all.entries()) {
        assert.match(part, /^An approximation\.\n/);
        assert.is(part.includes('[Space] the rest of the list'), index < parts - 1);
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
          [36, 18],
          [40, 20],
          [41, 24],
          [79, 30],
          [80, 20],
          [80, 24],
          [200, 50],
        ] as const) {
          const frame = frameOf(sceneOf(table), {columns, rows}, style, {ending: endingOf(table)});
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
  test('are what the environment asks for', () => {
    assert.ok(styleOf({}).hasColour);
    assert.not.ok(styleOf({NO_COLOR: '1'}).hasColour);
    assert.ok(styleOf({NO_COLOR: ''}).hasColour);
    assert.ok(styleOf({NO_COLOR: '1', FORCE_COLOR: '1'}).hasColour);
    assert.not.ok(styleOf({FORCE_COLOR: '0'}).hasColour);
    assert.ok(styleOf({LANG: 'en_US.UTF-8'}).isUnicode);
    assert.not.ok(styleOf({LANG: 'en_US.UTF-8', LC_ALL: 'C'}).isUnicode);
    assert.not.ok(styleOf({}).isUnicode);
  });
});
