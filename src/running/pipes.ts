/*
 * The pipes of programs' output: FIFOs, because a program can open `/dev/stdout` on one, but not on the sockets of
 * Node's `stdio: 'pipe'`; and in a file, a shell's `> /dev/stderr` would cut what came before.
 */
import {execFileSync} from 'node:child_process';
import {closeSync, constants, fchmodSync, mkdtempSync, openSync, readSync, rmSync} from 'node:fs';
import {Socket} from 'node:net';
import {join} from 'node:path';
import {systemTool} from './shell.js';

/** The number of FIFOs made at once: that takes a process. */
const AT_ONCE = 64;

/** Mode of a FIFO: the user of programs may be another than the marker's. */
const MODE = 0o666;

interface Fifo {
  readonly reader: number;
  readonly writer: number;
}

/** New FIFOs, which nobody can open by name. */
export class Fifos {
  private readonly folder: string;
  private readonly spare: Fifo[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  take(): Fifo {
    if (this.spare.length === 0) this.make();
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

  private make(): void {
    const place = mkdtempSync(join(this.folder, 'fifos-'));
    const paths = Array.from({length: AT_ONCE}, (_, index) => join(place, String(index)));
    execFileSync(systemTool('mkfifo') ?? 'mkfifo', ['-m', MODE.toString(8), ...paths]);
    for (const path of paths) {
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      this.spare.push({reader, writer: openSync(path, constants.O_WRONLY)});
    }
    rmSync(place, {recursive: true});
  }
}

/** One output of the programs of a shell. */
export class OutputPipe {
  private readonly fifo: Fifo;
  private readonly socket: Socket;
  private readonly receive: (chunk: Buffer) => void;

  constructor(fifo: Fifo, receive: (chunk: Buffer) => void) {
    this.fifo = fifo;
    this.receive = receive;
    this.socket = new Socket({fd: fifo.reader, readable: true, writable: false});
    this.socket.on('error', () => {});
    this.socket.on('data', receive);
  }

  /** The end for writing. As long as this process keeps it, the other end sees no end of file. */
  get writer(): number {
    return this.fifo.writer;
  }

  /** Reads what is left in it, and makes it as open as it was. */
  drain(): void {
    const {reader} = this.fifo;
    const buffer = Buffer.alloc(64 * 1024);
    for (let length = readNow(reader, buffer); length > 0; length = readNow(reader, buffer))
      this.receive(Buffer.from(buffer.subarray(0, length)));
    fchmodSync(reader, MODE);
  }

  close(): void {
    this.socket.destroy();
    closeSync(this.fifo.writer);
  }
}

/** Returns 0 if there is nothing to read. */
function readNow(descriptor: number, buffer: Buffer): number {
  try {
    return readSync(descriptor, buffer);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
