/* What comes out of a run: the program's output, the messages of its shell, and the limit it exceeded. */
import type {Channel} from './lanes/lane.js';
import type {Limit, Limits} from './limits.js';

/** In bytes. A shell never says more: anything longer is a program writing where only the shell should. */
const MOST_SHELL_OUTPUT = 64 * 1024;

export class Capture {
  readonly limits: Limits;
  private readonly chunks: Readonly<Record<Channel, Buffer[]>> = {stdout: [], stderr: [], words: []};
  private readonly wordsListeners: (() => void)[] = [];
  private readonly passedListeners: (() => void)[] = [];
  private passedLimit: Limit | null = null;
  private output = 0;
  private words = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** The first limit that was exceeded. */
  get passed(): Limit | null {
    return this.passedLimit;
  }

  /** Calls the listener each time the shell prints something. */
  onWords(listener: () => void): void {
    this.wordsListeners.push(listener);
  }

  /** Calls the listener each time a limit is exceeded, and at once if one already was. */
  onPassed(listener: () => void): void {
    this.passedListeners.push(listener);
    if (this.passedLimit !== null) listener();
  }

  pass(limit: Limit): void {
    this.passedLimit ??= limit;
    for (const listener of this.passedListeners) listener();
  }

  /** @param chunk only good until this returns */
  collect(channel: Channel, chunk: Uint8Array): void {
    if (channel === 'words') {
      this.words += chunk.length;
      if (this.words > MOST_SHELL_OUTPUT) return;
      this.chunks.words.push(Buffer.from(chunk));
      for (const listener of this.wordsListeners) listener();
      return;
    }
    this.output += chunk.length;
    if (this.output > this.limits.output * 1024) this.pass('output');
    else this.chunks[channel].push(Buffer.from(chunk));
  }

  bytes(channel: Channel): Buffer {
    return Buffer.concat(this.chunks[channel]);
  }

  text(channel: Channel): string {
    return this.bytes(channel).toString('latin1');
  }
}
