import stringWidth from 'string-width';
import * as assert from 'uvu/assert';
import {type Game, newGame, playerOf, type RolledGame} from '../../../src/game/game.js';
import type {Setup} from '../../../src/game/setup.js';
import {DIE_NUMBERS, type Dice, type DieNumber} from '../../../src/rules/dice.js';
import type {ColumnNumber} from '../../../src/rules/variants.js';
import {start, step} from '../../../src/terminal/dialogue/dialogue.js';
import {type CardView, drawCard, labelsOf} from '../../../src/terminal/drawing/card.js';
import {drawDice, drawHallOfFame} from '../../../src/terminal/drawing/dice.js';
import {worthInWords} from '../../../src/terminal/drawing/words.js';
import {settingsOf} from '../../support/play.js';
import {type Dealer, dealer} from '../../support/random.js';
import {playRandomly} from '../../support/random-games.js';
import {
  BOXES,
  type Box,
  columnOf,
  type Entry,
  RULE_NAMES,
  referencePlacements,
  referenceTotals,
} from '../../support/reference-card.js';
import {suite} from '../../support/suite.js';

const DRAWN = ['cs106a', 'sheet'] as const;
const VIEWS: readonly CardView[] = [...DRAWN, 'words'];
const COLUMNS = [1, 2, 3] as const;
const NAMES = ['Eric', 'Julie', 'Todd', 'Mehran'];

/*
 * The card said again, from the contract of the screen and the figures of the handouts: a row is a box, a sum, or
 * a heading of the other handout.
 */
type Sum = 'upperScore' | 'upperBonus' | 'lowerScore' | 'total' | 'upperTotal' | 'yahtzeeBonus';
type Row = readonly [label: string, shows: Box | Sum | null];

const ROWS: Readonly<Record<(typeof DRAWN)[number], readonly Row[]>> = {
  cs106a: [
    [' 1 Ones', 'ones'],
    [' 2 Twos', 'twos'],
    [' 3 Threes', 'threes'],
    [' 4 Fours', 'fours'],
    [' 5 Fives', 'fives'],
    [' 6 Sixes', 'sixes'],
    [' 7 Upper Score', 'upperScore'],
    [' 8 Upper Bonus (35)', 'upperBonus'],
    [' 9 Three of a Kind', 'three-of-a-kind'],
    ['10 Four of a Kind', 'four-of-a-kind'],
    ['11 Full House (25)', 'full-house'],
    ['12 Small Straight (30)', 'small-straight'],
    ['13 Large Straight (40)', 'large-straight'],
    ['14 Yahtzee! (50)', 'yahtzee'],
    ['15 Chance', 'chance'],
    ['16 Lower Score', 'lowerScore'],
    ['17 TOTAL', 'total'],
  ],
  sheet: [
    [' 1 Aces', 'ones'],
    [' 2 Twos', 'twos'],
    [' 3 Threes', 'threes'],
    [' 4 Fours', 'fours'],
    [' 5 Fives', 'fives'],
    [' 6 Sixes', 'sixes'],
    ['   Score Subtotal', 'upperScore'],
    ['   Bonus', 'upperBonus'],
    ['   Grand Total', 'upperTotal'],
    ['   Lower Section', null],
    [' 9 3 of a kind', 'three-of-a-kind'],
    ['10 4 of a kind', 'four-of-a-kind'],
    ['11 Full House', 'full-house'],
    ['12 Small Straight', 'small-straight'],
    ['13 Large Straight', 'large-straight'],
    ['14 Yahtzee', 'yahtzee'],
    ['15 Chance', 'chance'],
    ['   Yahtzee Bonus', 'yahtzeeBonus'],
    ['   Total of lower section', 'lowerScore'],
    ['   Grand Total', 'total'],
  ],
};

