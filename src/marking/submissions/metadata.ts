/*
 * The names in the metadata of Gradescope. Much of that file is what programs printed, and the parser takes minutes for
 * some texts of 4 KiB, or ends the process: it gets the key `:submitters:` of each folder alone, and none that is nested.
 */
import {parse} from 'yaml';

/** Max bytes of the file. */
export const LARGEST_METADATA = 64 * 1024 ** 2;

/** Max characters of what it says of the people of one folder. */
const LARGEST_BLOCK = 4096;

/** Signs that begin something nested, and how many of them names may have. */
const NESTING = /[[{?]/g;
const MOST_NESTING = 8;

/** Reads the names of the people behind each folder. A folder whose names cannot be read is missing. */
export function submittersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [folder, block] of submitterBlocks(text)) {
    if ((block.match(NESTING)?.length ?? 0) > MOST_NESTING) continue;
    try {
      const people: unknown = parse(block, {logLevel: 'silent', maxAliasCount: 0});
      const names = Array.isArray(people) ? people.map((one) => one?.[':name']) : [];
      const named = names.filter((name) => typeof name === 'string' && name !== '');
      if (named.length > 0) found.set(folder, named.join(', '));
    } catch {
      // The folder keeps its own name.
    }
  }
  return found;
}

/** The lines below `  :submitters:` of each folder. Whatever a program printed is indented deeper than that key. */
function submitterBlocks(text: string): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>();
  let [folder, isInBlock] = ['', false];
  for (const line of text.split('\n')) {
    const named = /^(submission_\d{1,30}):\s?$/.exec(line)?.[1];
    if (named !== undefined) folder = named;
    const block = blocks.get(folder) ?? '';
    const isBelow = line.startsWith('   ') || line.startsWith('  - ');
    const isKey = folder !== '' && !blocks.has(folder) && /^ {2}:submitters:\s?$/.test(line);
    isInBlock = isInBlock ? isBelow : isKey;
    if (isKey) blocks.set(folder, '');
    else if (isInBlock && block.length + line.length < LARGEST_BLOCK) blocks.set(folder, `${block}${line}\n`);
  }
  return blocks;
}
