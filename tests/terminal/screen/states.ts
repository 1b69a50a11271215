/* The tables whose screens are the goldens in `fixtures/screen`. */
import {raceOf} from '../../../src/table/highlights.js';
import type {Table} from '../../../src/table/state.js';
import {advised, computerActs, tableOf} from '../../../src/table/table.js';
import type {Ending} from '../../../src/terminal/screen/end-panel.js';
import {ADVICE} from '../../support/advice.js';
import {after, chooses, pressing, rolls, sit, toggles} from '../../support/table-events.js';
import {NAMES, play, ROLL, SEEDED, scoring, TRIPLE, TWO, TYPED, turn} from '../../support/typed-games.js';

const ROLLED = after(sit(TWO), rolls('53545'));
const HELD = after(ROLLED, ...toggles('24'));
const ASKED = pressing(after(sit(TWO), rolls('16616')), 'a');
const ADVISED = advised(ASKED, ASKED.played, ADVICE);
const JOKER = after(sit(TYPED), rolls('55555'), chooses('yahtzee'), rolls('55555'));
const CASUAL = {...SEEDED, players: ['Ann', 'Casual'], computers: [null, 'casual']} as const;
const THEIRS = after(sit(CASUAL), rolls(), chooses('chance'));

const ERIC = scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]);
const JULIE = scoring([2, 8, 12, 12, 15, 18, 27, 21, 25, 30, 0, 50, 18]);
const WHOLE = ERIC.flatMap((eric, round) => [...eric, ...(JULIE[round] ?? [])]);
const over = tableOf({game: play(TWO, ...WHOLE), actions: WHOLE});

/** 63 in the upper boxes. */
const BONUS = [
  ...[turn('22213', 'twos'), turn('33312', 'threes'), turn('44412', 'fours'), turn('55512', 'fives')],
  ...[turn('66612', 'sixes'), turn('11123', 'ones')],
].flat();

/** By name, which is also that of the golden. */
// biome-ignore format: a table
export const STATES = {
  start: sit(TYPED),
  rolled: ROLLED,
  held: HELD,
  'last-roll': pressing(ROLLED, ' ', ' '),
  typing: pressing(HELD, ' '),
  zero: pressing(HELD, 'Enter'),
  'their-turn': after(ROLLED, chooses('fives')),
  computer: computerActs(THEIRS, ROLL),
  advice: ADVISED,
  choices: pressing(ADVISED, 'c'),
  help: pressing(sit(SEEDED), ' ', '?'),
  yahtzee: after(sit(TYPED), rolls('55555')),
  joker: after(JOKER, chooses('chance')),
  'upper-bonus': tableOf({game: play(TYPED, ...BONUS), actions: BONUS}),
  'four-on-the-sheet': after(sit({...TYPED, players: NAMES}, {view: 'sheet'}), rolls('66641'), ...toggles('123')),
  'three-columns': after(sit({...TRIPLE, players: ['Eric', 'Julie']}), rolls('55566'), chooses('full-house', 3), rolls('12345')),
  end: over,
} satisfies Readonly<Record<string, Table>>;

/** Verdicts at the end. */
export const endingOf = ({played}: Table): Ending | null =>
  played.game.phase === 'over'
    ? {
        race: raceOf(played),
        verdicts: [
          'Julie was 81 ahead of Eric: +50 by luck, +31 by choices.',
          'Eric was 8 points unluckier than average; the choices cost 55.',
          'Julie was 42 points luckier than average; the choices cost 24.',
        ],
      }
    : null;
