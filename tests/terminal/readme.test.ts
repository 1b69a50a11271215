/* What the README says of the game, held to the game. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {RULE_SETS} from '../../src/rules/variants.js';
import {CARD_VIEWS} from '../../src/terminal/drawing/card.js';
import {sameBytes} from '../support/bytes.js';
import {AS_USER, FIVEDICE} from '../support/command.js';
import {GAMES, listedCases} from '../support/goldens.js';
import {atTable} from '../support/play.js';
import {example, README, ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';

/** The section "Play". */
const PLAY = README.split('\n## ').find((text) => text.startsWith('Play\n')) ?? '';

suite('the README on the game', (test) => {
  test(
    'shows a turn as it is played with its seed',
    atTable(async ({play}) => {
      const shown = example('play');
      const typed = [...shown.matchAll(/^>(?: (.*))?\n/gm)].map((match) => `${match[1] ?? ''}\n`);
      assert.is(typed.length, 4);
      const [, command = ''] = /`npx fivedice (play .+?)`/.exec(PLAY) ?? [];
      const {stdout} = await play(command.split(' ').slice(1), typed.join(''));
      const expected = shown.replace(/^>.*\n/gm, '> ');
      const at = stdout.indexOf(expected.slice(0, expected.indexOf('\n')));
      sameBytes(stdout.slice(at, at + expected.length), expected, 'the turn in README.md');
    }),
  );

  test('shows the last figure of the handout as the golden has it', () => {
    const golden = readFileSync(join(GAMES, 'handout/eric-and-julie.out'), 'utf8');
    const shown = example('play-end');
    sameBytes(golden.slice(-shown.length), shown, 'the figure in README.md');
  });

  test(
    'shows the halls of fame as fivedice scores does',
    atTable(async ({folder, env, write}) => {
      write('class.txt', '273,Julie\tseeded\n1575,Ada\n');
      write('class-cs106a.txt', '260,Eric\n');
      const [, ...args] = example('scores').trim().split(' ');
      assert.is(args[0], 'fivedice');
      const {stdout} = await execa(FIVEDICE, args.slice(1), {...AS_USER, cwd: folder, env});
      sameBytes(Buffer.from(stdout), Buffer.from(example('scores-prints')), 'the halls of fame in README.md');
    }),
  );

  test('lists every flag, rule set and view', async () => {
    const {stdout: help} = await execa(FIVEDICE, ['play', '--help'], AS_USER);
    const flags = [...help.matchAll(/^ +(--\w+)/gm)]
      .map((match) => match[1] ?? '')
      .filter((flag) => flag !== '--help');
    assert.is(flags.length, 8);
    for (const flag of flags) assert.match(PLAY, new RegExp(`^\\| \`${flag}[ \`]`, 'm'), flag);
    for (const rules of RULE_SETS) assert.ok(PLAY.includes(`\n| \`${rules}\` | `), rules);
    for (const view of CARD_VIEWS)
      assert.ok(/^\| `--card VIEW`.*/m.exec(PLAY)?.[0].includes(`\`${view}\``), view);
  });

  test('counts the goldens of the game right', () => {
    assert.ok(README.includes(`\`fixtures/game\` holds ${listedCases(GAMES).length} games`));
  });

  test('names files that are there', () => {
    for (const [, path = ''] of PLAY.matchAll(/\]\((fixtures\/.+?)\)/g)) readFileSync(join(ROOT, path));
  });
});
