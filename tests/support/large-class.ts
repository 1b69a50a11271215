/*
 * A class of any size, with marks as a real run over the marking suite would give them. Students share mistakes; every tenth
 * has wrong numbers of their own.
 */
import {join} from 'node:path';
import {differenceOf} from '../../src/marking/comparing/difference.js';
import {sessionOf} from '../../src/marking/comparing/session.js';
import type {CaseMarks, Marks} from '../../src/marking/results/marks.js';
import {formatPoints} from '../../src/marking/results/points.js';
import {visible} from '../../src/marking/results/visible.js';
import type {FixtureCase} from '../../src/marking/suites/fixture-case.js';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {ACCEPTED, marksOf} from './marks.js';
import {dealer} from './random.js';
import {ROOT} from './readme.js';

const MISTAKES: readonly ((right: string) => string)[] = [
  (right) => right.replaceAll('\n\n', '\n'),
  (right) => right.replaceAll('\n', '\r\n'),
  (right) => right.replace(/\n$/, ''),
  (right) => right.replaceAll('Invalid', 'invalid'),
  (right) => right.replaceAll('.', ''),
  (right) => right.replaceAll(': ', ':'),
  (right) => right.replace(/\d+ points/g, (points) => `${Number.parseInt(points, 10) + 1} points`),
  (right) => right.replaceAll('Straight', 'straight'),
  (right) => right.split('\n').slice(0, -4).join('\n'),
  (right) => right.replace(/\n\[\d\].*/, ''),
  (right) => right.replaceAll('Out of Range', 'Incorrect Format'),
  (right) => right.replaceAll('\nYour', '\n Your'),
];

const COMPILER_MESSAGE =
  "assign1.c:42:5: error: expected ';' before 'return'\n   42 |     return 0;\n      |     ^~~~~~";

export function largeClass(count: number): Marks {
  const {number, oneOf} = dealer(13);
  const cases = loadFixtures(join(ROOT, 'fixtures/valuation/marking'));
  const known = new Map<string, CaseMarks>();
  const marked = (one: FixtureCase, actual: string): CaseMarks => {
    const key = `${one.name}\n${actual}`;
    const marks = known.get(key) ?? judged(one, actual);
    known.set(key, marks);
    return marks;
  };
  const submissions = Array.from({length: count}, (_, index): [string, CaseMarks[]] => {
    const target = `z${5_000_000 + 7 * index}.c`;
    const own = Array.from({length: oneOf([0, 0, 0, 1, 1, 2])}, () => number(0, MISTAKES.length - 1));
    const offset = number(1, 10) === 1 ? 1000 + index : 0;
    const doesNotCompile = number(1, 50) === 1;
    const all = cases.map((one): CaseMarks => {
      if (doesNotCompile) return {...basis(one), verdict: 'did-not-compile', reason: COMPILER_MESSAGE};
      if (number(1, 200) === 1) return {...basis(one), verdict: 'crashed', reason: 'SIGSEGV'};
      const right = one.expected.toString('latin1');
      const wrong = own.map((some) => MISTAKES[some]?.(right)).find((text) => text !== right);
      return marked(one, wrong ?? (offset > 0 ? right.replace(/\d+ points/, `${offset} points`) : right));
    });
    return [target, all.map((one) => withCommand(one, target))];
  });
  const marks = marksOf(Object.fromEntries(submissions));
  return {...marks, run: {...marks.run, title: 'Simplified Yahtzee'}};
}

function judged(one: FixtureCase, actual: string): CaseMarks {
  const outputs = {expected: one.expected, actual: Buffer.from(actual, 'latin1')};
  if (outputs.expected.equals(outputs.actual))
    return {...basis(one), verdict: 'pass', points: formatPoints(one.points)};
  return {
    ...basis(one),
    verdict: 'wrong-output',
    difference: differenceOf({...outputs, session: () => sessionOf(one), tolerances: []}),
    input: visible(one.input.toString('latin1')),
  };
}

function basis({name, number, suite, title, points}: FixtureCase): CaseMarks {
  const maxPoints = formatPoints(points);
  return {...ACCEPTED, case: name, number, suite, title, points: maxPoints.replace(/\d/g, '0'), maxPoints};
}

function withCommand(one: CaseMarks, target: string): CaseMarks {
  if (one.verdict === 'pass') return one;
  const program = `gcc -Wall -Werror -o "$program" ./class/${target} -lm`;
  const files = `fixtures/valuation/marking/${one.case}`;
  const reproduce = `program=$(mktemp -d)/program && ${program} && "$program" < ${files}.in | diff --text ${files}.out -`;
  return {...one, reproduce};
}
