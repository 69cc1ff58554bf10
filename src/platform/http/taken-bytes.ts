import type { Duplex } from 'node:stream';

/** Node's handle of a socket. Its own timeout of a socket compares the same numbers; no public property has them. */
interface Handle {
  /** Bytes that were passed to the handle. */
  readonly bytesWritten: number;
  /** Bytes of them that the kernel has not taken. */
  readonly writeQueueSize: number;
}

/** The bytes that the kernel has taken for the peer, also of a write in progress; undefined: the socket has closed. */
export function takenBytes(socket: Duplex): number | undefined {
  const { _handle: handle } = socket as { readonly _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : undefined;
}
