/* The output that commands with numbers share. */
import type {Flag} from '../../command-line/flags.js';

export const JSON_FLAG: Flag = {
  name: 'json',
  help: 'print JSON for scripts, with numbers that are not rounded',
};

/** Formats rows as lines, in columns of one width; aligns the last `numbers` columns to the right. */
export function tableLines(rows: readonly (readonly string[])[], numbers: number, gap = '  '): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({length: columns}, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at < columns - numbers ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join(gap)
      .trimEnd(),
  );
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
