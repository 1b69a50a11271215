/* The question whether to go on with a kept game. */
import * as assert from 'uvu/assert';
import {newGame} from '../../../src/game/game.js';
import {
  endOfInput,
  interrupt,
  offer,
  remind,
  type Step,
  start,
  step,
} from '../../../src/terminal/dialogue/dialogue.js';
import {playedIn} from '../../../src/terminal/dialogue/questions.js';
import {settingsOf} from '../../support/play.js';
import {suite} from '../../support/suite.js';

const SETTINGS = settingsOf({players: ['Ann'], dice: {seed: 7}, isKept: true});
const KEPT = {
  game: newGame({players: ['Eric', 'Julie', '東京'.repeat(20)], rules: 'cs106a', columns: 2, dice: 'typed'}),
  actions: [],
} as const;
const ENTRIES = {kept: [{name: 'Kay', score: 2}], fresh: [{name: 'Finn', score: 1}]};
const OFFERED = offer(SETTINGS, {kept: KEPT, entries: ENTRIES});
const answer = (line: string): Step => step(OFFERED.dialogue, line);

const QUESTION = `\
Go on with it? Press Enter to go on, or type no to discard it; ? for help.
> `;

suite('the offer of a kept game', (test) => {
  test('goes on with yes: with its own players, rules, dice and hall of fame', () => {
    const setup = KEPT.game.setup;
    const {output, dialogue} = start({...SETTINGS, setup}, ENTRIES.kept, KEPT);
    assert.match(output, 'Kay');
    for (const line of ['', 'y', 'Y', 'yes', ' YES ']) {
      assert.equal(answer(line), {dialogue, output: `\n${output}`}, line);
    }
  });

  test('begins a new game with no', () => {
    const {output, dialogue} = start(SETTINGS, ENTRIES.fresh, null);
    assert.match(output, 'Finn');
    for (const line of ['n', 'no', 'No']) {
      assert.equal(answer(line), {dialogue, output: `\n${output}`}, line);
    }
  });

  test('stands again after whatever is no answer', () => {
    for (const line of [
      'x',
      '1',
      'undo',
      'card',
      'yes please',
      'back',
      'y\x1b[D',
      '東京',
      '__proto__',
      '?',
    ]) {
      const {output, dialogue} = answer(line);
      assert.ok(output.endsWith(QUESTION), line);
      assert.equal(dialogue, OFFERED.dialogue, line);
    }
    assert.ok(remind(OFFERED.dialogue).output.endsWith(QUESTION));
  });

  test('is still there for whoever leaves it', () => {
    const {dialogue} = OFFERED;
    for (const left of [answer('quit'), endOfInput(dialogue), interrupt(dialogue)]) {
      assert.match(left.output, 'The game is kept: fivedice play goes on with it.\n');
      assert.ok(left.dialogue.asks === 'nothing' && !left.dialogue.isLost && left.dialogue.table === null);
    }
  });
});

suite('the offer of the same players', (test) => {
  const last = {
    players: ['Eric', 'Casual'],
    computers: [null, 'casual'],
    rules: 'cs106a',
    columns: 2,
  } as const;
  const {dialogue, output} = start(settingsOf({players: null, dice: {seed: 7}, last}), [], null);

  test('is there where the players are asked for, and Enter takes it, with rules and columns', () => {
    assert.match(
      output,
      'How many players? Type a number from 1 to 4.\nOr press Enter: Eric and Casual again.\n> ',
    );
    const begun = step(dialogue, '');
    assert.match(begun.output, '\nRules: cs106a (no Yahtzee bonus, no Joker).\n');
    assert.equal(playedIn(begun.dialogue)?.game.setup, {...last, dice: {seed: 7}});
  });

  test('leaves other answers as they are', () => {
    assert.match(step(dialogue, '2').output, 'What is the name of player 1?');
    const bare = start(settingsOf({players: null}), [], null);
    assert.match(step(bare.dialogue, '').output, '"" is not a number from 1 to 4.');
  });
});
