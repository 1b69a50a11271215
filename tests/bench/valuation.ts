/*
 * `npm run bench`: the speed of the strict tool, each figure beside a yardstick. Needs Linux, for the peak memory. Fails
 * if a figure misses its target.
 */
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {LINE_START, scan} from '../../src/valuation/scanner.js';
import {ASSIGN1, userEnvironment} from '../support/command.js';
import {FIXTURES} from '../support/goldens.js';
import {
  BESIDE,
  inMegabytes,
  inMilliseconds,
  interleaved,
  median,
  printTable,
  type Row,
  rowBeside,
  seconds,
  usageIn,
  WITH_USAGE,
} from './measure.js';

const ROUNDS = 60;
const PIPE_ROUNDS = 5;
const GIB = 1024 ** 3;
const CHUNKS = 256;

const SESSION = join(FIXTURES, 'handout/3.3-two-rerolls');
const session = readFileSync(`${SESSION}.in`);
const expected = readFileSync(`${SESSION}.out`, 'latin1');
const digitsAndSpaces = Buffer.alloc(64 * 1024, '3 ');

/** Returns the seconds of a new process. */
async function startNode(...args: string[]): Promise<number> {
  let stdout = '';
  const options = {input: session, env: userEnvironment(), encoding: 'latin1'} as const;
  const taken = await seconds(() => {
    stdout = spawnSync(process.execPath, args, options).stdout;
  });
  if (stdout !== (args[0] === ASSIGN1 ? expected : '')) throw new Error(`wrong output: ${stdout}`);
  return taken;
}

/** Returns MB/s of some work on each chunk of 16 MiB. */
async function speedOf(work: () => void): Promise<number> {
  const taken = await seconds(() => {
    for (let index = 0; index < CHUNKS; index += 1) work();
  });
  return (digitsAndSpaces.length * CHUNKS) / 1e6 / taken;
}

/** Returns the speed of scanning one line. */
function scanSpeed(): Promise<number> {
  let line = LINE_START;
  return speedOf(() => {
    line = scan(line, digitsAndSpaces).line;
  });
}

/** Returns the speed of a loop that only adds up the bytes. */
function plainSpeed(): Promise<number> {
  let sum = 0;
  return speedOf(() => {
    for (let at = 0; at < digitsAndSpaces.length; at += 1) sum += digitsAndSpaces[at] ?? 0;
    if (sum === 0) throw new Error('nothing was added up');
  });
}

/** Pipes a line of so many bytes into the command; returns its peak memory in KiB, and MB/s of the whole process. */
async function pipeLine(bytes: number): Promise<{peak: number; speed: number}> {
  const producer = `
    const chunk = Buffer.alloc(65536, '3 ');
    for (let left = ${bytes}; left > 0; ) left -= require('node:fs').writeSync(1, chunk, 0, Math.min(left, chunk.length));
  `;
  const line = '"$0" -e "$1" | "$0" "$2" "$3" "$4"';
  let stderr = '';
  const taken = await seconds(() => {
    const args = ['-c', line, process.execPath, producer, ...WITH_USAGE, ASSIGN1];
    stderr = spawnSync('sh', args, {env: userEnvironment(), encoding: 'latin1'}).stderr;
  });
  return {peak: usageIn(stderr).peak, speed: bytes / 1e6 / taken};
}

const {bare, cold, plain, scans} = await interleaved(ROUNDS, {
  bare: () => startNode('-e', '0'),
  cold: () => startNode(ASSIGN1),
  plain: plainSpeed,
  scans: scanSpeed,
});
const piped: number[] = [];
const {emptyPeaks, plainBeside, longPeaks} = await interleaved(PIPE_ROUNDS, {
  emptyPeaks: async () => (await pipeLine(0)).peak,
  plainBeside: plainSpeed,
  longPeaks: async () => {
    const {peak, speed} = await pipeLine(GIB);
    piped.push(speed);
    return peak;
  },
});

const mebibytes = (values: readonly number[]): string => `${(median(values) / 1024).toFixed(1)} MiB`;
const milliseconds = (times: readonly number[]): string => inMilliseconds(times, 1);
const speedRow = (what: string, speeds: readonly number[], others: readonly number[]): Row => {
  const {cells} = rowBeside(what, speeds, ['adding up the bytes', others], inMegabytes);
  return {cells: [...cells.slice(0, -1), '≥ 150 MB/s'], missed: median(speeds) < 150};
};
printTable(
  `medians of ${ROUNDS} interleaved rounds, ${PIPE_ROUNDS} for the pipe; ratios pair by pair`,
  BESIDE,
  [
    rowBeside(
      'cold start of `assign1` on a full session',
      cold,
      ['bare `node -e 0`', bare],
      milliseconds,
      1.15,
    ),
    speedRow('scanning digits and spaces', scans, plain),
    speedRow('1 GiB of them through a pipe, the whole process', piped, plainBeside),
    rowBeside('peak memory on that line', longPeaks, ['an empty line', emptyPeaks], mebibytes, 1.3),
  ],
);
