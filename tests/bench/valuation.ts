/*
 * `npm run bench`: how fast the strict tool is, each figure beside a yardstick measured in the same interleaved
 * run. Needs Linux, for the peak memory of a process. Fails if a figure misses its reach.
 */
import {spawnSync} from 'node:child_process';
import {closeSync, openSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {LINE_START, scan} from '../../src/valuation/scanner.js';
import {runSession} from '../../src/valuation/session.js';
import {ASSIGN1, userEnvironment} from '../support/command.js';
import {FIXTURES} from '../support/goldens.js';
import {inMilliseconds, median, printTable, type Row, ratioOf, seconds, thousands} from './measure.js';

const ROUNDS = 60;
const PIPE_ROUNDS = 5;
const GIB = 1024 ** 3;

const SESSION = join(FIXTURES, 'handout/3.3-two-rerolls');
const session = readFileSync(`${SESSION}.in`);
const expected = readFileSync(`${SESSION}.out`, 'latin1');

const DIGITS_AND_SPACES = Buffer.alloc(64 * 1024, '3 ');
const LINES: Readonly<Record<string, Buffer>> = {
  'digits that touch': Buffer.alloc(64 * 1024, '7'),
  'digits and spaces': DIGITS_AND_SPACES,
  'white space': Buffer.alloc(64 * 1024, ' '),
};

function startNode(args: readonly string[]): number {
  const stdin = openSync(`${SESSION}.in`, 'r');
  let stdout = '';
  const taken = seconds(() => {
    stdout = spawnSync(process.execPath, args, {
      stdio: [stdin, 'pipe', 'pipe'],
      env: userEnvironment(),
      encoding: 'latin1',
    }).stdout;
  });
  closeSync(stdin);
  if (stdout !== (args[0] === ASSIGN1 ? expected : '')) throw new Error(`wrong output: ${stdout}`);
  return taken;
}

/** Scans 16 MiB of one line, and gives MB/s. */
function scanSpeed(chunk: Buffer): number {
  const chunks = 256;
  const taken = seconds(() => {
    let line = LINE_START;
    for (let index = 0; index < chunks; index += 1) line = scan(line, chunk).line;
  });
  return (chunk.length * chunks) / 1e6 / taken;
}

/** The yardstick of scanning: a loop that only adds up the bytes, in MB/s. */
function plainSpeed(chunk: Buffer): number {
  const chunks = 256;
  let sum = 0;
  const taken = seconds(() => {
    for (let index = 0; index < chunks; index += 1) {
      for (let at = 0; at < chunk.length; at += 1) sum += chunk[at] ?? 0;
    }
  });
  if (sum === 0) throw new Error('nothing was added up');
  return (chunk.length * chunks) / 1e6 / taken;
}

/** Sessions in a second, in process. */
function sessionSpeed(): number {
  const sessions = 2000;
  const taken = seconds(() => {
    for (let index = 0; index < sessions; index += 1) {
      if (runSession(session).output.length !== expected.length) throw new Error('wrong output');
    }
  });
  return sessions / taken;
}

/** Pipes one line of so many bytes into the command: its peak memory in KiB, and the MB/s of the whole process. */
function pipeLine(bytes: number): {peak: number; speed: number} {
  const producer = `
    const chunk = Buffer.alloc(65536, '3 ');
    for (let left = ${bytes}; left > 0; ) left -= require('node:fs').writeSync(1, chunk, 0, Math.min(left, chunk.length));
  `;
  const preload = join(import.meta.dirname, 'peak-memory.cjs');
  let peak = '';
  const taken = seconds(() => {
    const {stderr} = spawnSync(
      'sh',
      ['-c', '"$0" -e "$1" | "$0" --require "$2" "$3"', process.execPath, producer, preload, ASSIGN1],
      {env: userEnvironment(), encoding: 'latin1'},
    );
    peak = stderr;
  });
  if (!/^\d+$/.test(peak)) throw new Error(`no peak memory: ${peak}`);
  return {peak: Number(peak), speed: bytes / 1e6 / taken};
}

const bare: number[] = [];
const cold: number[] = [];
const sessions: number[] = [];
const plain: number[] = [];
const scans = Object.entries(LINES).map(([name, chunk]) => ({name, chunk, speeds: [] as number[]}));
sessionSpeed();
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(startNode(['-e', '0']));
  cold.push(startNode([ASSIGN1]));
  sessions.push(sessionSpeed());
  plain.push(plainSpeed(DIGITS_AND_SPACES));
  for (const {chunk, speeds} of scans) speeds.push(scanSpeed(chunk));
}
const emptyPeaks: number[] = [];
const longPeaks: number[] = [];
const piped: number[] = [];
const plainBesidePiped: number[] = [];
for (let round = 0; round < PIPE_ROUNDS; round += 1) {
  emptyPeaks.push(pipeLine(0).peak);
  plainBesidePiped.push(plainSpeed(DIGITS_AND_SPACES));
  const {peak, speed} = pipeLine(GIB);
  longPeaks.push(peak);
  piped.push(speed);
}

const speed = (values: readonly number[]): string => `${median(values).toFixed(0)} MB/s`;
const mebibytes = (values: readonly number[]): string => `${(median(values) / 1024).toFixed(1)} MiB`;

/** A row whose ratio may be at the most `goal`. */
const ratioRow = (what: string, measured: string, beside: string, ratio: number, goal: number): Row => ({
  cells: [what, measured, beside, ratio.toFixed(2), `ratio ≤ ${goal}`],
  missed: ratio > goal,
});

/** A row whose speed must be at least 150 MB/s, beside the plain loop. */
const speedRow = (what: string, speeds: readonly number[], beside: readonly number[]): Row => ({
  cells: [
    what,
    speed(speeds),
    `adding up the bytes, ${speed(beside)}`,
    ratioOf(speeds, beside).toFixed(2),
    '≥ 150 MB/s',
  ],
  missed: median(speeds) < 150,
});

const inItsTime = median(sessions.map((value, index) => value * (cold[index] ?? Number.NaN)));
const start = `bare \`node -e 0\`, ${inMilliseconds(bare, 1)}`;
const empty = `an empty line, ${mebibytes(emptyPeaks)}`;
printTable(
  `medians of ${ROUNDS} interleaved rounds, ${PIPE_ROUNDS} for the pipe; ratios pair by pair`,
  ['what', 'measured', 'beside', 'ratio', 'reach'],
  [
    ratioRow(
      'cold start of `assign1` on a full session',
      inMilliseconds(cold, 1),
      start,
      ratioOf(cold, bare),
      1.15,
    ),
    {
      cells: [
        'sessions in process',
        `${thousands(median(sessions))} /s`,
        'one cold start of `assign1`',
        `${thousands(inItsTime)} in its time`,
        '',
      ],
    },
    ...scans.map(({name, speeds}) => speedRow(`scanning ${name}`, speeds, plain)),
    speedRow('1 GiB of digits and spaces through a pipe, the whole process', piped, plainBesidePiped),
    ratioRow('peak memory on that line', mebibytes(longPeaks), empty, ratioOf(longPeaks, emptyPeaks), 1.3),
  ],
);
