import * as assert from 'uvu/assert';
import {parseMarks} from '../../../src/marking/reports/json.js';
import {joinMarks, type ReportPart} from '../../../src/marking/run/joining.js';
import type {CaseMarks, Report} from '../../../src/marking/run/marks.js';
import {VERDICTS} from '../../../src/marking/run/verdicts.js';
import {ACCEPTED, CRASH, listed, marksOf, messageOf, NO_CHOICE, write} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

suite('marks read from JSON', (test) => {
  const text = write('json', marksOf({x: [NO_CHOICE]}));
  const broken: readonly (readonly [search: string, replacement: string, message: string])[] = [
    ['{', '', 'no report that `--report json:PATH` wrote: it is not JSON: '],
    [text, '3', 'no report that `--report json:PATH` wrote'],
    [text, '{}', 'no report that `--report json:PATH` wrote'],
    ['"version": 1', '"version": 2', 'version: is 2, but this fivedice reads version 1 only'],
    ['"version": 1', '"version": "1"', 'version: is "1", but this fivedice reads version 1 only'],
    ['"shard": null', '"shard": "0/8"', 'shard: must be a part, such as "2/8", but is "0/8"'],
    ['"shard": null', '"shard": "1/999999999"', 'shard: must be a part, such as "2/8", but is "1/999999999"'],
    [
      '"wrong-output",\n          "reason": null,\n          "exitStatus": null,\n          "lastWords": null,\n          "points": "0.0"',
      '"pass",\n          "reason": null,\n          "exitStatus": null,\n          "lastWords": null,\n          "points": "0.11"',
      'submissions.0.cases.0.points: must be at most its maxPoints, 0.1, but is "0.11"',
    ],
    [
      '          "points": "0.0"',
      '          "points": "0.1"',
      'submissions.0.cases.0.points: must be 0, since the verdict is wrong-output, but is "0.1"',
    ],
    ['"sandbox": true', '"sandbox": 1', 'sandbox: must be true or false, but is 1'],
    ['"shard": null,', '', 'shard: missing'],
    [
      '"wrong-output"',
      '"wrong"',
      `submissions.0.cases.0.verdict: must be one of ${VERDICTS.join(', ')}, but is "wrong"`,
    ],
    ['"0.0"', '0', 'submissions.0.points: must be a string, but is 0'],
    [
      '"0.0"',
      '"1e3"',
      'submissions.0.points: must be a decimal number as a string, such as "0.1", but is "1e3"',
    ],
    [
      '"number": 2',
      '"number": 0',
      'submissions.0.cases.0.number: must be a whole number of at least 1, but is 0',
    ],
    [
      '"number": 2',
      '"number": 1.5',
      'submissions.0.cases.0.number: must be a whole number of at least 1, but is 1.5',
    ],
    [
      '"seconds": 0.012',
      '"seconds": 1e999',
      'submissions.0.cases.0.seconds: must be a number of at least 0, but is Infinity',
    ],
    [
      '"expectedByte": 10',
      '"expectedByte": 256',
      'submissions.0.cases.0.difference.expectedByte: must be a whole number from 0 to 255, but is 256',
    ],
    [
      '"kind": "same"',
      '"kind": "sama"',
      'submissions.0.cases.0.difference.diff.1.kind: must be one of same, expected, actual, omitted, but is "sama"',
    ],
    ['"withheld"', '"hidden"', 'submissions.0.cases.0.withheld: missing'],
    ['"cases": [', '"cases": {}, "more": [', 'submissions.0.cases: must be a list, but is Object'],
  ];
  for (const [search, replacement, message] of broken) {
    test(message, () => {
      const wrong = text.replace(search, replacement);
      assert.is.not(wrong, text);
      assert.is(messageOf(() => parseMarks(wrong)).slice(0, message.length), message);
    });
  }

  test('a key from a later version of fivedice is ignored', () => {
    const later = text.replace('"sandbox"', '"weather": "fine", "sandbox"');
    assert.equal(parseMarks(later), marksOf({x: [NO_CHOICE]}));
  });
});

const joined = (parts: readonly ReportPart[]): Report => listed(joinMarks(parts));

