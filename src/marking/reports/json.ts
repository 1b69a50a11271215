/* The JSON report: the marks as they are. Reading one back checks it, since anyone could have written it. */
import * as v from 'valibot';
import {MARKS_VERSION, type Marks, VERDICTS, VISIBILITIES} from '../marks/marks.js';
import {DECIMAL} from '../marks/points.js';

export function writeJson(marks: Marks): string {
  return `${JSON.stringify(marks, null, 2)}\n`;
}

/** Drops unknown keys. @throws Error that says which key is wrong and what would be valid */
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
  const key = v.getDotPath(issue) ?? 'the whole file';
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

// Each message says what would be valid; `parseMarks` adds the rest.
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
  // Reports from before there was this key.
  withheld: v.optional(flag, false),
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
  input: v.nullable(text),
  stderr: v.nullable(text),
  reproduce: v.nullable(text),
});

const MARKS = recordOf({
  version: v.literal(MARKS_VERSION, `${MARKS_VERSION}`),
  sandbox: flag,
  shard: v.nullable(v.pipe(text, v.regex(/^[1-9]\d*\/[1-9]\d*$/, 'a part, such as "2/8"'))),
  submissions: listOf(recordOf({target: text, points: decimal, maxPoints: decimal, cases: listOf(CASE)})),
});

// If the schema and the type disagree, this does not compile.
type Same<A, B> = [A, B] extends [B, A] ? true : never;
true satisfies Same<v.InferOutput<typeof MARKS>, Marks>;
