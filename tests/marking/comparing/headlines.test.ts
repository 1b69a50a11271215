/* Headlines of outputs that first-years print: what a tutor would say, whatever is tolerated besides. */
import * as assert from 'uvu/assert';
import {compare} from '../../../src/marking/comparing/difference.js';
import {parseTolerance} from '../../../src/marking/comparing/tolerances.js';
import {suite} from '../../support/suite.js';

const GOLDEN = '\nEnter 1 value:\n> \nChoose:\n 1 -> Keep\n> \nScore: 18 points\n\n';

const TOLERANCES = ['', 'only A-Za-z0-9', 'space', 'case', 'blank-lines'];
const [LETTERS, SPACE, CASE, BLANK] = TOLERANCES.slice(1);

type Change = (right: string) => string;

const instead =
  (old: string, now: string): Change =>
  (right) =>
    right.replace(old, now);

/** Changes of the golden to what a program printed, their headlines, and the tolerances that cover them. */
// biome-ignore format: a table
const ROWS: readonly (readonly [change: Change, headline: string, ...covered: (string | undefined)[]])[] = [
  [instead('value:', 'values:'), '"Enter 1 values:" instead of "Enter 1 value:"'],
  [instead('value:', 'values'), '"Enter 1 values" instead of "Enter 1 value:"'],
  [instead('value:', 'valu:'), '"Enter 1 valu:" instead of "Enter 1 value:"'],
  [instead('Choose', 'xChoose'), '"xChoose:" instead of "Choose:"'],
  [instead('Choose', 'hoose'), '"hoose:" instead of "Choose:"'],
  [instead('Choose', 'Select'), '"Select:" instead of "Choose:"'],
  [instead('Keep', 'Reroll'), '"·1 -> Reroll" instead of "·1 -> Keep"'],
  [instead('18', '19'), 'a wrong number in "Score: # points"'],
  [instead(' 1 -> Keep\n', ''), '"·1 -> Keep" is missing'],
  [instead(' 1 -> Keep\n', ' 1 -> Keep\n 1 -> Keep\n'), '"·1 -> Keep" is unexpected before ">·"'],
  [instead('Score', 'Invalid.\nScore'), '"Invalid." is unexpected before "Score: 18 points"'],
  [instead('points\n', 'points\nScore: 18 points\n'), '"Score: 18 points" is unexpected at the end'],
  [(right) => `${right}Enter 1 value:\n> \n`, '"Enter 1 value:" is unexpected at the end'],
  [(right) => `${right}Bye\n`, '"Bye" is unexpected at the end'],
  [(right) => right.replace(/Score.*/s, ''), '"Score: 18 points" is missing'],
  [(right) => right.replace(/ 1 ->.*/s, ''), '"·1 -> Keep" is missing'],
  [(right) => right.replace(/ore: 18.*/s, ''), '"Sc" instead of "Score: 18 points"'],
  [() => '', 'no output'],
  [instead('Score: 18 points\n', '\n'), '"Score: 18 points" is missing'],
  [instead('Score: 18 points', '\nScore: 18'), '"Score: 18" instead of "Score: 18 points"'],
  [instead('> \nChoose', '> Choose'), 'no empty line before "Choose:"', LETTERS, SPACE],
  [instead('Choose', '\nChoose'), 'an extra empty line before "Choose:"', LETTERS, SPACE, BLANK],
  // Words weigh more than blanks.
  [(right) => right.replace('Choose', '\nChoose').replace(/\n$/, ''), 'an extra empty line before "Choose:"', LETTERS, SPACE, BLANK],
  [(right) => right.replace(/\n$/, ''), 'no empty line at the end', LETTERS, SPACE, BLANK],
  [instead('> \nChoose', '\nChoose'), '">·" is missing', LETTERS],
  // A prompt with words of its own may be read for, and not printed.
  [() => '\nScore: 18 points\n\n', '"Enter 1 value:" is missing'],
  [instead('Choose', 'CHOOSE'), '"CHOOSE:" instead of "Choose:"', CASE],
  [instead('points', 'points.'), '"Score: 18 points." instead of "Score: 18 points"', LETTERS],
  [instead('Score: ', 'Score:  '), '"Score:··18 points" instead of "Score: 18 points"', LETTERS, SPACE],
];

