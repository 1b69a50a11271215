import stringWidth from 'string-width';
import * as assert from 'uvu/assert';
import type {Setup} from '../../../src/game/setup.js';
import type {ColumnNumber} from '../../../src/rules/variants.js';
import {start, step} from '../../../src/terminal/dialogue/dialogue.js';
import {tableIn} from '../../../src/terminal/dialogue/questions.js';
import type {CardView} from '../../../src/terminal/drawing/card.js';
import {isThorough} from '../../support/effort.js';
import {settingsOf} from '../../support/play.js';
import {type Dealer, dealer} from '../../support/random.js';
import {RULE_NAMES} from '../../support/reference-card.js';
import {COLUMNS, DRAWN, NAMES} from '../../support/reference-drawing.js';
import {suite} from '../../support/suite.js';

const VIEWS: readonly CardView[] = [...DRAWN, 'words'];

/** Plays a whole game at the screen, and gives what each answer printed. `card` is asked for at every question. */
function outputsOf(setup: Setup, view: CardView, {number, oneOf}: Dealer): string[] {
  const outputs: string[] = [];
  let {dialogue, output} = start(settingsOf({...setup, view}), [], null);
  const types = (line: string): void => {
    ({dialogue, output} = step(dialogue, line));
    outputs.push(output);
  };
  const faces = (count: number): string => {
    const alike = number(1, 2) === 1 ? oneOf(['1', '2', '3', '4', '5', '6']) : null;
    return Array.from({length: count}, () => alike ?? `${number(1, 6)}`).join(' ');
  };
  outputs.push(output);
  while (dialogue.asks !== 'nothing') {
    if (number(1, 3) === 1) types('card');
    if (dialogue.asks === 'roll') types(number(1, 12) === 1 ? 'undo' : faces(5));
    else if (dialogue.asks === 'reroll') types(oneOf(['', '1', 'keep 1 2', 'all', 'keep all', 'score']));
    else if (dialogue.asks === 'faces') types(faces(5 - (tableIn(dialogue)?.held.length ?? 0)));
    else if (dialogue.asks === 'category') {
      const row = oneOf([1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15]);
      types(setup.columns === 1 ? `${row}` : `${row} ${number(1, setup.columns)}`);
    }
  }
  return outputs;
}

interface Drawn {
  readonly output: string;
  readonly names: readonly string[];
}

const drawn = new Map<string, Drawn[]>();
/** Games with names of one kind, in all views; with short names of all rules and columns. */
function gamesWith(kind: string, nameOf: (player: number) => string): Drawn[] {
  const known = drawn.get(kind);
  if (known !== undefined) return known;
  const isShort = kind === 'short names';
  const ruleNames = isShort ? RULE_NAMES : (['official'] as const);
  const all = VIEWS.flatMap((view, one) =>
    ruleNames.flatMap((rules, other) =>
      (isShort ? COLUMNS : ([1, 3] as const)).flatMap((columns): Drawn[] => {
        // Not all combinations, but each view with each rule set, and with one column or more.
        const isLeftOut = isShort ? (one + other + columns) % 3 > 0 : (one + (columns >> 1)) % 2 > 0;
        if (isLeftOut && !isThorough) return [];
        // With one column the names of all stand on the card.
        const count = columns === 1 ? 4 : isShort ? 1 + ((one + other + columns) % 4) : 1;
        const names = [1, 2, 3, 4].slice(0, count).map(nameOf);
        const setup = {players: names, rules, columns, dice: 'typed'} as const;
        return outputsOf(setup, view, dealer(columns * 7 + other)).map((output) => ({output, names}));
      }),
    ),
  );
  drawn.set(kind, all);
  return all;
}

const KINDS: readonly [kind: string, nameOf: (player: number) => string][] = [
  ['short names', (player) => NAMES[player - 1] ?? ''],
  ['names of 40 letters', (player) => `${player}`.padEnd(40, 'm')],
  ['names of 40 wide letters', (player) => `${player}`.padEnd(40, '東')],
  ['names of emoji', (player) => `${player}${'👩‍👧'.repeat(13)}`],
];

const widths = new Map<string, number>();
/** Of a line; the same lines come again and again. */
function widthOf(line: string): number {
  if (/^[\x20-\x7e]*$/.test(line)) return line.length;
  const width = widths.get(line) ?? stringWidth(line);
  widths.set(line, width);
  return width;
}

/** How many rows of a terminal of 80 columns a text takes. */
const rowsOf = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(widthOf(line) / 80)), 0);