/** The card of a game, from what was placed and what is rolled. */
function referenceCard(
  game: Game,
  histories: readonly (readonly Entry[])[],
  view: (typeof DRAWN)[number],
): string {
  const {players, rules, columns} = game.setup;
  const turn = game.phase === 'over' ? -1 : playerOf(game);
  const rolled = game.phase === 'awaiting-choice' ? game : null;
  const shown =
    columns === 1
      ? players.map((_, player) => [player, 1] as const)
      : COLUMNS.slice(0, columns).map((column) => [shownPlayer(game, histories), column] as const);

  const cell = (player: number, column: number, shows: Box | Sum): string => {
    const history = histories[player] ?? [];
    const {boxes, yahtzeeBonus} = columnOf(history, column, rules);
    const totals = referenceTotals(history, column, rules);
    if (shows === 'upperTotal') return `${totals.upperScore + totals.upperBonus} `;
    if (shows === 'yahtzeeBonus') return `${yahtzeeBonus} `;
    if (shows in totals) return `${totals[shows as keyof typeof totals]} `;
    const points = boxes[shows as Box];
    if (points !== null)
      return `${points}${shows === 'yahtzee' && yahtzeeBonus > 0 && view === 'cs106a' ? `+${yahtzeeBonus}` : ''} `;
    const earned =
      rolled !== null && player === turn
        ? referencePlacements(history, columns, rolled.dice, rules).find(
            (one) => one.column === column && one.category === shows,
          )
        : undefined;
    if (earned === undefined) return '. ';
    return earned.legal ? `[${earned.points}${earned.bonus > 0 ? `+${earned.bonus}` : ''}]` : '[no]';
  };
  const name = (player: number): string => `${player === turn ? '>' : ''}${players[player]}`;
  const headings =
    columns === 1
      ? players.map((_, player) => name(player))
      : COLUMNS.slice(0, columns).map((column) => `x${column}`);
  const title = columns > 1 ? name(shownPlayer(game, histories)) : view === 'sheet' ? '   Upper Section' : '';
  const lines = [title.padEnd(24) + headings.map((one) => `${one} `.padStart(12)).join('')];
  for (const [label, shows] of ROWS[view]) {
    const cells =
      shows === null ? [] : shown.map(([player, column]) => cell(player, column, shows).padStart(12));
    // One label is longer than its 24 columns, and takes the space before a number.
    lines.push(label.padEnd(24) + cells.join('').slice(Math.max(0, label.length - 24)));
  }
  const reasons =
    rolled === null
      ? []
      : referencePlacements(histories[turn] ?? [], columns, rolled.dice, rules).filter(
          ({reason}) => reason !== null,
        );
  if (columns > 1) addBeside(lines, game, histories, turn, reasons, 24 + 12 * columns + 2);

  const round = Math.floor(histories.flat().length / players.length) + 1;
  const reason = columns === 1 ? reasons[0]?.reason : undefined;
  if (rolled !== null) {
    const dice = rolled.dice.join(' ');
    if (view === 'cs106a')
      lines.push(
        `Round ${round} of ${13 * columns}. ${players[turn]}, roll ${rolled.roll} of 3: ${dice}.`,
        ...(reason ? [reason] : []),
      );
    else lines.push(`Turn: ${round}  Roll: ${rolled.roll}  Dice: ${dice}${reason ? `  ${reason}` : ''}`);
  }
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const totalOf = (game: Game, history: readonly Entry[]): number =>
  COLUMNS.slice(0, game.setup.columns).reduce(
    (sum, column) => sum + referenceTotals(history, column, game.setup.rules).total,
    0,
  );

function shownPlayer(game: Game, histories: readonly (readonly Entry[])[]): number {
  if (game.phase !== 'over') return playerOf(game);
  const totals = histories.map((history) => totalOf(game, history));
  return totals.indexOf(Math.max(...totals));
}

/** The totals of all, and what the Joker says of which columns. */
function addBeside(
  lines: string[],
  game: Game,
  histories: readonly (readonly Entry[])[],
  turn: number,
  reasons: readonly {readonly column: number; readonly reason: string | null}[],
  indent: number,
): void {
  const beside = [
    'Totals',
    ...game.setup.players.map(
      (name, player) =>
        `${player === turn ? '>' : ' '}${name}`.padEnd(12) +
        `${totalOf(game, histories[player] ?? [])}`.padStart(5),
    ),
  ];
  const said = [...new Set(reasons.map(({reason}) => reason))].map((reason) => {
    const columns = [
      ...new Set(reasons.filter((one) => one.reason === reason).map(({column}) => `x${column}`)),
    ];
    return `${columns.join(' ')} ${reason}`;
  });
  if (said.length > 0) beside.push('', ...said.flatMap(inLinesOf18));
  for (const [index, text] of beside.entries()) lines[index] = (lines[index] ?? '').padEnd(indent) + text;
}

const inLinesOf18 = (text: string): string[] => filled(text.split(' '), 18);

/** Words on lines, as many as each has room for. */
function filled(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && `${line} ${word}`.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** The boxes by their names on CS106A's card. */
const LABELS = ROWS.cs106a
  .map(([label]) => label.slice(3).replace(/!? \(\d+\)/, ''))
  .filter((label) => !/Upper|Lower|TOTAL/.test(label));

/** The cards in words. */
function referenceWords(game: Game, histories: readonly (readonly Entry[])[]): string {
  const {players, rules, columns} = game.setup;
  const paragraphs = players.flatMap((name, player) => {
    const history = histories[player] ?? [];
    const said = COLUMNS.slice(0, columns).map((column) => {
      const {boxes, yahtzeeBonus} = columnOf(history, column, rules);
      const {upperScore, upperBonus, lowerScore, total} = referenceTotals(history, column, rules);
      const filledBoxes = BOXES.flatMap((box, index) =>
        boxes[box] === null ? [] : [`${LABELS[index]} ${boxes[box]}`],
      );
      if (yahtzeeBonus > 0) filledBoxes.push(`Yahtzee Bonus ${yahtzeeBonus}`);
      const sums = `Upper Score ${upperScore}, Upper Bonus ${upperBonus}, Lower Score ${lowerScore}, TOTAL ${total}.`;
      return `${name}${columns === 1 ? '' : ` x${column}`}: ${filledBoxes.join(', ') || 'nothing filled'}. ${sums}`;
    });
    return columns === 1 ? said : [...said, `${name}: ${totalOf(game, history)} in all columns.`];
  });
  return paragraphs.map((text) => `${filled(text.split(' '), 80).join('\n')}\n`).join('');
}

/** What a roll is worth, in words: what the rules allow, and what they say. */
function referenceWorth(game: RolledGame, history: readonly Entry[]): string {
  const {rules, columns} = game.setup;
  const all = referencePlacements(history, columns, game.dice, rules);
  const boxes = BOXES.flatMap((box, index) => {
    const earned = all
      .filter(({category, legal}) => category === box && legal)
      .map(
        ({column, points, bonus}) =>
          `${columns > 1 ? `x${column} ` : ''}${points}${bonus > 0 ? `+${bonus}` : ''}`,
      );
    return earned.length === 0 ? [] : [`${LABELS[index]} ${earned.join(' ')}`];
  });
  const reasons = [...new Set(all.flatMap(({reason}) => reason ?? []))].map((reason) => {
    const its = [...new Set(all.filter((one) => one.reason === reason).map(({column}) => `x${column}`))];
    return columns > 1 ? `${its.join(' ')} ${reason}.` : `${reason}.`;
  });
  const listed = boxes.map((box, index) => `${box}${index + 1 < boxes.length ? ',' : '.'}`);
  return `${filled(['Open boxes:', ...listed, ...reasons], 80).join('\n')}\n`;
}

const setups: Setup[] = RULE_NAMES.flatMap((rules) =>
  COLUMNS.map(
    (columns): Setup => ({
      players: NAMES.slice(0, 1 + ((columns + RULE_NAMES.indexOf(rules)) % 4)),
      rules,
      columns,
      dice: 'typed',
    }),
  ),
);

suite('the card is the one of the handouts, in every state of random games', (test) => {
  let jokers = 0;
  for (const [index, setup] of setups.entries()) {
    const {rules, columns, players} = setup;
    test(`${rules}, ${columns} columns, ${players.length} players`, () => {
      for (const seed of columns === 1 ? [0, 1, 2] : [0]) {
        playRandomly(setup, dealer(100 + 2 * index + seed), (game, histories) => {
          for (const view of VIEWS) {
            const card = drawCard(game, view);
            const expected =
              view === 'words' ? referenceWords(game, histories) : referenceCard(game, histories, view);
            if (card.includes('Joker:')) jokers += 1;
            if (card !== expected) assert.is(card, expected);
          }
          if (game.phase === 'awaiting-choice') {
            const worth = worthInWords(game);
            const expected = referenceWorth(game, histories[playerOf(game)] ?? []);
            if (worth !== expected) assert.is(worth, expected);
          }
        });
      }
    });
  }
  test('and Jokers were among them', () => assert.ok(jokers > 100, `${jokers}`));
});

suite('the card at the start', (test) => {
  const game = (more: Partial<Setup>): Game =>
    newGame({players: ['Eric', 'Julie'], rules: 'official', columns: 1, dice: 'typed', ...more});

  test('marks whose turn it is, and has names cut to nine and an ellipsis', () => {
    const players = ['Bartholomew', 'Maximilian', '東京東京東京', 'e\u0301'.repeat(11)];
    const [heading] = drawCard(game({players}), 'cs106a').split('\n');
    assert.is(heading, `${' '.repeat(24)}>Bartholom…  Maximilian   東京東京…  ${'e\u0301'.repeat(9)}…`);
  });

  test('never cuts a character in two', () => {
    const [heading] = drawCard(game({players: ['👩‍👧'.repeat(9), '🇫🇷'.repeat(9)]}), 'sheet').split('\n');
    assert.is(heading, `${'   Upper Section'.padEnd(24)} >${'👩‍👧'.repeat(4)}…   ${'🇫🇷'.repeat(4)}…`);
  });

  test('of several columns names the player and heads the columns', () => {
    const [heading, first, second] = drawCard(
      game({columns: 3, players: ['Bartholomew', 'Julie']}),
      'cs106a',
    ).split('\n');
    assert.is(heading, `>Bartholom…${' '.repeat(22)}x1          x2          x3   Totals`);
    assert.is(first, ' 1 Ones                           .           .           .   >Bartholom…     0');
    assert.is(second, ' 2 Twos                           .           .           .    Julie          0');
  });

  test('has the names of each box in both handouts', () => {
    assert.equal(
      BOXES.map((box) => labelsOf(box).join(', ')),
      [
        'Ones, Aces',
        'Twos, Twos',
        'Threes, Threes',
        'Fours, Fours',
        'Fives, Fives',
        'Sixes, Sixes',
        'Three of a Kind, 3 of a kind',
        'Four of a Kind, 4 of a kind',
        'Full House, Full House',
        'Small Straight, Small Straight',
        'Large Straight, Large Straight',
        'Yahtzee, Yahtzee',
        'Chance, Chance',
      ],
    );
  });
});

/** The spots of each face, three by three. */
const SPOTS: Readonly<Record<number, string>> = {
  1: '    o    ',
  2: 'o       o',
  3: 'o   o   o',
  4: 'o o   o o',
  5: 'o o o o o',
  6: 'o oo oo o',
};

suite('the dice', (test) => {
  const rolled = (dice: Dice, roll: number, held: readonly DieNumber[]): RolledGame => ({
    ...newGame({players: ['Eric'], rules: 'official', columns: 1, dice: 'typed'}),
    phase: 'awaiting-choice',
    dice,
    roll,
    held,
  });

  for (const dice of [
    [1, 2, 3, 4, 5],
    [6, 5, 4, 3, 2],
    [6, 6, 6, 1, 1],
  ] as const) {
    test(`${dice.join(' ')} are drawn spot by spot`, () => {
      const lines = drawDice(rolled(dice, 1, []), true).split('\n');
      assert.is(lines[0], `Eric, roll 1 of 3: ${dice.join(' ')}.`);
      assert.is(lines[1], '  die 1      die 2      die 3      die 4      die 5');
      assert.is(lines[2], Array(5).fill('+-------+').join('  '));
      assert.is(lines[6], lines[2]);
      for (const [index, face] of dice.entries()) {
        const at = 11 * index;
        const spots = [3, 4, 5].map((line) => lines[line]?.slice(at, at + 9) ?? '');
        assert.ok(
          spots.every((line) => /^\|.{7}\|$/.test(line)),
          spots.join('\n'),
        );
        assert.is(
          spots.map((line) => (line[2] ?? '') + (line[4] ?? '') + (line[6] ?? '')).join(''),
          SPOTS[face],
        );
        assert.is(spots.join('').replaceAll(/[^o]/g, '').length, face);
        assert.is(lines[7]?.slice(at, at + 9).trim(), `${face}`);
        assert.is(lines[7]?.[at + 4], `${face}`);
      }
      assert.equal(lines.slice(8), ['']);
    });
  }

  test('that are held are marked below and named, in all 31 ways', () => {
    for (let set = 1; set < 32; set += 1) {
      const held = DIE_NUMBERS.filter((number) => (set >> (number - 1)) % 2 === 1);
      const lines = drawDice(rolled([1, 2, 3, 4, 5], 2, held), true).split('\n');
      const words =
        held.length === 5
          ? 'all dice'
          : held.length === 1
            ? `die ${held[0]}`
            : `dice ${held.slice(0, -1).join(', ')} and ${held.at(-1)}`;
      assert.is(lines[0], `Eric, roll 2 of 3: 1 2 3 4 5. Held: ${words}.`);
      for (const number of DIE_NUMBERS) {
        const mark = (lines[8] ?? '').slice(11 * (number - 1), 11 * number).trimEnd();
        assert.is(mark, held.includes(number) ? ' ^ held' : '', `die ${number} of ${held}`);
      }
      assert.equal(lines.slice(9), ['']);
    }
  });
});

suite('the hall of fame', (test) => {
  test('has a place, a score and a name on each line, digits below digits', () => {
    const scores = [1575, 273, 192, 100, 99, 50, 9, 8, 7, 0];
    const entries = scores.map((score, index) => ({score, name: `p ${index},`}));
    const lines = drawHallOfFame(entries, 1).split('\n');
    assert.is(lines[0], 'Hall of fame');
    assert.is(lines[1], ' 1. 1575 p 0,');
    assert.is(lines[2], ' 2.  273 p 1,');
    assert.is(lines[9], ' 9.    7 p 8,');
    assert.is(lines[10], '10.    0 p 9,');
    assert.equal(lines.slice(11), ['']);
  });

  test('says how many columns, and that it is empty', () => {
    assert.is(drawHallOfFame([], 1), 'Hall of fame\nNo entries yet.\n');
    assert.is(drawHallOfFame([{score: 5, name: 'A'}], 2), 'Hall of fame, 2 columns\n 1. 5 A\n');
    assert.is(drawHallOfFame([], 3), 'Hall of fame, 3 columns\nNo entries yet.\n');
  });

  test('fits the screen with the longest names', () => {
    const entries = Array.from({length: 10}, () => ({score: 9450, name: 'm'.repeat(40)}));
    for (const line of drawHallOfFame(entries, 3).split('\n')) assert.ok(line.length <= 80);
  });
});

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
    else if (dialogue.asks === 'faces') types(faces(dialogue.numbers.length));
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
