import * as assert from 'uvu/assert';
import {type Action, replay} from '../../../src/game/game.js';
import type {Setup} from '../../../src/game/setup.js';
import {endOfInput, interrupt, type Step, start, step} from '../../../src/terminal/dialogue/dialogue.js';
import type {Dialogue} from '../../../src/terminal/dialogue/questions.js';
import {dialogueAfter, type Seats, settingsOf} from '../../support/play.js';
import {dealer} from '../../support/random.js';
import {suite} from '../../support/suite.js';

const ASK = {
  players: 'How many players? Type a number from 1 to 4.',
  name: (number: number) => `What is the name of player ${number}?`,
  roll: "Eric's turn. Press Enter to roll the dice.",
  typedRoll: "Eric's turn. Type the five dice, such as 3 3 5 6 1.",
  reroll: 'Select the dice you wish to re-roll by place: 2 4. Enter keeps all; ? for help.',
  category: 'Select a category for this roll. Type its number or its name; ? for help.',
  columns: 'Select a category for this roll. Type number and column, as in 9 2; ? for help.',
} as const;

interface Place {
  readonly seats: Seats;
  /** What is typed to get there. */
  readonly lines: readonly string[];
  readonly question: string;
}

/** Every question there is. Before each in a game, Eric and Julie have played a round, so that all commands mean something. */
const ROUND = ['1 1 1 2 2', 'score', '1', '3 4 5 6 6', 'chance'];
const SEEDED = ['', '', '1', '', 'chance'];
const PLACES = {
  players: {seats: {players: null}, lines: [], question: ASK.players},
  name: {seats: {players: null}, lines: ['2'], question: ASK.name(1)},
  'second name': {seats: {players: null}, lines: ['2', 'Eric'], question: ASK.name(2)},
  'name of a cheat': {seats: {players: null}, lines: ['-99'], question: ASK.name(1)},
  roll: {seats: {dice: {seed: 1}}, lines: SEEDED, question: ASK.roll},
  'typed roll': {seats: {}, lines: ROUND, question: ASK.typedRoll},
  reroll: {seats: {}, lines: [...ROUND, '3 3 3 4 4'], question: ASK.reroll},
  'seeded reroll': {seats: {dice: {seed: 1}}, lines: [...SEEDED, '', '1'], question: ASK.reroll},
  'second reroll': {seats: {}, lines: [...ROUND, '3 3 3 4 4', 'keep all'], question: ASK.reroll},
  faces: {
    seats: {},
    lines: [...ROUND, '3 3 3 4 4', '2 4'],
    question: 'Type the new values of dice 2 and 4.',
  },
  'one face': {
    seats: {},
    lines: [...ROUND, '3 3 3 4 4', '5'],
    question: 'Type the new value of die 5.',
  },
  category: {seats: {}, lines: [...ROUND, '3 3 3 4 4', ''], question: ASK.category},
  'category after three rolls': {
    seats: {},
    lines: [...ROUND, '3 3 3 4 4', 'keep all', 'keep all'],
    question: ASK.category,
  },
  'category of columns': {
    seats: {columns: 3},
    lines: ['1 1 1 2 2', 'score', '1 1', '3 4 5 6 6', 'chance 1', '3 3 3 4 4', 'score'],
    question: ASK.columns,
  },
} as const satisfies Readonly<Record<string, Place>>;
type PlaceName = keyof typeof PLACES;

const dialogues = new Map<PlaceName, Dialogue>();
/** Always the same one, so that what an answer leaves as it was can be told. */
function at(name: PlaceName): Dialogue {
  const {seats, lines} = PLACES[name];
  const dialogue = dialogues.get(name) ?? dialogueAfter(seats, ...lines);
  dialogues.set(name, dialogue);
  return dialogue;
}
const gameOf = (dialogue: Dialogue): unknown => ('game' in dialogue ? dialogue.game : null);
/** Fails without printing two whole games. */
function sameGame(dialogue: Dialogue, before: Dialogue): void {
  assert.ok(gameOf(dialogue) === gameOf(before), 'the game is another one');
}
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What is said of the roll before a question that stands again. */
function reminderAt(name: PlaceName): string {
  const dialogue = at(name);
  if (!('game' in dialogue) || dialogue.game?.phase !== 'awaiting-choice') return '';
  return `Eric, roll ${dialogue.game.roll} of 3: ${dialogue.game.dice.join(' ')}.\n`;
}

