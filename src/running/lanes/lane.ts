/*
 * A lane runs cases one after another. It has an outer shell, which joins the lane's control group once; FIFOs; a file
 * for input; and for each owner an inner shell, which the outer one starts, and which starts the programs.
 *
 * Output goes through FIFOs because a program can open `/dev/stdout` on those, but not on the sockets that
 * `stdio: 'pipe'` gives it. Each case opens them again: a program may make its end non-blocking, and that
 * must not affect the next program.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  statfsSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import {type OnReadOpts, Socket, type SocketConstructorOpts} from 'node:net';
import {dirname, join} from 'node:path';
import {type Containment, DIES_WITH_PARENT, SANDBOX_WORK} from '../containment.js';
import type {Guardian} from '../guardian.js';
import {DEFAULT_PATH, quote} from '../shell.js';
import type {ControlGroup} from '../usage/cgroup.js';
import {childrenSecondsIn} from '../usage/processes.js';
import type {Fifo, Fifos} from './fifos.js';
import {InputFile} from './input-file.js';

/** What comes through a FIFO: a program's output, its error output, and the messages of the shells. */
const CHANNELS = ['stdout', 'stderr', 'words'] as const;
type Channel = (typeof CHANNELS)[number];
export type Output = Exclude<Channel, 'words'>;

/** Receives everything that a program prints. */
type Collector = (channel: Output, chunk: Uint8Array) => void;

/** What all lanes share. */
export interface LaneContext {
  containment: Containment;
  readonly folder: string;
  /** A shell puts this name before its own error messages. */
  readonly name: string;
  /** Removes folders. */
  readonly guardian: Guardian;
  readonly fifos: Fifos;
}

/** An inner shell that runs. */
interface Inner {
  readonly key: string;
  /** Its number. In namespaces of its own, everything there ends with it. */
  readonly pid: number;
  /** What the kernel says of it: an open file. */
  readonly stat: number | null;
  /** The work folder, and the `/proc` of the namespaces: open folders; null without namespaces. */
  readonly work: number | null;
  readonly processes: number | null;
  /** How many files the work folder's file system holds when it is empty; 0 if it does not count them. */
  readonly files: number;
}

const NOT_YET = {pid: 0, stat: null, work: null, processes: null, files: 0};

interface Pipe extends Fifo {
  readonly channel: Channel;
  readonly socket: Socket;
}

const READ_SIZE = 64 * 1024;

/** In characters. A shell never says more: anything longer is a program writing where only the shell should. */
const MAX_WORDS = 64 * 1024;

/** The signals that a program may send to its process group, in which the shell is too where it has no namespaces. */
const SURVIVED = 'HUP INT QUIT ALRM TERM USR1 USR2';

/**
 * Says at the end of a case, by functions of the shell, which need no new process, whether it left processes (`held`) or
 * anything that processes share (`left`). Children that nobody waited for count only until the shell has.
 */
const AT_END =
  'held() { kill -0 -1 2>&- && { (:); kill -0 -1 2>&-; } && h=held || h=; }; ' +
  'left() { i=; for t in shm sem msg; do { read -r x; read -r x && i=left; } </proc/sysvipc/$t; done 2>&-; ' +
  'for x in $queues; do [ -e "$x" ] && i=left; done; }';

/** What each inner shell is told first. Only the sandbox has a list of queues of its own. */
const FIRST: Readonly<Record<Containment, string>> = {
  sandbox: `queues='/dev/mqueue/*'; ${AT_END}`,
  namespaces: `queues=; ${AT_END}`,
  'process-groups': `trap : ${SURVIVED}`,
};

const SHELL = '/bin/sh';

/** A case that leaves more files than this gets a new work folder. */
const MAX_REMOVED = 64;

export class Lane {
  /** Whose program ran here last. Programs of another owner must not find anything it left. */
  owner: unknown = null;
  /** The group of everything that runs here, if there can be one. */
  readonly group: ControlGroup | null;
  private readonly context: LaneContext;
  private readonly buffer = Buffer.alloc(READ_SIZE);
  private place = '';
  private input: InputFile | null = null;
  private pipes: readonly Pipe[] = [];
  /** The lines for the inner shell. */
  private fifo: Fifo | null = null;
  private commands: Socket | null = null;
  private outer: ChildProcess | null = null;
  private inner: Inner | null = null;
  private collect: Collector | null = null;
  private words = '';
  private heard: () => void = () => {};
  /** What the outer shell says once the inner one has ended. */
  private gone = '\n';
  private removed = 0;

