import type { Writable } from 'node:stream';

/** Where the bytes of a socket's frames go. */
export type Wire = Pick<Writable, 'cork' | 'uncork' | 'write'>;

/**
 * Much that is told in one go: what a socket hears of it leaves in one system call. One for each frame, and each of many
 * listeners, would cost more than all that is done beside.
 */
export class Burst {
  private corked: Set<Wire> | undefined;

  /** @param tell says several things, and waits for nothing */
  during(tell: () => void): void {
    if (this.corked) {
      tell();
      return;
    }
    const corked = (this.corked = new Set<Wire>());
    try {
      tell();
    } finally {
      this.corked = undefined;
      for (const wire of corked) wire.uncork();
    }
  }

  /** All of a frame. It leaves with the burst that it is part of, if it is of one. */
  write(wire: Wire, frame: Buffer, left: () => void): void {
    if (this.corked && !this.corked.has(wire)) {
      this.corked.add(wire);
      wire.cork();
    }
    wire.write(frame, left);
  }
}
