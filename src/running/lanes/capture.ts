/* What comes out of a run: the program's output, and the limit it exceeded. */

import type {Limit, Limits} from '../limits.js';
import type {Output} from './lane.js';

export class Capture {
  readonly limits: Limits;
  private readonly chunks: Readonly<Record<Output, Buffer[]>> = {stdout: [], stderr: []};
  private readonly onExceeded: () => void;
  private exceededLimit: Limit | null = null;
  private output = 0;

  /** @param onExceeded called when a limit is exceeded */
  constructor(limits: Limits, onExceeded: () => void) {
    this.limits = limits;
    this.onExceeded = onExceeded;
  }

  /** The first limit that was exceeded. */
  get exceeded(): Limit | null {
    return this.exceededLimit;
  }

  exceed(limit: Limit): void {
    this.exceededLimit ??= limit;
    this.onExceeded();
  }

  /** @param chunk only good until this returns */
  collect(channel: Output, chunk: Uint8Array): void {
    this.output += chunk.length;
    if (this.output > this.limits.output * 1024) this.exceed('output');
    else this.chunks[channel].push(Buffer.from(chunk));
  }

  bytes(channel: Output): Buffer {
    return Buffer.concat(this.chunks[channel]);
  }
}
