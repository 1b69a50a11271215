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

/** What is printed instead of the golden, the headline, and the tolerances that cover it. */
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
  [
    (right) => right.replace('Choose', '\nChoose').replace(/\n$/, ''),
    'an extra empty line before "Choose:"',
    ...[LETTERS, SPACE, BLANK],
  ],
  [(right) => right.replace(/\n$/, ''), 'no empty line at the end', LETTERS, SPACE, BLANK],
  [instead('> \nChoose', '\nChoose'), '">·" is missing', LETTERS],
  [instead('Choose', 'CHOOSE'), '"CHOOSE:" instead of "Choose:"', CASE],
  [instead('points', 'points.'), '"Score: 18 points." instead of "Score: 18 points"', LETTERS],
  [instead('Score: ', 'Score:  '), '"Score:··18 points" instead of "Score: 18 points"', LETTERS, SPACE],
];

suite('headlines', (test) => {
  const headlineOf = (actual: string, tolerance: string): string => {
    const compared = compare({
      expected: Buffer.from(GOLDEN),
      actual: Buffer.from(actual),
      session: () => ({prompts: ['\n> ', 'Enter 1 value:', 'Choose:'], answers: null}),
      tolerances: tolerance === '' ? [] : [parseTolerance(tolerance)],
    });
    return 'needed' in compared ? 'right' : compared.difference.summary;
  };
  for (const tolerance of TOLERANCES)
    test(`are those of a tutor ${tolerance === '' ? 'byte for byte' : `under ${tolerance}`}`, () => {
      for (const [change, headline, ...covered] of ROWS) {
        const actual = change(GOLDEN);
        const expected = covered.includes(tolerance) ? 'right' : headline;
        assert.is(headlineOf(actual, tolerance), expected, JSON.stringify(actual));
      }
    });
});
