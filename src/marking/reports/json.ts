/* The JSON report: the marks as they are. */
import type {Marks} from '../results/marks.js';

/** Writes what `JSON.stringify` would, with only one submission in memory at a time. */
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
