/* What comes from a program while it runs: its output, the words of the shell around it, and the limit it passed. */
import type {Channel} from './lane.js';
import type {Limit, Limits} from './limits.js';

/** No shell has more to say than this, in bytes: whatever is longer comes from a program that writes where only the shell should. */
const MOST_WORDS = 64 * 1024;

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

  /** The first limit that was passed. */
  get passed(): Limit | null {
    return this.passedLimit;
  }

  /** Calls the listener each time the shell has said something. */
  onWords(listener: () => void): void {
    this.wordsListeners.push(listener);
  }

  /** Calls the listener each time a limit is passed, and at once if one was passed before. */
  onPassed(listener: () => void): void {
    this.passedListeners.push(listener);
    if (this.passedLimit !== null) listener();
  }

  pass(limit: Limit): void {
    this.passedLimit ??= limit;
    for (const listener of this.passedListeners) listener();
  }

  collect(channel: Channel, chunk: Buffer): void {
    if (channel === 'words') {
      this.words += chunk.length;
      if (this.words > MOST_WORDS) return;
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
