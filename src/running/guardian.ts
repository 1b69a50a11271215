/*
 * What becomes of programs and folders when the marker is gone. A sandbox ends with its marker. For process groups there
 * is a guardian: a small shell beside the marker which, however the marker ended, kills its programs and removes its
 * folder. What is left after all, the next marker removes.
 */
import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {existsSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {machine, startOf} from '../system/processes.js';
import {TOKEN_NAME} from './processes.js';
import {quote, SYSTEM_ENVIRONMENT} from './shell.js';

/** Options of the shells here: a session of their own, out of reach of Ctrl-C. */
const OPTIONS = {cwd: '/', detached: true, env: SYSTEM_ENVIRONMENT, stdio: 'ignore'} as const;

export class Guardian {
  private readonly shell: ChildProcess;

  /**
   * @param name what the tokens of all programs begin with
   * @param folder the marker's own folder
   */
  constructor(name: string, folder: string) {
    this.shell = spawn('/bin/sh', [], {...OPTIONS, stdio: ['pipe', 'ignore', 'ignore']});
    this.shell.on('error', () => {});
    this.shell.stdin?.on('error', () => {});
    this.shell.unref();
    // The shell ends when the pipe to the marker does.
    this.shell.stdin?.write(`trap '' HUP INT QUIT TERM
ended() {
  for try in 1 2 3 4 5 6 7 8 9; do
    found=$(grep -las ${quote(`${TOKEN_NAME}=${name}`)} /proc/[0-9]*/environ)
    [ -n "$found" ] || break
    for file in $found; do
      pid=\${file#/proc/}; pid=\${pid%/environ}
      kill -KILL "-$pid" "$pid"
    done
    sleep 0.1
  done
}
set -- ${quote(folder)}
trap 'ended; ${REMOVE}' EXIT
exec 2>/dev/null
`);
  }

  /** For a marker that has killed its programs and removed its folder. */
  dismiss(): void {
    this.shell.stdin?.end('trap - EXIT\n');
  }
}

/** Removes the folder `$1`. These can handle unreadable folders, and folders nested deeper than a path can be long. */
const REMOVE = 'rm -rf -- "$1" 2>&- || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; } 2>&-';

/** Removes a folder beside everything else, whatever a program did to it. */
export function removeLater(folder: string): void {
  const shell = spawn('/bin/sh', ['-c', REMOVE, 'sh', folder], OPTIONS);
  shell.on('error', () => {});
  shell.unref();
}

/** The folder may be removed by another process at the same time: then one finds gone what it has just seen. */
const MOST_TRIES = 100;

/** Removes a folder, whatever a program did to it. Never fails; returns whether the folder is gone. */
export function removeTree(folder: string): boolean {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {
    // The shell takes longer, and fails less.
  }
  for (let tries = 0; existsSync(folder) && tries < MOST_TRIES; tries += 1)
    spawnSync('/bin/sh', ['-c', REMOVE, 'sh', folder], OPTIONS);
  return !existsSync(folder);
}

/*
 * A marker's folder is named after the marker, so that the next one can tell whether it is still running: machine
 * and process numbers of a shared `/tmp` mean nothing elsewhere, and numbers are given again.
 */

const FOLDER = /^fivedice-([0-9a-f]+)-(\d+)-(\d+)-/;

/** Returns the first part of the name of this process's own folder. */
export function folderPrefix(): string {
  return `fivedice-${machine()}-${process.pid}-${startOf(process.pid)}-`;
}

/** Returns the folders in this one of markers of ours on this machine that ended without removing them. */
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
