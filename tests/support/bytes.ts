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
    const [wanted, found] = [expectedLines[at], actualLines[at]];
    if (wanted === found) continue;
    const [line, other] = [wanted, found].map((text) => JSON.stringify(text) ?? 'no such line');
    throw new Error(`${label}: line ${at + 1}\n  expected ${line}\n  actual   ${other}`);
  }
}
