/* Lines of text from a stream of bytes. */

/** What is longer is cut, and then refused: no answer is as long, and no input can fill the memory. */
export const LONGEST_LINE = 1000;

/**
 * The lines of some UTF-8, each without its end (`\n`, `\r\n`), as soon as it has come. Bytes that are no UTF-8 become
 * U+FFFD.
 *
 * @param isTyped whether the last line counts only with its end: on a terminal Ctrl-D cuts off what was being typed
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, isTyped = false): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  for await (const chunk of chunks) {
    const [first = '', ...more] = decoder.decode(chunk, {stream: true}).split('\n');
    line = cut(line + first);
    for (const next of more) {
      yield withoutReturn(line);
      line = cut(next);
    }
  }
  line = cut(line + decoder.decode());
  if (line !== '' && !isTyped) yield withoutReturn(line);
}

function cut(line: string): string {
  // With a character that no answer has: what is left must not be taken for one.
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
