import * as assert from 'uvu/assert';
import {RULE_SETS} from '../../src/rules/rule-sets.js';
import {sameBytes} from '../support/bytes.js';
import {suiteAtTable, type Table} from '../support/play.js';
import {example, readmeOf, tableIn} from '../support/readme.js';

/** A shown game starts with the first line that stands in it, and each line that begins with `>` is typed. */
const showsGame =
  (command: string, shown: string) =>
  async ({play}: Table): Promise<void> => {
    const typed = [...shown.matchAll(/^>(?: (.*))?\n/gm)].map((match) => `${match[1] ?? ''}\n`);
    const [, args = ''] = /^npx fivedice play (.+)\n$/.exec(command) ?? [];
    const {stdout} = await play(args.split(' '), typed.join(''));
    const expected = shown.replace(/^>.*\n/gm, '> ');
    const at = stdout.indexOf(expected.slice(0, expected.indexOf('\n')));
    sameBytes(stdout.slice(at, at + expected.length), expected, command);
  };

suiteAtTable('the READMEs on the game', (test) => {
  test('show a turn with advice, as it is played', showsGame(example('turn'), example('turn-prints')));

  test('list every rule set', () => {
    assert.equal(
      tableIn(readmeOf('rules'), 'rules').map(([rules]) => rules),
      RULE_SETS.map((rules) => `\`${rules}\``),
    );
  });
});
