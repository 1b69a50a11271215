import * as assert from 'uvu/assert';
import {type Game, newGame, playerOf} from '../../../src/game/game.js';
import type {Setup} from '../../../src/game/setup.js';
import {type CardView, drawCard, labelsOf} from '../../../src/terminal/drawing/card.js';
import {worthInWords} from '../../../src/terminal/drawing/words.js';
import {effort, isThorough} from '../../support/effort.js';
import {dealer} from '../../support/random.js';
import {playRandomly} from '../../support/random-games.js';
import {BOXES, RULE_NAMES} from '../../support/reference-card.js';
import {
  COLUMNS,
  DRAWN,
  NAMES,
  referenceCard,
  referenceWords,
  referenceWorth,
} from '../../support/reference-drawing.js';
import {suite} from '../../support/suite.js';

const VIEWS: readonly CardView[] = [...DRAWN, 'words'];

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
      for (const seed of columns === 1 && isThorough ? [0, 1, 2] : [0]) {
        let states = 0;
        playRandomly(setup, dealer(100 + 2 * index + seed), (game, histories) => {
          states += 1;
          for (const view of VIEWS.filter((_, number) => isThorough || number === states % VIEWS.length)) {
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
  test('and Jokers were among them', () => assert.ok(jokers > effort(100, 20), `${jokers}`));
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
