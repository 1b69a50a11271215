/* The FIFOs of the lanes. */
import {execFileSync} from 'node:child_process';
import {accessSync, closeSync, constants, mkdtempSync, openSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {folderPrefix} from '../guardian.js';

/** FIFOs of a lane: output, error output, shell reports, commands for the inner shell. */
const FIFOS_OF_A_LANE = 4;

/** For how many lanes FIFOs are made at once when they have to be made anew: that takes a process. */
const LANES_AT_ONCE = 32;

/** Files are made here a hundred times as fast as on some disks. */
export const MEMORY = '/dev/shm';

/** Both ends. */
export interface Fifo {
  readonly reader: number;
  readonly writer: number;
}

/** New FIFOs, which nobody can open by name. */
export class Fifos {
  private readonly folder: string;
  private readonly spare: Fifo[] = [];

  /** @param lanes how many lanes need some at once */
  constructor(folder: string, lanes: number) {
    this.folder = folder;
    this.make(lanes);
  }

  take(): Fifo {
    if (this.spare.length === 0) this.make(LANES_AT_ONCE);
    const fifo = this.spare.pop();
    if (fifo === undefined) throw new Error('no FIFO could be made');
    return fifo;
  }

  close(): void {
    for (const {reader, writer} of this.spare.splice(0)) {
      closeSync(reader);
      closeSync(writer);
    }
  }

  private make(lanes: number): void {
    const place = mkdtempSync(join(isWritable(MEMORY) ? MEMORY : this.folder, `${folderPrefix()}fifos-`));
    const paths = Array.from({length: lanes * FIFOS_OF_A_LANE}, (_, index) => join(place, String(index)));
    execFileSync('mkfifo', ['-m', '600', ...paths]);
    for (const path of paths) {
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      this.spare.push({reader, writer: openSync(path, constants.O_WRONLY)});
    }
    rmSync(place, {recursive: true});
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
