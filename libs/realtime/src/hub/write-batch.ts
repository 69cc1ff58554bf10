import type { Writable } from 'node:stream';

/** A socket whose writes can be held back and sent together. */
export type BatchableSocket = Pick<Writable, 'cork' | 'uncork' | 'write'>;

/**
 * Collects frames that are sent in one go, so that each socket writes its share in one system call. One call for each
 * frame and listener would cost more than all other work on the message.
 */
export class WriteBatch {
  private corked: Set<BatchableSocket> | undefined;

  /** @param work sends frames, synchronously; the sockets write when it returns */
  run(work: () => void): void {
    if (this.corked) {
      work();
      return;
    }
    const corked = (this.corked = new Set<BatchableSocket>());
    try {
      work();
    } finally {
      this.corked = undefined;
      for (const socket of corked) socket.uncork();
    }
  }

  /**
   * Writes a frame: at once, or with the batch that is open.
   * @param written called when the socket has passed the frame on
   */
  write(socket: BatchableSocket, frame: Buffer, written: () => void): void {
    if (this.corked && !this.corked.has(socket)) {
      this.corked.add(socket);
      socket.cork();
    }
    socket.write(frame, written);
  }
}
