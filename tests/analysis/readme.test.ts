/* The examples in the README of the analysis. */
import * as assert from 'uvu/assert';
import {formatGame} from '../../src/storage/saved-game.js';
import {inProcess} from '../support/door.js';
import {example} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {place, play, reroll, roll, TYPED} from '../support/typed-games.js';

const ACTIONS = [roll('11666'), reroll('12', '66'), place('yahtzee'), roll('12345'), place('ones')];
const GAME = formatGame({game: play(TYPED, ...ACTIONS), actions: ACTIONS});

suite('the README of the analysis', (test) => {
  const examples: readonly [what: string, command: string, prints: string][] = [
    ['advice, and the chance to win', example('win'), example('win-prints')],
    ['a review', example('review'), example('review-prints')],
  ];
  for (const [what, command, stdout] of examples) {
    test(
      `shows ${what}`,
      inProcess(async ({fivedice, write}) => {
        write({'game.json': GAME});
        const [, name, ...args] = command.replaceAll('\\\n', '').trim().split(/ +/);
        assert.is(name, 'fivedice');
        assert.equal(await fivedice(...args), {stdout, stderr: '', exitCode: 0});
      }),
    );
  }
});
