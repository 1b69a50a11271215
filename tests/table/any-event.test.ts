/* Whatever happens at the table, in whatever state it is: it answers, and what it shows is true. */
import {inspect} from 'node:util';
import * as assert from 'uvu/assert';
import type {Advice} from '../../src/analysis/advice.js';
import {type Action, placementsOf, playerOf, replay, rerollRefusal} from '../../src/game/game.js';
import {checkedNames} from '../../src/game/players.js';
import type {Setup} from '../../src/game/setup.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {DIE_NUMBERS, type Face} from '../../src/rules/dice.js';
import {COLUMN_NUMBERS} from '../../src/rules/rule-sets.js';
import {type Choice, isOpen} from '../../src/rules/scorecard.js';
import {eventOfKey} from '../../src/table/keys.js';
import {VIEW_NAMES} from '../../src/table/layouts.js';
import {sceneOf} from '../../src/table/scene.js';
import type {Table, TableEvent} from '../../src/table/state.js';
import {advised, computerActs} from '../../src/table/table.js';
import {adviceOf, withWins} from '../support/advice.js';
import {effort} from '../support/effort.js';
import {type Dealer, dealer} from '../support/random.js';
import {suite} from '../support/suite.js';
import {after, sit} from '../support/table-events.js';
import {deepFreeze, NAMES} from '../support/typed-games.js';

/** Any event, whether or not it fits. */
function anyEvent({number, oneOf}: Dealer, motion: boolean): TableEvent {
  const face = (): Face => number(1, 6) as Face;
  const box = {column: oneOf(COLUMN_NUMBERS), category: oneOf(CATEGORIES)};
  return oneOf<TableEvent>([
    {event: 'toggle', die: oneOf(DIE_NUMBERS)},
    {event: 'hold', dice: oneOf(['all', 'none'])},
    {event: 'roll'},
    {event: 'roll', faces: Array.from({length: oneOf([number(0, 5), 5])}, face)},
    {event: 'shown'},
    {event: 'hurry'},
    {event: 'motion', isOn: motion},
    {event: 'type', face: face()},
    {event: 'erase'},
    {event: 'move', direction: oneOf(['up', 'down', 'left', 'right'])},
    {event: 'choose'},
    {event: 'choose', box},
    {event: 'choose', box, meant: true},
    {event: 'cancel'},
    {event: 'undo'},
    {event: 'hint'},
    {event: 'take'},
    {event: 'rank'},
    {event: 'help'},
    {event: 'view'},
    {event: 'view', view: oneOf(VIEW_NAMES)},
    {event: 'quit'},
    {event: 'again'},
  ]);
}

/** An event that moves the game on; a zero needs it twice. */
function nextEvent({played: {game}, mode}: Table, {number, oneOf}: Dealer): TableEvent {
  if (mode.mode === 'rolling') return {event: 'shown'};
  if (mode.mode === 'confirming') return {event: 'choose'};
  if (number(0, 9) === 0) return {event: 'roll'};
  if (number(0, 5) === 0) return {event: 'hint'};
  if (number(0, 3) === 0) return {event: oneOf(['take', 'rank'])};
  const [first, ...more] = placementsOf(game).filter(({legal}) => legal);
  if (first !== undefined) {
    const {column, category} = oneOf([first, ...more]);
    return {event: 'choose', box: {column, category}};
  }
  const faces = Array.from({length: 5}, () => number(1, 6)) as Face[];
  return game.setup.dice === 'typed' ? {event: 'roll', faces} : {event: 'roll'};
}

/** Some advice: what is best is not the table's matter. */
function anyAdvice(table: Table, {number}: Dealer): Advice {
  const {game} = table.played;
  const boxes = placementsOf(game).filter(({legal}) => legal);
  const keep = game.phase === 'awaiting-choice' ? game.dice.filter(() => number(0, 1) === 0).sort() : [];
  const choices: Choice[] = rerollRefusal(game) === null ? [{keep}] : [];
  for (const {column, category} of boxes) choices.push({column, category});
  const advice = adviceOf(choices.map((choice, loss) => ({choice, worth: 200.25 - loss, loss, win: null})));
  return number(0, 1) === 0 ? advice : withWins(advice, 'against the expert', [0.432]);
}

/** A computer's turn: one reroll, then the first box that it may fill. */
function computersAction({played: {game}}: Table): Action {
  const box = placementsOf(game).find(({legal}) => legal);
  if (game.phase !== 'awaiting-choice' || box === undefined) return {action: 'roll'};
  const {column, category} = box;
  return game.roll === 1 ? {action: 'reroll', numbers: [1, 5]} : {action: 'place', column, category};
}

/** The table after what it waits for, of a front end. */
function answered(table: Table, random: Dealer): Table {
  if (table.mode.mode === 'computer') return deepFreeze(computerActs(table, computersAction(table)));
  return table.advice === 'asked'
    ? deepFreeze(advised(table, table.played, anyAdvice(table, random)))
    : table;
}

/** The name of a key for what the key line calls it. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  '1-6': '3',
  '1-5': '3',
  Space: ' ',
  Arrows: 'ArrowDown',
  Esc: 'Escape',
  '? or Esc': '?',
  'c or Esc': 'c',
};

/** While a roll is shown, or the computer plays, events are passed over. */
function isBusy({mode}: Table): boolean {
  return mode.mode === 'rolling' || mode.mode === 'computer';
}

