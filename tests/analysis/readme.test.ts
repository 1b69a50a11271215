/* What the README of the analysis says. */
import * as assert from 'uvu/assert';
import {AVERAGES} from '../../src/analysis/averages.js';
import {STRENGTHS} from '../../src/game/setup.js';
import {formatGame} from '../../src/keeping/saved-game.js';
import {inProcess} from '../support/door.js';
import type {Place} from '../support/place.js';
import {example, readmeOf, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {place, play, reroll, roll, TYPED} from '../support/typed-games.js';

const ACTIONS = [roll('11666'), reroll('12', '66'), place('yahtzee'), roll('12345'), place('ones')];
const GAME = formatGame({game: play(TYPED, ...ACTIONS), actions: ACTIONS});

async function prints({fivedice}: Place, command: string, output: string): Promise<void> {
  const [, name, ...args] = command.trim().split(' ');
  assert.is(name, 'fivedice');
  assert.equal(await fivedice(...args), {stdout: output, stderr: '', exitCode: 0});
}

suite('the README of the analysis', (test) => {
  test(
    'shows advice',
    inProcess((here) => prints(here, example('advise'), example('advise-prints'))),
  );

  test(
    'shows a review',
    inProcess(async (here) => {
      here.write({'game.json': GAME});
      await prints(here, example('review'), example('review-prints'));
    }),
  );

  test(
    'shows odds',
    inProcess((here) => prints(here, example('odds'), example('odds-prints'))),
  );

  test(
    'lists every flag of advise',
    inProcess(async ({fivedice}) => {
      const {stdout} = await fivedice('advise', '--help');
      const flags = [...stdout.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
      const listed = tableIn(readmeOf('analysis'), 'flag').map(([flag = '']) => /--[\w-]+/.exec(flag)?.[0]);
      assert.equal(listed.sort(), flags.filter((flag) => flag !== '--help').sort());
    }),
  );

  test('has the average of every strength', () => {
    assert.equal(
      tableIn(readmeOf('analysis'), 'strength').map(([strength, , points]) => [strength, points]),
      STRENGTHS.map((strength) => [`\`${strength}\``, `${AVERAGES[strength]}`]),
    );
  });
});
