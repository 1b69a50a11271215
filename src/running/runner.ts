/*
 * Runs programs: each in a lane, as soon as one is free, within limits. What is seen of it says nothing about right or
 * wrong.
 */

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
import {type Run, runIn} from './run.js';
import {inSandbox, Sandbox, type SandboxOptions, SYSTEM} from './sandbox.js';
import {canStart, isOpenToPrograms, PROGRAM_USER, programPath, RUN} from './shell.js';
import {endOf, whyNotStarted} from './shell-line.js';

export interface RunnerOptions {
  readonly lanes: number;
  /** null: programs run as a process group. */
  readonly sandbox: SandboxOptions | null;
  readonly sandboxOff?: string | null;
}

/** End of a program that the marker kills. */
const KILLED: End = {signalled: 'SIGKILL'};

/** The end of a program that killed its own shell, or made it exit. */
const ENDED_SHELL: End = {signalled: 'it ended the shell that started it'};

export class Runner {
  /** The marker's own folder; `close` removes it. */
  readonly folder: string;
  /** Why the sandbox is off; null if it is on, or nobody asked for it. */
  readonly sandboxOff: string | null;
  /** Why every further run would fail, once one failed because the disk is full; null as long as none did. */
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
    // Another user may go through it, but not list it.
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

  /** Runs a program to its end, as soon as a lane is free. */
  async observe(job: Job): Promise<Observation | NoObservation> {
    const lane = await this.takeLane(job.owner ?? null);
    try {
      let run = await runIn(lane, job, this.context);
      // The machine would not kill the shell twice, a program would.
      if (hasDied(run)) run = await runIn(lane, job, this.context);
      return this.whyNothing(job, run) ?? this.observationOf(job, run);
    } catch (error) {
      return {could: 'not-check', reason: this.noticed(error)};
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
      this.noticed(error);
      throw error;
    }
  }

  removeFolder(name: string): void {
    const folder = this.folders.get(name);
    this.folders.delete(name);
    if (folder !== undefined) removeLater(folder);
  }

  /**
   * Kills everything that is still running and removes every file. Never throws, so that no marks are lost.
   *
   * @returns whether the folder is gone
   */
  close(): boolean {
    for (const lane of this.lanes) lane.leave();
    return removeTree(this.folder);
  }

  /** Returns whether no program may see a file of a folder. */
  isHidden(file: string, folder: string): boolean {
    return this.hide.some((path) => path !== folder && isBelow(path, folder) && isBelow(file, path));
  }

  /** A free lane: if possible one in which the owner's programs ran before, else the one that was free longest. */
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

  private noticed(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    // No room left, or a quota used up.
    if (isSystemError(error, 'ENOSPC', 'EDQUOT')) this.fullDisk ??= reason;
    return reason;
  }

  private whyNothing(
    {command, toolchain = [], isMerged}: Job,
    {status, watched, isDiskFull}: Run,
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

  private observationOf({command}: Job, {status, watched, left, seconds, written}: Run): Observation {
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

  /** Drops the folders of a command's files from what it says of them: a traceback names `main.py`. */
  private withoutFolders(stderr: Buffer, words: readonly Word[]): Buffer {
    if (stderr.length === 0) return stderr;
    let said = stderr.toString('latin1');
    for (const word of words) {
      if (typeof word === 'string') continue;
      const {file, folder = dirname(file)} = this.isSandboxed ? inSandbox(word, words) : word;
      for (const place of [dirname(file), folder])
        said = said.replaceAll(Buffer.from(`${place}/`).toString('latin1'), '');
    }
    return Buffer.from(said, 'latin1');
  }
}

function isNoexec(folder: string): boolean {
  const file = join(folder, 'program');
  writeFileSync(file, '', {mode: 0o700});
  const isRefused = ifAllowed(() => accessSync(file, constants.X_OK)) === null;
  unlinkSync(file);
  return isRefused;
}

function hasDied({status, watched}: Run): boolean {
  return status === null && watched.exceeded === null;
}
