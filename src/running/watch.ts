/* Collects a program's output, and checks its limits every 20 ms; processor time and disk once more at the end. */
import {constants} from 'node:os';
import type {Shell, Stream} from './lane.js';
import type {Limit, Limits} from './limits.js';
import {Processes} from './processes.js';
import {hasLarger} from './work-files.js';

/** Milliseconds between polls. */
const POLL_EVERY = 20;

const MIB = 1024 ** 2;

/** Status after a file exceeded the kernel's limit; a program may also send itself this signal. */
const FILE_TOO_LARGE = 128 + constants.signals.SIGXFSZ;

export class WatchedRun {
  readonly processes: Processes;
  exceeded: Limit | null = null;
  private readonly limits: Limits;
  private readonly shell: Shell;
  private readonly chunks: Readonly<Record<Stream, Buffer[]>> = {stdout: [], stderr: []};
  private readonly timer: NodeJS.Timeout;
  private printed = 0;
  /** Consecutive polls with too much memory. */
  private tooMuch = 0;

  /** Must be made before the program starts. */
  constructor(shell: Shell, limits: Limits, token: string) {
    this.shell = shell;
    this.limits = limits;
    this.processes = new Processes(shell, token);
    this.timer = setInterval(() => this.poll(), POLL_EVERY);
  }

  collect(stream: Stream, chunk: Buffer): void {
    this.printed += chunk.length;
    if (this.printed > this.limits.output * 1024) this.exceed('output');
    else this.chunks[stream].push(chunk);
  }

  bytes(stream: Stream): Buffer {
    return Buffer.concat(this.chunks[stream]);
  }

  exceed(limit: Limit): void {
    this.exceeded ??= limit;
    this.kill();
  }

  kill(): void {
    this.processes.kill();
    this.shell.kill();
  }

  /** Checks once more, since this process may have been too busy to poll. */
  end(status: number | null): void {
    this.stop();
    if (this.processes.cpuAtEnd() > this.limits.cpu) this.exceed('cpu');
    const isTooLarge = status === FILE_TOO_LARGE && hasLarger(this.shell.work, this.limits.disk * MIB);
    if (isTooLarge || this.isDiskExceeded()) this.exceed('disk');
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private poll(): void {
    if (this.exceeded !== null) {
      this.kill();
      return;
    }
    const {cpu, memory, processes} = this.processes.usage();
    const most = this.limits.memory * MIB;
    this.tooMuch = memory > most && this.processes.memory() > most ? this.tooMuch + 1 : 0;
    if (cpu > this.limits.cpu) this.exceed('cpu');
    else if (this.tooMuch > 1) this.exceed('memory');
    else if (processes > this.limits.processes) this.exceed('processes');
    else if (this.isDiskExceeded()) this.exceed('disk');
  }

  /** Checks all files of a sandbox together. Without one, the kernel limits each file. */
  private isDiskExceeded(): boolean {
    return (this.shell.bytesInMemory ?? 0) > this.limits.disk * MIB;
  }
}
