/*
 * A lane runs cases one after another. It has FIFOs, a scratch folder, and a long-lived shell that starts the
 * programs. Starting them from Node would take twice as long, because Node is expensive to fork.
 *
 * Output goes through FIFOs because a program can open `/dev/stdout` on those, but not on the sockets that
 * `stdio: 'pipe'` gives it. Each case opens them again: a program may make its end non-blocking, and that
 * must not affect the next program.
 */
import {type ChildProcess, execFileSync, spawn, spawnSync} from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {Socket} from 'node:net';
import {join} from 'node:path';

/** What comes through a FIFO: a program's output, its error output, and the messages of its shell. */
export const CHANNELS = ['stdout', 'stderr', 'words'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Receives everything that arrives while a program runs. */
export type Collector = (channel: Channel, chunk: Buffer) => void;

interface Pipe {
  readonly channel: Channel;
  readonly reader: number;
  /** Kept open so that the reader never sees end of file. */
  readonly writer: number;
  readonly socket: Socket;
}

const READ_SIZE = 64 * 1024;

export class Lane {
  /** The shell puts this name before its own error messages. */
  readonly name: string;
  /** Whose program ran here last. Programs of another owner must not find anything it left. */
  owner: unknown = null;
  private readonly folder: string;
  private readonly environment: (scratch: string) => NodeJS.ProcessEnv;
  private readonly buffer = Buffer.alloc(READ_SIZE);
  private place = '';
  private pipes: readonly Pipe[] = [];
  private shell: ChildProcess | null = null;
  private collect: Collector | null = null;
  private died: () => void = () => {};

  /** @param folder the folder that all lanes share */
  constructor(folder: string, name: string, environment: (scratch: string) => NodeJS.ProcessEnv) {
    this.folder = folder;
    this.name = name;
    this.environment = environment;
    this.open();
  }

  /** Where a program works; empty when it starts. Its `..` shows nothing that belongs to the marker. */
  get scratch(): string {
    return join(this.place, 'work/scratch');
  }

  /** The file with a case's standard input; `finish` removes it. */
  get inputFile(): string {
    return join(this.place, 'input');
  }

  /** Prepares for a case: from now on, its output goes to `collect`. */
  begin(input: Buffer, collect: Collector): void {
    this.collect = collect;
    // A read-only copy, because a program can reopen descriptor 0 for writing through /proc.
    writeFileSync(this.inputFile, input, {mode: 0o400});
  }

  /** Reads whatever is left in the pipes. */
  drain(): void {
    for (const {reader, channel} of this.pipes) {
      for (let length = this.read(reader); length > 0; length = this.read(reader)) {
        this.collect?.(channel, this.buffer.subarray(0, length));
      }
    }
  }

  /** @param suspect whether a process of the case may still be running, or may still hold a pipe */
  finish(suspect: boolean): void {
    this.collect = null;
    if (suspect || !this.isWhole()) this.renew();
  }

  /** Replaces the pipes and folders; the next program starts a new shell. */
  renew(): void {
    this.close();
    this.open();
  }

  /** New descriptors for one case: one for standard input and one for each channel. */
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
   * Makes the lane's shell run a line. In it, descriptor 3 is for output and 4 for error output.
   *
   * @param died called if the shell dies
   * @returns the process number of the shell
   */
  tell(line: string, died: () => void): number | null {
    this.shell ??= this.startShell();
    this.died = died;
    this.shell.stdin?.write(`${line}\n`);
    return this.shell.pid ?? null;
  }

  /** Never fails, and may be called twice. */
  close(): void {
    this.shell?.kill('SIGKILL');
    this.shell = null;
    const {pipes, place} = this;
    this.pipes = [];
    for (const {socket, writer} of pipes) {
      socket.destroy();
      closeSync(writer);
    }
    removeTree(place);
  }

  private open(): void {
    // A name that no earlier program could know.
    this.place = mkdtempSync(join(this.folder, 'lane-'));
    mkdirSync(this.scratch, {recursive: true, mode: 0o700});
    this.pipes = this.makePipes();
  }

  /** Cleans up after a case. Returns whether the lane is still intact: a program can do a lot to it. */
  private isWhole(): boolean {
    try {
      unlinkSync(this.inputFile);
      const scratch = lstatSync(this.scratch);
      const isOwn = scratch.isDirectory() && (scratch.mode & 0o777) === 0o700;
      return (
        isOwn &&
        readdirSync(this.scratch).length === 0 &&
        this.pipes.every(({reader}) => (fstatSync(reader).mode & 0o777) === 0o600)
      );
    } catch {
      return false;
    }
  }

  private startShell(): ChildProcess {
    const shell = spawn('/bin/sh', [], {
      argv0: this.name,
      cwd: this.place,
      // In a session of its own: Ctrl-C does not reach it, and its process group is that of the case it runs.
      detached: true,
      env: this.environment(this.scratch),
      stdio: ['pipe', 'ignore', this.writer('words'), this.writer('stdout'), this.writer('stderr')],
    });
    const forget = (): void => {
      if (this.shell !== shell) return;
      this.shell = null;
      this.died();
    };
    shell.on('error', forget);
    shell.on('exit', forget);
    // Writing to a dead shell fails here; its exit is handled above.
    shell.stdin?.on('error', () => {});
    // A signal to the program's process group also reaches this shell, which must survive to report the end.
    shell.stdin?.write('trap : HUP INT QUIT ALRM TERM USR1 USR2\n');
    return shell;
  }

  private writer(channel: Channel): number {
    const pipe = this.pipes.find((one) => one.channel === channel);
    if (pipe === undefined) throw new Error(`no pipe for ${channel}`);
    return pipe.writer;
  }

  private makePipes(): Pipe[] {
    const paths = CHANNELS.map((channel) => join(this.place, channel));
    execFileSync('mkfifo', ['-m', '600', ...paths]);
    return CHANNELS.map((channel) => {
      const path = join(this.place, channel);
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const writer = openSync(path, constants.O_WRONLY);
      // After this, nobody else can open it by name.
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

/** Removes a folder, whatever a program did to it. Never fails; returns whether the folder is gone. */
export function removeTree(folder: string): boolean {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {
    // `chmod` and `rm` can handle unreadable folders, and folders nested deeper than a path can be long.
    spawnSync('chmod', ['-R', 'u+rwX', folder], {stdio: 'ignore'});
    spawnSync('rm', ['-rf', folder], {stdio: 'ignore'});
  }
  return !existsSync(folder);
}