suite('merge', (test) => {
  const part = (name: string, shard: string | null, submissions: Record<string, readonly CaseMarks[]>) => ({
    name,
    marks: {...marksOf(submissions), shard},
  });

  test('shards of cases become the whole, in order, with the points added exactly', () => {
    const cases = Array.from(
      {length: 80},
      (_, index): CaseMarks => ({...ACCEPTED, case: `c/${index}`, number: index + 1}),
    );
    const shard = (index: number) =>
      part(`${index}.json`, `${index}/3`, {
        z: cases.filter(({number}) => number % 3 === index % 3),
        a: [cases[index] ?? ACCEPTED],
      });
    const merged = joined([shard(3), shard(1), shard(2)]);
    assert.equal(merged, {...marksOf({z: cases, a: cases.slice(1, 4)})});
    assert.is(merged.submissions[0]?.points, '8.0');
  });

  test('shards of submissions are sorted by name, by code unit', () => {
    const merged = joined([
      part('2', '2/2', {b: [ACCEPTED], Z: [CRASH]}),
      part('1', '1/2', {a: [ACCEPTED], ä: [ACCEPTED]}),
    ]);
    assert.equal(
      merged.submissions.map(({target}) => target),
      ['Z', 'a', 'b', 'ä'],
    );
    assert.is(merged.shard, null);
  });

  test('whole runs are joined in the order given', () => {
    const merged = joined([part('1', null, {b: [ACCEPTED]}), part('2', null, {a: [CRASH]})]);
    assert.equal(merged, marksOf({b: [ACCEPTED], a: [CRASH]}));
  });

  test('how limits were counted is known only if it was the same everywhere', () => {
    const [one, other] = [part('1', '1/2', {a: [ACCEPTED]}), part('2', '2/2', {b: [CRASH]})];
    assert.is(joined([one, other]).containment, 'namespaces');
    const counted = {...other, marks: {...other.marks, containment: 'process-groups' as const}};
    assert.is(joined([one, counted]).containment, null);
  });

  const refused: readonly (readonly [message: string, parts: readonly ReportPart[]])[] = [
    ['nothing to merge: no report was given', []],
    [
      'a.json was made with the sandbox on, b.json with it off',
      [part('a.json', '1/2', {}), {name: 'b.json', marks: {...marksOf({}), sandbox: false, shard: '2/2'}}],
    ],
    [
      'b.json was made with the sandbox on, a.json with it off',
      [{name: 'a.json', marks: {...marksOf({}), sandbox: false}}, part('b.json', null, {})],
    ],
    ['a.json is one of 2 shards, b.json is one of 3', [part('a.json', '1/2', {}), part('b.json', '2/3', {})]],
    ['1 of 3 shards are missing: --array=2', [part('a.json', '1/3', {}), part('b.json', '3/3', {})]],
    ['a.json: there is no shard 4/3', [part('a.json', '4/3', {})]],
    [
      'shard 1/2 was given twice: a.json and c.json',
      [part('a.json', '1/2', {}), part('b.json', '2/2', {}), part('c.json', '1/2', {})],
    ],
    [
      'x is in b.json, which is not a shard, and again in a.json',
      [part('a.json', '1/1', {x: [ACCEPTED]}), part('b.json', null, {x: [CRASH]})],
    ],
    [
      'x is in a.json, which is not a shard, and again in b.json',
      [part('a.json', null, {x: [ACCEPTED]}), part('b.json', null, {x: [CRASH]})],
    ],
    [
      'x: case stage-1/01-accepted was given twice (a.json and b.json)',
      [part('a.json', '1/2', {x: [ACCEPTED]}), part('b.json', '2/2', {x: [CRASH, ACCEPTED]})],
    ],
    [
      'x: cases stage-1/01-accepted and other both have number 1: the fixtures were not the same (a.json and b.json)',
      [part('a.json', '1/2', {x: [ACCEPTED]}), part('b.json', '2/2', {x: [{...ACCEPTED, case: 'other'}]})],
    ],
  ];
  for (const [message, parts] of refused) {
    test(message, () => {
      assert.is(
        messageOf(() => joined(parts)),
        message,
      );
    });
  }
});
