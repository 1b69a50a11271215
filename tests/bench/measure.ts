import {readFileSync} from 'node:fs';
import {cpus} from 'node:os';

/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** The seconds that `work` takes. */
export function seconds(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

/** The machine in a line, for the table that quotes a bench. */
function machine(): string {
  const memory = /MemTotal: +(\d+) kB/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  const gib = Math.round(Number(memory) / 1024 ** 2);
  return `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${gib} GiB, Node ${process.version}, ${process.platform}`;
}

/** The median of the ratios of measurements that were made side by side. */
export function ratioOf(times: readonly number[], others: readonly number[]): number {
  return median(times.map((time, round) => time / (others[round] ?? Number.NaN)));
}

export const thousands = (value: number): string => Math.round(value).toLocaleString('en');

/** Milliseconds, of times in seconds. */
export const inMilliseconds = (times: readonly number[], digits = 0): string =>
  `${(median(times) * 1000).toFixed(digits)} ms`;

export interface Row {
  readonly cells: readonly string[];
  /** Whether a figure misses its reach. */
  readonly missed?: boolean;
}

/** Prints rows as a Markdown table, ready for the README, and what has missed its reach: then the bench fails. */
export function printTable(note: string, head: readonly string[], rows: readonly Row[]): void {
  console.log(`${machine()}\n${note}\n`);
  const lines = [head, head.map(() => '---'), ...rows.map(({cells}) => cells)];
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
  const missed = rows.filter((row) => row.missed === true);
  for (const {cells} of missed) console.log(`missed: ${cells.join(', ')}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}
