import type { Writable } from 'node:stream';

/** A socket whose writes can be held back and sent together. */
export type BatchableSocket = Pick<Writable, 'cork' | 'uncork' | 'write'>;

/** One WebSocket frame, or its parts, of which large ones are shared by several frames and never copied. */
export type FrameBytes = Buffer | readonly Buffer[];

export const lengthOf = (frame: FrameBytes): number =>
  Buffer.isBuffer(frame) ? frame.length : frame.reduce((sum, { length }) => sum + length, 0);

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
  write(socket: BatchableSocket, frame: FrameBytes, written: () => void): void {
    if (this.corked && !this.corked.has(socket)) {
      this.corked.add(socket);
      socket.cork();
    }
    if (Buffer.isBuffer(frame)) socket.write(frame, written);
    else writeParts(socket, frame, written);
  }
}

function writeParts(socket: BatchableSocket, parts: readonly Buffer[], written: () => void): void {
  socket.cork();
  for (const [at, part] of parts.entries()) {
    if (at === parts.length - 1) socket.write(part, written);
    else socket.write(part);
  }
  socket.uncork();
}
