/*
 * A lane, where one case runs after the other: its FIFOs, its scratch folder, and a shell that lives as long as the
 * lane does and starts the programs. To start a program from Node costs twice as much: Node is large to fork.
 *
 * Output goes through FIFOs, because `/dev/stdout` can be opened on those, and not on the sockets that
 * `stdio: 'pipe'` gives. Each case opens them anew: a program may make its end non-blocking, and that must not
 * reach the next one.
 */
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {Socket} from 'node:net';
import {join} from 'node:path';

/** What comes through a FIFO: the program's output, its error output, and the words of the shell that started it. */
export const CHANNELS = ['stdout', 'stderr', 'words'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Gets all that comes while a program runs. */
export type Collector = (channel: Channel, chunk: Buffer) => void;

interface Pipe {
  readonly channel: Channel;
  readonly reader: number;
  /** Kept open, so that the reader never comes to an end. */
  readonly writer: number;
  readonly socket: Socket;
}

const READ_SIZE = 64 * 1024;

export class Lane {
  /** Where programs work; it is empty when one starts. */
  readonly scratch: string;
  private readonly folder: string;
  private readonly name: string;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly buffer = Buffer.alloc(READ_SIZE);
  private pipes: readonly Pipe[];
  private shell: ChildProcess | null = null;
  private collect: Collector | null = null;
  private died: () => void = () => {};

  /** @param name stands before the shell's own complaints */
  constructor(folder: string, name: string, environment: (scratch: string) => NodeJS.ProcessEnv) {
    this.folder = folder;
    this.name = name;
    this.scratch = join(folder, 'scratch');
    this.environment = environment(this.scratch);
    mkdirSync(folder, {mode: 0o700});
    mkdirSync(this.scratch, {mode: 0o700});
    this.pipes = this.makePipes();
  }

  /** The file with a case's standard input; gone with `finish`. */
  get inputFile(): string {
    return join(this.folder, 'input');
  }

  /** Makes ready for a case: from now on its output goes to `collect`. */
  begin(input: Buffer, collect: Collector): void {
    this.collect = collect;
    // A copy, and read-only: descriptor 0 can be opened anew for writing, by way of /proc.
    writeFileSync(this.inputFile, input, {mode: 0o400});
  }

  /** Takes what is still in the pipes. */
  drain(): void {
    for (const {reader, channel} of this.pipes) {
      for (let length = this.read(reader); length > 0; length = this.read(reader)) {
        this.collect?.(channel, this.buffer.subarray(0, length));
      }
    }
  }

  /** @param suspect whether something of the case may yet be alive, or may hold a pipe */
  finish(suspect: boolean): void {
    this.collect = null;
    // A program may have deleted it.
    rmSync(this.inputFile, {force: true});
    if (readdirSync(this.scratch).length > 0) {
      rmSync(this.scratch, {recursive: true, force: true});
      mkdirSync(this.scratch, {mode: 0o700});
    }
    if (!suspect) return;
    this.close();
    this.pipes = this.makePipes();
  }

  /** Fresh descriptors for one case: of standard input, and of each channel. */
  descriptors(): {readonly stdin: number} & Readonly<Record<Channel, number>> {
    const open = (channel: Channel): number =>
      openSync(`/proc/self/fd/${this.writer(channel)}`, constants.O_WRONLY);
    return {
      stdin: openSync(this.inputFile, 'r'),
      stdout: open('stdout'),
      stderr: open('stderr'),
      words: open('words'),
    };
  }

  /**
   * Has the lane's shell run a line, in which descriptor 3 is for output and 4 for error output.
   *
   * @param died called if the shell ends
   * @returns the shell's process
   */
  tell(line: string, died: () => void): number {
    this.shell ??= this.startShell();
    this.died = died;
    this.shell.stdin?.write(`${line}\n`);
    return this.shell.pid ?? 0;
  }

  close(): void {
    this.shell?.kill('SIGKILL');
    this.shell = null;
    for (const {socket, writer} of this.pipes) {
      socket.destroy();
      closeSync(writer);
    }
  }

  private startShell(): ChildProcess {
    const shell = spawn('/bin/sh', [], {
      argv0: this.name,
      cwd: this.scratch,
      // Its own session: a Ctrl-C is not for it, and its process group is that of the case it runs.
      detached: true,
      env: this.environment,
      stdio: ['pipe', 'ignore', this.writer('words'), this.writer('stdout'), this.writer('stderr')],
    });
    const forget = (): void => {
      if (this.shell !== shell) return;
      this.shell = null;
      this.died();
    };
    shell.on('error', forget);
    shell.on('exit', forget);
    // What is written to a shell that has died is told by its exit.
    shell.stdin?.on('error', () => {});
    return shell;
  }

  private writer(channel: Channel): number {
    const pipe = this.pipes.find((one) => one.channel === channel);
    if (pipe === undefined) throw new Error(`no pipe for ${channel}`);
    return pipe.writer;
  }

  private makePipes(): Pipe[] {
    const paths = CHANNELS.map((channel) => join(this.folder, channel));
    execFileSync('mkfifo', ['-m', '600', ...paths]);
    return CHANNELS.map((channel) => {
      const path = join(this.folder, channel);
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const writer = openSync(path, constants.O_WRONLY);
      // Nobody else can open it by its name.
      unlinkSync(path);
      const socket = new Socket({fd: reader, readable: true, writable: false});
      socket.on('data', (chunk: Buffer) => this.collect?.(channel, chunk));
      socket.on('error', () => {});
      return {channel, reader, writer, socket};
    });
  }

  private read(fd: number): number {
    try {
      return readSync(fd, this.buffer);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
      throw error;
    }
  }
}
