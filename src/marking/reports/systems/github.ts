/*
 * A step of GitHub Actions: the human report in the log, and annotations for the first failures.
 *
 * GitHub's runner obeys commands in whatever a step prints: `::name::` after any white space, and the older `##[name]`
 * anywhere in a line. So the report is printed with commands switched off, until a token that nobody can guess. An annotation
 * is itself a command: no character in it can end it or begin another.
 */
import type {Marks} from '../../results/marks.js';
import {clipped, oneLine} from '../../results/visible.js';
import {drawnText} from '../draw.js';
import {type Audience, explain, isOfSubmission, type ReportOptions} from '../explain.js';
import {writeHuman} from '../human.js';

/** Max annotations that the runner accepts from a step. */
const MOST_ANNOTATIONS = 10;

/** Max characters of a message. The runner cuts after 4096, and counts some characters as two. */
const LONGEST_MESSAGE = 2048;

export function* writeGithub(marks: Marks, options: ReportOptions): Iterable<string> {
  yield `::stop-commands::${options.token}\n`;
  // The log viewer shows `##[error]` as an error and folds at `##[group]`, even where no command is obeyed.
  for (const line of writeHuman(marks, options)) yield line.replaceAll('##[', '##\\[');
  yield `::${options.token}::\n`;
  yield* annotationsOf(marks, options.audience);
}

function annotationsOf({submissions}: Marks, audience: Audience): string[] {
  const first: string[] = [];
  let failures = 0;
  for (const {target, cases} of submissions) {
    const failed = cases.filter(({verdict}) => verdict !== 'pass' && verdict !== 'skipped');
    for (const one of failed.some(isOfSubmission) ? failed.slice(0, 1) : failed) {
      failures += 1;
      if (failures > MOST_ANNOTATIONS) continue;
      const title = isOfSubmission(one) ? target : `${target}: ${one.case}`;
      first.push(annotation(title, drawnText(explain(one, audience))));
    }
  }
  if (failures === first.length) return first;
  const more = `${failures - MOST_ANNOTATIONS + 1} more failures: see the log of this step`;
  return [...first.slice(0, -1), annotation('More failures', more)];
}

function annotation(title: string, message: string): string {
  const name = escaped(clipped(oneLine(title), 200)).replaceAll(/[:,]/g, encodeURIComponent);
  return `::error title=${name}::${escaped(clipped(message, LONGEST_MESSAGE))}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
