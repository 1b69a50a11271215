/* What the full screen shows, without a terminal. The points are those of the rules, the words those of the table. */
import stringWidth from 'string-width';
import * as assert from 'uvu/assert';
import {sceneOf} from '../../../src/table/scene.js';
import type {Advice} from '../../../src/table/seen-advice.js';
import type {Table} from '../../../src/table/state.js';
import {advised} from '../../../src/table/table.js';
import {frameOf, partsOf} from '../../../src/terminal/screen/frame.js';
import {styleOf} from '../../../src/terminal/screen/style.js';
import {ADVICE} from '../../support/advice.js';
import {suite} from '../../support/suite.js';
import {after, chooses, pressing, rolls, sit, toggles} from '../../support/table-events.js';
import {NAMES, TRIPLE, TWO, TYPED} from '../../support/typed-games.js';

const PLAIN = {hasColour: false, isUnicode: true};
const ASCII = {hasColour: false, isUnicode: false};
const COLOURED = {hasColour: true, isUnicode: true};
const LARGE = {columns: 80, rows: 24};
const SMALL = {columns: 40, rows: 24};

const seen = (table: Table, size = LARGE, style = PLAIN, tick = 0): string =>
  frameOf(sceneOf(table), size, style, tick)
    .map((line) => line.trimEnd())
    .join('\n');
const FIRST_ROLL = after(sit(TWO), rolls('53545'), ...toggles('24'));
const FOUR = after(sit({...TYPED, players: NAMES}, {view: 'sheet'}), rolls('66641'), ...toggles('123'));
const ASKED = pressing(after(sit(TWO), rolls('16616')), 'a');
const ADVISED = advised(ASKED, ASKED.played, ADVICE);
const THREE_COLUMNS = after(
  sit({...TRIPLE, players: ['Eric', 'Julie']}),
  rolls('55566'),
  chooses('full-house', 3),
  rolls('12345'),
);

