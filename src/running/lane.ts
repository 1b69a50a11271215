/*
 * A lane runs programs one after another. Node is slow to fork, so a lane keeps a shell that starts them: the first process
 * of a sandbox, or else the leader of a session. A shell serves one owner. After each program, its processes must be
 * gone, and the folders that it could write to must be empty; else the next program gets a new shell.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {ifAllowed} from '../system/file-errors.js';
import {removeLater} from './marker-folder.js';
import {OutputPipe} from './pipes.js';
import {FILTER_PIPE, FILTERED, giveFilter, LANE, SANDBOX_WORK, type Sandbox, WRITABLE} from './sandbox.js';
import {asProgramUser, CLOSING_SHELL, openToPrograms, PROGRAM_USER, quote, systemTool} from './shell.js';
import {PROLOGUE, type ProgramLine} from './shell-line.js';
import {type GivenFile, putFiles} from './work-files.js';

const STREAMS = ['stdout', 'stderr'] as const;
export type Stream = (typeof STREAMS)[number];

type Collector = (stream: Stream, chunk: Buffer) => void;

export interface LaneContext {
  readonly folder: string;
  /** Name of the shell in its error messages. */
  readonly name: string;
  readonly path: string;
  /** null: programs run in the session of a shell. */
  readonly sandbox: Sandbox | null;
}

export class Lane {
  readonly number: number;
  owner: unknown = null;
  private readonly context: LaneContext;
  running: {readonly stop: () => void; readonly kill: () => void} | null = null;
  private shell: Shell | null = null;

  constructor(context: LaneContext, number: number) {
    this.context = context;
    this.number = number;
  }

  /**
   * Returns a running shell for an owner and a key: the last one if it fits, else a new one.
   *
   * @param around returns the sandbox's command for the folder of a shell; empty without a sandbox
   * @throws Error if no shell can be made
   */
  async enter(owner: unknown, key: string, around: (folder: string) => readonly string[]): Promise<Shell> {
    const {shell} = this;
    if (shell !== null && this.owner === owner && shell.key === key && shell.leader !== 0) return shell;
    this.leave();
    this.owner = owner;
    const made = new Shell(this.context, key, around);
    this.shell = made;
    await made.open();
    return made;
  }

  /** @param isSuspect whether the shell must not be used again */
  finish(isSuspect: boolean): void {
    this.running?.stop();
    this.running = null;
    if (isSuspect || this.shell?.clear() !== true) this.leave();
  }

  /** Ends the shell, with its sandbox or session. Never fails, and may be called twice. */
  leave(): void {
    this.running?.stop();
    this.running?.kill();
    this.shell?.close();
    this.shell = null;
  }
}

/** Max characters kept of the shell's messages: a program may flood their pipe. */
const LONGEST_MESSAGE = 64 * 1024;

/** Max files removed after a case; if it leaves more, or a folder, the shell ends. */
const FEW_FILES = 64;

export class Shell {
  readonly key: string;
  private readonly context: LaneContext;
  private readonly process: ChildProcess;
  private pipes: readonly OutputPipe[] = [];
  /** Folder with a link to the shell, its FIFOs and the input; without a sandbox, also the work folder. */
  private readonly folder: string;
  /** See `Processes`. */
  spent = 0;
  private hasFiles = false;
  private pid = 0;
  private isGone = false;
  private messages = '';
  private collect: Collector | null = null;
  private heard: () => void = () => {};
  /** Open `/proc` and `WRITABLE` folders of the sandbox. */
  private proc: number | null = null;
  private writable: readonly number[] = [];

  constructor(context: LaneContext, key: string, around: (folder: string) => readonly string[]) {
    this.context = context;
    this.key = key;
    const {name, path, sandbox} = context;
    this.folder = newFolder(context);
    const command =
      sandbox === null
        ? asProgramUser([join(this.folder, name)])
        : [...around(this.folder), ...FILTERED, join(LANE, name)];
    const {file, closing} = CLOSING_SHELL;
    this.process = spawn(file, ['-c', `${closing}${this.preparation()}; exec "$@"`, 'sh', ...command], {
      argv0: 'sh',
      cwd: '/',
      // Out of reach of Ctrl-C.
      detached: true,
      env: {PATH: path, LANG: 'C.UTF-8'},
      stdio: ['pipe', 'ignore', 'pipe', ...(sandbox === null ? [] : FILTER_PIPE)],
    });
    giveFilter(this.process);
    // The last messages must come first.
    this.process.on('exit', () => setImmediate(() => this.hear('', true)));
    this.process.on('error', ({message}) => this.hear(message, true));
    this.process.stderr?.on('data', (chunk: Buffer) => this.hear(chunk.toString('latin1'), false));
    // Writing to a dead shell fails; its exit is handled above.
    this.process.stdin?.on('error', () => {});
  }

  /** @throws Error if the shell does not get ready */
  async open(): Promise<void> {
    const secret = randomUUID();
    const ready = await this.ask(`${PROLOGUE}; echo "${secret} ready" >&2`, `${secret} ready`);
    const {pid} = this.process;
    if (ready === null || pid === undefined) throw new Error(this.messages.trim() || 'its shell died');
    this.pipes = STREAMS.map(
      (stream) => new OutputPipe(join(this.folder, stream), (chunk) => this.collect?.(stream, chunk)),
    );
    const {sandbox} = this.context;
    this.pid = sandbox === null ? pid : childOf(pid);
    if (sandbox === null) return;
    const open = (path: string): number =>
      openSync(`/proc/${this.pid}/root${path}`, constants.O_RDONLY | constants.O_DIRECTORY);
    this.writable = WRITABLE.map(open);
    this.proc = open('/proc');
  }