/** The answer is refused: a reason, the roll, the same question, and nothing is changed. */
function refuses(name: PlaceName, line: string, reason: RegExp): void {
  const before = at(name);
  const frozen = JSON.stringify(before);
  const {dialogue, output} = step(before, line);
  const [first = '', said = '', ...rest] = output.split('\n');
  assert.is(first, '');
  assert.match(said, reason);
  assert.is(rest.join('\n'), `${reminderAt(name)}${PLACES[name].question}\n> `);
  assert.not.match(said, OBEYED);
  assert.ok(said.length < 160, said);
  sameGame(dialogue, before);
  assert.is(JSON.stringify(dialogue), frozen);
}

/** The answer is no refusal, and leads to the next question. */
function accepts(name: PlaceName, line: string): Step {
  const before = at(name);
  const after = step(before, line);
  assert.ok(
    !after.output.endsWith(`${PLACES[name].question}\n> `) || gameOf(after.dialogue) !== gameOf(before),
    after.output,
  );
  return after;
}

const NONSENSE = [
  ...['\ufffd', '\ufffd\ufffd1', '\u202e1', '1\u2028x', '\u200b', 'a\ufeffb'],
  ...['😀', '👩‍👧', '١٢٣', '１', '²', '⚀', 'é', '東'],
  ...[
    '1e0',
    '0x2',
    '-1',
    '+1',
    '2.5',
    '1;2',
    '1-3',
    '--',
    '#1',
    '!',
    '??',
    "'",
    '"',
    ';',
    '/',
    '\\',
    '$(id)',
    '*',
  ],
  ...['x', 'nope', 'hello world', 'roll all now', 'undo now', 'cards', 'quit now', 'help me', 'enter'],
  ...[
    'NaN',
    'Infinity',
    'null',
    'undefined',
    'true',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ],
  ...['x'.repeat(1_000_000), '東'.repeat(5000), 'x '.repeat(5000)],
];

/** Keys that type no text, in whatever else was typed: what is left without them could be an answer that nobody gave. */
const KEYS = [
  ...[
    '\0',
    '1\0',
    '1\x002',
    '\x1b[A',
    '\x1b[2J',
    '1\x1b[D2',
    '\x1b]0;title\x07',
    '\x9b2J',
    '\x7f',
    '2\x08',
    'a\x85b',
    '1\r2',
    'a\vb',
  ],
  '\x1b'.repeat(5000),
];

function nameOf(line: string): string {
  const shown = JSON.stringify(line);
  return shown.length > 30 ? `${shown.slice(0, 24)}… (${line.length})` : shown;
}

suite('what means nothing is refused at the question', (test) => {
  // What each says; the rest of a refusal is the writer's.
  const reasons: Readonly<Record<Exclude<PlaceName, 'name' | 'second name' | 'name of a cheat'>, RegExp>> = {
    players: /^".*" is not a number from 1 to 4\.$/,
    roll: /^".*" means nothing here: Enter rolls the dice/,
    'typed roll': /^".*" is not 5 values from 1 to 6\.$/,
    reroll: /^".*" means nothing here: type dice/,
    'seeded reroll': /^".*" means nothing here: type dice/,
    'second reroll': /^".*" means nothing here: type dice/,
    faces: /^".*" is not 2 values from 1 to 6\.$/,
    'one face': /^".*" is not a value from 1 to 6\.$/,
    category: /^There is no category ".*": type a number or a name\.$/,
    'category after three rolls': /^There is no category ".*"/,
    'category of columns': /^There is no category ".*"/,
  };
  for (const [name, reason] of Object.entries(reasons) as [keyof typeof reasons, RegExp][]) {
    test(name, () => {
      const wrong: string[] = [];
      for (const line of NONSENSE) {
        try {
          refuses(name, line, reason);
        } catch (error) {
          wrong.push(`${nameOf(line)}: ${error instanceof Error ? error.message.slice(0, 200) : error}`);
        }
      }
      assert.is(wrong.join('\n'), '');
    });
  }

  test('any of them, if a key was pressed that types no text', () => {
    for (const name of Object.keys(PLACES) as PlaceName[]) {
      for (const line of KEYS)
        refuses(name, line, /^That line holds a key that types no text, such as an arrow\. Type it again\.$/);
    }
  });

  test('what was typed is quoted: in at most thirty columns, and nothing that a terminal obeys', () => {
    assert.match(step(at('players'), 'five').output, '"five"');
    assert.match(step(at('players'), 'ab'.repeat(15)).output, `"${'ab'.repeat(15)}"`);
    assert.match(step(at('players'), `${'ab'.repeat(15)}c`).output, `"${'ab'.repeat(14)}a…"`);
    assert.match(step(at('players'), '東'.repeat(41)).output, `"${'東'.repeat(14)}…"`);
    assert.match(step(at('players'), 'x\u202ey\u2028z').output, '"x?y?z"');
  });
});

