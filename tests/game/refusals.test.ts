import type {Action, Game} from '../../src/game/game.js';
import {suite} from '../support/suite.js';
import {
  FULL,
  place,
  play,
  ROLL,
  refuses,
  reroll,
  roll,
  SEEDED,
  TRIPLE,
  TYPED,
  turn,
  UNDO,
} from '../support/typed-games.js';

suite('refusals', (test) => {
  const fresh = play(TYPED);
  const first = play(TYPED, roll('44444'));
  const third = play(first, reroll('1', '4'), reroll('', ''));
  const ended = play({...TYPED, rules: 'cs106a'}, ...FULL);
  const OVER = 'The game is over.';
  const FIRST = 'Roll the dice first.';
  const TWICE = 'Each die can be listed only once.';
  const ROLLED = 'The dice are already rolled: reroll some, or choose a box.';
  const NO_ROLL = 'The dice were rolled 3 times: choose a box now.';
  const NOT_ROLLED = 'The dice are typed, not rolled.';
  const NOT_TYPED = 'The dice are rolled, not typed.';
  const TOO_LATE = 'Only a placement or a pass can be taken back, and only before the next roll.';
  const JOKER = 'Joker: Fours is open and must be used.';
  const jokers = play(TYPED, ...turn('66666', 'yahtzee'), roll('44444'));
  const triple = play(TRIPLE, ...turn('66666', 'yahtzee', 2), ...turn('11123', 'ones', 2), roll('12345'));

  const filled = (box: string, points: number): string =>
    `${box} already holds ${points}: choose another box.`;

  const cases: readonly [name: string, game: Game, action: Action, message: string][] = [
    ['rolling in a turn', first, roll('12345'), ROLLED],
    ['placing before the first roll', fresh, place('chance'), FIRST],
    ['a fourth roll', third, reroll('1', '1'), NO_ROLL],
    ['a die named twice', first, reroll('11', '12'), TWICE],
    ['rolling where dice are typed', fresh, ROLL, NOT_ROLLED],
    ['typing where dice are rolled', play(SEEDED), roll('66666'), NOT_TYPED],
    ['a box used twice in a column', triple, place('ones', 2), filled('Ones of column 2', 6)],
    ['column 2 of a card with one', first, place('chance', 2), 'There is no column 2.'],
    ['an unknown box', first, place('foo' as 'ones'), 'There is no category "foo".'],
    ['an unknown die', first, reroll('9', '1'), 'There is no die 9: they are numbered 1 to 5.'],
    ['a box that the Joker may not fill', jokers, place('large-straight'), JOKER],
    ['an undo after the next roll', play(first, place('fours'), roll('11111')), UNDO, TOO_LATE],
    ['rolling when the game is over', ended, roll('12345'), OVER],
  ];
  for (const [name, game, action, message] of cases) {
    test(`${name}: ${message}`, () => refuses(game, action, message));
  }
});
