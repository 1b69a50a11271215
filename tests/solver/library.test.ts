import * as library from '../../src/index.js';
import {EMPTY_CARD, type Position, type RuleSet, type Standing, type Throw} from '../../src/index.js';
import {filled, solved} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

const VALUES = solved('official');
const {advise, distribution, endings, finish, solve, standingOf, target, valuesOf, win} = library;
const EMPTY: Standing = {position: EMPTY_CARD, points: 0};
const FULL = standingOf(filled({chance: 30}));
const wrong = (one: Partial<Record<keyof Throw, unknown>>): Throw =>
  ({...EMPTY, dice: [6, 6, 6, 6, 6], rolls: 2, ...one}) as Throw;
const at = (position: Partial<Position>): Position => ({...EMPTY_CARD, ...position});

const REFUSED: readonly [what: string, call: () => unknown, message: RegExp][] = [
  ['rules that there are not', () => solve('nope' as RuleSet), /^rules: one of .*, not "nope"$/],
  [
    'boxes that there are not',
    () => solve('official', 8192),
    /^from: a set of boxes is 0 to 8191, not 8192$/,
  ],
  ['too few values', () => valuesOf('official', new Float64Array(3)), /^numbers: .* \d+ values, not 3$/],
  ['a negative upper total', () => VALUES.of(at({upper: -1})), /^position: no card has /],
  ['three dice', () => distribution(VALUES, wrong({dice: [6, 6, 6]})), /dice/],
  [
    'three rolls to come',
    () => distribution(VALUES, wrong({rolls: 3})),
    /^rolls: 0, 1 or 2 are to come, not 3$/,
  ],
  ['dice for a full card', () => distribution(VALUES, wrong(FULL)), /^position: the card is full$/],
  [
    'points that are none',
    () => distribution(VALUES, {...EMPTY, points: Number.NaN}),
    /^points: a whole number, not NaN$/,
  ],
  ['half a point', () => advise(VALUES, wrong({points: 0.5})), /^points: a whole number, not 0.5$/],
  [
    'dice that are not there',
    () => endings(VALUES, wrong({dice: [1, 2, 3, 4, 6]}), [6, 6]),
    /does not hold \[6, 6\]$/,
  ],
  ['half a point', () => finish(target('official', {...EMPTY, points: 0.5}, 200)), /^points: /],
  [
    'half a point',
    () => finish(target('official', EMPTY, 0.5)),
    /^total: a whole number of points, not 0.5$/,
  ],
  ['half a point', () => finish(win(VALUES, FULL, [{...FULL, points: 0.5}])), /^points: /],
  ['no opponents', () => finish(win(VALUES, FULL, [])), /^opponents: at least one is needed$/],
];

suite('the library refuses', (test) => {
  for (const [number, [what, call, message]] of REFUSED.entries()) {
    test(`${what} (${number + 1})`, () => throwsRangeError(call, message));
  }
});
