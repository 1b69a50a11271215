/* The chance to win where it takes some seconds: on the full screen, with the real solver on its thread. */
import {FIVEDICE} from '../support/command.js';
import {suiteAtTable} from '../support/play.js';
import {onScreen} from '../support/screen.js';
import {gameText} from '../support/seeded-games.js';

suiteAtTable.needs('script')('the chance to win on the full screen', (test) => {
  test('keeps nobody from leaving while it is worked out', async ({folder, env, write}) => {
    const line = `cd '${folder}'; '${FIVEDICE}' play --save s --no-motion`;
    // Two boxes of each card are filled: it takes some ten seconds.
    write({s: gameText(0, {players: ['Ann', 'Bob'], dice: 'typed', length: 9})});
    await onScreen(line, {env}, async ({shows, types}) => {
      await shows('Select the dice');
      types('a');
      await shows('expected score');
      types('q');
      await shows('The game is saved');
    });
  });
});
