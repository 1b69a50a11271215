/*
 * Mutants: the compiled strict tool with one decision of the contract changed, as a student might get it
 * wrong. The 80-case marking suite must catch those that say `suite` and no others; fuzzing must catch all.
 */
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import {sessionInputs} from '../../src/fuzzing/inputs.js';
import {runSession, type SessionOptions} from '../../src/valuation/session.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {patched, TOOL, type Tool, toolOf, within} from '../support/mutants.js';
import {readmeOf, says} from '../support/readme.js';
import {suite} from '../support/suite.js';

/** Flags for the command, and the equivalent options for the library. */
const FLAGS = {
  none: {args: [], options: {}},
  'stage 1': {args: ['--stage', '1'], options: {stage: 1}},
  character: {args: ['--choice', 'character'], options: {choice: 'character'}},
} as const satisfies Record<string, {args: readonly string[]; options: SessionOptions}>;

interface Mutant {
  /** What is wrong with it. */
  readonly name: string;
  readonly replace: readonly [from: string, to: string];
  /** `suite`: the marking suite catches it. `fuzz`: only fuzzing does. */
  readonly caughtBy: 'suite' | 'fuzz';
  /** The flags for fuzzing; the suite always runs without flags. */
  readonly flags?: keyof typeof FLAGS;
  /** Only its exit status is wrong, so output alone cannot catch it. */
  readonly status?: boolean;
  /** The maximum size of its smallest input, if that needs a long line. */
  readonly long?: number;
}

type Row = readonly [
  name: string,
  caughtBy: Mutant['caughtBy'],
  replace: Mutant['replace'],
  more?: Pick<Mutant, 'flags' | 'status' | 'long'>,
];

const CHARACTER = {flags: 'character'} as const;
const STAGE_1 = {flags: 'stage 1'} as const;
const STATUS = {status: true} as const;

/** If a line breaks both rules, the one with lower priority is reported. */
const confused = (demand: string, high: string, low: string): Mutant['replace'] => [
  `refusal(line, ${demand}) ??`,
  `(BREAKS["${high}"](line, ${demand}) && BREAKS["${low}"](line, ${demand}) ? {error: "${low}"} : refusal(line, ${demand})) ??`,
];

/** Two combinations swap places in the menu. */
const swapped = (one: string, other: string): Mutant['replace'] => [
  'COMBINATIONS.filter(',
  `COMBINATIONS.map((id) => id === "${one}" ? "${other}" : id === "${other}" ? "${one}" : id).filter(`,
];

/** A byte counts as white space, or no longer does. */
const classed = (kind: string, bytes: string): Mutant['replace'] => [
  'function scan(',
  `for (const byte of [${bytes}]) CLASSES[byte] = ${kind};\nfunction scan(`,
];

const [FORMAT, RANGE, COUNT] = ['incorrect-format', 'out-of-range', 'wrong-count'] as const;

