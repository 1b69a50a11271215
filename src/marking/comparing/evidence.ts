/*
 * How much of what programs printed the marks of a case keep. The details are its diff, what it printed before a crash, its
 * error output, what a compiler or a checker says; all else is short.
 */
import {counted} from '../results/grouping.js';
import type {CaseMarks, DiffLine} from '../results/marks.js';

/** Max characters of details kept of a case. */
const MOST_OF_A_CASE = 16 * 1024;

/** A reason that is no longer is always kept; of a longer one, the start of its first line. */
const SHORT_REASON = 256;

type Details = Pick<CaseMarks, 'reason' | 'difference' | 'stderr' | 'printed' | 'judgeMessage'>;

/** What one case may keep, whatever the others do. */
export function capped<T extends Details>(one: T): T {
  return withDetails(one, MOST_OF_A_CASE);
}

function withDetails<T extends Details>(one: T, most: number): T {
  if (sizeOf(one) <= most) return one;
  const {difference} = one;
  const reason = shortReason(one.reason, most);
  let left = most - lengthOf(reason);
  const diff = shortened(difference?.diff ?? [], left);
  left -= sizeOfDiff(diff);
  const ifItFits = (text: string | null): string | null => {
    if (lengthOf(text) > left) return `… ${lengthOf(text)} more characters, not kept`;
    left -= lengthOf(text);
    return text;
  };
  return {
    ...one,
    reason,
    difference: difference && {...difference, diff},
    printed: ifItFits(one.printed),
    judgeMessage: ifItFits(one.judgeMessage),
    stderr: ifItFits(one.stderr),
  };
}

/** Reports tell mistakes apart by the first line. */
function shortReason(reason: string | null, most: number): string | null {
  if (reason === null || reason.length <= Math.max(most, SHORT_REASON)) return reason;
  const [line = ''] = reason.split('\n', 1);
  const start = [...line].slice(0, SHORT_REASON).join('');
  return `${start}\n… ${reason.length - start.length} more characters, not kept`;
}

/** The first lines of each side that differ come first, and then the lines in their order. */
function shortened(diff: readonly DiffLine[], most: number): DiffLine[] {
  const isFirst = ({kind}: DiffLine, index: number): boolean =>
    (kind === 'expected' || kind === 'actual') && diff.findIndex((line) => line.kind === kind) === index;
  let left = most;
  const fits = (line: DiffLine): boolean => {
    left -= sizeOfDiff([line]);
    return left >= 0;
  };
  const kept = new Set(diff.filter(isFirst).filter(fits));
  for (const line of diff) if (!kept.has(line) && fits(line)) kept.add(line);
  return withOmissions(
    diff.map((line) => (kept.has(line) ? line : (line.lines ?? 1))),
    ', not kept',
  );
}

/**
 * The lines of a diff of which some are left out: a line says how many there were.
 *
 * @param lines lines, and in place of those that are left out, how many they are
 */
export function withOmissions(lines: Iterable<DiffLine | number>, why = ''): DiffLine[] {
  const shown: DiffLine[] = [];
  let omitted = 0;
  for (const line of [...lines, null]) {
    if (typeof line === 'number') {
      omitted += line;
      continue;
    }
    if (omitted > 0) shown.push({kind: 'omitted', text: counted(omitted, 'more line') + why, lines: omitted});
    omitted = 0;
    if (line !== null) shown.push(line);
  }
  return shown;
}

function sizeOf({difference, reason, stderr, printed, judgeMessage}: Details): number {
  const texts = [reason, stderr, printed, judgeMessage];
  return texts.reduce((sum, text) => sum + lengthOf(text), sizeOfDiff(difference?.diff ?? []));
}

function lengthOf(text: string | null): number {
  return text?.length ?? 0;
}

function sizeOfDiff(diff: readonly DiffLine[]): number {
  return diff.reduce((sum, {text, typed = ''}) => sum + text.length + typed.length, 0);
}