/** Checks a table in any state. */
function isTrueOf(table: Table): void {
  const {played, held, cursor, mode, motion, refusal, announcement} = table;
  const {game} = played;
  const scene = sceneOf(table);
  assert.equal(
    held,
    DIE_NUMBERS.filter((number) => held.includes(number)),
  );
  if (game.phase !== 'over')
    assert.ok(isOpen(game.cards[playerOf(game)] ?? [], cursor.column, cursor.category), inspect(cursor));
  if (mode.mode === 'rolling') assert.ok(motion && game.phase === 'awaiting-choice');
  assert.is(scene.tone === 'refusal', refusal !== null);
  if (refusal !== null) assert.equal([scene.message, announcement], [refusal, refusal]);
  assert.is(scene.dice.length, 5);
  for (const {cells, kind} of scene.card.rows)
    assert.is(cells.length, kind === 'heading' ? 0 : game.setup.players.length * game.setup.columns);
  const cells = scene.card.rows.flatMap((row) => row.cells);
  const previews = game.phase === 'awaiting-choice' && mode.mode !== 'rolling';
  const isAdvised = mode.mode !== 'rolling' && table.advice !== null && table.advice !== 'asked';
  assert.is(scene.advice !== null, isAdvised);
  for (const {loss, preview} of cells) assert.is(loss !== null, isAdvised && preview?.legal === true);
  const isToKeep = isAdvised && rerollRefusal(table.played.game) === null;
  for (const {isBestKept} of scene.dice) assert.is(isBestKept !== null, isToKeep);
  assert.is(cells.filter(({isAtCursor}) => isAtCursor).length, previews ? 1 : 0);
}

/** Checks that the scene is right about what can be done. */
function isAsShown(table: Table): void {
  const scene = sceneOf(table);
  const {keys, card, dice, button} = scene;
  assert.not.match(inspect(scene, {depth: null}), /\bundefined\b|NaN/);
  for (const line of keys) {
    const event = eventOfKey(KEY_NAMES[line.keys] ?? line.keys, table);
    assert.ok(event !== null, line.keys);
    if (event !== null && event.event !== 'quit' && event.event !== 'again')
      assert.is(after(table, event).refusal, null, `${line.keys} ${line.does}`);
  }
  if (isBusy(table)) return;
  for (const {kind, preview} of card.rows.flatMap(({cells}) => cells)) {
    if (preview === null) continue;
    const {column, category} = preview;
    const chosen = after(table, {event: 'choose', box: {column, category}});
    assert.is(chosen.refusal !== null, kind === 'barred', category);
  }
  for (const {number, isEnabled} of dice)
    assert.is(after(table, {event: 'toggle', die: number}).refusal === null, isEnabled);
  assert.is(after(table, {event: 'roll'}).refusal === null, button !== null);
}

suite('anything that happens at the table', (test) => {
  for (const [index, dice] of (['typed', {seed: 3}] as const).entries()) {
    for (const motion of [false, true]) {
      test(`is answered, and what is shown is true: dice ${JSON.stringify(dice)}, motion ${motion}`, () => {
        const random = dealer(70 + 2 * index + Number(motion));
        const modes = new Set<string>();
        const phases = new Set<string>();
        for (let game = 0; game < effort(12, 4); game += 1) {
          const setup: Setup = {
            players: checkedNames(NAMES.slice(0, 1 + (game % 3))),
            rules: random.oneOf(['cs106a', 'official']),
            columns: game % 3 === 2 ? 3 : 1,
            dice,
            ...(index === 1 && game % 3 === 1 ? {computers: [null, 'casual']} : {}),
          };
          let table = sit(setup, {motion});
          for (let count = 0; count < 250; count += 1) {
            if (random.number(0, 1) === 0) table = answered(table, random);
            const event = random.number(0, 1) === 0 ? nextEvent(table, random) : anyEvent(random, motion);
            const next = after(table, event);
            const isDone = next.played !== table.played;
            const done = next.played.actions.slice(table.played.actions.length);
            // The first roll of a game that is advised on.
            assert.is(done.length, !isDone ? 0 : done[1]?.action === 'hint' ? 2 : 1);
            if (next.refusal !== null) assert.ok(!isDone, inspect(event));
            if (isBusy(table) && !['shown', 'hurry', 'toggle', 'undo', 'motion'].includes(event.event))
              assert.is(next, table);
            isTrueOf(next);
            if (count % 10 === 0) isAsShown(next);
            modes.add(next.mode.mode);
            phases.add(next.played.game.phase);
            table = next;
          }
          assert.equal(replay(setup, table.played.actions), table.played.game);
        }
        const all = [
          'playing',
          'confirming',
          'help',
          'ranking',
          ...(index === 1 ? ['computer'] : []),
          ...(motion ? ['rolling'] : []),
          ...(index === 0 ? ['typing'] : []),
        ];
        assert.equal([...modes].sort(), all.sort());
        assert.ok(phases.has('over'), [...phases].join(' '));
      });
    }
  }
});