const QUESTION = '\nEnter 1 value:\n> ';
const MENU = '\nChoose:\n 1 -> Keep\n> ';
const SCORE = '\nScore: 18 points\n\n';

/** Outputs of programs that ask or say too much, or too little. */
const WAYS: readonly (readonly [actual: string, headline: string])[] = [
  [SCORE, '"Enter 1 value:" is missing'],
  [QUESTION + MENU + QUESTION + SCORE, '"Enter 1 value:" is unexpected before "Score: 18 points"'],
  [`${QUESTION}${MENU}\nInvalid.\n${SCORE}`, '"Invalid." is unexpected before "Score: 18 points"'],
  [QUESTION + QUESTION + MENU + SCORE, '"Enter 1 value:" is unexpected before "Choose:"'],
  [QUESTION + SCORE, '"Choose:" is missing'],
];

/** Outputs with the same mistake, whose headlines may differ. */
const MISTAKES: readonly (readonly string[])[] = [
  // The program goes on, whatever comes next.
  [`${QUESTION}${MENU}\nMore?\n> `, `${QUESTION}${MENU}\nChoose:\n> `],
  // It ends too early, whatever should come next.
  ['\nInvalid.\n\n', `${QUESTION}\nInvalid.\n\n`],
  // A line with a mistake in it, whatever follows.
  [`${QUESTION}${MENU}\nScore: 17 point\n`, `${QUESTION}${MENU}\nScore: 3 point\n\nBye\n`],
  [`${QUESTION}${MENU}\nInvalid.\n${SCORE}`],
  [`${QUESTION}${MENU}\n`],
];

suite('headlines', (test) => {
  const differenceOf = (actual: string, prompts: readonly string[], tolerance = '') => {
    const compared = compare({
      expected: Buffer.from(GOLDEN),
      actual: Buffer.from(actual),
      session: () => ({prompts, answers: ['5', '1']}),
      tolerances: tolerance === '' ? [] : [parseTolerance(tolerance)],
    });
    return 'needed' in compared ? null : compared.difference;
  };
  const headlineOf = (actual: string, tolerance: string): string =>
    differenceOf(actual, ['\n> ', 'Enter 1 value:', 'Choose:'], tolerance)?.summary ?? 'right';
  for (const tolerance of TOLERANCES)
    test(`are those of a tutor ${tolerance === '' ? 'byte for byte' : `under ${tolerance}`}`, () => {
      for (const [change, headline, ...covered] of ROWS) {
        const actual = change(GOLDEN);
        const expected = covered.includes(tolerance) ? 'right' : headline;
        assert.is(headlineOf(actual, tolerance), expected, JSON.stringify(actual));
      }
    });

  test('name the first line that is missing or too many', () => {
    for (const tolerance of TOLERANCES)
      for (const [actual, headline] of WAYS)
        assert.is(differenceOf(actual, ['\n> '], tolerance)?.summary, headline, JSON.stringify(actual));
  });

  test('are of one mistake if only what comes next differs', () => {
    for (const tolerance of TOLERANCES) {
      const names = MISTAKES.map((outputs) => {
        const own = outputs.map((actual) => differenceOf(actual, ['\n> '], tolerance));
        const [name, ...others] = own.map((one) => (one?.mistake ?? one?.summary)?.replace(/\d+/g, '#'));
        for (const other of others) assert.is(other, name, JSON.stringify(outputs));
        return name;
      });
      assert.is(new Set(names).size, MISTAKES.length, tolerance);
    }
  });

  test('stand beside the answer to the last prompt, even if a prompt that follows is tolerated', () => {
    const prompt = differenceOf(GOLDEN.replace('value', 'values'), ['\n> '], LETTERS)?.prompt;
    assert.is(prompt, null);
    const later = differenceOf(GOLDEN.replace('Keep', 'Keeps'), ['\n> '], LETTERS)?.prompt;
    assert.is(later?.number, 1);
    const shifted = GOLDEN.replace('> \nChoose', '\nChoose').replace('Score', 'Sum');
    assert.is(differenceOf(shifted, ['\n> '], LETTERS)?.prompt, null);
  });
});
