/* The FIFOs of the lanes. */
import {execFileSync} from 'node:child_process';
import {closeSync, constants, existsSync, mkdtempSync, openSync, unlinkSync} from 'node:fs';
import {join} from 'node:path';
import type {Guardian} from '../guardian.js';

/** Makes them one after the other. */
const MKFIFO = ['mkfifo', '-m', '600'] as const;

/** One for output, one for error output, one for the messages of the shell. */
const FIFOS_OF_A_LANE = 3;

/** For how many lanes FIFOs are made at once, beside the run. */
const LANES_AT_ONCE = 8;

export interface Fifo {
  readonly reader: number;
  readonly writer: number;
}

/** New FIFOs, which nobody can open by name. To make some takes a process, so the guardian makes them in advance. */
export class Fifos {
  private readonly folder: string;
  private readonly guardian: Guardian;
  private readonly spare: Fifo[] = [];
  /** Those that the guardian is making. */
  private ordered: readonly string[] = [];

  /** @param lanes how many lanes need some at once */
  constructor(folder: string, guardian: Guardian, lanes: number) {
    this.folder = folder;
    this.guardian = guardian;
    this.open(this.make(lanes));
  }

  take(): Fifo {
    if (this.spare.length === 0) {
      // The last one is there when all are.
      const isReady = existsSync(this.ordered.at(-1) ?? '');
      this.open(isReady ? this.ordered : this.make(1));
      if (isReady || this.ordered.length === 0) {
        this.ordered = this.pathsFor(LANES_AT_ONCE);
        this.guardian.run([...MKFIFO, ...this.ordered]);
      }
    }
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

  private pathsFor(lanes: number): string[] {
    const place = mkdtempSync(join(this.folder, 'fifos-'));
    return Array.from({length: lanes * FIFOS_OF_A_LANE}, (_, index) => join(place, String(index)));
  }

  private make(lanes: number): readonly string[] {
    const paths = this.pathsFor(lanes);
    const [file, ...args] = MKFIFO;
    execFileSync(file, [...args, ...paths]);
    return paths;
  }

  private open(paths: readonly string[]): void {
    for (const path of paths) {
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      this.spare.push({reader, writer: openSync(path, constants.O_WRONLY)});
      unlinkSync(path);
    }
  }
}
