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
export function machine(): string {
  const memory = /MemTotal: +(\d+) kB/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  const gib = Math.round(Number(memory) / 1024 ** 2);
  return `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${gib} GiB, Node ${process.version}, ${process.platform}`;
}

/** Prints rows as a Markdown table, ready for the README. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}