  constructor(context: LaneContext, group: ControlGroup | null) {
    this.context = context;
    this.group = group;
    this.open();
  }

  /** Where a program works without the sandbox. Its `..` shows nothing that belongs to the marker. */
  get work(): string {
    return join(this.place, 'work/scratch');
  }

  /** Where the file system in memory lies that holds the work folder. */
  get memoryFolder(): string {
    return dirname(this.work);
  }

  /** What the shells have said since the last line. */
  get lastWords(): string {
    return this.words.replace(this.gone, '').trim();
  }

  /** The work folder as this process reaches it. Whatever a program renames, this leads nowhere else. */
  get scratch(): string {
    const {inner} = this;
    if (inner?.work == null) return this.work;
    return `/proc/self/fd/${inner.work}/${this.context.containment === 'sandbox' ? '.' : 'scratch'}`;
  }

  /** The file system in memory that holds the work folder and nothing else; null if it lies on the disk. */
  get memory(): string | null {
    return this.inner?.work == null ? null : `/proc/self/fd/${this.inner.work}`;
  }

  /** The folder of the input file and of the shell's name. */
  get inputFolder(): string {
    return join(this.place, 'in');
  }

  get inputFile(): string {
    return join(this.inputFolder, 'input');
  }

  /** The inner shell; null if none runs. */
  get leader(): number | null {
    return this.inner?.pid ?? null;
  }

  /** Seconds of processor time of all the programs for which the inner shell has waited; 0 if none runs. */
  get childrenSeconds(): number {
    const file = this.inner?.stat ?? null;
    try {
      const length = file === null ? 0 : readSync(file, this.buffer, 0, READ_SIZE, 0);
      return length === 0 ? 0 : childrenSecondsIn(this.buffer.toString('latin1', 0, length));
    } catch {
      // It has just died.
      return 0;
    }
  }

  /** The `/proc` with the processes of the lane alone; null if there is none. */
  get processes(): string | null {
    return this.inner?.processes == null ? null : `/proc/self/fd/${this.inner.processes}`;
  }

  /** The lane's own processes in its control group. */
  get own(): readonly number[] {
    return [this.outer?.pid ?? 0, this.leader ?? 0];
  }

  /**
   * Makes sure that an inner shell runs that was made for this.
   *
   * @param key what it is made for; one that was made for anything else is ended
   * @param enclose how to make it
   * @returns why none does; null if one does
   */
  async enter(owner: unknown, key: string, enclose: () => readonly string[]): Promise<string | null> {
    // A lane without an owner has only run a trial of ours.
    const isAnother = this.owner !== null && this.owner !== owner;
    if (isAnother || (this.inner !== null && this.inner.key !== key)) this.renew();
    this.owner = owner;
    return this.inner === null ? this.start(key, enclose()) : null;
  }

  /** Prepares for a case: from now on, its output goes to `collect`. @throws the system's error */
  begin(input: Buffer, collect: Collector): void {
    this.collect = collect;
    this.input?.write(input);
  }

  /**
   * Makes the inner shell run a line, and waits until it has said something.
   *
   * @returns all that it said until then; null if it died
   */
  ask(line: string, end: string): Promise<string | null> {
    this.words = '';
    return new Promise((resolve) => {
      this.heard = () => {
        const isEnded = this.words.includes(end) && this.words.endsWith('\n');
        if (!isEnded && this.inner !== null) return;
        this.heard = () => {};
        resolve(isEnded ? this.words : null);
      };
      this.commands?.write(`${line}\n`);
      this.heard();
    });
  }

  /** Kills everything in the namespaces, if there are some, or in the session, with the inner shell. */
  kill(): void {
    const {inner} = this;
    if (inner !== null) kill(inner.processes === null ? -inner.pid : inner.pid);
  }

  /** Reads whatever is left in the pipes. */
  drain(): void {
    for (const pipe of this.pipes) {
      this.readAll(pipe);
      // A program may have taken the permission to open it from everybody.
      fchmodSync(pipe.reader, 0o600);
    }
  }

  /** @param suspect whether a process of the case may still be running */
  finish(suspect: boolean): void {
    this.collect = null;
    if (suspect || !this.isWhole()) this.renew();
  }

  /** Replaces the pipes, and the folders if anything happened to them; the next program starts a new shell. */
  renew(): void {
    this.leave();
    if (!this.isPlaceWhole()) this.leavePlace();
    this.open();
  }

