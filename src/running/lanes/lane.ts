/*
 * A lane runs cases one after another. It has FIFOs, a scratch folder, and a long-lived shell that starts the
 * programs.
 *
 * Output goes through FIFOs because a program can open `/dev/stdout` on those, but not on the sockets that
 * `stdio: 'pipe'` gives it. Each case opens them again: a program may make its end non-blocking, and that
 * must not affect the next program.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
} from 'node:fs';
import {type OnReadOpts, Socket, type SocketConstructorOpts} from 'node:net';
import {join} from 'node:path';
import type {Guardian} from '../guardian.js';
import type {Sandbox} from '../sandbox.js';
import {quote} from '../shell.js';
import type {ControlGroup} from '../usage/cgroup.js';
import {identityOf} from '../usage/processes.js';
import type {Fifos} from './fifos.js';
import {InputFile} from './input-file.js';

/** What comes through a FIFO: a program's output, its error output, and the messages of its shell. */
const CHANNELS = ['stdout', 'stderr', 'words'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Receives everything that arrives while a program runs. */
export type Collector = (channel: Channel, chunk: Uint8Array) => void;

/** What all lanes share. */
export interface Surroundings {
  readonly folder: string;
  /** A shell puts this name before its own error messages. */
  readonly name: string;
  /** Removes folders. */
  readonly guardian: Guardian;
  readonly environment: (scratch: string) => NodeJS.ProcessEnv;
  readonly fifos: Fifos;
}

interface Pipe {
  readonly channel: Channel;
  readonly reader: number;
  /** Kept open so that the reader never sees end of file. */
  writer: number;
  readonly socket: Socket;
}

const READ_SIZE = 64 * 1024;

/** The signals that a program may send to its process group, in which the lane's shell is too. */
const SURVIVED = 'HUP INT QUIT ALRM TERM USR1 USR2';

export class Lane {
  /** Whose program ran here last. Programs of another owner must not find anything it left. */
  owner: unknown = null;
  /** The group of everything that runs here, if there can be one. */
  readonly group: ControlGroup | null;
  /**
   * What else than a program there is in the group, or would be: the shell, and a sandbox around it. Null while that
   * is not known, because the sandbox is being made.
   */
  others: ReadonlySet<number> | null = null;
  /** Seconds of processor time that the shell had last reported of its children. */
  shellSeconds = 0;
  private readonly shared: Surroundings;
  private readonly buffer = Buffer.alloc(READ_SIZE);
  private paths = pathsIn('');
  private input: InputFile | null = null;
  private pipes: readonly Pipe[] = [];
  private shell: ChildProcess | null = null;
  /** What the shell runs in, as the words of a command; the shell itself if they are empty. */
  private around: readonly string[] = [];
  private key: string | null = null;
  private collect: Collector | null = null;
  private died: () => void = () => {};
  private trash = 0;

  constructor(shared: Surroundings, group: ControlGroup | null) {
    this.shared = shared;
    this.group = group;
    this.open();
  }

  /** Where a program works; empty when it starts. Its `..` shows nothing that belongs to the marker. */
  get scratch(): string {
    return this.paths.scratch;
  }

  /** The file with a case's standard input. */
  get inputFile(): string {
    return this.paths.inputFile;
  }

  /** Contains nothing else. */
  get inputFolder(): string {
    return this.paths.inputFolder;
  }

  /** The input file as the lane's shell sees it. */
  shownInput(sandbox: Sandbox): string {
    return sandbox.laneFile(this.inputFolder, 'input');
  }

  /** The pipes for output and error output: who else holds one? */
  get outputFiles(): readonly string[] {
    return this.outputs().map(({reader}) => identityOf(fstatSync(reader)));
  }

  /** Prepares for a case: from now on, its output goes to `collect`. */
  begin(input: Buffer, collect: Collector): void {
    this.collect = collect;
    try {
      this.input?.write(input);
    } catch {
      // An earlier program can have forbidden it.
      this.renew();
      this.input?.write(input);
    }
  }

  /**
   * Reads whatever is left in the pipes.
   *
   * @returns whether some process still holds a pipe for output
   */
  drain(): boolean {
    return this.outputs()
      .map((pipe) => {
        // Without our own writer, a reader sees the end of the file only if nobody else has one.
        closeSync(pipe.writer);
        try {
          return this.readAll(pipe) === 'held';
        } finally {
          // A program may have taken the permission for that from everybody.
          fchmodSync(pipe.reader, 0o600);
          pipe.writer = openSync(`/proc/self/fd/${pipe.reader}`, constants.O_WRONLY);
        }
      })
      .includes(true);
  }

  /** @param suspect whether a process of the case may still be running, or may still hold a pipe */
  finish(suspect: boolean): void {
    this.collect = null;
    // From within a sandbox, nothing here can be changed.
    if (suspect || (this.key === null && !this.isWhole())) this.renew();
    else if (this.group !== null) this.others ??= new Set(this.group.processes());
  }

  /** Replaces the pipes and folders; the next program starts a new shell. */
  renew(): void {
    this.close();
    this.open();
  }

  /**
   * From now on the shell runs in a sandbox, or in none.
   *
   * @param key what the sandbox is made from; null: none
   * @param around the words of its command
   */
  enclose(key: string | null, around: () => readonly string[]): void {
    if (key === this.key) return;
    const words = key === null ? [] : around();
    this.endShell();
    [this.key, this.around] = [key, words];
  }

  /** The process number of the lane's shell, which is started if it does not run; null if it cannot be. */
  get leader(): number | null {
    this.shell ??= this.startShell();
    return this.shell.pid ?? null;
  }

  /**
   * Makes the lane's shell run a line. In it, opening descriptor 3 anew is for output and 4 for error output.
   *
   * @param died called if the shell dies
   */
  tell(line: string, died: () => void): void {
    this.shell ??= this.startShell();
    this.died = died;
    this.shell.stdin?.write(`${line}\n`);
  }

  /** Never fails, and may be called twice. */
  close(): void {
    this.endShell();
    const {pipes, paths} = this;
    this.pipes = [];
    for (const {socket, writer} of pipes) {
      socket.destroy();
      closeSync(writer);
    }
    this.input?.close();
    this.input = null;
    if (paths.place !== '') this.shared.guardian.remove(paths.place);
    this.paths = pathsIn('');
  }

  private open(): void {
    // A name that no earlier program could know.
    this.paths = pathsIn(mkdtempSync(join(this.shared.folder, 'lane-')));
    mkdirSync(this.inputFolder, {mode: 0o700});
    mkdirSync(this.scratch, {recursive: true, mode: 0o700});
    this.input = new InputFile(this.inputFile);
    this.pipes = this.makePipes();
  }

  private endShell(): void {
    const {shell} = this;
    this.forgetShell();
    // This takes a millisecond, and without a sandbox the shell, which is killed below, is mostly all that there is.
    if (this.group?.processes().some((pid) => pid !== shell?.pid)) this.group.kill();
    if (shell?.pid === undefined) return;
    try {
      // A sandbox around it dies with this.
      process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }

  /** What is known of a shell ends with it. */
  private forgetShell(): void {
    this.shell = null;
    this.others = null;
    this.shellSeconds = 0;
  }

  /** Cleans up after a case. Returns whether the lane is still intact: a program can do a lot to it. */
  private isWhole(): boolean {
    try {
      if (this.input?.isWhole() !== true) return false;
      const scratch = lstatSync(this.scratch);
      if (!scratch.isDirectory() || (scratch.mode & 0o777) !== 0o700) return false;
      if (readdirSync(this.scratch).length > 0) this.replaceScratch();
      return true;
    } catch {
      return false;
    }
  }

  private replaceScratch(): void {
    this.trash += 1;
    const trash = join(this.paths.place, `trash-${this.trash}`);
    renameSync(this.paths.work, trash);
    mkdirSync(this.scratch, {recursive: true, mode: 0o700});
    this.shared.guardian.remove(trash);
  }

  private startShell(): ChildProcess {
    const {name} = this.shared;
    const join = this.group === null ? [] : [`echo 0 > ${quote(this.group.processesFile)}`];
    const isOpen = this.around.length === 0;
    // From within a sandbox, nobody can join a group of the system.
    const [file, ...args] = isOpen
      ? (['/bin/sh'] as const)
      : (['/bin/sh', '-c', [...join, 'exec "$@"'].join('; '), name, ...this.around, '/bin/sh'] as const);
    const shell = spawn(file, args, {
      argv0: name,
      cwd: this.paths.place,
      // In a session of its own: Ctrl-C does not reach it, and its process group is that of the case it runs.
      detached: true,
      env: this.shared.environment(this.scratch),
      stdio: [
        'pipe',
        'ignore',
        this.pipe('words').writer,
        this.pipe('stdout').reader,
        this.pipe('stderr').reader,
      ],
    });
    if (isOpen && shell.pid !== undefined) this.others = new Set([shell.pid]);
    const forget = (): void => {
      if (this.shell !== shell) return;
      this.forgetShell();
      // Why it died may still be in the pipe.
      this.readAll(this.pipe('words'));
      this.died();
    };
    shell.on('error', forget);
    shell.on('exit', forget);
    // Writing to a dead shell fails here; its exit is handled above.
    shell.stdin?.on('error', () => {});
    // It must survive to report the end.
    shell.stdin?.write(`${[`trap : ${SURVIVED}`, ...(isOpen ? join : [])].join('; ')}\n`);
    return shell;
  }

  private outputs(): readonly Pipe[] {
    return this.pipes.filter(({channel}) => channel !== 'words');
  }

  private pipe(channel: Channel): Pipe {
    const pipe = this.pipes.find((one) => one.channel === channel);
    if (pipe === undefined) throw new Error(`no pipe for ${channel}`);
    return pipe;
  }

  private makePipes(): Pipe[] {
    return CHANNELS.map((channel) => {
      const {reader, writer} = this.shared.fifos.take();
      const callback = (length: number, chunk: Uint8Array): boolean => {
        this.collect?.(channel, chunk.subarray(0, length));
        return true;
      };
      // Into one buffer: Node makes a new one for every chunk otherwise.
      const options: SocketConstructorOpts & {onread: OnReadOpts} = {
        fd: reader,
        readable: true,
        writable: false,
        onread: {buffer: this.buffer, callback},
      };
      const socket = new Socket(options);
      socket.on('error', () => {});
      return {channel, reader, writer, socket};
    });
  }

  private readAll({reader, channel}: Pipe): 'ended' | 'held' {
    for (;;) {
      const length = this.read(reader);
      if (length === null) return 'held';
      if (length === 0) return 'ended';
      this.collect?.(channel, this.buffer.subarray(0, length));
    }
  }

  /** @returns null if there is nothing to read yet */
  private read(fd: number): number | null {
    try {
      return readSync(fd, this.buffer);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
      throw error;
    }
  }
}

interface Paths {
  /** The lane's own folder. */
  readonly place: string;
  readonly inputFolder: string;
  readonly inputFile: string;
  readonly work: string;
  readonly scratch: string;
}

function pathsIn(place: string): Paths {
  const [inputFolder, work] = [join(place, 'in'), join(place, 'work')];
  return {place, inputFolder, inputFile: join(inputFolder, 'input'), work, scratch: join(work, 'scratch')};
}
