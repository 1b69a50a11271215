import {inspect} from 'node:util';
import * as assert from 'uvu/assert';
import {type Action, applyAction, type Game, playerOf} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {ANYTHING} from '../support/anything.js';
import {effort} from '../support/effort.js';
import {type Dealer, dealer} from '../support/random.js';
import {playRandomly} from '../support/random-games.js';
import {BOXES} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {NAMES} from '../support/typed-games.js';

/** An action that is right as often as not, or something else. */
function anyAction({number}: Dealer): unknown {
  const oneOf = (values: readonly unknown[]): unknown => values[number(0, values.length - 1)];
  const or = (value: unknown): unknown => (number(0, 5) === 0 ? oneOf(ANYTHING) : value);
  const numbers = (highest: number, length: number): number[] =>
    Array.from({length}, () => number(1, highest));
  const count = number(0, 5);
  const action = {
    action: or(oneOf(['roll', 'reroll', 'place', 'undo', 'hint'])),
    faces: or(number(0, 1) === 0 ? undefined : numbers(6, number(0, 1) === 0 ? 5 : count)),
    numbers: or([1, 2, 3, 4, 5].slice(0, count)),
    column: or(number(1, 3)),
    category: or(oneOf(BOXES)),
  };
  return or(Object.fromEntries(Object.entries(action).filter(() => number(0, 9) > 0)));
}

const isWholeFrom1To = (highest: number, value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= highest;

/** Whether a list holds so many whole numbers from 1 on, and no holes. */
function isList(list: unknown, length: number, highest: number): boolean {
  return (
    Array.isArray(list) &&
    list.length === length &&
    Array.from(list).every((value) => isWholeFrom1To(highest, value))
  );
}

/** Whether an action is one that the rules of the table let be taken; said again, from the types alone. */
function isTaken(game: Game, given: unknown): boolean {
  const {action, faces, numbers, column, category} = Object(given) as Record<string, unknown>;
  const areFaces = (count: number): boolean =>
    game.setup.dice === 'typed' ? isList(faces, count, 6) : faces === undefined;
  switch (action) {
    case 'roll':
      return game.phase === 'awaiting-roll' && areFaces(5);
    case 'reroll':
      return (
        game.phase === 'awaiting-choice' &&
        game.roll < 3 &&
        Array.isArray(numbers) &&
        isList(numbers, numbers.length, 5) &&
        new Set(numbers).size === numbers.length &&
        areFaces(numbers.length)
      );
    case 'place':
      return (
        game.phase === 'awaiting-choice' &&
        isWholeFrom1To(game.setup.columns, column) &&
        BOXES.some((box) => box === category && isOpenBox(game, Number(column), box))
      );
    case 'hint':
      return game.phase === 'awaiting-choice';
    case 'undo':
      return game.phase !== 'awaiting-choice' && game.before !== null;
    default:
      return false;
  }
}

function isOpenBox(game: Game, column: number, box: (typeof BOXES)[number]): boolean {
  return game.cards[playerOf(game)]?.[column - 1]?.boxes[box] === null;
}

suite('anything handed over as an action', (test) => {
  for (const [index, dice] of (['typed', {seed: 3}] as const).entries()) {
    test(`is taken or refused, never more and never less: dice ${JSON.stringify(dice)}`, () => {
      const random = dealer(50 + index);
      const [taken, refused] = [new Set<unknown>(), new Set<string>()];
      for (let game = 0; game < effort(12, 5); game += 1) {
        // Without a Joker, so that each open box may be filled.
        const setup: Setup = {players: NAMES.slice(0, 2), rules: 'bonus', columns: 2, dice};
        playRandomly(setup, random, (state) => {
          for (let tries = 0; tries < 20; tries += 1) {
            const action = anyAction(random);
            const next = applyAction(state, action as Action);
            const isRefused = 'refusal' in next;
            assert.is(isRefused, !isTaken(state, action), inspect(action));
            if (isRefused) {
              assert.match(next.refusal, /^[^\p{Cc}\p{Cf}]{10,120}\.$/u);
              refused.add(next.refusal);
            } else {
              taken.add(Object(action).action);
              assert.equal(JSON.parse(JSON.stringify(next)), next);
            }
          }
        });
      }
      assert.equal([...taken].sort(), ['hint', 'place', 'reroll', 'roll', 'undo']);
      assert.ok(refused.size > 40, `${refused.size}`);
    });
  }
});
