/* The JSON report: the marks as they are. Reading one back checks it, since anyone could have written it. */
import * as v from 'valibot';
import {MARKS_VERSION, type Marks, REPORT, type Report} from '../run/marks.js';

/** The text is what `JSON.stringify` writes, but only one submission is in memory at a time. */
export function* writeJson({submissions, ...facts}: Marks): Iterable<string> {
  const empty = JSON.stringify({...facts, submissions: []}, null, 2);
  yield empty.slice(0, -END.length);
  let before = '\n    ';
  for (const one of submissions) {
    yield before + JSON.stringify(one, null, 2).replaceAll('\n', '\n    ');
    before = ',\n    ';
  }
  yield `${submissions.length > 0 ? '\n  ' : ''}${END}\n`;
}

/** The end of a report without submissions. */
const END = ']\n}';

const NO_REPORT = 'no report that `--report json:PATH` wrote';

/**
 * Drops unknown keys. A report is read whole: 2,000 submissions of 80 cases, which all failed, are some 800 MB of text,
 * and too much; a journal is not.
 *
 * @throws Error that says which key is wrong and what would be valid
 */
export function parseMarks(text: string): Report {
  const value = parseJson(text);
  const report = v.safeParse(v.object({version: v.unknown(), submissions: v.unknown()}), value);
  if (!report.success) throw new Error(NO_REPORT);
  const {version} = report.output;
  if (version !== MARKS_VERSION) {
    throw new Error(
      `version: is ${JSON.stringify(version)}, but this fivedice reads version ${MARKS_VERSION} only`,
    );
  }
  const result = v.safeParse(REPORT, value, {abortEarly: true});
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
