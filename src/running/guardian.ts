/*
 * The guardian is a small shell beside the marker. It removes large folders while the marker goes on looking at
 * its programs; and if the marker is gone, however it ended, it kills every program of it and removes its folder.
 */
import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {quote} from './shell.js';
import {TOKEN_NAME} from './usage/processes.js';

/** How many seconds pass between two tries of the guardian to kill what is left. */
const AGAIN = 0.1;

export class Guardian {
  private readonly shell: ChildProcess;

  /**
   * @param name what the tokens of all programs begin with
   * @param folder the marker's own folder
   */
  constructor(name: string, folder: string) {
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
ended() {
  for try in 1 2 3 4 5 6 7 8 9; do killed || break; sleep ${AGAIN}; done
  removed ${quote(folder)}
}
trap ended EXIT
exec 2>/dev/null`);
  }

  /** Removes a folder, whatever a program did to it, beside everything else. */
  remove(folder: string): void {
    this.tell(`removed ${quote(folder)} &`);
  }

  /** For a marker that has cleaned up after itself. */
  dismiss(): void {
    this.shell.stdin?.destroy();
    this.shell.kill('SIGKILL');
  }

  private tell(line: string): void {
    this.shell.stdin?.write(`${line}\n`);
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

/*
 * A marker's folder is named after the marker, so that the next one can tell whether it is still running: machine
 * and process numbers of a shared `/tmp` mean nothing elsewhere, and numbers are given again.
 */

const FOLDER = /^fivedice-([0-9a-f]+)-(\d+)-(\d+)-/;

/** What the name of this process's own folder begins with. */
export function folderPrefix(): string {
  return `fivedice-${machine()}-${process.pid}-${startOf(process.pid)}-`;
}

/** The folders of markers of ours on this machine that ended without removing them. */
export function foldersOfTheDead(temporary: string): string[] {
  return readdirSync(temporary)
    .filter((name) => {
      const [, where, pid, start] = FOLDER.exec(name) ?? [];
      return where === machine() && startOf(Number(pid)) !== start;
    })
    .map((name) => join(temporary, name))
    .filter((folder) => statSync(folder, {throwIfNoEntry: false})?.uid === process.getuid?.());
}

/** This boot of this machine, as seen by this process. */
function machine(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8);
  return boot + Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]).toString(16);
}

/** When a process started, in clock ticks since the boot; null if it is not running. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
