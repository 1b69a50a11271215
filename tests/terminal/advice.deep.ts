/* The chance to win where it takes some seconds: on the full screen, with the real solver on its thread. */
import {FIVEDICE} from '../support/command.js';
import {atTable} from '../support/play.js';
import {onScreen} from '../support/screen.js';
import {gameText} from '../support/seeded-games.js';
import {suite} from '../support/suite.js';

suite.needs('script')('the chance to win on the full screen', (test) => {
  test(
    'is added when it is known, and keeps nobody from leaving before',
    atTable(async ({folder, env, write}) => {
      const line = `cd '${folder}'; '${FIVEDICE}' play --save s --no-motion`;
      // Four boxes a card are filled.
      write({s: gameText(0, {players: ['Ann', 'Bob'], dice: 'typed', length: 17})});
      await onScreen(line, {env}, async ({shows, types}) => {
        await shows('Select the dice');
        types('a');
        await shows(/expected score \d+\.\d, \d+\.\d% to win against the expert\./);
        types('q');
      });
      // Two are: it takes some ten seconds.
      write({s: gameText(0, {players: ['Ann', 'Bob'], dice: 'typed', length: 9})});
      await onScreen(line, {env}, async ({shows, types}) => {
        await shows('Select the dice');
        types('a');
        await shows('expected score');
        types('q');
        await shows('The game is saved');
      });
    }),
  );
});
