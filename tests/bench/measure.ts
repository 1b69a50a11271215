/* The harness of all benches: interleaved rounds, medians, and a table for the README. */
import {readFileSync} from 'node:fs';
import {cpus} from 'node:os';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {AS_USER} from '../support/command.js';
import {onTerminal} from '../support/terminal.js';

/** Flags of a Node that ends its standard error with what `usageIn` reads. */
export const WITH_USAGE = ['--require', join(import.meta.dirname, 'usage.cjs')] as const;

export interface Usage {
  /** Seconds of processor time. */
  readonly processor: number;
  /** Peak memory in KiB. */
  readonly peak: number;
}

/** Runs a script of Node to its end, as a user does. */
export function usageOf(
  args: readonly string[],
  options: {readonly env?: NodeJS.ProcessEnv; readonly input?: string; readonly reject?: boolean} = {},
): Usage {
  return usageIn(execaSync(process.execPath, [...WITH_USAGE, ...args], {...AS_USER, ...options}).stderr);
}

/** Returns the usage that a process has printed at its end. */
export function usageIn(stderr: string): Usage {
  const [processor = Number.NaN, peak = Number.NaN] = (stderr.split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return {processor, peak};
}

/** Measures each contender once a round, so that all meet the same load. */
export async function interleaved<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const all = Object.entries<() => number | Promise<number>>(contenders);
  const figures = Object.fromEntries(all.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of all) figures[name as Name].push(await measure());
  return figures;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** Returns the median of the ratios, round by round. */
export function ratioOf(figures: readonly number[], others: readonly number[]): number {
  return median(figures.map((figure, round) => figure / (others[round] ?? Number.NaN)));
}

/** Returns the seconds that the work takes. */
export async function seconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Returns seconds until a line of shell, on a terminal, has shown a text; then types keys. */
export async function shownAfter(line: string, text: string, keys: string): Promise<number> {
  const began = performance.now();
  let taken = Number.NaN;
  await onTerminal(`stty rows 24 columns 80; ${line}`, async ({shows, types}) => {
    await shows((shown) => shown.includes(text));
    taken = (performance.now() - began) / 1000;
    types(keys);
  });
  return taken;
}

/** Returns the seconds of processor time that the work takes. */
export async function processorSeconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const {user, system} = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** Formats the median of some seconds. */
export const inMilliseconds = (times: readonly number[], digits = 0): string =>
  `${(median(times) * 1000).toFixed(digits)} ms`;

/** Formats the median of some speeds in MB/s. */
export const inMegabytes = (speeds: readonly number[]): string => `${median(speeds).toFixed(0)} MB/s`;

export interface Row {
  readonly cells: readonly string[];
  /** A figure misses its target. */
  readonly missed?: boolean;
}

export const BESIDE = ['what', 'measured', 'beside', 'ratio', 'target'] as const;

/** Returns a row of figures beside others of the same rounds; the ratio may be at most `goal`. */
export function rowBeside(
  what: string,
  figures: readonly number[],
  [besideWhat, others]: readonly [what: string, figures: readonly number[]],
  format: (figures: readonly number[]) => string,
  goal = Infinity,
): Row {
  const ratio = ratioOf(figures, others);
  const beside = `${besideWhat}, ${format(others)}`;
  const cells = [what, format(figures), beside, ratio.toFixed(2), goal === Infinity ? '' : `ratio ≤ ${goal}`];
  return {cells, missed: ratio > goal};
}

/** Prints a Markdown table, ready for the README. The bench fails if a row has missed its target. */
export function printTable(note: string, head: readonly string[], rows: readonly Row[]): void {
  const memory = /MemTotal: +(\d+) kB/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  const gib = Math.round(Number(memory) / 1024 ** 2);
  const [cpu] = cpus();
  console.log(
    `${cpu?.model}, ${cpus().length} cores, ${gib} GiB, Node ${process.version}, ${process.platform}`,
  );
  console.log(`${note}\n`);
  const lines = [head, head.map(() => '---'), ...rows.map(({cells}) => cells)];
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
  const missed = rows.filter((row) => row.missed === true);
  for (const {cells} of missed) console.log(`missed: ${cells.join(', ')}`);
  if (missed.length > 0) process.exitCode = 1;
}