suite('the screen of 80 by 24', (test) => {
  test('shows one player before the first roll: no die has a face, no box a preview', () => {
    assert.is(
      seen(sit(TYPED)),
      `\
                          >Eric                      Round 1 of 13, roll 1 of 3
Ones                          .
Twos                          .                         1        2        3
Threes                        .                      ┌─────┐  ┌─────┐  ┌─────┐
Fours                         .                      │     │  │     │  │     │
Fives                         .                      │     │  │     │  │     │
Sixes                         .                      │     │  │     │  │     │
Upper Score                   0                      └─────┘  └─────┘  └─────┘
Upper Bonus (35)              0
Three of a Kind               .                         4        5
Four of a Kind                .                      ┌─────┐  ┌─────┐
Full House (25)               .                      │     │  │     │  [Space]
Small Straight (30)           .                      │     │  │     │  Roll
Large Straight (40)           .                      │     │  │     │  Dice
Yahtzee! (50)                 .                      └─────┘  └─────┘
Chance                        .
Lower Score                   0
TOTAL                         0

Eric's turn! Click "Roll Dice" button to roll the dice.
[Space] roll the dice [1-6] give die 1 its value
[v] see the score sheet with Keep boxes [?] help [q] leave

`,
    );
  });

  test('shows two players, what a roll would earn, and which dice roll again', () => {
    assert.is(
      seen(FIRST_ROLL),
      `\
                          >Eric       Julie          Round 1 of 13, roll 1 of 3
Ones                         >0<          .
Twos                         [0]          .             1        2        3
Threes                       [3]          .          ┌─────┐  ╔═════╗  ┌─────┐
Fours                        [4]          .          │●   ●│  ║●    ║  │●   ●│
Fives                       [15]          .          │  ●  │  ║  ●  ║  │  ●  │
Sixes                        [0]          .          │●   ●│  ║    ●║  │●   ●│
Upper Score                   0           0          └─────┘  ╚═════╝  └─────┘
Upper Bonus (35)              0           0                   ▲Re-roll
Three of a Kind             [22]          .             4        5
Four of a Kind               [0]          .          ╔═════╗  ┌─────┐
Full House (25)              [0]          .          ║●   ●║  │●   ●│  [Space]
Small Straight (30)          [0]          .          ║     ║  │  ●  │  Roll
Large Straight (40)          [0]          .          ║●   ●║  │●   ●│  Again
Yahtzee! (50)                [0]          .          ╚═════╝  └─────┘
Chance                      [22]          .          ▲Re-roll
Lower Score                   0           0
TOTAL                         0           0

Select the dice you wish to re-roll and click "Roll Again".
[Space] roll dice 2 and 4 again [1-5] select a die, or not [0] select no dice
[Arrows] choose a box [Enter] put 0 into Ones [a] advice
[v] see the score sheet with Keep boxes [?] help [q] leave
`,
    );
  });

  test('shows four players and all rows of the sheet, and the keys that there is room for', () => {
    assert.is(
      seen(FOUR),
      `\
Upper Section         >Eric   Julie    Todd  Mehran  Turn: 1 Roll: 1
Aces                     >1<      .       .       .
Twos                     [0]      .       .       .     1        2        3
Threes                   [0]      .       .       .  ╔═════╗  ╔═════╗  ╔═════╗
Fours                    [4]      .       .       .  ║●   ●║  ║●   ●║  ║●   ●║
Fives                    [0]      .       .       .  ║●   ●║  ║●   ●║  ║●   ●║
Sixes                   [18]      .       .       .  ║●   ●║  ║●   ●║  ║●   ●║
Score Subtotal            0       0       0       0  ╚═════╝  ╚═════╝  ╚═════╝
Bonus                     0       0       0       0  ▲Keep    ▲Keep    ▲Keep
Grand Total               0       0       0       0     4        5
Lower Section                                        ┌─────┐  ┌─────┐
3 of a kind             [23]      .       .       .  │●   ●│  │     │  [Space]
4 of a kind              [0]      .       .       .  │     │  │  ●  │  Roll
Full House               [0]      .       .       .  │●   ●│  │     │
Small Straight           [0]      .       .       .  └─────┘  └─────┘
Large Straight           [0]      .       .       .
Yahtzee                  [0]      .       .       .
Chance                  [23]      .       .       .
Yahtzee Bonus             0       0       0       0
Total of lower sect…      0       0       0       0
Grand Total               0       0       0       0
Check "Keep" at the dice you wish to keep and click "Roll".
[Space] roll dice 4 and 5 again [1-5] keep a die, or not [0] keep all dice
[Arrows] choose a box [Enter] put 1 into Ones [a] advice [?] help [q] leave`,
    );
  });

  test("shows the three columns of who plays, and everybody's totals", () => {
    const lines = seen(THREE_COLUMNS).split('\n');
    assert.equal(lines.slice(0, 2), [
      '>Julie                     x1         x2         x3  Round 1 of 39, roll 1 of 3',
      'Ones                       [1]        [2]        [3]',
    ]);
    assert.ok(lines[11]?.startsWith('Full House (25)            [0]        [0]        >0<'), lines[11]);
    assert.is(lines[16]?.slice(53), ' Eric     75  >Julie     0');
  });

  test('opens the help in place, with the message and the way back below', () => {
    const lines = seen(pressing(FIRST_ROLL, '?')).split('\n');
    assert.is(lines[0], '1-6        in cheat mode: the value of the next die');
    assert.ok(lines.includes('63 points in the upper boxes earn 35 more.'));
    assert.equal(lines.filter((line) => line !== '').slice(-2), [
      'Select the dice you wish to re-roll and click "Roll Again".',
      '[? or Esc] close the help',
    ]);
  });
});

suite('advice on the screen', (test) => {
  const LISTED = pressing(ADVISED, 'a');

  test('marks the dice that are best kept, and says what each box costs beside its value', () => {
    const lines = seen(ADVISED).split('\n');
    const found = lines.filter((line) => /◆|-\d+\.\d/.test(line));
    assert.equal(found, [
      'Twos                         [0]          .             1       ◆2 best  ◆3 best',
      'Sixes                -100.1 [18]          .          │     │  │●   ●│  │●   ●│',
      'Three of a Kind             [20]          .             4       ◆5 best',
      'Full House (25)       -17.5 [25]          .          │     │  │●   ●│  [Space]',
    ]);
    assert.ok(lines.includes('Keep 6 6 6: 265.1 points to expect.'));
  });

  test('lists all choices in place of the card, best first, and its note', () => {
    assert.equal(
      seen(LISTED)
        .split('\n')
        .filter((line) => line !== ''),
      [
        'keep 6 6 6           265.1    best',
        'keep 6 6             258.0    -7.1',
        'keep 6               250.0   -15.1',
        'Full House           247.6   -17.5',
        'roll all dice again  240.0   -25.1',
        'Sixes                165.0  -100.1',
        'Keep 6 6 6: 265.1 points to expect.',
        '[a or Esc] close the list',
      ],
    );
    const noted = pressing(advised(ASKED, ASKED.played, {...ADVICE, note: 'An approximation.'}), 'a');
    assert.match(seen(noted), /^An approximation\.\nkeep 6 6 6/);
  });

  test('turns a long list over, with nothing left out', () => {
    const choices = Array.from({length: 100}, (_, loss) => ({
      ...ADVICE.choices[0],
      expected: 300 - loss,
      loss,
    }));
    const long = pressing(
      advised(ASKED, ASKED.played, {...ADVICE, choices: choices as Advice['choices']}),
      'a',
    );
    for (const size of [LARGE, SMALL]) {
      const parts = partsOf(sceneOf(long), size);
      const all = Array.from({length: parts}, (_, part) => seen(long, size, PLAIN, part));
      const listed = all.flatMap((part) =>
        [...part.matchAll(/ (\d+\.0) {2}/g)].map(([, points]) => Number(points)),
      );
      assert.equal(
        listed.toSorted((one, other) => other - one),
        choices.map(({expected}) => expected),
      );
      assert.equal(
        all.map((part) => part.includes('[Space] the rest of the list')),
        all.map((_, part) => part < parts - 1),
      );
    }
  });
});

