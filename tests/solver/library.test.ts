import * as assert from 'uvu/assert';
import * as library from '../../src/index.js';
import {EMPTY_CARD, type Position, type RuleSet, type Standing, type Throw} from '../../src/index.js';
import {filled} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

const {advise, distribution, endings, finish, quantileOf, solve, standingOf, target, valuesOf, win} = library;
const VALUES = solve('official');
const EMPTY: Standing = {position: EMPTY_CARD, points: 0};
const FULL = standingOf(filled({chance: 30}));
const wrong = (one: Partial<Record<keyof Throw, unknown>>): Throw =>
  ({...EMPTY, dice: [6, 6, 6, 6, 6], rolls: 2, ...one}) as Throw;
const at = (position: Partial<Position>): Position => ({...EMPTY_CARD, ...position});

// biome-ignore format: a table
const REFUSED: readonly [what: string, call: () => unknown, message: RegExp][] = [
  ['rules that there are not', () => solve('nope' as RuleSet), /^rules must be one of cs106a, bonus, official, or a record, not "nope"$/],
  ['rules with a wrong field', () => solve({...library.RULES.official, joker: true as never}), /^rules\.joker must be one of forced, free, none, not true$/],
  ['a bonus from 64 on', () => solve({...library.RULES.official, upperBonusFrom: 64}), /^rules\.upperBonusFrom must be a whole number from 1 to 63, not 64$/],
  ['no chance', () => quantileOf({lowest: 0, chances: Float64Array.of(1)}, Number.NaN), /^chance must be from 0 to 1, not NaN$/],
  ['boxes that there are not', () => solve('official', 8192), /^from must be a set of boxes, 0 to 8191, not 8192$/],
  ['too few values', () => valuesOf('official', new Float64Array(3)), /^numbers must be the \d+ values of these rules, not 3$/],
  ['a negative upper total', () => VALUES.of(at({upper: -1})), /^position must be that of a card: none has /],
  ['three dice', () => distribution(VALUES, wrong({dice: [6, 6, 6]})), /dice/],
  ['three rolls to come', () => distribution(VALUES, wrong({rolls: 3})), /^rolls must be 0, 1 or 2, not 3$/],
  ['dice for a full card', () => distribution(VALUES, wrong(FULL)), /^position must have an open box: the card is full$/],
  ['half a point', () => advise(VALUES, wrong({points: 0.5})), /^points must be a whole number, not 0.5$/],
  ['dice that are not there', () => endings(VALUES, wrong({dice: [1, 2, 3, 4, 6]}), [6, 6]), /^keep must be some of the dice 1 2 3 4 6, not 6 6$/],
  ['half a point', () => finish(target('official', {...EMPTY, points: 0.5}, 200)), /^points must be /],
  ['half a point', () => finish(target('official', EMPTY, 0.5)), /^total must be a whole number, not 0.5$/],
  ['half a point', () => finish(win(VALUES, FULL, [{...FULL, points: 0.5}])), /^points must be /],
  ['an opponent with twelve more boxes', () => finish(win(VALUES, FULL, [EMPTY])), /^opponents must have as many open boxes as the player, or one fewer: not 13 beside 0$/],
  ['no opponents', () => finish(win(VALUES, FULL, [])), /^opponents must be at least one$/],
];

suite('the library refuses', (test) => {
  for (const [number, [what, call, message]] of REFUSED.entries()) {
    test(`${what} (${number + 1})`, () => throwsRangeError(call, message));
  }
});

suite('the library keeps what it has solved', (test) => {
  test('and returns it again, by name or record, for fewer boxes too', () => {
    assert.is(solve('official'), solve({...library.RULES.official}));
    assert.is(solve('official', 7).numbers, solve('official').numbers);
  });

  test('until its numbers are transferred: then of throws, and solve solves again', () => {
    const own = {...library.RULES.bonus, yahtzeeBonus: 1};
    const values = solve(own, 7);
    structuredClone(values.numbers, {transfer: [values.numbers.buffer]});
    throwsRangeError(() => values.of({open: 7, upper: 0, pays: false}), /^values have no numbers any more/);
    assert.ok(solve(own, 7).of({open: 7, upper: 0, pays: false}) > 0);
  });
});
