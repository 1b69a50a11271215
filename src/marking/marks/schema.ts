/* What marks must be like when they are read from a file, since anyone could have written it. */
import * as v from 'valibot';
import {CONTAINMENTS} from '../../running/containment.js';
import {EXACTNESSES, MARKS_VERSION, type Marks, VERDICTS, VISIBILITIES} from './marks.js';
import {DECIMAL, isAtMost} from './points.js';

// Each message says what would be valid; those who read add where.
const text = v.string('a string');
const flag = v.boolean('true or false');
const decimal = v.pipe(text, v.regex(DECIMAL, 'a decimal number as a string, such as "0.1"'));
const wholeFrom = (lowest: number) => {
  const message = `a whole number of at least ${lowest}`;
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(lowest, message));
};
const NOT_NEGATIVE = 'a number of at least 0';
const byte = v.pipe(wholeFrom(0), v.maxValue(255, 'a whole number from 0 to 255'));
const listOf = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item, 'a list'), v.readonly());
const recordOf = <T extends v.ObjectEntries>(entries: T) => v.object(entries, 'an object');
const oneOf = <const T extends readonly string[]>(names: T) =>
  v.picklist(names, `one of ${names.join(', ')}`);

const DIFFERENCE = recordOf({
  exactness: oneOf(EXACTNESSES),
  summary: text,
  offset: wholeFrom(0),
  line: wholeFrom(1),
  column: wholeFrom(1),
  expectedByte: v.nullable(byte),
  actualByte: v.nullable(byte),
  prompt: v.nullable(recordOf({number: wholeFrom(1), text, input: v.nullable(text)})),
  diff: listOf(
    recordOf({kind: oneOf(['same', 'expected', 'actual', 'omitted']), text, typed: v.exactOptional(text)}),
  ),
  file: v.nullable(text),
});

const GIVEN = recordOf({arguments: listOf(text), environment: listOf(text), files: listOf(text)});

export const CASE = recordOf({
  case: text,
  number: wholeFrom(1),
  suite: text,
  title: text,
  about: v.nullable(text),
  section: v.nullable(text),
  visibility: oneOf(VISIBILITIES),
  withheld: flag,
  verdict: oneOf(VERDICTS),
  reason: v.nullable(text),
  points: decimal,
  maxPoints: decimal,
  tolerance: v.nullable(text),
  wouldPassWith: v.nullable(text),
  leftProcesses: flag,
  retried: flag,
  seconds: v.pipe(v.number(NOT_NEGATIVE), v.finite(NOT_NEGATIVE), v.minValue(0, NOT_NEGATIVE)),
  difference: v.nullable(DIFFERENCE),
  given: v.nullable(GIVEN),
  input: v.nullable(text),
  stderr: v.nullable(text),
  printed: v.nullable(text),
  reproduce: v.nullable(text),
  reproduceAsStudent: v.nullable(text),
  judgeMessage: v.nullable(text),
});

/** A case whose points agree with the rest of it. */
const MARKED_CASE = v.pipe(
  CASE,
  v.rawCheck(({dataset, addIssue}) => {
    if (!dataset.typed) return;
    const {value} = dataset;
    const {points, maxPoints, verdict} = value;
    const [most, message] =
      verdict === 'pass' || verdict === 'partly-right'
        ? [maxPoints, `at most its maxPoints, ${maxPoints}`]
        : ['0', `0, since the verdict is ${verdict}`];
    if (isAtMost(points, most)) return;
    addIssue({
      message,
      input: points,
      path: [{type: 'object', origin: 'value', input: value, key: 'points', value: points}],
    });
  }),
);

export const MARKS = recordOf({
  version: v.literal(MARKS_VERSION, `${MARKS_VERSION}`),
  sandbox: flag,
  shard: v.nullable(v.pipe(text, v.regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/, 'a part, such as "2/8"'))),
  containment: v.nullable(oneOf(CONTAINMENTS)),
  complete: flag,
  run: v.nullable(recordOf({fixtures: text, targets: text, options: text})),
  folders: v.exactOptional(listOf(text)),
  surroundings: v.exactOptional(listOf(text)),
  submissions: listOf(
    recordOf({target: text, points: decimal, maxPoints: decimal, cases: listOf(MARKED_CASE)}),
  ),
});

// If the schema and the type disagree, this does not compile.
type Same<A, B> = [A, B] extends [B, A] ? true : never;
true satisfies Same<v.InferOutput<typeof MARKS>, Marks>;