suite('a name is refused', (test) => {
  const refused: readonly [line: string, reason: RegExp][] = [
    ['', /no name: the name is empty/],
    [' \t ', /no name: the name is empty/],
    ['x'.repeat(41), /no name: the name is longer than 40 characters/],
    ['x'.repeat(1_000_000), /no name: the name is longer/],
    ['Ann\ufffd', /cannot be shown/],
    ['\u202eeeL', /cannot be shown/],
  ];
  for (const [line, reason] of refused) {
    test(nameOf(line), () => {
      for (const name of ['name', 'second name', 'name of a cheat'] as const) refuses(name, line, reason);
    });
  }

  test('that another player has, with spaces around it too', () => {
    refuses('second name', 'Eric', /There is a player Eric already/);
    refuses('second name', '  Eric ', /There is a player Eric already/);
    refuses('second name', 'eRIC', /There is a player Eric already/);
  });

  // Whatever can be shown is a name: words that are commands elsewhere too.
  for (const line of [
    ...[
      '1',
      '-1',
      '-99',
      'undo',
      'card',
      'total',
      '😀',
      '東京',
      'Lee, Ann',
      '__proto__',
      '"',
      '$(id)',
      'help',
      '??',
    ],
    'x'.repeat(40),
  ]) {
    test(`but not ${nameOf(line)}`, () => {
      const {dialogue} = step(at('name'), ` ${line} `);
      assert.is(dialogue.asks, 'name');
      const begun = step(dialogue, 'Julie').dialogue;
      assert.equal('game' in begun ? begun.game?.setup.players : null, [line, 'Julie']);
    });
  }

  test('spaces within a name are one', () => {
    const begun = dialogueAfter({players: null}, '1', ' Ann \t Lee ');
    assert.equal('game' in begun ? begun.game?.setup.players : null, ['Ann Lee']);
  });
});