  get leader(): number {
    return this.isGone ? 0 : this.pid;
  }

  get inside(): Pick<ProgramLine, 'work' | 'temporary' | 'input' | 'files'> {
    const isSandboxed = this.context.sandbox !== null;
    const folder = isSandboxed ? LANE : this.folder;
    const work = isSandboxed ? SANDBOX_WORK : join(folder, 'work');
    const files = this.hasFiles ? join(folder, 'files') : null;
    return {work, temporary: isSandboxed ? '/tmp' : work, input: join(folder, 'input'), files};
  }

  /** Path of the work folder, which leads there whatever a program renames. */
  get work(): string {
    const [work] = this.writable;
    return work === undefined ? join(this.folder, 'work') : pathOf(work);
  }

  get bytesInMemory(): number | null {
    if (this.writable.length === 0) return null;
    return this.writable.reduce((sum, one) => {
      // `/.` would fail in a folder of mode 0.
      const {blocks, bfree, bsize} = statfsSync(`/proc/self/fd/${one}`);
      return sum + (blocks - bfree) * bsize;
    }, 0);
  }

  get processes(): string | null {
    return this.proc === null ? null : pathOf(this.proc);
  }

  /** Prepares for a case, whose output goes to `collect`. @throws the system's error */
  begin(input: Buffer, files: readonly GivenFile[], collect: Collector): void {
    this.collect = collect;
    const inputFile = join(this.folder, 'input');
    const given = join(this.folder, 'files');
    // On some disks, a new file takes less time than emptying the last one.
    if (existsSync(inputFile)) unlinkSync(inputFile);
    if (this.hasFiles) rmSync(given, {recursive: true, force: true});
    this.hasFiles = files.length > 0;
    openToPrograms(() => {
      writeFileSync(inputFile, input, {flag: 'wx', mode: 0o444});
      if (!this.hasFiles) return;
      mkdirSync(given);
      putFiles(given, files);
    });
  }

  /** Makes the shell run a line, and returns its messages up to a line with `end`; null if it died. */
  ask(line: string, end: string): Promise<string | null> {
    this.messages = '';
    return new Promise((resolve) => {
      this.heard = () => {
        const isDone = this.messages.includes(end) && this.messages.endsWith('\n');
        if (!isDone && !this.isGone) return;
        this.heard = () => {};
        resolve(isDone ? this.messages : null);
      };
      this.process.stdin?.write(`${line}\n`);
      this.heard();
    });
  }

  kill(): void {
    const {pid} = this.process;
    if (this.isGone || pid === undefined) return;
    // It may have ended.
    ifAllowed(() => process.kill(this.proc === null ? -pid : this.pid, 'SIGKILL'));
  }

  drain(): void {
    for (const pipe of this.pipes) pipe.drain();
  }

  /** Removes what a case left. Returns false if anything else has changed. */
  clear(): boolean {
    this.collect = null;
    try {
      if (this.leader === 0) return false;
      if (this.context.sandbox !== null)
        return this.hasNoSockets() && this.writable.every((one) => isEmptied(pathOf(one), 0o755));
      const made = this.hasFiles ? 4 : 3;
      return readdirSync(this.folder).length === made && isEmptied(join(this.folder, 'work'), 0o700);
    } catch {
      return false;
    }
  }

  /** A port stays taken for a minute after the end of its server. */
  private hasNoSockets(): boolean {
    return /^TCP: inuse 0 orphan 0 tw 0 /m.test(readFileSync(`/proc/${this.pid}/net/sockstat`, 'latin1'));
  }

  close(): void {
    this.kill();
    this.collect = null;
    this.process.stdin?.destroy();
    for (const pipe of this.pipes) pipe.close();
    for (const folder of [this.proc, ...this.writable]) if (folder !== null) closeSync(folder);
    this.proc = null;
    this.writable = [];
    removeLater(this.folder);
  }

  /** Returns shell words that make the FIFOs, for any user, and open them as descriptors 3 and 4. */
  private preparation(): string {
    const [stdout, stderr] = STREAMS.map((stream) => quote(join(this.folder, stream)));
    const make = `${systemTool('mkfifo') ?? 'mkfifo'} -m 666 ${stdout} ${stderr} || exit`;
    return `${make}; exec 3<>${stdout} 4<>${stderr}`;
  }

  private hear(message: string, isGone: boolean): void {
    if (this.messages.length < LONGEST_MESSAGE) this.messages += message;
    this.isGone ||= isGone;
    this.heard();
  }
}

/** Makes a folder with an unguessable name. */
function newFolder({folder: parent, name, sandbox}: LaneContext): string {
  const folder = mkdtempSync(join(parent, 'lane-'));
  chmodSync(folder, 0o755);
  symlinkSync('/bin/sh', join(folder, name));
  if (sandbox !== null) return folder;
  const work = join(folder, 'work');
  mkdirSync(work, {mode: 0o700});
  if (PROGRAM_USER !== null) chownSync(work, PROGRAM_USER, PROGRAM_USER);
  return folder;
}

/** Removes a few files. Returns whether the folder is then empty and has this mode. */
function isEmptied(folder: string, mode: number): boolean {
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || (stats.mode & 0o7777) !== mode) return false;
  const entries = readdirSync(folder, {withFileTypes: true});
  if (entries.length > FEW_FILES || entries.some((entry) => entry.isDirectory())) return false;
  for (const {name} of entries) unlinkSync(join(folder, name));
  return true;
}

function pathOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}/.`;
}

/** Returns the oldest child of a process. @throws Error if it has none */
function childOf(pid: number): number {
  const child = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1'), 10);
  if (Number.isNaN(child)) throw new Error('its shell died');
  return child;
}
