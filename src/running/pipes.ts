/*
 * The outputs of programs: FIFOs, because a program can open `/dev/stdout` on one, but not on the sockets of Node's
 * `stdio: 'pipe'`; and in a file, a shell's `> /dev/stderr` would cut what came before.
 */
import {constants, openSync, readSync, unlinkSync} from 'node:fs';
import {Socket} from 'node:net';
import {isSystemError} from '../system/file-errors.js';

const BUFFER = Buffer.alloc(64 * 1024);

export class OutputPipe {
  private readonly descriptor: number;
  private readonly socket: Socket;
  private readonly receive: (chunk: Buffer) => void;

  /** @param path of a FIFO, which then has no name any more: nobody else opens it */
  constructor(path: string, receive: (chunk: Buffer) => void) {
    this.receive = receive;
    // As a writer too, so that its end is never read.
    this.descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    unlinkSync(path);
    this.socket = new Socket({fd: this.descriptor, readable: true, writable: false});
    this.socket.on('error', () => {});
    this.socket.on('data', receive);
  }

  /** Reads what is left in it. */
  drain(): void {
    for (let length = this.readNow(); length > 0; length = this.readNow())
      this.receive(Buffer.from(BUFFER.subarray(0, length)));
  }

  close(): void {
    this.socket.destroy();
  }

  /** Reads into the buffer. Returns 0 if there is nothing to read. */
  private readNow(): number {
    try {
      return readSync(this.descriptor, BUFFER);
    } catch (error) {
      if (isSystemError(error, 'EAGAIN')) return 0;
      throw error;
    }
  }
}
