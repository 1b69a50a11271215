/*
 * Mutants: the compiled strict tool with one decision of the contract changed, as a student might get it
 * wrong. The 80-case marking suite must catch those that say `suite` and no others; fuzzing must catch all.
 */
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import {sessionInputs} from '../../src/fuzzing/inputs.js';
import {runSession} from '../../src/valuation/session.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {effort, isThorough} from '../support/effort.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {patched, TOOL, type Tool, toolOf, within} from '../support/mutants.js';
import {readmeOf, says} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {FLAGS, type Mutant, mutants} from './table-of-mutants.js';

const SEED = 1917;
const RUNS = 2000;
/** Every mutant takes a fraction of a second; this only stops one that would run for ever. */
const LIMIT_SECONDS = 60;

/** The maximum size of a smallest input, in bytes: enough for a session with a reroll. */
const SMALL = 40;

const goldens = loadGoldens(FIXTURES);
const marking = goldens.filter(({folder}) => folder.startsWith('marking/'));
const inputs = fc.sample(sessionInputs, {seed: SEED, numRuns: RUNS});

/** What the unpatched session does, computed once for each input. */
const known = new Map<string, ReturnType<typeof runSession>>();
function expectedOf(input: string, flags: keyof typeof FLAGS): ReturnType<typeof runSession> {
  const key = `${flags}\n${input}`;
  const expected = known.get(key) ?? runSession(Buffer.from(input, 'latin1'), FLAGS[flags].options);
  known.set(key, expected);
  return expected;
}

function differs(tool: Tool, {flags = 'none', status = false}: Mutant, input: string): boolean {
  const expected = expectedOf(input, flags);
  try {
    const {stdout, stderr, exitCode} = tool(input, FLAGS[flags].args);
    return stdout !== expected.output || stderr !== '' || (status && exitCode !== expected.exitCode);
  } catch {
    return true; // It did not end.
  }
}

/** The smallest input that still differs, shrunk from the one found. */
function smallest(tool: Tool, mutant: Mutant, found: string): string {
  const property = fc.property(sessionInputs, (input) => !differs(tool, mutant, input));
  return fc.check(property, {examples: [[found]], numRuns: 1}).counterexample?.[0] ?? found;
}

function failsSuite(tool: Tool): boolean {
  return marking.some(({input, expected}) => {
    try {
      return tool(latin1(input)).stdout !== latin1(expected);
    } catch {
      return true;
    }
  });
}

suite('the compiled tool, run in process', (test) => {
  const tool = toolOf(TOOL);

  test('prints every golden and ends as it should', () => {
    for (const {name, input, expected, exitCode, arguments: args} of goldens) {
      const run = tool(latin1(input), args);
      sameBytes(run.stdout, expected, name);
      assert.is(run.stderr, '', name);
      assert.is(run.exitCode, exitCode, name);
    }
  });

  const compared = inputs.slice(0, effort(RUNS, 500));
  test(`does the same as the session on ${compared.length} fuzzed inputs`, () => {
    for (const flags of ['none', 'stage 1', 'character'] as const) {
      const same: Mutant = {name: 'none', replace: ['', ''], caughtBy: 'fuzz', flags, status: true};
      for (const input of compared)
        assert.not.ok(differs(tool, same, input), JSON.stringify(input.slice(0, 200)));
    }
  });

  test('is patched only if the patch fits exactly once', () => {
    assert.throws(
      () => patched('a b a', ['a', 'c']),
      /this must appear in the compiled tool once, not 2 times: a$/,
    );
    assert.throws(() => patched('a b a', ['x', 'c']), /once, not 0 times: x$/);
    assert.is(patched('a b a', ['b', '$&']), 'a $& a');
  });

  test('is stopped if it would run for ever', () => {
    assert.throws(
      () => toolOf('for (;;) require("node:fs").readSync(0, Buffer.alloc(1))')(''),
      'it does not end',
    );
    assert.throws(() => within(0.1, () => toolOf('for (;;);')('')), /timed out/);
  });
});

suite('mutants', (test) => {
  // Every third stands for its section where it is not CI that waits.
  for (const mutant of mutants.filter((_, index) => isThorough || index % 3 === 0)) {
    const {name, replace, caughtBy} = mutant;
    test(`${name}: caught by ${caughtBy}`, () => {
      const tool = toolOf(patched(TOOL, replace));
      const found = within(LIMIT_SECONDS, () => inputs.find((input) => differs(tool, mutant, input)) ?? null);
      if (found === null) return assert.unreachable(`it survives ${RUNS} fuzzed inputs`);
      assert.is(within(LIMIT_SECONDS, () => failsSuite(tool)) ? 'suite' : 'fuzz', caughtBy);
      const {length} = within(LIMIT_SECONDS, () => smallest(tool, mutant, found));
      assert.ok(length <= (mutant.long ?? SMALL), `shrinks to ${length} bytes only`);
    });
  }

  test('88 are caught by the marking suite alone, and 49 need fuzzing', () => {
    const count = (by: Mutant['caughtBy']): number => mutants.filter(({caughtBy}) => caughtBy === by).length;
    assert.is(count('suite'), 88);
    assert.is(count('fuzz'), 49);
    const words =
      'makes 137 mutants of `assign1`, each with one fault; without it, every third of them. All are found: 88 by the marking suite alone, and the other 49 by at most 2,000 fuzzed sessions.';
    assert.ok(says(readmeOf('fuzzing'), words));
    assert.is(new Set(mutants.map(({name}) => name)).size, mutants.length);
  });
});
