/* The JSON report: the marks as they are. Reading one back checks it, since anyone could have written it. */
import * as v from 'valibot';
import {MARKS_VERSION, type Marks} from '../marks/marks.js';
import {MARKS} from '../marks/schema.js';

/** The text is what `JSON.stringify` writes, but it is never in memory as a whole. */
export function writeJson({submissions, ...facts}: Marks): Iterable<string> {
  return withList({...facts, submissions}, 0, submissions, ({cases, ...submission}) =>
    withList({...submission, cases}, 2, cases, function* (one) {
      yield indented(JSON.stringify(one, null, 2), 4);
    }),
  );
}

/** An object whose last key is a list. */
function* withList<T>(
  record: Readonly<Record<string, unknown>>,
  depth: number,
  items: readonly T[],
  write: (item: T) => Iterable<string>,
): Iterable<string> {
  const last = Object.keys(record).at(-1) ?? '';
  const empty = indented(JSON.stringify({...record, [last]: []}, null, 2), depth);
  const end = empty.lastIndexOf(']');
  yield empty.slice(0, end);
  for (const [index, item] of items.entries()) {
    yield indented(index === 0 ? '\n' : ',\n', depth + 2);
    yield* write(item);
  }
  if (items.length > 0) yield indented('\n', depth + 1);
  yield empty.slice(end);
  if (depth === 0) yield '\n';
}

function indented(text: string, depth: number): string {
  return text.replaceAll('\n', `\n${'  '.repeat(depth)}`);
}

const NO_REPORT = 'no report that `--report json:PATH` wrote';

/** Drops unknown keys. @throws Error that says which key is wrong and what would be valid */
export function parseMarks(text: string): Marks {
  const value = parseJson(text);
  const report = v.safeParse(v.object({version: v.unknown(), submissions: v.unknown()}), value);
  if (!report.success) throw new Error(NO_REPORT);
  const {version} = report.output;
  if (version !== MARKS_VERSION) {
    throw new Error(
      `version: is ${JSON.stringify(version)}, but this fivedice reads version ${MARKS_VERSION} only`,
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
    const why = error instanceof Error ? error.message.replace(/\s+/g, ' ') : error;
    throw new Error(`${NO_REPORT}: it is not JSON: ${why}`);
  }
}