suite('what cannot be done is refused', (test) => {
  const refused: readonly [place: PlaceName, line: string, reason: RegExp][] = [
    ['players', '', /"" is not a number/],
    ['players', 'back', /from 1 to 4/],
    ['players', '0', /from 1 to 4/],
    ['players', '5', /from 1 to 4/],
    ['players', '1 1', /from 1 to 4/],
    ['players', '12', /from 1 to 4/],
    ['players', '-98', /from 1 to 4/],
    ['players', '-99 ,', /from 1 to 4/],
    ['players', 'undo', /from 1 to 4/],
    ['players', 'card', /from 1 to 4/],
    ['roll', '-99', /Enter rolls/],
    ['roll', '1', /Enter rolls/],
    ['roll', '3 3 5 6 1', /Enter rolls/],
    ['roll', 'score', /Enter rolls/],
    ['roll', 'back', /Enter rolls/],
    ['typed roll', '', /5 values/],
    ['typed roll', '-99', /5 values/],
    ['typed roll', 'roll', /5 values/],
    ['typed roll', '1 2 3 4', /5 values are needed, and 4 were typed/],
    ['typed roll', '1 2 3 4 5 6', /5 values are needed, and 6 were typed/],
    ['typed roll', '1 2 3 4 7', /from 1 to 6/],
    ['typed roll', '0 1 2 3 4', /from 1 to 6/],
    ['reroll', '6', /no die 6: dice are numbered 1 to 5/],
    ['reroll', '12', /no die 12: leave spaces between dice/],
    ['reroll', 'roll', /which dice to roll again/],
    ['reroll', '0', /no die 0/],
    ['reroll', '1 1', /Die 1 is named twice/],
    ['reroll', 'keep', /which dice to keep/],
    ['reroll', 'keep 9', /no die 9/],
    ['reroll', '-99', /means nothing here/],
    ['reroll', 'back', /means nothing here/],
    ['reroll', 'undo', /taken back.* before the next roll/],
    ['reroll', 'four', /means nothing here/],
    ['reroll', 's', /means nothing here/],
    ['reroll', 'total', /means nothing here/],
    ['reroll', 'ones', /Ones is filled already, with 3: choose another box/],
    ['reroll', 'chance 1', /only one column/],
    ['faces', '', /2 values/],
    ['faces', '1', /2 values are needed, and 1 was typed/],
    ['faces', '1 2 3', /2 values are needed, and 3 were typed/],
    ['faces', '1 7', /from 1 to 6/],
    ['faces', 'undo', /taken back.* before the next roll/],
    ['faces', '-99', /from 1 to 6/],
    ['one face', '12', /1 value is needed, and 2 were typed/],
    ['category', '', /the number or the name of a category/],
    ['category of columns', '', /the number or the name of a category/],
    ['category', '-99', /no category/],
    ['category', '18', /no category "18"/],
    ['category', '7', /Upper Score is not for choosing/],
    ['category', '17', /TOTAL is not for choosing/],
    ['category', 'total', /not for choosing/],
    ['category', 'upper bonus', /not for choosing/],
    ['category', 'four', /"four" could be Fours or Four of a Kind: type more/],
    ['category', 's', /"s" could be Sixes or Small Straight: type more/],
    ['category', 't', /"t" could be Twos, Threes or Three of a Kind: type more/],
    ['category', '1', /Ones is filled already, with 3: choose another box/],
    ['category', 'aces', /Ones is filled already, with 3/],
    ['category', '9 1', /only one column/],
    ['category', '1 1', /only one column/],
    ['category', 'undo', /taken back.* before the next roll/],
    ['category', 'keep 1', /only one column|no category/],
    ['category after three rolls', 'back', /All three rolls are used: choose a category/],
    ['category of columns', '9', /open in columns 1, 2 and 3: type one behind it/],
    ['category of columns', '9 4', /no column 4: columns are 1 to 3/],
    ['category of columns', '9 0', /no column 0/],
    ['category of columns', '7 1', /not for choosing/],
    ['category of columns', '18 1', /no category "18"/],
    ['category of columns', '1 1', /Ones of column 1 is filled already, with 3/],
    ['category of columns', 's 2', /"s" could be/],
    ['category of columns', '2 3 1', /no category/],
  ];
  for (const [place, line, reason] of refused) {
    test(`${place}: ${JSON.stringify(line)}`, () => refuses(place, line, reason));
  }

  for (const line of [
    'card x',
    'card sheet sheet',
    'card Ann',
    'card -',
    'card 1',
    'card __proto__',
    'card Eric Julie',
  ]) {
    test(`${line}, in a game`, () => {
      for (const name of ['roll', 'reroll', 'faces', 'category'] as const)
        refuses(name, line, /^".+" is no view and no player/);
    });
  }

  test('an undo, where nothing was placed', () => {
    const {output} = step(dialogueAfter({}), 'undo');
    assert.is(output, `\nThere is no placement to take back.\n${ASK.typedRoll}\n> `);
  });

  test('a box that the Joker forbids, at both questions, with the reason', () => {
    const lines = ['4 4 4 4 4', 'yahtzee', '4 4 4 4 4'];
    for (const more of [[], ['score']]) {
      const before = dialogueAfter({players: ['Eric']}, ...lines, ...more);
      const {dialogue, output} = step(before, 'full house');
      assert.match(
        output,
        /^\nJoker: Fours is open and must be used\.\nEric, roll 1 of 3: 4 4 4 4 4\.\nSelect /,
      );
      sameGame(dialogue, before);
      assert.is(dialogue.asks, before.asks);
    }
  });
});

