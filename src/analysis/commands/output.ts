/* How `advise`, `review` and `odds` print. */

/** Rows as lines, in columns of one width; the last `numbers` columns to the right. */
export function tableLines(rows: readonly (readonly string[])[], numbers: number): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({length: columns}, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at < columns - numbers ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** `43.20 %`. */
export function inPercent(chance: number): string {
  return `${(100 * chance).toFixed(2)} %`;
}
