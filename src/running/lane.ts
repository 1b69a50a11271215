/*
 * A lane, where one case runs after the other: its FIFOs, its scratch folder, and a shell that lives as long as the
 * lane does and starts the programs. To start a program from Node costs twice as much: Node is large to fork.
 *
 * Output goes through FIFOs, because `/dev/stdout` can be opened on those, and not on the sockets that
 * `stdio: 'pipe'` gives. Each case opens them anew: a program may make its end non-blocking, and that must not
 * reach the next one.
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
  /** Stands before the shell's own complaints. */
  readonly name: string;
  /** Whose programs ran here last: another's must not meet what they may have left. */
  owner: unknown = null;
  private readonly folder: string;
  private readonly environment: (scratch: string) => NodeJS.ProcessEnv;
  private readonly buffer = Buffer.alloc(READ_SIZE);
  private place = '';
  private pipes: readonly Pipe[] = [];
  private shell: ChildProcess | null = null;
  private collect: Collector | null = null;
  private died: () => void = () => {};

  /** @param folder that all lanes share */
  constructor(folder: string, name: string, environment: (scratch: string) => NodeJS.ProcessEnv) {
    this.folder = folder;
    this.name = name;
    this.environment = environment;
    this.open();
  }

  /** Where programs work; it is empty when one starts. From its `..` nothing of the marker's is to be seen. */
  get scratch(): string {
    return join(this.place, 'work/scratch');
  }

  /** The file with a case's standard input; gone with `finish`. */
  get inputFile(): string {
    return join(this.place, 'input');
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
    if (suspect || !this.isWhole()) this.renew();
  }

  /** Everything anew: pipes, folders, and the shell with the next program. */
  renew(): void {
    this.close();
    this.open();
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
  tell(line: string, died: () => void): number | null {
    this.shell ??= this.startShell();
    this.died = died;
    this.shell.stdin?.write(`${line}\n`);
    return this.shell.pid ?? null;
  }

  /** Never fails, and can be called again. */
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
    // Of a name that no program knew before.
    this.place = mkdtempSync(join(this.folder, 'lane-'));
    mkdirSync(this.scratch, {recursive: true, mode: 0o700});
    this.pipes = this.makePipes();
  }

  /** Clears up after a case, and says whether the lane is as it was: a program can do much to it. */
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
      // Its own session: a Ctrl-C is not for it, and its process group is that of the case it runs.
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
    // What is written to a shell that has died is told by its exit.
    shell.stdin?.on('error', () => {});
    // A program that signals its process group reaches this shell too, which has to tell how that went.
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

/** Removes a folder whatever a program did to it; never fails, and says whether it is gone. */
export function removeTree(folder: string): boolean {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {
    // Folders that may not be read, or that are deeper than a path may be long: `chmod` and `rm` know how.
    spawnSync('chmod', ['-R', 'u+rwX', folder], {stdio: 'ignore'});
    spawnSync('rm', ['-rf', folder], {stdio: 'ignore'});
  }
  return !existsSync(folder);
}
