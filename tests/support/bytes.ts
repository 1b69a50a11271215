import * as assert from 'uvu/assert';

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Fails unless both are the same bytes; the message shows the first line that differs, escaped. */
export function sameBytes(actual: string | Uint8Array, expected: string | Uint8Array, label: string): void {
  const [actualText, expectedText] = [actual, expected].map((side) =>
    typeof side === 'string' ? side : latin1(side),
  );
  if (actualText === expectedText) return;
  const actualLines = (actualText ?? '').split('\n');
  const expectedLines = (expectedText ?? '').split('\n');
  const line = expectedLines.findIndex((text, index) => text !== actualLines[index]);
  const at = line === -1 ? expectedLines.length : line;
  assert.unreachable(
    `${label}: line ${at + 1} is ${JSON.stringify(actualLines[at])}, expected ${JSON.stringify(expectedLines[at])}`,
  );
}