  /** Never fails, and may be called twice. */
  close(): void {
    this.leave();
    this.leavePlace();
    if (this.outer?.pid !== undefined) kill(this.outer.pid);
    this.outer = null;
  }

  private open(): void {
    const {folder, name, fifos} = this.context;
    if (this.place === '') {
      // A name that no earlier program could know.
      this.place = mkdtempSync(join(folder, 'lane-'));
      mkdirSync(this.inputFolder, {mode: 0o700});
      mkdirSync(this.work, {recursive: true, mode: 0o700});
      symlinkSync(SHELL, join(this.inputFolder, name));
      this.input = new InputFile(this.inputFile);
    }
    this.fifo = fifos.take();
    this.commands = new Socket({fd: this.fifo.writer, readable: false, writable: true});
    this.commands.on('error', () => {});
    this.pipes = CHANNELS.map((channel) => this.pipe(channel));
  }

  private leave(): void {
    this.kill();
    this.forget();
    this.commands?.destroy();
    this.commands = null;
    if (this.fifo !== null) closeSync(this.fifo.reader);
    this.fifo = null;
    for (const {socket, writer} of this.pipes) {
      socket.destroy();
      closeSync(writer);
    }
    this.pipes = [];
  }

  private leavePlace(): void {
    this.input?.close();
    this.input = null;
    if (this.place !== '') this.context.guardian.remove(this.place);
    this.place = '';
  }

  /** Whether the lane's folders on the disk are as they were made. */
  private isPlaceWhole(): boolean {
    const {containment, name} = this.context;
    try {
      if (containment === 'sandbox') return true;
      return (
        containment === 'namespaces' &&
        this.input?.isWhole() === true &&
        readlinkSync(join(this.inputFolder, name)) === SHELL &&
        [this.place, this.inputFolder].every((folder) => readdirSync(folder).length === 2)
      );
    } catch {
      return false;
    }
  }

  /** What is known of an inner shell ends with it. */
  private forget(): void {
    const {inner} = this;
    this.inner = null;
    if (inner === null) return;
    for (const file of [inner.stat, inner.work, inner.processes]) if (file !== null) closeSync(file);
  }

  /** Starts an inner shell. Returns why it does not run; null if it does. */
  private async start(key: string, words: readonly string[]): Promise<string | null> {
    const {containment, name} = this.context;
    this.outer ??= this.startOuter();
    const {outer} = this;
    if (outer.pid === undefined) return 'its shell did not start';
    const secret = randomUUID();
    const fd = (pipe: Fifo | null | undefined, end: 'reader' | 'writer'): string =>
      `/proc/${process.pid}/fd/${pipe?.[end]}`;
    const [stdout, stderr, said] = this.pipes;
    const opened = `<${fd(this.fifo, 'reader')} 2>${fd(said, 'writer')} 3<${fd(stdout, 'reader')} 4<${fd(stderr, 'reader')}`;
    const work = quote(containment === 'sandbox' ? SANDBOX_WORK : this.work);
    const command = [...DIES_WITH_PARENT, ...words].map(quote).join(' ');
    // A shell that is being started cannot be killed, but it can end.
    this.inner = {...NOT_YET, key};
    this.gone = `${secret} gone`;
    outer.stdin?.write(`{ HOME=${work} TMPDIR=${work} ${command}; echo "${this.gone}" >&2; } ${opened}\n`);
    const ready = await this.ask(
      `${FIRST[containment]}; cd /; echo "${secret} ready $$" >&2`,
      `${secret} ready`,
    );
    if (ready === null) {
      return this.lastWords.replaceAll(`${name}: `, '') || 'its shell died';
    }
    if (containment === 'process-groups') {
      const pid = Number(ready.trim().split(' ').at(-1));
      this.inner = {...NOT_YET, key, pid, stat: openSync(`/proc/${pid}/stat`, 'r')};
      return null;
    }
    const pid = childOf(childOf(outer.pid));
    const root = `/proc/${pid}/root`;
    if (containment === 'namespaces') mkdirSync(root + this.work, {mode: 0o700});
    const open = (path: string): number => openSync(root + path, constants.O_DIRECTORY);
    const [inMemory, processes] = [
      open(containment === 'sandbox' ? SANDBOX_WORK : this.memoryFolder),
      open('/proc'),
    ];
    const stat = openSync(`/proc/${pid}/stat`, 'r');
    this.inner = {key, pid, stat, work: inMemory, processes, files: filesIn(`/proc/self/fd/${inMemory}`)};
    return null;
  }

