/* Temporary folders of markers, named after their process. The next marker removes those of a killed one. */
import {spawnSync} from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rm,
  rmSync,
  statSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ifAllowed} from '../system/file-errors.js';
import {fieldsOf} from './processes.js';
import {SYSTEM_ENVIRONMENT} from './shell.js';

/** Folders for unpacked files and for results that nobody keeps; removed however the run ends. */
export class TemporaryFolders {
  private root: string | null = null;
  private count = 0;

  readonly newFolder = (): string => {
    if (this.root === null) {
      this.root = mkdtempSync(join(realpathSync(tmpdir()), folderPrefix()));
      process.once('exit', () => this.remove());
    }
    this.count += 1;
    const folder = join(this.root, String(this.count));
    mkdirSync(folder);
    return folder;
  };

  remove(): void {
    if (this.root !== null) removeTree(this.root);
    this.root = null;
  }
}

/** Options of a shell that Ctrl-C does not reach. */
const DETACHED = {cwd: '/', detached: true, env: SYSTEM_ENVIRONMENT, stdio: 'ignore'} as const;

/** Removes the folder `$1`, which may be closed, or nested deeper than a path can be long. */
const REMOVE = 'rm -rf -- "$1" 2>&- || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; } 2>&-';

/** Starts to remove a folder inside the marker's. If that fails, it goes with the marker's folder. */
export function removeLater(folder: string): void {
  rm(folder, {recursive: true, force: true}, () => {});
}

/** Removes a folder, whatever a program did to it. Never fails; returns whether it is gone. */
export function removeTree(folder: string): boolean {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {
    // The shell below fails less often.
  }
  // `rm` fails while another marker removes the folder, too.
  for (let tries = 0; existsSync(folder) && tries < 100; tries += 1)
    spawnSync('/bin/sh', ['-c', REMOVE, 'sh', folder], DETACHED);
  return !existsSync(folder);
}

/** Machine, number and start of a marker, since `/tmp` may be shared and process numbers are reused. */
const FOLDER = /^fivedice-([0-9a-f]+)-(\d+)-(\d+)-/;

export function folderPrefix(): string {
  return `fivedice-${machine()}-${process.pid}-${startOf(process.pid)}-`;
}

/** Returns the folders of this user's dead markers on this machine. */
export function foldersOfTheDead(parent: string): string[] {
  const here = machine();
  return readdirSync(parent)
    .filter((name) => {
      const [, where, pid, start] = FOLDER.exec(name) ?? [];
      return where === here && startOf(Number(pid)) !== start;
    })
    .map((name) => join(parent, name))
    .filter((folder) => statSync(folder, {throwIfNoEntry: false})?.uid === process.getuid?.());
}

/** Identifies the boot and the PID namespace, since containers number processes anew. */
function machine(): string {
  const boot = ifAllowed(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)) ?? '';
  const namespace = /\d+/.exec(ifAllowed(() => readlinkSync('/proc/self/ns/pid')) ?? '')?.[0];
  return namespace === undefined ? boot : boot + Number(namespace).toString(16);
}

function startOf(pid: number): string | null {
  const text = ifAllowed(() => readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? '';
  const fields = fieldsOf(text);
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}
