/* One run of a program in a lane: it is prepared, started, cleared of what it left, and read. */
import {randomUUID} from 'node:crypto';
import {setTimeout as sleep, setImmediate as soon} from 'node:timers/promises';
import {LEADS_SESSION, namespaces, SANDBOX_WORK} from './containment.js';
import {Capture} from './lanes/capture.js';
import type {Lane, LaneContext} from './lanes/lane.js';
import {type GivenFile, keepFile, putFiles, type WrittenFile, writtenFile} from './lanes/work-files.js';
import {lineOf, lookAgain, reportFrom, type ShellReport} from './launch.js';
import {DEFAULT_LIMITS, type Limit, type Limits} from './limits.js';
import {type LimitsWatch, WatchedRun} from './limits-watch.js';
import type {Sandbox, Word} from './sandbox.js';
import {bytesIn, freeOn} from './usage/disk.js';

export interface Job {
  readonly command: readonly Word[];
  /** Whose program it is. A program never finds what another owner's program left. */
  readonly owner?: unknown;
  /** Bytes for standard input. */
  readonly input: Buffer;
  readonly limits: Limits;
  /** Variables of its environment, besides those that every program gets; none that is `RESERVED`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether its standard error goes where its output does. The default is that it is apart. */
  readonly isMerged?: boolean;
  /** What it finds where it works, in a folder that is empty otherwise, and emptied afterwards. */
  readonly files?: readonly GivenFile[];
  /** What to read there at its end: paths below. */
  readonly wanted?: readonly string[];
  /** What to keep of it: a file, by its name there, and where a copy of it goes. */
  readonly kept?: {readonly name: string; readonly to: string};
}

/** What all runs share. The name is also what the tokens of all programs begin with. */
export interface RunContext extends LaneContext {
  /** null: programs run with the marker's own rights. */
  readonly sandbox: Sandbox | null;
  readonly watch: LimitsWatch;
}

/** What was seen of one run. */
export interface Run {
  /** What the shell reported; what it last said if it died. */
  readonly report: ShellReport | {readonly died: string; readonly hadStarted: boolean};
  readonly capture: Capture;
  /** Whether it left processes, which were killed. */
  readonly left: boolean;
  /** The limits that it nearly reached. */
  readonly near: readonly Limit[];
  /** Whether the disk is full, and not of what the program itself wrote. */
  readonly isDiskFull: boolean;
  readonly seconds: number;
  readonly written: readonly WrittenFile[];
}

/** Node treats a longer timeout as 1 ms. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * How often to poll whether a forgotten child still goes on, which may write until then, and how long to wait for the
 * next time, in milliseconds. No clock counts: on a busy machine, or one that stood still, it gets its turns as we do.
 */
const [GRACE_POLLS, GRACE_WAIT] = [100, 2];

/** How long killed processes may take to disappear, in polls of a millisecond, before it is our own failure. */
const KILL_POLLS = 5000;

/** Bytes that must be free on the disk, or else a program may fail because of that. */
const LEAST_FREE = 1024 ** 2;

const MIB = 1024 ** 2;
const PAGE = 4096;

/**
 * Runs a program once.
 *
 * @throws if the lane fails, or the system
 */
export async function runIn(lane: Lane, job: Job, context: RunContext): Promise<Run> {
  const {limits} = job;
  let watched: WatchedRun | null = null;
  const capture = new Capture(limits, () => watched?.kill());
  let suspect = true;
  let clock: NodeJS.Timeout | undefined;
  // Nobody can guess it, and so pass a process off as another program's.
  const token = `${context.name}-${randomUUID()}`;
  try {
    const given = await prepare(lane, job, capture, context);
    watched = new WatchedRun(lane, capture, token, given);
    context.watch.add(watched);
    const began = performance.now();
    clock = setTimeout(() => capture.exceed('wall'), Math.min(limits.wall * 1000, LONGEST_TIMEOUT));
    const report = await start(lane, job, token, context);
    const seconds = (performance.now() - began) / 1000;
    clearTimeout(clock);
    const isHeld = 'died' in report || report.held;
    const left = (await settle(lane, watched, isHeld, capture.exceeded === null)) === 'killed';
    lane.drain();
    const near = watched.atEnd();
    const {written, isDiskFull} = read(lane, job);
    suspect = left || capture.exceeded !== null || 'died' in report || report.leftShared;
    return {report, capture, left, near, isDiskFull, seconds, written};
  } finally {
    clearTimeout(clock);
    if (watched !== null) context.watch.remove(watched);
    lane.finish(suspect);
  }
}