suite('help', (test) => {
  /** What the help of a place lists: what is typed, and what that does. */
  const entriesAt = (name: PlaceName): [typed: string, does: string][] => {
    const {dialogue, output} = step(at(name), '?');
    assert.is(JSON.stringify(dialogue), JSON.stringify(at(name)));
    const [blank, title, ...rest] = output.split('\n');
    assert.equal([blank, title], ['', 'You can type:']);
    const question = `${reminderAt(name)}${PLACES[name].question}\n> `;
    const lines = rest.join('\n');
    assert.ok(lines.endsWith(`\n${question}`), lines);
    return lines
      .slice(0, -question.length - 1)
      .replaceAll(/\n {14}/g, ' ')
      .split('\n')
      .map((line) => {
        const [, typed = '', does = ''] = /^ {2}(.{11}) (.+)$/.exec(line) ?? [];
        assert.is.not(does, '', line);
        return [typed.trim(), does];
      });
  };
  /** Entries that are said in words, by what they stand for. */
  const SAID: Readonly<Record<string, string[]>> = {
    Enter: [''],
    '1 to 4': ['1', '2', '3', '4'],
    'a name': ['Ann', 'x'.repeat(40)],
    '': [],
  };

  for (const name of Object.keys(PLACES) as PlaceName[]) {
    test(`at ${name} lists only what can be typed there`, () => {
      const entries = entriesAt(name);
      assert.ok(entries.length > 0);
      for (const [typed] of entries) {
        for (const line of SAID[typed] ?? [typed]) {
          if (line === '?') continue;
          if (name === 'category after three rolls' && line === 'back') continue;
          const before = at(name);
          const {dialogue, output} = step(before, line);
          const isShown = /^card/.test(line) || line === 'quit';
          assert.ok(isShown || JSON.stringify(dialogue) !== JSON.stringify(before), `${line}: ${output}`);
          assert.not.match(
            output,
            /means nothing|is not (a|\d)|no category|needed|^\nThere is|is no view/,
            line,
          );
        }
      }
    });

    test(`at ${name} is what help and ? say, and fits the screen`, () => {
      const {output} = step(at(name), '?');
      if (!PLACES[name].question.startsWith('What is the name'))
        assert.is(step(at(name), 'HELP').output, output);
      const lines = output.split('\n').slice(1);
      assert.ok(lines.length <= 24, `${lines.length} lines`);
      assert.is(lines.filter((line) => line.length > 80).join('\n'), '');
      assert.is(
        lines
          .slice(0, -1)
          .filter((line) => line.endsWith(' '))
          .join('\n'),
        '',
      );
    });
  }

  // Whatever works somewhere stands in the help of each place where it works, in these words.
  const words: readonly [word: string, listed: RegExp][] = [
    ['', /^Enter /m],
    ['undo', /^undo /m],
    ['back', /^back /m],
    ['score', /^score |so does score/m],
    ['all', /^all /m],
    ['keep 1 2', /^keep /m],
    ['card', /^card /m],
    ['card sheet', /^card sheet /m],
    ['card cs106a', /^card cs106a /m],
    ['card words', /^card words /m],
    ['card julie', /^card Eric /m],
    ['keep all', /^keep all /m],
    ['quit', /^quit /m],
    ['full house', /^full house |this name/m],
    ['-99', /^-99 /m],
  ];
  for (const name of Object.keys(PLACES) as PlaceName[]) {
    // Nearly everything is a name.
    if (PLACES[name].question.startsWith('What is the name')) continue;
    test(`at ${name} forgets nothing that works there`, () => {
      const help = entriesAt(name)
        .map((entry) => entry.join(' '))
        .join('\n');
      for (const [word, listed] of words) {
        const {dialogue, output} = step(at(name), word);
        const refused =
          /^\n.*(means nothing|is not (a|\d)|no category|name of a category|open in columns|can be taken back|are used)/.test(
            output,
          );
        const changed = JSON.stringify(dialogue) !== JSON.stringify(at(name));
        assert.is(
          !refused,
          changed || (word.startsWith('card') && name !== 'players') || word === 'quit',
          `${word}: ${output}`,
        );
        if (!refused) assert.match(help, listed);
        else if (word !== 'back')
          assert.not.match(help, listed.source.startsWith('^full') ? /^full house /m : listed);
      }
    });
  }

  test('at a name tells how to go back and how to leave', () => {
    for (const name of ['name', 'second name', 'name of a cheat'] as const) {
      assert.equal(
        entriesAt(name).map(([typed]) => typed),
        ['a name', 'back', 'quit'],
      );
    }
  });

  test('at the categories explains what the brackets mean, and what to type for a column', () => {
    const help = (name: PlaceName): string => entriesAt(name).flat().join('\n');
    for (const name of ['category', 'category of columns'] as const) {
      for (const bracket of ['[24]', '[25+100]', '[no]']) assert.ok(help(name).includes(bracket), bracket);
    }
    assert.match(help('category of columns'), /^9 2$/m);
    assert.not.match(help('category'), /column x|of a column/);
  });
});

