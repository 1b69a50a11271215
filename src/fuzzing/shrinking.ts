/*
 * Makes a text smaller as long as it still shows a difference: removes lines, then bytes within lines, and then makes what
 * is left plainer. It looks only at the text, not at how it was made.
 */
import {linesOf} from '../marking/results/visible.js';

/** Plainest first. Valid values come before those out of range. */
const DIGITS = '1234560789';

/** Max length of a list from which every run is removed; longer ones lose only halves, quarters, eighths and so on. */
const SHORT = 16;

/** Limits on the parts and places of a long line that are tried: it may have 100,000 bytes. */
const MOST_PARTS = 64;

/**
 * Calls `accepts` with simpler texts, each made from the last one accepted: with fewer bytes, or as many and plainer ones.
 * Ends when it accepts none.
 */
export async function shrink(text: string, accepts: (simpler: string) => Promise<boolean>): Promise<void> {
  let lines = linesOf(text);
  const tried = new Set([text]);
  const attempt = async (simpler: readonly string[]): Promise<boolean> => {
    const candidate = simpler.join('');
    if (tried.has(candidate)) return false;
    tried.add(candidate);
    if (!(await accepts(candidate))) return false;
    lines = linesOf(candidate);
    return true;
  };
  for (let before = ''; before !== lines.join(''); ) {
    before = lines.join('');
    await removeRuns(lines, attempt);
    for (let at = lines.length - 1; at >= 0; at -= 1) {
      const [, line = '', end = ''] = /^(.*?)(\n?)$/s.exec(lines[at] ?? '') ?? [];
      const attemptLine = (simpler: readonly string[]): Promise<boolean> =>
        attempt(lines.with(at, simpler.join('') + end));
      await makePlainer(await removeRuns([...line], attemptLine), attemptLine);
    }
  }
}

type Attempt = (simpler: readonly string[]) => Promise<boolean>;

/** Removes runs of items, the longest first, and returns what is left. */
async function removeRuns(items: readonly string[], attempt: Attempt): Promise<readonly string[]> {
  let left = items;
  const isShort = items.length <= SHORT;
  for (let length = items.length; length > 0 && length * MOST_PARTS >= left.length; ) {
    for (let at = left.length - length; at >= 0; at -= isShort ? 1 : length) {
      const shorter = left.toSpliced(at, length);
      if (await attempt(shorter)) left = shorter;
    }
    length = isShort ? length - 1 : Math.floor(length / 2);
  }
  return left;
}

/** Replaces characters by plainer ones: all that are alike, then one by one. */
async function makePlainer(characters: readonly string[], attempt: Attempt): Promise<void> {
  let left = characters;
  const replace = async (character: string, isPlace: (at: number) => boolean): Promise<void> => {
    for (const plainer of plainerThan(character)) {
      const simpler = left.map((one, at) => (one === character && isPlace(at) ? plainer : one));
      if (await attempt(simpler)) left = simpler;
    }
  };
  for (const character of new Set(characters)) await replace(character, () => true);
  for (const [place, character] of left.slice(0, MOST_PARTS).entries())
    await replace(character, (at) => at === place);
}

function plainerThan(character: string): readonly string[] {
  if (/\d/.test(character)) return [...DIGITS.slice(0, DIGITS.indexOf(character))];
  if (/\s/.test(character)) return character === ' ' ? [] : [' '];
  return character === 'x' ? [] : ['x'];
}