/** Makes a lane ready for a run. Returns how many bytes the files take that the program is given. */
async function prepare(lane: Lane, job: Job, capture: Capture, context: RunContext): Promise<number> {
  const {limits, owner = null, input, files = []} = job;
  const given = files.reduce((sum, {content}) => sum + Math.ceil(content.length / PAGE) * PAGE, 0);
  const bytes = bytesOf(limits, given);
  lane.group?.limit(limits.memory * MIB + bytes, limits.processes * 4);
  const {key, enclose} = enclosure(lane, job.command, bytes, context);
  const trouble = await lane.enter(owner, key, enclose);
  if (trouble !== null) {
    throw new Error(context.sandbox === null ? trouble : `the sandbox: ${trouble.replace(/^bwrap: /, '')}`);
  }
  lane.begin(input, (channel, chunk) => capture.collect(channel, chunk));
  putFiles(lane.scratch, files);
  return given;
}

/** The size of the work folder: the limit, what the program is given, and one more page by which one sees the end. */
function bytesOf({disk}: Limits, given: number): number {
  return (disk + Math.ceil(given / MIB)) * MIB + PAGE;
}

/** Starts what contains the programs of a lane, before the first one. Returns why it cannot be; null if it runs. */
export function opened(lane: Lane, context: RunContext): Promise<string | null> {
  const {key, enclose} = enclosure(lane, [], bytesOf(DEFAULT_LIMITS, 0), context);
  return lane.enter(null, key, enclose);
}

function enclosure(
  lane: Lane,
  command: Job['command'],
  bytes: number,
  {containment, sandbox, name}: RunContext,
): {readonly key: string; readonly enclose: () => readonly string[]} {
  const shell = (folder: string): string => `${folder}/${name}`;
  if (sandbox !== null) {
    const files = command.map((word) => (typeof word === 'string' ? null : word));
    const enclose = (): readonly string[] => [
      ...sandbox.around(command, lane.inputFolder, bytes),
      sandbox.laneFile(name),
    ];
    return {key: JSON.stringify([bytes, files]), enclose};
  }
  const around = (): readonly string[] =>
    containment === 'namespaces' ? namespaces(bytes, lane.memoryFolder) : [LEADS_SESSION];
  return {
    key: containment === 'namespaces' ? String(bytes) : '',
    enclose: () => [...around(), shell(lane.inputFolder)],
  };
}

/** Starts a program, and waits for its end. */
async function start(
  lane: Lane,
  job: Job,
  token: string,
  {containment, sandbox}: RunContext,
): Promise<Run['report']> {
  const {command, limits, environment = {}, isMerged = false} = job;
  const secret = randomUUID();
  const line = lineOf({
    ...{containment, limits, environment, isMerged, token, secret},
    words: sandbox?.inside(command) ?? command.map((word) => (typeof word === 'string' ? word : word.file)),
    work: sandbox === null ? lane.work : SANDBOX_WORK,
    input: sandbox?.laneFile('input') ?? lane.inputFile,
  });
  const said = await lane.ask(line, `${secret} ends `);
  if (said !== null) return reportFrom(said, secret);
  return {died: lane.lastWords, hadStarted: lane.lastWords.includes(`${secret} starts`)};
}

/**
 * Ends what a program left running. In namespaces, their end is that of all in them.
 *
 * @param grace whether to give it a moment first, as the last command of a shell's pipeline may need
 * @returns whether nothing was left, it ended soon, or had to be killed
 */
async function settle(
  lane: Lane,
  watched: WatchedRun,
  isHeld: boolean,
  grace: boolean,
): Promise<'gone' | 'ended' | 'killed'> {
  const isGroup = lane.processes === null;
  const isRunning = async (): Promise<boolean> => {
    if (isGroup) return watched.processes.isRunning();
    const secret = randomUUID();
    return (await lane.ask(lookAgain(secret), `${secret} again`))?.includes('held') ?? false;
  };
  if (lane.leader === null ? !isGroup : !(isGroup ? watched.processes.isRunning() : isHeld)) return 'gone';
  for (let polls = 0; grace && polls < GRACE_POLLS; polls += 1) {
    await (polls === 0 ? soon() : sleep(GRACE_WAIT));
    if (!(await isRunning())) return 'ended';
  }
  watched.kill();
  for (let polls = 0; polls < KILL_POLLS; polls += 1) {
    if (isGroup ? !watched.processes.isRunning() : lane.leader === null) return 'killed';
    await sleep(1);
    if (isGroup) watched.kill();
  }
  throw new Error('some processes of the program could not be killed');
}

/** Reads what a program wrote. */
function read(lane: Lane, {limits, wanted = [], kept}: Job): Pick<Run, 'written' | 'isDiskFull'> {
  const {scratch} = lane;
  const isDiskFull =
    lane.memory === null && freeOn(lane.inputFolder) < LEAST_FREE && bytesIn(scratch) < LEAST_FREE;
  const written = wanted.map((name) => writtenFile(scratch, name, limits.output * 1024 + 1));
  return {
    written: [...written, ...(kept === undefined ? [] : [keepFile(scratch, kept.name, kept.to)])],
    isDiskFull,
  };
}