/** By section of the contract. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'shape of the output': [
    [
      'no empty line before the dice prompt',
      'suite',
      ['`\nPlease enter dice values', '`Please enter dice values'],
    ],
    ['no empty line before the dice are shown', 'suite', ['`\nYour dice values', '`Your dice values']],
    ['no empty line before the choices', 'suite', ['`\nPlease choose', '`Please choose']],
    [
      'no empty line before the dice number prompt',
      'suite',
      ['`\nPlease enter dice to', '`Please enter dice to'],
    ],
    ['no empty line before the new value prompt', 'suite', ['`\nPlease enter $', '`Please enter $']],
    ['no empty line before the options', 'suite', ['`\nYour score options', '`Your score options']],
    ['no empty line before the score', 'suite', ['`\nYour score is', '`Your score is']],
    ['no empty line before a format error', 'suite', ['"\\nIncorrect Input', '"Incorrect Input']],
    ['an empty line before a dice number error', 'suite', ['"Dice Number Out', '"\\nDice Number Out']],
    ['no empty line at the end, after a score', 'suite', ['} points\n\n`', '} points\n`']],
    ['no empty line at the end, after an invalid choice', 'suite', ['Choice.\\n\\n', 'Choice.\\n']],
    ['no newline at all after a count error', 'suite', ['of Values.\\n\\n', 'of Values.']],
    ['no space after the prompt', 'suite', ['PROMPT = "> "', 'PROMPT = ">"']],
    ['a newline after the prompt', 'suite', ['PROMPT = "> "', 'PROMPT = "> \\n"']],
    ['a space after the dice', 'suite', ['dice.join(" ")}', 'dice.join(" ")} ']],
    ['lines ended by CRLF', 'suite', ['Buffer.from(text)', 'Buffer.from(text.replaceAll("\\n", "\\r\\n"))']],
    ['prints on standard error', 'suite', ['(output) => write(STDOUT', '(output) => write(STDERR']],
    [
      'a newline for each line that it reads',
      'suite',
      ['scanned.ended) return line', 'scanned.ended) return write(1, "\\n"), line'],
    ],
    [
      'prints its errors on standard error, too',
      'fuzz',
      ['function refuse(settings, output) {', 'function refuse(settings, output) { complain(output);'],
    ],
  ],
  wording: [
    ['an error in different case', 'suite', ['Incorrect Input Format', 'Incorrect input format']],
    ['an error without its full stop', 'suite', ['"\\nValue Out of Range.', '"\\nValue Out of Range']],
    ['the handout’s own misspelling', 'suite', ['Please choose:', 'Pleaes choose:']],
    ['1 values', 'suite', ['"value" :', '"values" :']],
    ['2 value', 'suite', [': "values"}', ': "value"}']],
    ['one die value', 'suite', ['"value" :', '"die value" :']],
    ['dice number errors called value errors', 'suite', ['"Dice Number Out of', '"\\nValue Out of']],
    ['Large Straight', 'suite', ['NAMES[category] ?? label', 'label']],
    ['Three of a kind', 'suite', ['"Three of a Kind"', '"Three of a kind"']],
    ['options numbered from 0', 'suite', ['{index + 1} ->', '{index} ->']],
    ['no space before an option', 'suite', ['=> ` $', '=> `$']],
    ['one point instead of points', 'suite', ['} points)', '} point)']],
    ['dice shown in order', 'suite', ['dice.join(" ")', '[...dice].sort().join(" ")']],
  ],
  'order of the session': [
    ['one reroll', 'suite', ['REROLLS = 2', 'REROLLS = 1']],
    ['three rerolls', 'suite', ['REROLLS = 2', 'REROLLS = 3']],
    ['a choice after the last reroll', 'suite', ['rerollsLeft > 0', 'rerollsLeft >= 0']],
    [
      'rerolling all costs no reroll',
      'suite',
      ['"awaiting-dice", rerollsLeft }', '"awaiting-dice", rerollsLeft: session.rerollsLeft }'],
    ],
    [
      'rerolling some costs no reroll',
      'suite',
      ['"awaiting-dice-numbers", rerollsLeft,', '"awaiting-dice-numbers", rerollsLeft: session.rerollsLeft,'],
    ],
    ['some and all mixed up', 'suite', ['choice === "reroll-all" ?', 'choice === "reroll-some" ?']],
    ['any valid choice keeps', 'suite', ['if (choice === "keep")', 'if (choice !== null)']],
    [
      'an invalid option is asked again',
      'suite',
      [
        'if (option === null) return refuse(settings, INVALID_CHOICE)',
        'if (option === null) return { session, output: INVALID_CHOICE }',
      ],
    ],
    [
      'wrong dice numbers are asked again',
      'suite',
      [
        'return refuse(settings, DICE_NUMBER_REFUSALS[parsed.error])',
        'return { session, output: DICE_NUMBER_REFUSALS[parsed.error] }',
      ],
    ],
    [
      'the first option is taken for any choice if only Chance holds',
      'fuzz',
      [
        'const option = parseChoice(line',
        'const option = session.options.length === 1 ? session.options[0] : parseChoice(line',
      ],
    ],
  ],
  'stage 1': [
    ['no empty line at a stage 1 exit', 'fuzz', ['STAGE_1_EXIT = "\\n"', 'STAGE_1_EXIT = ""'], STAGE_1],
    [
      'only rerolling all exits',
      'fuzz',
      ['settings.stage === 1)', 'settings.stage === 1 && choice === "reroll-all")'],
      STAGE_1,
    ],
    [
      'keeping exits too',
      'fuzz',
      ['if (choice === "keep")', 'if (choice === "keep" && settings.stage === 2)'],
      STAGE_1,
    ],
    ['--stage 1 does nothing', 'fuzz', ['play = { ...play, stage }', 'play = { ...play }'], STAGE_1],
  ],
  lines: [
    ['end of input is no end', 'fuzz', ['atEnd = chunk.length === 0;', 'atEnd = false;']],
    [
      'a last line without newline is lost',
      'fuzz',
      ['if (atEnd) return line', 'if (atEnd) return EMPTY_LINE'],
    ],
    [
      'end of input at a choice keeps',
      'fuzz',
      ['digit === null ?', 'line.word === "" ? among.at(-1) : digit === null ?'],
    ],
    ['\\t is not white space', 'fuzz', classed('OTHER', '9')],
    ['\\v is not white space', 'fuzz', classed('OTHER', '11')],
    ['\\f is not white space', 'fuzz', classed('OTHER', '12')],
    ['\\r is not white space', 'fuzz', classed('OTHER', '13')],
    [
      '\\r ends the line',
      'fuzz',
      ['if (kind === SPACE) {', 'if (byte === 13) { ended = true; break; }\nif (kind === SPACE) {'],
    ],
    ['NUL is white space', 'fuzz', classed('SPACE', '0')],
    [
      'the rest of a line after NUL is ignored',
      'fuzz',
      [
        'const kind = CLASSES[byte]',
        'if (byte === 0) { while (next < end && bytes[next] !== NEWLINE) next += 1; continue; }\nconst kind = CLASSES[byte]',
      ],
    ],
    ['a no-break space is white space', 'fuzz', classed('SPACE', '0xa0')],
    [
      'bytes above 127 are ignored',
      'fuzz',
      ['const kind = CLASSES[byte]', 'if (byte > 127) continue;\nconst kind = CLASSES[byte]'],
    ],
    ['a comma is white space', 'suite', classed('SPACE', '44')],
    ['a plus sign is white space', 'fuzz', classed('SPACE', '43')],
    [
      'lines are cut after 255 bytes',
      'fuzz',
      ['bytes[next++] ?? NEWLINE', 'next - from === 255 ? NEWLINE : bytes[next++]'],
      {long: 300},
    ],
    [
      'a line in two chunks loses the first',
      'fuzz',
      ['scan(line, chunk, at)', 'scan(EMPTY_LINE, chunk, at)'],
      {long: 66_000},
    ],
  ],
  'priority of errors': [
    ['dice: range beats format', 'suite', confused('DICE', FORMAT, RANGE)],
    ['dice: count beats format', 'suite', confused('DICE', FORMAT, COUNT)],
    ['dice: count beats range', 'suite', confused('DICE', RANGE, COUNT)],
    ['dice numbers: range beats format', 'fuzz', confused('DICE_NUMBERS', FORMAT, RANGE)],
    ['dice numbers: count beats format', 'fuzz', confused('DICE_NUMBERS', FORMAT, COUNT)],
    ['new values: range beats format', 'fuzz', confused('newValues(wanted)', FORMAT, RANGE)],
    ['new values: count beats format', 'fuzz', confused('newValues(wanted)', FORMAT, COUNT)],
    ['new values: count beats range', 'suite', confused('newValues(wanted)', RANGE, COUNT)],
  ],
  values: [
    ['0 is a value', 'suite', ['(face) => face === value', '(face) => value === 0 || face === value']],
    ['7 is a value', 'suite', ['(face) => face === value', '(face) => value === 7 || face === value']],
    ['6 is not a value', 'suite', ['(face) => face === value', '(face) => value < 6 && face === value']],
    ['1 is not a value', 'suite', ['(face) => face === value', '(face) => value > 1 && face === value']],
    [
      'more than five dice are as good as five',
      'suite',
      ['count === DIE_NUMBERS.length', 'count >= DIE_NUMBERS.length'],
    ],
    [
      'four dice are accepted, and crash',
      'suite',
      ['count === DIE_NUMBERS.length', 'count >= DIE_NUMBERS.length - 1'],
    ],
    ['digits may touch', 'suite', ['if (previous === DIGIT)', 'if (false)']],
    [
      'a leading zero may touch',
      'fuzz',
      ['if (previous === DIGIT)', 'if (previous === DIGIT && bytes[next - 2] !== 48)'],
    ],
    [
      'only the first five values are checked for range',
      'fuzz',
      ['!line.distinct.every(inRange)', '!line.values.every(inRange)'],
    ],
    [
      'only the first five values are checked for format',
      'fuzz',
      [
        'if (previous === DIGIT)',
        'if (count > VALUES_KEPT) return { line: { ...line, count, values, distinct, word }, ended, next };\nif (previous === DIGIT)',
      ],
    ],
    [
      'nothing but white space is a format error',
      'suite',
      ['!line.wellFormed', '!line.wellFormed || line.count === 0'],
    ],
  ],
  'dice numbers': [
    [
      '6 is a dice number',
      'suite',
      ['(number) => number === value', '(number) => value === 6 || number === value'],
    ],
    [
      '0 is a dice number',
      'suite',
      ['(number) => number === value', '(number) => value === 0 || number === value'],
    ],
    [
      '5 is not a dice number',
      'suite',
      ['(number) => number === value', '(number) => value < 5 && number === value'],
    ],
    ['no dice number is as good as any', 'fuzz', ['count > 0', 'count >= 0']],
    ['one dice number is too few', 'suite', ['count > 0', 'count > 1']],
    ['more than five dice numbers are too many', 'fuzz', ['count > 0', 'count > 0 && count <= 5']],
    [
      'repeats count as several',
      'suite',
      ['line.distinct.filter(isDieNumber)', 'line.values.filter(isDieNumber)'],
    ],
    [
      'repeats count as one only side by side',
      'fuzz',
      ['line.distinct.filter(isDieNumber)', 'line.values.filter((value, at, all) => value !== all[at - 1])'],
    ],
    [
      'a repeat counts in its last place',
      'fuzz',
      ['line.distinct.filter(isDieNumber)', '[...new Set(line.values.toReversed())].toReversed()'],
    ],
    [
      'a repeat is an error',
      'suite',
      [
        'refusal(line, DICE_NUMBERS) ??',
        '(line.count > line.distinct.length ? { error: "wrong-count" } : refusal(line, DICE_NUMBERS)) ??',
      ],
    ],
    [
      'new values go in the order of the dice',
      'suite',
      ['line.distinct.filter(isDieNumber)', 'line.distinct.toSorted()'],
    ],
    ['new values go backwards', 'suite', ['line.values.filter(isFace)', 'line.values.toReversed()']],
    ['fewer new values are accepted', 'suite', ['count === wanted', 'count <= wanted']],
    ['more new values are accepted', 'fuzz', ['count === wanted', 'count >= wanted']],
    ['new values are not put on the dice', 'suite', ['reroll(dice, numbers, parsed.value)', 'dice']],
    [
      'new values go one die further',
      'suite',
      ['faces[numbers.indexOf(number)]', 'faces[numbers.indexOf(number - 1)]'],
    ],
  ],
  choices: [
    ['0 is the last', 'suite', ['among[Number(digit) - 1]', 'among.at(Number(digit) - 1)']],
    [
      'beyond the last is the last',
      'suite',
      ['among[Number(digit) - 1]', 'among[Math.min(Number(digit), among.length) - 1]'],
    ],
    ['counted from 0', 'suite', ['among[Number(digit) - 1]', 'among[Number(digit)]']],
    ['any invalid choice keeps', 'suite', ['digit === null ? null', 'digit === null ? among.at(-1)']],
    ['only the first byte decides', 'suite', ['WORD_KEPT = 3', 'WORD_KEPT = 1']],
    ['--choice word reads by character', 'fuzz', ['DIGIT_OF[reading]', 'DIGIT_OF["character"]']],
    ['white space before a choice makes it invalid', 'fuzz', ['if (word !== "") wordEnded', 'wordEnded']],
    [
      'a second word makes a choice invalid',
      'fuzz',
      ['digit === null ?', 'digit === null || line.count > 1 ?'],
    ],
    ['+1 is a choice', 'fuzz', ['/^\\d$/', '/^\\+?\\d$/']],
    ['01 is a choice', 'fuzz', ['/^\\d$/', '/^0*\\d$/']],
    ['3. is a choice', 'fuzz', ['/^\\d$/', '/^\\d\\.?$/']],
    ['by character: --choice does nothing', 'fuzz', ['DIGIT_OF[reading]', 'DIGIT_OF["word"]'], CHARACTER],
    ['by character: 2.5 is 2', 'fuzz', ['(?!\\.\\d)', ''], CHARACTER],
    ['by character: 3. is invalid', 'fuzz', ['(?!\\.\\d)', '(?!\\.)'], CHARACTER],
    ['by character: 33 is invalid', 'fuzz', ['(?!\\.\\d)', '(?!\\.?\\d)'], CHARACTER],
    ['by character: .3 is 3', 'fuzz', ['/^(\\d)(?!', '/^\\.?(\\d)(?!'], CHARACTER],
    ['by character: two bytes are seen', 'fuzz', ['WORD_KEPT = 3', 'WORD_KEPT = 2'], CHARACTER],
  ],
  options: [
    ['Four of a Kind before Three', 'suite', swapped('three-of-a-kind', 'four-of-a-kind')],
    ['Full House before Three of a Kind', 'suite', swapped('three-of-a-kind', 'full-house')],
    ['Straight before Small Straight', 'suite', swapped('small-straight', 'large-straight')],
    ['Chance before Yahtzee', 'suite', swapped('yahtzee', 'chance')],
    ['no Chance', 'suite', ['COMBINATIONS.filter(', 'COMBINATIONS.slice(0, -1).filter(']],
    [
      'Three of a Kind must be exactly three',
      'suite',
      ['atLeastAlike(3)', '(counts) => FACES.some((face) => counts[face] === 3)'],
    ],
    [
      'Four of a Kind must be exactly four',
      'suite',
      ['atLeastAlike(4)', '(counts) => FACES.some((face) => counts[face] === 4)'],
    ],
    ['four alike are a Yahtzee', 'suite', ['atLeastAlike(5)', 'atLeastAlike(4)']],
    [
      'Three of a Kind scores the three alone',
      'suite',
      ['atLeastAlike(3), sum', 'atLeastAlike(3), (counts) => 3 * FACES.find((face) => counts[face] >= 3)'],
    ],
    [
      'five alike are a Full House',
      'suite',
      [
        'isFullHouse, fixed',
        '(counts) => FACES.every((face) => counts[face] !== 1 && counts[face] !== 4) && FACES.filter((face) => counts[face] > 0).length < 3, fixed',
      ],
    ],
    [
      'two pairs are a Full House',
      'fuzz',
      ['isFullHouse, fixed', '(counts) => FACES.filter((face) => counts[face] > 1).length === 2, fixed'],
    ],
    [
      'a Straight hides the Small Straight',
      'suite',
      [
        'atLeastConsecutive(4)',
        '(counts) => atLeastConsecutive(4)(counts) && !atLeastConsecutive(5)(counts)',
      ],
    ],
    ['three in a row are a Small Straight', 'suite', ['atLeastConsecutive(4)', 'atLeastConsecutive(3)']],
    ['a pair breaks a straight', 'suite', ['counts[face] > 0 ? run', 'counts[face] === 1 ? run']],
    ['1 comes after 6', 'suite', ['let run = 0', 'let run = counts[5] > 0 && counts[6] > 0 ? 2 : 0']],
    [
      'no Straight from 2 to 6',
      'suite',
      ['atLeastConsecutive(5)', '(counts) => counts[1] > 0 && atLeastConsecutive(5)(counts)'],
    ],
    ['Full House 24', 'suite', ['fixed(25)', 'fixed(24)']],
    ['Small Straight 35', 'suite', ['fixed(30)', 'fixed(35)']],
    ['Straight 45', 'suite', ['fixed(40)', 'fixed(45)']],
    ['Yahtzee 60', 'suite', ['fixed(50)', 'fixed(60)']],
  ],
  'exit status': [
    ['0 after an error', 'fuzz', ['session: done(settings, 1)', 'session: done(settings, 0)'], STATUS],
    [
      '1 after a score',
      'fuzz',
      ['done(settings, 0), output: showScore', 'done(settings, 1), output: showScore'],
      STATUS,
    ],
    [
      '1 after a stage 1 exit',
      'fuzz',
      ['done(settings, 0), output: STAGE_1', 'done(settings, 1), output: STAGE_1'],
      {...STAGE_1, ...STATUS},
    ],
  ],
};

const mutants: readonly Mutant[] = Object.entries(ROWS).flatMap(([section, rows]) =>
  rows.map(([name, caughtBy, replace, more]) => ({name: `${section}: ${name}`, caughtBy, replace, ...more})),
);

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

  test(`does the same as the session on ${RUNS} fuzzed inputs`, () => {
    for (const flags of ['none', 'stage 1', 'character'] as const) {
      const same: Mutant = {name: 'none', replace: ['', ''], caughtBy: 'fuzz', flags, status: true};
      for (const input of inputs)
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
  for (const mutant of mutants) {
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
      'makes 137 mutants of `assign1`, each with one fault. All are found: 88 by the marking suite alone, and the other 49 by at most 2,000 fuzzed sessions.';
    assert.ok(says(readmeOf('fuzzing'), words));
    assert.is(new Set(mutants.map(({name}) => name)).size, mutants.length);
  });
});
