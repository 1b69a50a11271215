/* Enforces the limits of running programs: looks at each every 20 ms, and once more at its end. */
import {statfsSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import type {Capture} from './lanes/capture.js';
import type {Lane} from './lanes/lane.js';
import type {Limit} from './limits.js';
import {bytesIn} from './usage/disk.js';
import {Processes} from './usage/processes.js';

/** How often to poll, in milliseconds. Short runs are over before the first time. */
const POLL_EVERY = 20;

/** How often to count what a program has written on the disk, in milliseconds: that takes long. */
const COUNT_EVERY = 200;

/** A signal of the system for a limit comes at this part of it or later: the system's clock is coarse. */
const NEARLY = 0.85;

/** A run, and how things were before it. */
export class WatchedRun {
  readonly processes: Processes;
  private readonly lane: Lane;
  private readonly capture: Capture;
  private readonly began = performance.now();
  private readonly memoryKills: number;
  private readonly groupSeconds: number;
  private readonly childrenSeconds: number;
  /** Bytes of the files that it was given, at most. */
  private readonly given: number;
  private counted = this.began;
  /** How often in a row too much memory was seen. */
  private tooMuch = 0;

  /** Call it before the program starts. */
  constructor(lane: Lane, capture: Capture, token: string, given: number) {
    [this.lane, this.capture] = [lane, capture];
    const {processes, group, own, leader} = lane;
    this.processes = new Processes({processes, group, own, leader: leader ?? 0, token});
    this.memoryKills = group?.memoryKills() ?? 0;
    this.groupSeconds = group?.seconds() ?? 0;
    this.childrenSeconds = group === null ? lane.childrenSeconds : 0;
    this.given = given;
  }

  poll(): void {
    const now = performance.now();
    const {capture, lane} = this;
    // Most programs are over before it is worth its time.
    if (now - this.began < POLL_EVERY / 2) return;
    if (capture.exceeded !== null) {
      this.kill();
      return;
    }
    const {limits} = capture;
    const {cpu, memory, processes} = this.processes.usage();
    const most = limits.memory * 1024 ** 2;
    this.tooMuch = memory > most && this.processes.memory() > most ? this.tooMuch + 1 : 0;
    if ((this.secondsInGroup() ?? cpu) > limits.cpu) capture.exceed('cpu');
    else if (this.tooMuch > 1) capture.exceed('memory');
    else if (processes > limits.processes) capture.exceed('processes');
    else if (lane.memory !== null || now - this.counted > COUNT_EVERY) {
      this.counted = now;
      if (this.partOfDisk() > 1) capture.exceed('disk');
    }
  }

  /**
   * Finds the limits that a program exceeded between the last poll and its end.
   *
   * @returns those that it nearly reached
   */
  atEnd(): readonly Limit[] {
    const {capture, lane} = this;
    const near: Limit[] = [];
    if ((lane.group?.memoryKills() ?? 0) > this.memoryKills) capture.exceed('memory');
    const {cpu} = capture.limits;
    // A shorter run cannot have used so much.
    const isLong = ((performance.now() - this.began) / 1000) * availableParallelism() > NEARLY * cpu;
    const used = isLong ? (this.secondsInGroup() ?? lane.childrenSeconds - this.childrenSeconds) : 0;
    if (used > cpu) capture.exceed('cpu');
    else if (used > NEARLY * cpu) near.push('cpu');
    const part = this.partOfDisk();
    if (part > 1) capture.exceed('disk');
    else if (part > NEARLY) near.push('disk');
    return near;
  }

  kill(): void {
    this.processes.kill();
    this.lane.kill();
  }

  private secondsInGroup(): number | null {
    const {group} = this.lane;
    return group === null ? null : group.seconds() - this.groupSeconds;
  }

  /** How much of the limit on disk it has used; more than 1 if it was refused more. */
  private partOfDisk(): number {
    const {memory, scratch} = this.lane;
    const most = this.capture.limits.disk * 1024 ** 2;
    if (memory === null) return (bytesIn(scratch) - this.given) / most;
    const {blocks, bfree, bsize} = statfsSync(memory);
    return bfree === 0 ? Number.POSITIVE_INFINITY : ((blocks - bfree) * bsize - this.given) / most;
  }
}

/** Polls all running programs. */
export class LimitsWatch {
  private readonly runs = new Set<WatchedRun>();
  private timer: NodeJS.Timeout | null = null;

  add(run: WatchedRun): void {
    this.runs.add(run);
    this.timer ??= setInterval(() => {
      for (const one of this.runs) one.poll();
    }, POLL_EVERY);
  }

  remove(run: WatchedRun): void {
    this.runs.delete(run);
    if (this.runs.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Kills all of them. */
  close(): void {
    for (const run of [...this.runs]) {
      run.kill();
      this.remove(run);
    }
  }
}
