export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Fails unless both are the same bytes; the message shows the first line that differs, escaped. */
export function sameBytes(actual: string | Uint8Array, expected: string | Uint8Array, label: string): void {
  const [expectedLines = [], actualLines = []] = [expected, actual].map((side) =>
    (typeof side === 'string' ? side : latin1(side)).split('\n'),
  );
  const count = Math.max(expectedLines.length, actualLines.length);
  for (let at = 0; at < count; at += 1) {
    if (expectedLines[at] === actualLines[at]) continue;
    const [is, was] = [expectedLines, actualLines].map((lines) => JSON.stringify(lines[at]) ?? 'no line');
    throw new Error(`${label}: line ${at + 1}\n  expected ${is}\n  actual   ${was}`);
  }
}