  private startOuter(): ChildProcess {
    const {name, group} = {...this.context, group: this.group};
    const [file, ...args] = [...DIES_WITH_PARENT, SHELL, '-s', name];
    const outer = spawn(file ?? '', args, {
      cwd: '/',
      // In a session of its own, out of reach of Ctrl-C.
      detached: true,
      env: environment(),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const forget = (): void => {
      if (this.outer !== outer) return;
      this.outer = null;
      this.died();
    };
    outer.on('error', forget);
    outer.on('exit', forget);
    // Writing to a dead shell fails here; its exit is handled above.
    outer.stdin?.on('error', () => {});
    const join = group === null ? '' : `; echo 0 >${quote(group.processesFile)}`;
    // What it says last may have no reader.
    outer.stdin?.write(`trap : PIPE${join}\n`);
    return outer;
  }

  /** Whether what the case left could be cleaned up, and all else is as before: a program can do a lot to it. */
  private isWhole(): boolean {
    try {
      // From within the sandbox, nothing here can be changed.
      const {containment} = this.context;
      if (containment === 'sandbox') chmodSync(this.scratch, 0o755);
      else if (this.input?.isWhole() !== true || !isClean(this.scratch)) return false;
      if (this.memory === null) return this.replaceWork();
      const {files = 0} = this.inner ?? {};
      if (files > 0 && filesIn(this.memory) === files) return true;
      if (containment === 'namespaces' && readdirSync(this.memory).length > 1) return false;
      return emptied(this.scratch);
    } catch {
      return false;
    }
  }

  /** On the disk, files are removed by the guardian: that may take long. */
  private replaceWork(): boolean {
    if (readdirSync(this.work).length === 0) return true;
    this.removed += 1;
    const trash = join(this.place, `trash-${this.removed}`);
    renameSync(dirname(this.work), trash);
    mkdirSync(this.work, {recursive: true, mode: 0o700});
    this.context.guardian.remove(trash);
    return true;
  }

  private pipe(channel: Channel): Pipe {
    const fifo = this.context.fifos.take();
    const callback = (length: number, chunk: Uint8Array): boolean => {
      this.receive(channel, chunk.subarray(0, length));
      return true;
    };
    // Into one buffer: Node makes a new one for every chunk otherwise.
    const options: SocketConstructorOpts & {onread: OnReadOpts} = {
      fd: fifo.reader,
      readable: true,
      writable: false,
      onread: {buffer: this.buffer, callback},
    };
    const socket = new Socket(options);
    socket.on('error', () => {});
    return {...fifo, channel, socket};
  }

  /** @param chunk only good until this returns */
  private receive(channel: Channel, chunk: Uint8Array): void {
    if (channel !== 'words') {
      this.collect?.(channel, chunk);
      return;
    }
    if (this.words.length < MAX_WORDS) this.words += Buffer.from(chunk).toString('latin1');
    if (this.words.includes(this.gone)) this.died();
    else this.heard();
  }

  private died(): void {
    this.forget();
    this.heard();
  }

  private readAll({reader, channel}: Pipe): void {
    for (let length = this.read(reader); length > 0; length = this.read(reader)) {
      this.receive(channel, this.buffer.subarray(0, length));
    }
  }

  /** @returns 0 if there is nothing to read */
  private read(fd: number): number {
    try {
      return readSync(fd, this.buffer);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
      throw error;
    }
  }
}

/** A program's environment: what it needs to find its tools, and nothing else of the marker's own. */
function environment(): NodeJS.ProcessEnv {
  const {PATH: path = DEFAULT_PATH} = process.env;
  return {PATH: path, LANG: 'C.UTF-8'};
}

/** The only child of a process, or its oldest. @throws if it has none */
function childOf(pid: number): number {
  const child = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1'), 10);
  if (Number.isNaN(child)) throw new Error('its shell died');
  return child;
}

/** How many files and folders a file system holds, also those without a name. */
function filesIn(folder: string): number {
  const {files, ffree} = statfsSync(folder);
  return files - ffree;
}

function isClean(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && (stats.mode & 0o777) === 0o700;
}

/** Removes a few files. Returns whether nothing else was there. */
function emptied(folder: string): boolean {
  const entries = readdirSync(folder, {withFileTypes: true});
  if (entries.length > MAX_REMOVED || entries.some((entry) => entry.isDirectory())) return false;
  for (const {name} of entries) unlinkSync(join(folder, name));
  return true;
}

function kill(target: number): void {
  try {
    if (target !== 0) process.kill(target, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