/** What must be on the screen at a question: from the card on, if there is one, or else all that was printed. */
function screenOf(output: string): string {
  const lines = output.split('\n').slice(1);
  const first = lines.findLastIndex((line) => /^ 1 (Ones|Aces) /.test(line));
  return lines.slice(Math.max(0, first - 1)).join('\n');
}

function list(found: Iterable<string>): string {
  return [...new Set(found)].slice(0, 5).join('\n');
}

suite('the screen of 80 by 24', (test) => {
  for (const [kind, nameOf] of KINDS) {
    const isShort = kind === 'short names';

    test(`with ${kind}: no line is too wide, but where whole names stand`, () => {
      const wide: string[] = [];
      for (const {output, names} of gamesWith(kind, nameOf)) {
        for (const line of output.split('\n')) {
          if (widthOf(line) > 80 && (isShort || !names.some((name) => line.includes(name)))) wide.push(line);
        }
      }
      assert.is(list(wide), '');
    });

    test(`with ${kind}: no question is too wide`, () => {
      const questions = gamesWith(kind, nameOf).flatMap(({output}) => output.split('\n').slice(-2));
      assert.is(
        list(questions.filter((line) => widthOf(line) > 80 && !line.startsWith('Congratulations'))),
        '',
      );
    });

    test(`with ${kind}: no line has spaces at its end`, () => {
      const spaced = gamesWith(kind, nameOf).flatMap(({output}) =>
        output
          .replace(/\n> $/, '')
          .split('\n')
          .filter((line) => line !== line.trimEnd()),
      );
      assert.is(list(spaced), '');
    });

    for (const view of DRAWN) {
      test(`with ${kind}: the ${view} card and its question take at most 24 lines`, () => {
        const isView = view === 'cs106a' ? / 1 Ones / : / 1 Aces /;
        const screens = gamesWith(kind, nameOf)
          .filter(({output}) => output.endsWith('\n> ') && isView.test(output))
          .map(({output}) => screenOf(output));
        assert.ok(screens.length > 30, `${screens.length}`);
        const high = screens.filter((screen) => rowsOf(screen) > 24);
        const said = high.map((screen) => `${rowsOf(screen)}: ${screen.split('\n').slice(-4).join(' | ')}`);
        assert.is(list(said.map((text) => text.slice(0, 120))), '');
      });
    }

    test(`with ${kind}: every other question takes at most 24 lines`, () => {
      const screens = gamesWith(kind, nameOf)
        .filter(({output}) => output.endsWith('\n> ') && !/ 1 (Ones|Aces) |TOTAL/.test(output))
        .map(({output}) => output.slice(1));
      assert.ok(screens.length > 100);
      assert.is(list(screens.filter((screen) => rowsOf(screen) > 24)), '');
    });
  }

  test('has only ASCII beside the names', () => {
    for (const {output} of gamesWith('short names', (player) => NAMES[player - 1] ?? '')) {
      assert.match(output, /^[\n\x20-\x7e]*$/);
    }
    for (const {output} of gamesWith('names of 40 letters', (player) => `${player}`.padEnd(40, 'm'))) {
      assert.match(output, /^[\n\x20-\x7e…]*$/);
    }
  });

  test('shows what a refusal says in 80 columns', () => {
    const at = (columns: ColumnNumber, ...lines: string[]): string => {
      let {dialogue, output} = start(settingsOf({columns}), [], null);
      for (const line of lines) ({dialogue, output} = step(dialogue, line));
      return output;
    };
    const roll = '3 3 3 4 4';
    const outputs = [
      at(1, 'quit'),
      at(1, 'undo'),
      at(1, 'five fives'),
      at(1, roll, 'undo'),
      at(1, roll, 'three of them'),
      at(1, roll, '6'),
      at(1, roll, '1 1'),
      at(1, roll, 'keep'),
      at(1, roll, 'score', 't'),
      at(1, roll, 'score', '17'),
      at(1, roll, 'score', 'a very long name of nothing at all, which'),
      at(1, roll, 'full house', roll, 'full house', roll, 'score', '11'),
      at(3, roll, 'score', 'three of a kind'),
      at(3, roll, 'score', 'small straight'),
      at(3, roll, 'score', '9 9'),
      at(3, roll, 'three of a kind 3', roll, '9 1', roll, 'score', '9 3'),
    ];
    assert.is(list(outputs.flatMap((output) => output.split('\n')).filter((line) => line.length > 80)), '');
  });
});
