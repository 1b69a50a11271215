/* The goldens of the strict tool, compared as bytes. */
import {readdirSync} from 'node:fs';
import {dirname} from 'node:path';
import * as assert from 'uvu/assert';
import {runSession, type SessionOptions} from '../../src/valuation/session.js';
import {sameBytes} from '../support/bytes.js';
import {only} from '../support/cards.js';
import {ASSIGN1, run} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {readmeOf, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';

const goldens = loadGoldens();
const play = (input: string, options: SessionOptions) => runSession(Buffer.from(input, 'latin1'), options);

/** What the flags of the goldens mean. */
const OPTIONS: Readonly<Record<string, SessionOptions>> = {
  '': {},
  '--stage 1': {stage: 1},
  '--choice word': {choice: 'word'},
  '--choice character': {choice: 'character'},
};

/** Bytes that the built command reads at a time. */
const CHUNK = 64 * 1024;
/** The first golden of each folder and exit status. */
const firsts = new Set(
  new Map(goldens.toReversed().map((one) => [`${dirname(one.name)} ${one.exitCode}`, one])).values(),
);

suite('goldens of assign1', (test) => {
  for (const golden of goldens) {
    const {name, args, inputFile, input, expected, exitCode} = golden;
    test(name, async () => {
      const played = play(input, only(OPTIONS[args.join(' ')], args.join(' ')));
      sameBytes(played.output, expected, name);
      assert.is(played.exitCode, exitCode);
      // The command only reads and writes: in a short run, a part of the goldens shows that.
      if (isThorough || firsts.has(golden) || input.length > CHUNK) {
        const {stdout, stderr, exitCode: status} = await run(ASSIGN1, args, {inputFile});
        sameBytes(stdout, expected, `the built command, ${name}`);
        assert.equal([stderr, status], ['', exitCode]);
      }
    });
  }

  test('both readings of choices agree on the folders choices and marking', () => {
    for (const {name, input, expected} of goldens.filter((one) => /^(?:choices|marking)\//.test(one.name)))
      sameBytes(play(input, {choice: 'character'}).output, expected, name);
  });
});

suite('each golden', (test) => {
  test('is two files that its suite.json lists', () => {
    const listed = goldens.flatMap(({name}) => [`${name}.in`, `${name}.out`]);
    const found = readdirSync(FIXTURES, {recursive: true, encoding: 'utf8'});
    // Another right answer lies beside its golden.
    assert.equal(listed.sort(), found.filter((path) => /(?<!\.alt)\.(?:in|out)$/.test(path)).sort());
  });

  test('stands in a section of the handout, or is an answer in the table of decisions', () => {
    const questions = tableIn(readmeOf('valuation'), 'question').map(([question]) => `decision: ${question}`);
    const handout = ['1.1', '2.1', '2.2', '2.3', '3.1', '3.2', '3.3'].map((number) => `handout ${number}`);
    const places = [...handout, ...questions];
    assert.equal(
      goldens.filter(({section}) => !places.includes(section)),
      [],
    );
  });
});
