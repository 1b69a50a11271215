/*
 * The guardian is a small shell beside the marker. It removes large folders while the marker goes on looking at
 * its programs; and if the marker is gone, however it ended, it kills every program of it and removes its folder.
 */
import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {existsSync, readdirSync, rmSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {machine, startOf} from '../system/processes.js';
import {quote} from './shell.js';
import {type ControlGroup, MEMBERS} from './usage/cgroup.js';
import {TOKEN_NAME} from './usage/processes.js';

/** What the guardian's control group is called, after the marker's folder. */
export const GUARDIAN = 'guardian';

/** How many seconds pass between two tries of the guardian to kill what is left. */
const AGAIN = 0.1;

export class Guardian {
  private readonly shell: ChildProcess;

  /**
   * @param name what the tokens of all programs begin with
   * @param folder the marker's own folder
   * @param groups where its control groups are, each named after the folder; null if there are none
   */
  constructor(name: string, folder: string, groups: string | null) {
    // In a session of its own, out of reach of Ctrl-C.
    this.shell = spawn('/bin/sh', [], {cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore']});
    this.shell.on('error', () => {});
    this.shell.stdin?.on('error', () => {});
    this.shell.unref();
    // The shell ends when the pipe to the marker does. It does not run in the folder's file system.
    this.tell(`trap '' HUP INT QUIT TERM
killed() {
  found=$(grep -las ${quote(`${TOKEN_NAME}=${name}`)} /proc/[0-9]*/environ)
  for file in $found; do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    kill -KILL "-$pid" "$pid"
  done
  [ -n "$found" ]
}
removed() { rm -rf -- "$1" || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; }; }
kept() {
  for group in ${groups === null ? '' : `${quote(join(groups, basename(folder)))}-*`}; do
    echo 1 >"$group/cgroup.kill"; rmdir "$group" || [ ! -d "$group" ] || return 0
  done
  return 1
}
ended() {
  ${groups === null ? '' : `echo 0 >${quote(join(groups, MEMBERS))}`}
  for try in 1 2 3 4 5 6 7 8 9; do "$@" || kept || break; sleep ${AGAIN}; done
}
trap 'ended killed; removed ${quote(folder).replaceAll("'", `'\\''`)}' EXIT
exec 2>/dev/null`);
  }

  /**
   * Joins a control group. The kernel lets the first process of all to join one wait for some 20 ms, and the next
   * ones not: this way the lanes need not wait.
   */
  join({processesFile}: ControlGroup): void {
    this.tell(`echo 0 >${quote(processesFile)}`);
  }

  /** Removes a control group that another marker has left, but not while the guardian of that one is at work in it. */
  removeGroup(group: string): void {
    const kill = group.endsWith(`-${GUARDIAN}`) ? '' : `echo 1 >${quote(join(group, 'cgroup.kill'))}; `;
    this.tell(`${kill}rmdir ${quote(group)}`);
  }

  /** Removes a folder, whatever a program did to it, beside everything else. */
  remove(folder: string): void {
    this.tell(`removed ${quote(folder)} &`);
  }

  /** For a marker that has killed its programs and removed its folder: only its control groups are left. */
  dismiss(): void {
    this.tell("trap 'ended false' EXIT");
    this.shell.stdin?.end();
  }

  private tell(line: string): void {
    this.shell.stdin?.write(`${line}\n`);
  }
}

/** The guardian may be removing the same folder at the same time: then one finds gone what it has just seen. */
const MOST_TRIES = 100;

/** Removes a folder, whatever a program did to it. Never fails; returns whether the folder is gone. */
export function removeTree(folder: string): boolean {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {
    // What comes next takes longer, and fails less.
  }
  for (let tries = 0; existsSync(folder) && tries < MOST_TRIES; tries += 1) {
    // `chmod` and `rm` can handle unreadable folders, and folders nested deeper than a path can be long.
    spawnSync('chmod', ['-R', 'u+rwX', folder], {stdio: 'ignore'});
    spawnSync('rm', ['-rf', folder], {stdio: 'ignore'});
  }
  return !existsSync(folder);
}

/*
 * A marker's folder is named after the marker, so that the next one can tell whether it is still running: machine
 * and process numbers of a shared `/tmp` mean nothing elsewhere, and numbers are given again.
 */

const FOLDER = /^fivedice-([0-9a-f]+)-(\d+)-(\d+)-/;

/** What the name of this process's own folder begins with. */
export function folderPrefix(): string {
  return `fivedice-${machine()}-${process.pid}-${startOf(process.pid)}-`;
}

/** The folders in this one of markers of ours on this machine that ended without removing them. */
export function foldersOfTheDead(parent: string): string[] {
  const here = machine();
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => {
      const [, where, pid, start] = FOLDER.exec(name) ?? [];
      return where === here && startOf(Number(pid)) !== start;
    })
    .map((name) => join(parent, name))
    .filter((folder) => statSync(folder, {throwIfNoEntry: false})?.uid === process.getuid?.());
}
