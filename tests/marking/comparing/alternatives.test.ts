import * as assert from 'uvu/assert';
import {compareWithAnswers} from '../../../src/marking/comparing/alternatives.js';
import {parseTolerance} from '../../../src/marking/comparing/tolerances.js';
import {suite} from '../../support/suite.js';

const GOLDEN = 'Choose:\n> Name? Full stop.\nBye\n';
const OTHER = 'Choose:\n> Name? \nFull stop.\nSo long\n';
const THIRD = GOLDEN.replace('Bye', 'Adieu');
const ALTERNATIVES = [
  ['Choose:', 'Chose:', 'CHOOSE!'],
  ['Name? ', 'Your name? '],
  ['Bye', 'Farewell'],
];

suite('right answers besides the golden', (test) => {
  const found = (actual: string, ...tolerances: string[]): string => {
    const answers = {
      otherAnswers: [OTHER, THIRD].map((text) => ({content: Buffer.from(text)})),
      alternatives: ALTERNATIVES,
    };
    const session = {prompts: ['\n> ', 'Name? '], answers: null};
    const compared = compareWithAnswers(answers, {
      expected: Buffer.from(GOLDEN),
      actual: Buffer.from(actual),
      session: () => session,
      tolerances: tolerances.map(parseTolerance),
    });
    return 'needed' in compared ? 'right' : `${compared.difference.summary}; ${compared.wouldPassWith}`;
  };

  const stop = '"Full stop" instead of "Full stop."';
  // biome-ignore format: a table
  const rows: readonly (readonly [fact: string, actual: string, found: string, ...tolerances: string[]])[] = [
    ['the golden', GOLDEN, 'right'],
    ['the other answer', OTHER, 'right'],
    ['another line', GOLDEN.replace('Choose', 'Chose'), 'right'],
    ['a line that differs only in other characters', GOLDEN.replace('Choose:', 'CHOOSE!'), 'right'],
    ['another line of the other answer', OTHER.replace('Choose', 'Chose'), 'right'],
    ['another prompt', GOLDEN.replace('N', 'Your n'), 'right'],
    ['a mistake in the other answer', OTHER.replace('.', ''), `${stop}; only A-Za-z0-9`],
    ['a mistake behind another line', GOLDEN.replace('Choose', 'Chose').replace('.', ''), `${stop}; only A-Za-z0-9`],
    ['a mistake in another line', GOLDEN.replace('Choose:', 'Chose: '), '"Chose:·" instead of "Chose:"; trailing-space'],
    ['the same, tolerated', GOLDEN.replace('Choose:', 'Chose: '), 'right', 'trailing-space'],
    ['another line twice', `Chose:\n${GOLDEN.replace('Choose', 'Chose')}`, '"Chose:" is unexpected before ">·"; null'],
    ['another line unended', GOLDEN.replace('Bye\n', 'Farewell'), 'no newline at the end; final-newline'],
    ['what is as far from the golden as from another answer', GOLDEN.replace('Bye', 'x'), '"x" instead of "Bye"; null'],
    ['parts of both answers', GOLDEN.replace('Bye', 'So long'), 'no empty line before "Full stop."; space'],
  ];
  for (const [fact, actual, expected, ...tolerances] of rows)
    test(fact, () => assert.is(found(actual, ...tolerances), expected));
});
