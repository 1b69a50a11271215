/*
 * FIFOs for the output of programs. A program can open `/dev/stdout` on a FIFO, but not on the sockets of Node's
 * `stdio: 'pipe'`; with a file, a shell's `> /dev/stderr` would truncate earlier output.
 */
import {constants, openSync, readSync, unlinkSync} from 'node:fs';
import {Socket} from 'node:net';
import {isSystemError} from '../system/file-errors.js';

const BUFFER = Buffer.alloc(64 * 1024);

export class OutputPipe {
  private readonly descriptor: number;
  private readonly socket: Socket;
  private readonly receive: (chunk: Buffer) => void;

  /** @param path of a FIFO, which is unlinked so that nobody else opens it */
  constructor(path: string, receive: (chunk: Buffer) => void) {
    this.receive = receive;
    // Also open for writing, so that reading never meets the end.
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
