/* Standard input that somebody still writes while a program reads it. */
import type {Socket} from 'node:net';

/** What a run tells of a program that is part of a conversation. */
export interface Talk {
  readonly input: LiveInput;
  /** Called with each chunk of its output. */
  readonly says: (chunk: Buffer) => void;
  /** Called once it has ended, when all its output was told. */
  readonly ends: () => void;
  /** Called before it is killed because its time is over. */
  readonly isLate: () => void;
  /** Once this is aborted, it is killed. */
  readonly stop: AbortSignal;
}

export class LiveInput {
  private socket: Socket | null = null;
  private isRead: () => boolean = () => false;
  private waiting: Buffer[] = [];
  private isOver = false;

  /** Whether the program has read all that was written. */
  get isAllRead(): boolean {
    return this.socket?.writableLength === 0 && this.isRead();
  }

  /** @param isRead whether nothing is left in the pipe behind the socket */
  connect(socket: Socket, isRead: () => boolean): void {
    [this.socket, this.isRead] = [socket, isRead];
    for (const chunk of this.waiting.splice(0)) socket.write(chunk);
    if (this.isOver) socket.end();
  }

  write(chunk: Buffer): void {
    if (this.isOver) return;
    if (this.socket === null) this.waiting.push(chunk);
    else this.socket.write(chunk);
  }

  /** The program gets to the end of its input. */
  end(): void {
    this.isOver = true;
    this.socket?.end();
  }
}
