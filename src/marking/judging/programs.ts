/* The compiled programs in the runner's folder: a class has too many to keep them all until the end. */
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Runner} from '../../running/runner.js';

/** Removes a program beside the run, which does not wait. What cannot be removed goes with the runner's folder. */
export function removeProgram(runner: Runner, name: string): void {
  rm(join(runner.folder, name), {recursive: true, force: true}).catch(() => {});
}
