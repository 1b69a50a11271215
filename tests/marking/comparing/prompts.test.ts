/* Which prompt is named when a program goes wrong after it, at every prompt of the marking suite. */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {differenceOf} from '../../../src/marking/comparing/difference.js';
import {visible} from '../../../src/marking/results/visible.js';
import {loadFixtures} from '../../../src/marking/suites/fixtures.js';
import {FIXTURES} from '../../support/goldens.js';
import {suite} from '../../support/suite.js';

/** Every line of the strict session that asks, and how many prompts of the suite that it asks are answered. */
const QUESTIONS: readonly (readonly [line: RegExp, prompts: number])[] = [
  [/Please enter dice values:/, 104],
  [/Please choose:/, 97],
  [/Please enter dice to reroll \(1 - 5\):/, 26],
  [/Please enter \d values?:/, 22],
  [/Your score options are:/, 55],
];

suite('the prompt that is named', (test) => {
  const answered = loadFixtures(join(FIXTURES, 'marking')).flatMap(({name, input, expected}) => {
    const text = expected.toString('latin1');
    return [...text.matchAll(/\n> (?!$)/g)].map(({index}, before) => ({
      label: `${name}, prompt ${before + 1}`,
      number: before + 1,
      question:
        text
          .slice(0, index)
          .match(new RegExp(QUESTIONS.map(([{source}]) => source).join('|'), 'g'))
          ?.at(-1) ?? '',
      answer: input.toString('latin1').split('\n')[before] ?? '',
      input: input.toString('latin1'),
      expected: text,
      actual: text.slice(0, index + 3),
    }));
  });

  for (const [line, prompts] of QUESTIONS) {
    test(`is the one that was answered: ${line.source}`, () => {
      const asked = answered.filter(({question}) => line.test(question));
      assert.is(asked.length, prompts);
      for (const {label, number, question, answer, ...outputs} of asked) {
        const {prompt} = differenceOf({...outputs, prompt: '\n> ', tolerances: []});
        assert.is(prompt?.number, number, label);
        assert.is(prompt?.text, visible(question), label);
        assert.is(prompt?.input?.replace(/⏎$/, '') ?? '', visible(answer), label);
      }
    });
  }
});
