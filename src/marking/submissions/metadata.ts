/* The names in the metadata of Gradescope. */
import {parse} from 'yaml';

/** In bytes: of the file, in which all that programs printed is quoted, and of what it says of one folder's people. */
export const LARGEST_METADATA = 64 * 1024 ** 2;
const LARGEST_BLOCK = 4096;

/**
 * Reads Gradescope's metadata: the people behind each folder. A folder whose people cannot be read is missing.
 *
 * Only the key `:submitters:` of each folder goes through the parser, whose time grows with the square of a text.
 */
export function submittersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [folder, block] of submitterBlocks(text)) {
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

/** The lines below `  :submitters:` of each folder. Whatever a program printed is indented deeper. */
function submitterBlocks(text: string): Map<string, string> {
  const blocks = new Map<string, string>();
  let [folder, isInBlock] = ['', false];
  for (const line of text.split('\n')) {
    const named = /^(submission_\d{1,30}):\s?$/.exec(line)?.[1];
    if (named !== undefined) folder = named;
    const block = blocks.get(folder);
    const isBelow = line.startsWith('   ') || line.startsWith('  - ');
    isInBlock = isInBlock
      ? isBelow
      : block === undefined && folder !== '' && /^ {2}:submitters:\s?$/.test(line);
    if (isInBlock && (block ?? '').length + line.length < LARGEST_BLOCK)
      blocks.set(folder, isBelow ? `${block ?? ''}${line}\n` : '');
  }
  return blocks;
}