suite('a narrow screen', (test) => {
  test('shows who plays, small dice, and all totals; in ASCII where the terminal has no more', () => {
    assert.is(
      seen(FIRST_ROLL, SMALL, ASCII),
      `\
Round 1 of 13, roll 1 of 3
>Eric                      +---+
Ones                    >0<| 5 | 1
Twos                    [0]+---+
Threes                  [3]#===#
Fours                   [4]# 3 # 2
Fives                  [15]#===#^Re-roll
Sixes                   [0]+---+
Upper Score              0 | 5 | 3
Upper Bonus (35)         0 +---+
Three of a Kind        [22]#===#
Four of a Kind          [0]# 4 # 4
Full House (25)         [0]#===#^Re-roll
Small Straight (30)     [0]+---+
Large Straight (40)     [0]| 5 | 5
Yahtzee! (50)           [0]+---+
Chance                 [22]>Eric      0
Lower Score              0  Julie     0
TOTAL                    0
Select the dice you wish to re-roll and
click "Roll Again".
[Space] roll dice 2 and 4 again
[1-5] select a die, or not
[0] select no dice [?] help [q] leave`,
    );
  });

  test('moves the card so that the cursor is in sight', () => {
    const low = seen(pressing(FIRST_ROLL, 'k'), {columns: 40, rows: 20});
    assert.match(low, /^Chance +>22</m);
    assert.not.match(low, /^Ones/m);
  });

  test('shows all of the help, in parts where one screen is too short', () => {
    for (const table of [sit(TWO), sit({...TRIPLE, rules: 'free-joker'}), sit({...TWO, dice: {seed: 7}})]) {
      for (const size of [{columns: 40, rows: 20}, {columns: 79, rows: 20}, SMALL]) {
        const scene = sceneOf(pressing(table, '?'));
        const parts = Array.from({length: partsOf(scene, size)}, (_, part) =>
          frameOf(scene, size, PLAIN, part).join('\n').replaceAll(/\s+/g, ' '),
        );
        for (const {keys, does} of scene.help?.keys ?? [])
          assert.ok(
            parts.some((part) => part.includes(`${keys} ${does}`)),
            `${keys} ${does}`,
          );
        for (const note of scene.help?.notes ?? [])
          assert.ok(
            parts.some((part) => part.includes(note)),
            note,
          );
        for (const [index, part] of parts.entries()) {
          assert.is(part.includes('[Space] the rest of the help'), index < parts.length - 1);
          assert.match(part, '[? or Esc] close the help');
        }
      }
    }
  });
});

suite('every screen', (test) => {
  const tables = {
    unrolled: sit(TYPED),
    FIRST_ROLL,
    FOUR,
    THREE_COLUMNS,
    advice: ADVISED,
    ranking: pressing(ADVISED, 'a'),
    help: pressing(FOUR, '?'),
    refused: after(sit(TWO), chooses('chance')),
    'wide names': after(sit({...TYPED, players: ['東京'.repeat(10), 'é'.repeat(40)]}), rolls('11111')),
    Joker: after(sit(TRIPLE), rolls('55555'), chooses('yahtzee', 3), rolls('55555')),
  };

  test('has exactly its size, whatever it shows', () => {
    for (const [name, table] of Object.entries(tables)) {
      for (const style of [PLAIN, COLOURED]) {
        for (const [columns, rows] of [
          [40, 20],
          [41, 24],
          [79, 30],
          [80, 20],
          [80, 24],
          [200, 50],
        ] as const) {
          const frame = frameOf(sceneOf(table), {columns, rows}, style);
          assert.is(frame.length, rows, `${name}, ${columns} by ${rows}`);
          for (const line of frame)
            assert.is(stringWidth(line), columns, `${name}, ${columns} by ${rows}: ${line}`);
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
