/* Runs programs, each in a lane, as soon as one is free. An observation carries no judgement. */
import {randomBytes} from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  realpathSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {ifAllowed, isSystemError} from '../system/file-errors.js';
import {isBelow} from '../system/paths.js';
import type {End, Job, NoObservation, Observation, Word} from './job.js';
import {Lane, type LaneContext} from './lane.js';
import {folderPrefix, foldersOfTheDead, removeLater, removeTree} from './marker-folder.js';
import {type FinishedRun, runIn} from './run.js';
import {inSandbox, Sandbox, type SandboxOptions, SYSTEM} from './sandbox.js';
import {canStart, isOpenToPrograms, PROGRAM_USER, programPath, RUN} from './shell.js';
import {endOf, whyNotStarted} from './shell-line.js';

export interface RunnerOptions {
  readonly lanes: number;
  /** null: programs run in the session of a shell. */
  readonly sandbox: SandboxOptions | null;
  readonly sandboxOff?: string | null;
}

const KILLED: End = {signalled: 'SIGKILL'};
const ENDED_SHELL: End = {signalled: 'it ended the shell that started it'};

export class Runner {
  /** The marker's folder, which `close` removes. */
  readonly folder: string;
  /** Why the sandbox does not work; null: it does, or is not wanted. */
  readonly sandboxOff: string | null;
  /** Set once a run fails because the disk is full: all others would fail, too. */
  fullDisk: string | null = null;
  private readonly context: LaneContext;
  private readonly hide: readonly string[];
  private readonly lanes: readonly Lane[];
  private readonly free: Lane[];
  private readonly waiting: ((lane: Lane) => void)[] = [];
  private readonly folders = new Map<string, string>();

  constructor({lanes, sandbox, sandboxOff = null}: RunnerOptions) {
    this.sandboxOff = sandboxOff;
    const temporary = realpathSync(tmpdir());
    this.folder = mkdtempSync(join(temporary, folderPrefix()));
    // Other users may enter it, but not list it.
    if (PROGRAM_USER !== null) chmodSync(this.folder, 0o711);
    if (!isOpenToPrograms(this.folder, RUN))
      throw new Error(`user ${PROGRAM_USER}, who runs programs, cannot enter ${temporary}: set TMPDIR`);
    if (isNoexec(this.folder))
      throw new Error(`${temporary} is mounted noexec: set TMPDIR to another folder`);
    this.hide = [...(sandbox?.hide ?? []), this.folder];
    this.context = {
      folder: this.folder,
      name: `fivedice-${randomBytes(8).toString('hex')}`,
      path: programPath(this.hide),
      sandbox: sandbox === null ? null : new Sandbox({...sandbox, hide: this.hide}),
    };
    for (const dead of foldersOfTheDead(temporary)) removeTree(dead);
    this.lanes = Array.from({length: lanes}, (_, index) => new Lane(this.context, index));
    this.free = [...this.lanes];
  }

  get isSandboxed(): boolean {
    return this.context.sandbox !== null;
  }

  async observe(job: Job): Promise<Observation | NoObservation> {
    const lane = await this.takeLane(job.owner ?? null);
    try {
      let run = await runIn(lane, job, this.context);
      // The shell died. Run again: the machine would not kill it twice, a program would.
      if (hasDied(run)) run = await runIn(lane, job, this.context);
      return this.noObservationOf(job, run) ?? this.observationOf(job, run);
    } catch (error) {
      return {could: 'not-check', reason: this.reasonOf(error)};
    } finally {
      this.giveBack(lane);
    }
  }

  makeFolder(name: string): string {
    try {
      const folder = mkdtempSync(join(this.folder, `${name}-`));
      chmodSync(folder, 0o755);
      this.folders.set(name, folder);
      return folder;
    } catch (error) {
      this.reasonOf(error);
      throw error;
    }
  }

  removeFolder(name: string): void {
    const folder = this.folders.get(name);
    this.folders.delete(name);
    if (folder !== undefined) removeLater(folder);
  }

  /** Kills all programs and removes all files. Never throws, so that no marks are lost. Returns whether the folder is gone. */
  close(): boolean {
    for (const lane of this.lanes) lane.leave();
    return removeTree(this.folder);
  }

  /** Returns whether a file of a folder must stay hidden. */
  isHidden(file: string, folder: string): boolean {
    return this.hide.some((path) => path !== folder && isBelow(path, folder) && isBelow(file, path));
  }

  /** Prefers the owner's last lane, else the one that has been free longest. */
  private takeLane(owner: unknown): Promise<Lane> {
    const index = Math.max(
      0,
      this.free.findIndex((lane) => lane.owner === owner),
    );
    const [lane] = this.free.splice(index, 1);
    return lane === undefined ? new Promise((take) => this.waiting.push(take)) : Promise.resolve(lane);
  }

  private giveBack(lane: Lane): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free.push(lane);
    else next(lane);
  }

  private reasonOf(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    // No room left, or a quota used up.
    if (isSystemError(error, 'ENOSPC', 'EDQUOT')) this.fullDisk ??= reason;
    return reason;
  }

  private noObservationOf(
    {command, toolchain = [], isMerged}: Job,
    {status, watched, isDiskFull}: FinishedRun,
  ): NoObservation | null {
    if (watched.exceeded !== null) return null;
    if (isDiskFull) {
      this.fullDisk ??= `ENOSPC: no space left on device, in ${dirname(this.folder)}`;
      return {could: 'not-check', reason: this.fullDisk};
    }
    if (status === null) return null;
    const stderr = watched.bytes(isMerged === true ? 'stdout' : 'stderr').toString('latin1');
    const why = whyNotStarted(status, stderr, this.context.name);
    const [first = ''] = command;
    const [word, own] = typeof first === 'string' ? [first, []] : [first.file, [first.file]];
    const folders = this.isSandboxed ? [...SYSTEM, ...toolchain, ...own] : ['/'];
    return why !== null && canStart(word, folders) ? null : why;
  }

  private observationOf({command}: Job, {status, watched, left, seconds, written}: FinishedRun): Observation {
    const ended = status === null ? ENDED_SHELL : endOf(status);
    const {exceeded} = watched;
    return {
      end: exceeded === null ? ended : KILLED,
      stdout: watched.bytes('stdout'),
      stderr: this.withoutFolders(watched.bytes('stderr'), command),
      written,
      exceeded,
      leftProcesses: exceeded === null && left,
      seconds,
    };
  }

  /** Drops the folders of a command's files: a traceback then names `main.py`. */
  private withoutFolders(stderr: Buffer, words: readonly Word[]): Buffer {
    if (stderr.length === 0) return stderr;
    let text = stderr.toString('latin1');
    for (const word of words) {
      if (typeof word === 'string') continue;
      const {file, folder = dirname(file)} = this.isSandboxed ? inSandbox(word, words) : word;
      for (const place of [dirname(file), folder])
        text = text.replaceAll(Buffer.from(`${place}/`).toString('latin1'), '');
    }
    return Buffer.from(text, 'latin1');
  }
}

function isNoexec(folder: string): boolean {
  const file = join(folder, 'program');
  writeFileSync(file, '', {mode: 0o700});
  const isRefused = ifAllowed(() => accessSync(file, constants.X_OK)) === null;
  unlinkSync(file);
  return isRefused;
}

function hasDied({status, watched}: FinishedRun): boolean {
  return status === null && watched.exceeded === null;
}
