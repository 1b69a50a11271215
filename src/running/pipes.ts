/*
 * FIFOs for the output of programs. A program can open `/dev/stdout` on a FIFO, but not on the sockets of Node's
 * `stdio: 'pipe'`; in a file, a shell's `> /dev/stderr` would cut earlier output.
 */
import {constants, openSync, readSync, unlinkSync} from 'node:fs';
import {Socket} from 'node:net';
import {isSystemError} from '../system/file-errors.js';

const BUFFER = Buffer.alloc(64 * 1024);

export class OutputPipe {
  private readonly descriptor: number;
  private readonly socket: Socket;
  private readonly receive: (chunk: Buffer) => void;

  /** @param path of a FIFO, which loses its name: nobody else opens it */
  constructor(path: string, receive: (chunk: Buffer) => void) {
    this.receive = receive;
    // Opened for writing too, so that no end is read.
    this.descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    unlinkSync(path);
    this.socket = new Socket({fd: this.descriptor, readable: true, writable: false});
    this.socket.on('error', () => {});
    this.socket.on('data', receive);
  }

  drain(): void {
    for (let length = this.readNow(); length > 0; length = this.readNow())
      this.receive(Buffer.from(BUFFER.subarray(0, length)));
  }

  close(): void {
    this.socket.destroy();
  }

  private readNow(): number {
    try {
      return readSync(this.descriptor, BUFFER);
    } catch (error) {
      if (isSystemError(error, 'EAGAIN')) return 0;
      throw error;
    }
  }
}
