/* A game as a line of JSON: what comes back, and what is refused. */
import * as assert from 'uvu/assert';
import {setupOfDay} from '../../src/game/setup.js';
import {formatGame, parseGame} from '../../src/storage/saved-game.js';
import {only} from '../support/cards.js';
import {suite} from '../support/suite.js';
import {NAMES, PASS, place, play, ROLL, reroll, roll, SEEDED, TYPED, UNDO} from '../support/typed-games.js';

const DAY = '2026-11-23';
const DAILY = only(setupOfDay(DAY, 'Ada'), 'the setup of a day');
const ACTIONS = [ROLL, PASS, {action: 'hint'}, place('ones'), UNDO, place('chance'), ROLL] as const;

const textOf = (setup: unknown, actions: unknown, more: object = {}): string =>
  JSON.stringify({setup, actions, ...more});

/** Asserts that a text is refused with a problem that starts like this. */
function refused(text: string, start: string): void {
  const parsed = parseGame(text);
  assert.ok('problem' in parsed && parsed.problem.startsWith(start), JSON.stringify(parsed));
}

suite('a saved game', (test) => {
  test('is one line of JSON, and comes back as it was, after any action', () => {
    for (const setup of [SEEDED, DAILY, {...SEEDED, players: NAMES, computers: [null, 'shark', null, null]}])
      for (let count = 0; count <= 4; count += 1) {
        const actions = ACTIONS.slice(0, count);
        const saved = {game: play(setup as typeof SEEDED, ...actions), actions};
        const text = formatGame(saved);
        assert.not.match(text, '\n');
        assert.equal(parseGame(text), saved);
      }
    const typed = [roll('12345'), reroll('15', '66'), place('chance')];
    const saved = {game: play(TYPED, ...typed), actions: typed};
    assert.is(
      formatGame(saved),
      '{"setup":{"players":["Eric"],"rules":"official","columns":1,"dice":"typed"},"actions":[{"action":"roll","faces":[1,2,3,4,5]},{"action":"reroll","numbers":[1,5],"faces":[6,6]},{"action":"place","column":1,"category":"chance"}]}',
    );
    assert.equal(parseGame(formatGame(saved)), saved);
  });

  test('is no other text, and a problem commands no terminal', () => {
    for (const text of ['', 'Dear diary', '{"setup":', '\0']) refused(text, 'not JSON');
    refused(textOf(SEEDED, [ROLL, ROLL]), 'action 2: The dice are already rolled');
    refused(textOf(SEEDED, [ROLL, {action: 'win'}]), 'actions.1.action must be one of ');
    for (const text of ['[]', 'null', '7', '{}', textOf(SEEDED, [], {date: 'yesterday'})]) refused(text, '');
    refused(
      textOf(SEEDED, [{action: 'undo', column: 1}]),
      'actions.0 must be an object of action, not "column"',
    );
    refused(textOf(SEEDED, [], {mark: 'seeded'}), 'game must be an object of totals, ');
    const parsed = parseGame(textOf({...SEEDED, rules: '\x1b[2J\n'.repeat(99)}, []));
    assert.ok('problem' in parsed && /^[^\p{Cc}]{1,220}$/u.test(parsed.problem));
  });
});
