/*
 * Folders of markers, named after them, and their removal. One that is left after all, because its marker was killed, the
 * next marker removes.
 */
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {machine, startOf} from '../system/processes.js';
import {SYSTEM_ENVIRONMENT} from './shell.js';

/** Options of the shells here: a session of their own, out of reach of Ctrl-C. */
const OPTIONS = {cwd: '/', detached: true, env: SYSTEM_ENVIRONMENT, stdio: 'ignore'} as const;

/** Removes the folder `$1`. These can handle unreadable folders, and folders nested deeper than a path can be long. */
const REMOVE = 'rm -rf -- "$1" 2>&- || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; } 2>&-';

/** Removes a folder beside everything else, whatever a program did to it. */
export function removeLater(folder: string): void {
  const shell = spawn('/bin/sh', ['-c', REMOVE, 'sh', folder], OPTIONS);
  shell.on('error', () => {});
  shell.unref();
}

/** Removes a folder, whatever a program did to it. Never fails; returns whether the folder is gone. */
export function removeTree(folder: string): boolean {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {
    // The shell takes longer, and fails less.
  }
  // Another marker may remove it at the same time: then one finds gone what it has just seen.
  for (let tries = 0; existsSync(folder) && tries < 100; tries += 1)
    spawnSync('/bin/sh', ['-c', REMOVE, 'sh', folder], OPTIONS);
  return !existsSync(folder);
}

/** Machine, number and start of a marker: in a shared `/tmp`, numbers mean nothing elsewhere, and are given again. */
const FOLDER = /^fivedice-([0-9a-f]+)-(\d+)-(\d+)-/;

/** Returns the first part of the name of this process's own folder. */
export function folderPrefix(): string {
  return `fivedice-${machine()}-${process.pid}-${startOf(process.pid)}-`;
}

/** Returns the folders in this one of markers of ours on this machine that ended without removing them. */
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
