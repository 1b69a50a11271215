import * as assert from 'uvu/assert';
import {agreementText, alternativesTo, mixtureText, type Reference} from '../../src/fuzzing/references.js';
import {SESSIONS} from '../../src/valuation/made-up.js';
import {ASSIGN1} from '../support/command.js';
import {inProcess} from '../support/door.js';
import {effort, isThorough} from '../support/effort.js';
import {suite} from '../support/suite.js';

const READINGS: readonly Reference[] = SESSIONS.readings().map(({answer, ...one}) => ({
  ...one,
  answer: async ({text}) => answer(text),
}));
const [WORD, CHARACTER] = READINGS;
const DICE = '1 2 3 4 5\n';
const AS_WORD = /Invalid\s+Choice\./;

suite('the readings of choices', (test) => {
  test('give one answer to most inputs, and two where the handout can be read in two ways', async () => {
    const namesFor = async (input: string): Promise<string[][]> =>
      (await alternativesTo({text: input, of: null}, READINGS, false)).map((one) =>
        one.references.map(({name}) => name),
      );
    assert.equal(await namesFor(`${DICE}3\n1\n`), [['--choice word', '--choice character']]);
    assert.equal(await namesFor(`${DICE}3x\n1\n`), [['--choice word'], ['--choice character']]);
  });

  test('are told by name', () => {
    assert.ok(WORD !== undefined && CHARACTER !== undefined);
    const both = [WORD, CHARACTER];
    assert.is(agreementText(both, both), 'it agrees with both readings: nothing told them apart\n');
    assert.is(
      agreementText(both, [WORD]),
      "it agrees with `--choice word`; the course's own marking took `--choice character`\n",
    );
    assert.is(
      agreementText(both, [CHARACTER]),
      "it agrees with `--choice character`, which the course's own marking took\n",
    );
    assert.is(agreementText([WORD], [WORD]), '');
    assert.is(mixtureText([WORD], [], 'assign1 ', 5), '');
  });
});

suite('fuzz without a reference', (test) => {
  /**
   * Which seed does not matter, if only there are sessions that tell the readings apart. Nor does any session run out
   * of time on a loaded machine: it would be run again, and the programs below count how often they are.
   */
  const RUNS = effort(60, 8);
  const SESSIONS = ['--wall', '60', '--runs', `${RUNS}`, '--seed', '5'];

  for (const [choice, remark] of [
    ['word', "; the course's own marking took `--choice character`"],
    ['character', ", which the course's own marking took"],
  ]) {
    test(
      `takes a program that reads choices by ${choice}, and says so`,
      inProcess(async ({fivedice}) => {
        const {stdout, exitCode} = await fivedice(
          'fuzz',
          ...SESSIONS,
          '--',
          ASSIGN1,
          '--choice',
          `${choice}`,
        );
        assert.is(exitCode, 0);
        const agrees = `it agrees with \`--choice ${choice}\`${remark}\n`;
        assert.is(stdout, `${RUNS} sessions, no difference (seed 5)\n${agrees}`);
      }),
    );
  }

  test(
    'compares with one reading only, if a reference is given',
    inProcess(async ({fivedice}) => {
      const args = ['--reference', 'assign1 --choice word', '--', ASSIGN1, '--choice', 'character'];
      assert.is((await fivedice('fuzz', ...SESSIONS, ...args)).exitCode, 1);
    }),
  );

  // Each of their sessions takes four starts of the strict tool.
  if (!isThorough) return;

  test(
    'refuses a program that reads now so, now so, though each session agrees with one of them',
    inProcess(async ({folder, write, fivedice}) => {
      // Each session that can be read in two ways is read in the other one than the last of these.
      write({
        'mixed.sh': `#!/bin/bash
tool='${ASSIGN1}' last='${folder}/last' input=$(mktemp)
cat > $input
if ! cmp -s <($tool < $input) <($tool --choice character < $input); then
  [ -e $last ] && choice=character; touch $last
fi
$tool --choice \${choice:-word} < $input; status=$?
rm $input; exit $status
`,
      });
      const {stdout, exitCode} = await fivedice('fuzz', 'mixed.sh', ...SESSIONS);
      assert.is(exitCode, 1);
      const told =
        'until then it agreed only with `--choice word`, but here with `--choice character`: it keeps to neither reading\n' +
        "where it did not agree with `--choice character` is shown by --reference 'assign1 --choice character' --seed 5";
      assert.match(
        stdout,
        new RegExp(`^session \\d+ differs \\(seed 5\\); the smallest .*:\\n${told}\\n\\nwrong output: `),
      );
      assert.match(stdout, AS_WORD);
    }),
  );

  test(
    'says of which reading the session is that it shows, not the one that was found first',
    inProcess(async ({folder, write, fivedice}) => {
      // The first session that differs is read in the other way; all that are made of it have no answer at all.
      write({
        'worse.sh': `#!/bin/bash
tool='${ASSIGN1}' first='${folder}/first' other='${folder}/other' input=$(mktemp)
cat > $input
if [ -e $other ] && ! cmp -s $input $other; then rm $input; exit; fi
if ! cmp -s <($tool < $input) <($tool --choice character < $input); then
  [ -e $first ] && choice=character && cp $input $other; touch $first
fi
$tool --choice \${choice:-word} < $input; status=$?
rm $input; exit $status
`,
      });
      const {stdout} = await fivedice('fuzz', 'worse.sh', ...SESSIONS);
      assert.match(
        stdout,
        /^session \d+ differs \(seed 5\); the smallest that differs, after [1-9]\d* steps?:\n\nwrong output: /,
      );
    }),
  );
});
