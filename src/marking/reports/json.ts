/* The JSON report: the marks as they are. What is read back was written by someone else, so it is checked. */
import * as v from 'valibot';
import {MARKS_VERSION, type Marks, VERDICTS, VISIBILITIES} from '../marks/marks.js';
import {DECIMAL} from '../marks/points.js';

export function writeJson(marks: Marks): string {
  return `${JSON.stringify(marks, null, 2)}\n`;
}

/** @throws Error that says which key is wrong and what would be right; keys that it does not know are left out */
export function parseMarks(text: string): Marks {
  const value = parseJson(text);
  const version = v.safeParse(v.object({version: v.unknown()}), value);
  if (version.success && version.output.version !== MARKS_VERSION) {
    throw new Error(
      `version: is ${JSON.stringify(version.output.version)}, but this fivedice reads version ${MARKS_VERSION} only`,
    );
  }
  const result = v.safeParse(MARKS, value, {abortEarly: true});
  if (result.success) return result.output;
  const [issue] = result.issues;
  const key = v.getDotPath(issue) ?? 'the whole';
  throw new Error(
    issue.input === undefined
      ? `${key}: missing`
      : `${key}: must be ${issue.message}, but is ${issue.received}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

// Each message says what would be right, and `parseMarks` puts the rest around it.
const text = v.string('a text');
const flag = v.boolean('true or false');
const decimal = v.pipe(text, v.regex(DECIMAL, 'a decimal number as a text, such as "0.1"'));
const wholeFrom = (lowest: number) => {
  const message = `a whole number from ${lowest}`;
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(lowest, message));
};
const byte = v.pipe(wholeFrom(0), v.maxValue(255, 'a whole number from 0 to 255'));
const listOf = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item, 'a list'), v.readonly());
const recordOf = <T extends v.ObjectEntries>(entries: T) => v.object(entries, 'an object');
const oneOf = <const T extends readonly string[]>(names: T) =>
  v.picklist(names, `one of ${names.join(', ')}`);

const DIFFERENCE = recordOf({
  summary: text,
  offset: wholeFrom(0),
  line: wholeFrom(1),
  column: wholeFrom(1),
  expectedByte: v.nullable(byte),
  actualByte: v.nullable(byte),
  prompt: v.nullable(recordOf({number: wholeFrom(1), text, input: v.nullable(text)})),
  diff: listOf(recordOf({kind: oneOf(['same', 'expected', 'actual', 'omitted']), text})),
});

const CASE = recordOf({
  case: text,
  number: wholeFrom(1),
  suite: text,
  title: text,
  visibility: oneOf(VISIBILITIES),
  verdict: oneOf(VERDICTS),
  reason: v.nullable(text),
  points: decimal,
  maxPoints: decimal,
  tolerance: v.nullable(text),
  wouldPassWith: v.nullable(text),
  leftProcesses: flag,
  retried: flag,
  seconds: v.pipe(v.number('a number from 0'), v.finite('a number from 0'), v.minValue(0, 'a number from 0')),
  difference: v.nullable(DIFFERENCE),
  input: v.nullable(text),
  stderr: v.nullable(text),
  reproduce: v.nullable(text),
});

const MARKS = recordOf({
  version: v.literal(MARKS_VERSION, `${MARKS_VERSION}`),
  sandbox: flag,
  shard: v.nullable(v.pipe(text, v.regex(/^[1-9]\d*\/[1-9]\d*$/, 'a part of the whole, such as "2/8"'))),
  submissions: listOf(recordOf({target: text, points: decimal, maxPoints: decimal, cases: listOf(CASE)})),
});

// The schema and the type say the same, or this does not compile.
type Same<A, B> = [A, B] extends [B, A] ? true : never;
true satisfies Same<v.InferOutput<typeof MARKS>, Marks>;