suite('commands', (test) => {
  const inGame = (Object.keys(PLACES) as PlaceName[]).filter((name) => !/^players$|name/.test(name));

  for (const name of inGame) {
    test(`card at ${name} shows the card, above the same question`, () => {
      const {dialogue, output} = step(at(name), 'card');
      assert.match(output, /^\n.*\n 1 Ones .*\n(.*\n)*17 TOTAL /);
      assert.ok(output.endsWith(`\n${PLACES[name].question}\n> `));
      assert.not.match(output, '\n\n');
      sameGame(dialogue, at(name));
      // The card says what boxes earn where there is a roll to put there, even if its faces are about to change.
      assert.is(/\[\d/.test(output), name !== 'roll' && name !== 'typed roll');
    });

    test(`card sheet at ${name} changes the view from now on`, () => {
      const {dialogue, output} = step(at(name), 'card sheet');
      assert.match(output, /\n 1 Aces /);
      assert.ok(output.endsWith(`\n${PLACES[name].question}\n> `));
      assert.match(step(dialogue, 'card').output, /\n 1 Aces /);
      assert.match(step(step(dialogue, 'card cs106a').dialogue, 'card').output, /\n 1 Ones /);
    });

    test(`quit at ${name} asks once more where nothing is saved, and forgets it by any other answer`, () => {
      const first = step(at(name), 'quit');
      assert.match(
        first.output,
        /^\nThis game is not saved \(--save FILE would\)\. Type quit once more to leave it\.\n/,
      );
      assert.ok(first.output.endsWith(`\n${PLACES[name].question}\n> `));
      sameGame(first.dialogue, at(name));

      const second = step(first.dialogue, ' QUIT ');
      assert.is(second.output, '\nThe game is left. Nothing is saved (--save FILE would).\n');
      assert.is(second.dialogue.asks, 'nothing');

      for (const between of ['?', 'card', 'nonsense']) {
        const {dialogue} = step(first.dialogue, between);
        assert.match(step(dialogue, 'quit').output, 'Type quit once more');
      }
    });

    test(`quit at ${name} ends it at once where it is saved`, () => {
      const before = dialogueAfter({...PLACES[name].seats, savedIn: 'a b.json'}, ...PLACES[name].lines);
      const {dialogue, output} = step(before, 'quit');
      assert.is(output, '\nThe game is saved in a b.json: the same command goes on with it.\n');
      assert.is(dialogue.asks, 'nothing');
      sameGame(dialogue, before);
    });
  }

  test('quit before the game leaves at once: there is no game', () => {
    for (const name of ['players', 'name', 'second name', 'name of a cheat'] as const) {
      for (const savedIn of [{}, {savedIn: 'game.json'}]) {
        const before = dialogueAfter({...PLACES[name].seats, ...savedIn}, ...PLACES[name].lines);
        const {dialogue, output} = step(before, ' Quit');
        assert.is(output, '\nThe game did not begin.\n');
        assert.is(dialogue.asks, 'nothing');
      }
    }
  });

  test('back at a name returns to the one before, and to the number of players', () => {
    const first = step(at('second name'), 'BACK');
    assert.is(first.output, `\n${ASK.name(1)}\n> `);
    const players = step(first.dialogue, 'back');
    assert.is(players.output, `\n${ASK.players}\n> `);
    // What was said there is forgotten: cheat mode too.
    const cheat = step(at('name of a cheat'), 'back').dialogue;
    for (const dialogue of [players.dialogue, cheat]) {
      const begun = ['2', 'Julie', 'Eric'].reduce((before, line) => step(before, line).dialogue, dialogue);
      assert.equal('game' in begun ? begun.game?.setup.players : null, ['Julie', 'Eric']);
      assert.is('game' in begun ? begun.game?.setup.dice : null, dialogue.settings.setup.dice);
    }
    const seeded = dialogueAfter({players: null, dice: {seed: 5}}, '-99', 'back', '1', 'Eric');
    assert.equal('game' in seeded ? seeded.game?.setup.dice : null, {seed: 5});
  });

  test('card and a name shows the columns of that player, without what the roll would earn', () => {
    const lines = ['1 1 1 2 2', '', '1 2', '3 4 5 6 6', '', 'chance 3', '3 3 3 4 4'];
    const before = dialogueAfter({columns: 3}, ...lines);
    const own = step(before, 'card').output;
    assert.match(own, /^\n>Eric .*\n 1 Ones +\[0\] +6 +\[0\] /);
    assert.is(step(before, 'card ERIC').output, own);
    // However the keyboard composes it.
    const zoe = dialogueAfter({columns: 3, players: ['Ann', 'Zo\u00eb Lee']});
    assert.match(step(zoe, 'card  zoe\u0308  lee').output, /^\nZo\u00eb Lee /);
    const {dialogue, output} = step(before, 'card julie');
    assert.match(output, /^\nJulie .*\n 1 Ones +\. +\. +\. /);
    assert.match(output, /\n15 Chance +\. +\. +72 ?\n/);
    assert.not.match(output, '[');
    assert.is(step(dialogue, 'card').output, own);
    sameGame(dialogue, before);
  });

  for (const name of inGame) {
    test(`card words at ${name} draws nothing from now on`, () => {
      const {dialogue, output} = step(at(name), 'card words');
      assert.match(
        output,
        /^\nEric( x1)?: Ones (\d)\. Upper Score \d, Upper Bonus 0, Lower Score 0, TOTAL \d\.\n/,
      );
      assert.ok(output.endsWith(`\n${PLACES[name].question}\n> `));
      assert.match(step(dialogue, 'card').output, /^\nEric( x1)?: Ones \d\. /);
      for (const line of ['', '1', '1 1 1 1 1', '1 1', 'chance']) {
        assert.not.match(step(dialogue, line).output, /\+---|\[|\^ held/);
      }
    });
  }

  test('undo gives back the roll, the dice, the held ones and the question', () => {
    const before = dialogueAfter({}, '1 1 1 2 2', '4 5', '1 3');
    const asked = step(dialogueAfter({}, '1 1 1 2 2', '4 5'), '1 3').output;
    const {dialogue, output} = step(step(before, 'three of a kind').dialogue, 'undo');
    assert.is(output, `\nThe last placement is taken back.\n${asked}`);
    assert.equal(gameOf(dialogue), gameOf(before));
    assert.match(step(dialogue, 'undo').output, /taken back.* before the next roll/);
  });

  test('back returns from the faces and from the categories to the dice, as they were', () => {
    for (const name of ['faces', 'one face', 'category'] as const) {
      const {dialogue, output} = step(at(name), 'back');
      assert.match(output, /^\nOpen boxes: Twos 0, Threes 9, /);
      assert.ok(output.endsWith(`\n${ASK.reroll}\n> `));
      assert.is(dialogue.asks, 'reroll');
      sameGame(dialogue, at(name));
      assert.match(step(dialogue, '1').output, /\nType the new value of die 1\.\n> $/);
    }
  });

  test('score, like Enter, goes to the categories, and any roll that is left is still there', () => {
    const {output} = step(at('second reroll'), 'score');
    assert.match(
      output,
      /^\n.*\n 1 Ones (?:.*\n)*Round 2 of 13\. Eric, roll 2 of 3: 3 3 3 4 4\.\nSelect a category/,
    );
    assert.equal(step(at('second reroll'), ''), step(at('second reroll'), 'score'));
    const {dialogue} = step(step(at('second reroll'), '').dialogue, 'back');
    assert.is(dialogue.asks, 'reroll');
    assert.match(
      step(step(dialogue, '5').dialogue, '6').output,
      /^\nEric, roll 3 of 3: 3 3 3 4 6\. Held: dice 1, 2, 3 and 4\.\n/,
    );
  });

  test('keep all is a roll that leaves all dice as they are', () => {
    const {dialogue, output} = step(at('reroll'), 'keep all');
    assert.match(output, /^\nEric, roll 2 of 3: 3 3 3 4 4\. Held: all dice\.\n/);
    assert.match(
      step(dialogue, 'keep 1 2 3 4 5').output,
      /^\nEric, roll 3 of 3: 3 3 3 4 4\. Held: all dice\.\n/,
    );
  });
});

suite('answers', (test) => {
  test('with spaces around, or in capitals, are the same', () => {
    const pairs: readonly [PlaceName, string, string][] = [
      ['players', '  2\t', '2'],
      ['roll', '   ', ''],
      ['roll', ' ROLL ', ''],
      ['typed roll', ' 1 1 1 1 1 ', '11111'],
      ['reroll', ' Keep 1,2,3 ', '4 5'],
      ['reroll', ' Score ', 'score'],
      ['category', ' FULL HOUSE ', '11'],
      ['category', 'full\thouse', '11'],
      ['reroll', ' ', 'score'],
      ['category of columns', ' Full House X2 ', '11 2'],
    ];
    for (const [name, one, other] of pairs) {
      assert.equal(accepts(name, one), accepts(name, other));
    }
  });

  test('to the number of players lead to so many names, and then to the game in that order', () => {
    const names = ['Ann', 'Bob', 'Cy', 'Dee'];
    for (const count of [1, 2, 3, 4]) {
      const playing = names.slice(0, count);
      const {dialogue} = step(dialogueAfter({players: null}, `${count}`, ...playing.slice(1)), 'Eve');
      assert.is(dialogue.asks, 'roll');
      assert.equal('game' in dialogue && dialogue.game?.setup.players, [...playing.slice(1), 'Eve']);
    }
  });

  test('-99 is one player who types the dice, whatever the flags say of dice', () => {
    const begun = dialogueAfter({players: null, dice: {seed: 5}}, '-99', 'Ada');
    const game = 'game' in begun ? begun.game : null;
    assert.equal(game?.setup, {players: ['Ada'], rules: 'official', columns: 1, dice: 'typed'});
    assert.match(step(begun, '6 6 6 6 6').output, 'Ada, roll 1 of 3: 6 6 6 6 6.');
    const {output} = step(dialogueAfter({players: null, dice: {seed: 5}}), '-99');
    assert.is(
      output,
      `\nCheat mode: you type the dice, and the game does not enter the hall of fame.\n\n${ASK.name(1)}\n> `,
    );
  });

  test('after the end do nothing', () => {
    const {dialogue} = endOfInput(at('roll'));
    for (const line of ['', 'undo', 'quit', '1', '?'])
      assert.equal(step(dialogue, line), {dialogue, output: ''});
    assert.equal(endOfInput(dialogue), {dialogue, output: ''});
  });
});

suite('when the input ends, or Ctrl-C comes', (test) => {
  for (const name of Object.keys(PLACES) as PlaceName[]) {
    test(`at ${name}, it says whether the game is saved`, () => {
      const {seats, lines, question} = PLACES[name];
      const hasBegun = !(question === ASK.players || question.startsWith('What is the name'));
      for (const savedIn of [undefined, 'g.json']) {
        const before = dialogueAfter({...seats, ...(savedIn === undefined ? {} : {savedIn})}, ...lines);
        const {dialogue, output} = endOfInput(before);
        const said = !hasBegun
          ? 'The game did not begin.'
          : savedIn === undefined
            ? 'The input ended before the game did. Nothing is saved (--save FILE would).'
            : 'The game is saved in g.json: the same command goes on with it.';
        assert.is(output, `\n\n${said}\n`);
        const left = said.replace('The input ended before the game did.', 'The game is left.');
        assert.is(interrupt(before).output, `\n\n${left}\n`);
        assert.equal(interrupt(before).dialogue, dialogue);
        assert.is(dialogue.asks, 'nothing');
        sameGame(dialogue, before);
        assert.equal(dialogue.actions, before.actions);
      }
    });
  }
});

suite('any lines at all', (test) => {
  const {number, oneOf, bytes} = dealer(8);
  const words = [
    ...[
      '',
      '',
      '',
      '1',
      '2',
      '3',
      '1 2',
      '2 3 4 5',
      'all',
      'keep 1 2',
      'score',
      'score',
      'back',
      'undo',
      'card',
      'card sheet',
      'card cs106a',
      'card words',
      'card eric',
      'keep all',
      '?',
      'help',
      'quit',
    ],
    ...[
      '1 1 1 1 1',
      '6 6 6 6 6',
      '33561',
      '12345',
      '4',
      '66',
      '-99',
      'Eric',
      'Julie',
      'yahtzee',
      'full house',
      'chance 2',
      'small straight 1',
    ],
    ...['x', '-1', '\0', '\x1b[2J', '😀', 'keep', 's', 'total', '9 9', '99'],
    ...Array.from({length: 17}, (_, row) => `${row + 1}`),
    ...Array.from({length: 17}, (_, row) => `${row + 1} ${1 + (row % 3)}`),
  ];
  const line = (): string =>
    number(1, 12) === 1 ? bytes(number(0, 12)).toString() : (words[number(0, words.length - 1)] ?? '');

  for (let round = 1; round <= 60; round += 1) {
    test(`lead to a question or an end, and the actions replay the game: ${round}`, () => {
      const players = oneOf([null, ['Eric'], ['Eric', 'Julie'], ['A', 'B', 'C', 'D']]);
      const seats: Seats = {
        players,
        rules: oneOf(['cs106a', 'bonus', 'official', 'free-joker']),
        columns: oneOf([1, 2, 3]),
        dice: oneOf<Setup['dice']>(['typed', {seed: round}]),
        ...(number(0, 1) === 0 ? {} : {savedIn: 'g.json'}),
      };
      let {dialogue} = start(settingsOf(seats), [], null);
      const typed: string[] = [];
      for (let count = 0; count < 400 && dialogue.asks !== 'nothing'; count += 1) {
        const next = line();
        // A quit is let through seldom, so that games get far.
        if (next === 'quit' && number(1, 20) > 1) continue;
        typed.push(next);
        const before: Dialogue = dialogue;
        const {dialogue: after, output} = step(before, next);
        const context = JSON.stringify(typed.slice(-5));
        assert.ok(output.startsWith('\n'), context);
        if (after.asks === 'nothing') assert.ok(output.endsWith('\n'), context);
        else assert.ok(output.endsWith('\n> '), context);
        assert.not.match(output.replaceAll('\n', ''), OBEYED, context);
        const added: readonly Action[] = after.actions.slice(before.actions.length);
        assert.ok(added.length <= 1, context);
        assert.is(gameOf(before) !== null && gameOf(after) !== gameOf(before), added.length === 1, context);
        dialogue = after;
      }
      const game = 'game' in dialogue ? dialogue.game : null;
      if (game !== null) assert.equal(game, replay(game.setup, dialogue.actions));
    });
  }
});
