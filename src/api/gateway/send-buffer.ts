import { Injectable } from '@nestjs/common';
import { lengthOf } from '@parley/realtime/hub';
import type { BatchableSocket, FrameBytes, WriteBatch } from '@parley/realtime/hub';
import { WebSocket } from 'ws';
import type { WebSocketServer } from 'ws';

import { Config } from '../../platform/config/config.js';

/** A connection, as far as its unsent bytes are bounded together with those of the user's other connections. */
interface BoundedConnection {
  readonly isOpen: boolean;
  /** Bytes that the peer has not read. */
  readonly unsent: number;
  /** The length of the largest frame among them. */
  readonly largestUnsent: number;
  /** The user's bound was passed, and this connection has most of the bytes. The owner closes it. */
  hasMostOfUser(): void;
  terminate(): void;
}

/**
 * Bounds the bytes that the connections of one user on this node have not read. Beyond the bound the connection with
 * the most of them is closed, whichever connection a frame is for. The largest unsent frame does not count, so that a
 * frame larger than the bound can be sent.
 *
 * A closed connection keeps its bytes until its peer has read the close frame, or a few seconds. Several closed
 * connections have the same bound for themselves, beyond which the largest is cut: a client that connects again and
 * again gains no memory.
 */
export class UserUnsent {
  /** As many as a user may have. A list takes less memory than a set, and most users have one. */
  private connections: readonly BoundedConnection[] = [];
  /** A running sum, so that a write costs no sum over the connections while they are within the bound. */
  private bytes = 0;

  /** @param most the bound, in bytes */
  constructor(private readonly most: number) {}

  add(connection: BoundedConnection): void {
    this.connections = this.connections.concat(connection);
  }

  /** @returns whether it was the last */
  remove(connection: BoundedConnection): boolean {
    this.connections = this.connections.filter((other) => other !== connection);
    return this.connections.length === 0;
  }

  /** @param change by how many bytes the unsent bytes of one connection have changed */
  count(change: number): void {
    this.bytes += change;
  }

  enforce(): void {
    if (this.bytes <= this.most) return;
    const open = this.bySize(true);
    while (this.isExceededBy(open)) open.shift()?.hasMostOfUser();
    const closed = this.bySize(false);
    while (closed.length > 1 && this.isExceededBy(closed)) this.cut(closed.shift());
  }

  /** The bytes of the connection count until it has ended, but no further connection is cut for them. */
  private cut(connection: BoundedConnection | undefined): void {
    if (!connection) return;
    this.remove(connection);
    connection.terminate();
  }

  private bySize(isOpen: boolean): BoundedConnection[] {
    const found = this.connections.filter((connection) => connection.isOpen === isOpen);
    return found.toSorted((one, other) => other.unsent - one.unsent);
  }

  private isExceededBy(connections: readonly BoundedConnection[]): boolean {
    let [unsent, largest] = [0, 0];
    for (const connection of connections) {
      unsent += connection.unsent;
      largest = Math.max(largest, connection.largestUnsent);
    }
    return unsent > this.most + largest;
  }
}

/** The bounds of the users with a connection on this node. */
@Injectable()
export class UnsentByUser {
  private readonly users = new Map<number, UserUnsent>();

  constructor(private readonly config: Config) {}

  of(userId: number): UserUnsent {
    let user = this.users.get(userId);
    if (!user) this.users.set(userId, (user = new UserUnsent(this.config.sockets.maxUnsentBytesPerUser)));
    return user;
  }

  remove(userId: number, connection: BoundedConnection): void {
    if (this.users.get(userId)?.remove(connection)) this.users.delete(userId);
  }
}

/** The part of a WebSocket that the buffer reads and pings with. */
type SendingSocket = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'pong'>;

/** The connection whose frames the buffer sends: one object, as there are as many as connections. */
interface BufferOwner {
  /** A frame has left, and there is room. */
  hasRoomAgain(): void;
  /** The bound was passed. The owner closes the socket, to which nothing more is written then. */
  isReadTooSlowly(): void;
  /** A droppable frame was left out, as too much is unsent. */
  hasDropped(): void;
}

/**
 * Frames are complete WebSocket frames that bypass the sender of `ws`. On a compressed connection they would corrupt
 * the stream of the peer.
 * @throws Error if connections of this server may be compressed
 */
export function requireUncompressed({ options }: WebSocketServer): void {
  if (options.perMessageDeflate) throw new Error('frames are written uncompressed: perMessageDeflate must be off');
}

/**
 * Sends frames to one peer. A frame is bytes that were made once for all its receivers; it leaves with the write batch
 * that is open.
 *
 * The bytes that the peer has not read are bounded: beyond half of the bound droppable frames are left out, and beyond
 * the bound the peer is too slow. The largest unsent frame does not count, so that a frame larger than the bound can be
 * sent. The bytes count for the bound of the user too.
 */
export class SendBuffer {
  private reserved = 0;
  private largest = 0;
  /** The bytes that count for the user. */
  private counted = 0;

  /**
   * @param most the bound, in bytes
   * @param user the bytes of all connections of the user; undefined: the connection counts no longer
   */
  constructor(
    private readonly webSocket: SendingSocket,
    private readonly socket: BatchableSocket,
    private readonly writes: WriteBatch,
    private readonly most: number,
    private user: UserUnsent | undefined,
    private readonly owner: BufferOwner,
  ) {}

  get hasRoom(): boolean {
    return this.unsent <= this.most / 2;
  }

  /** Bytes that the peer has not read. */
  get unsent(): number {
    return this.reserved + this.webSocket.bufferedAmount;
  }

  /** The length of the largest frame that the peer has not read. */
  get largestUnsent(): number {
    return this.unsent === 0 ? 0 : this.largest;
  }

  /** @param frame a complete WebSocket frame */
  write(frame: FrameBytes, droppable = false): void {
    if (!this.admits(lengthOf(frame), droppable)) return;
    this.writes.write(this.socket, frame, this.onWritten);
  }

  /** Pings of a peer that does not read are not answered: another may follow each. */
  pong(payload: Buffer): void {
    if (!this.hasRoom) return;
    this.webSocket.pong(payload, false, this.onWritten);
    this.count(this.unsent);
  }

  /**
   * Counts a frame that is held elsewhere until it can be written.
   * @returns whether to hold it
   */
  reserve(frame: FrameBytes, droppable: boolean): boolean {
    const length = lengthOf(frame);
    const admitted = this.admits(length, droppable);
    if (admitted) this.reserved += length;
    return admitted;
  }

  /** The frames that were held elsewhere are written next. */
  endReserve(): void {
    this.reserved = 0;
    this.count(this.unsent);
  }

  /** The connection has ended: its bytes count for its user no longer. */
  end(): void {
    this.count(0);
    this.user = undefined;
  }

  private readonly onWritten = (): void => {
    const { unsent } = this;
    this.count(unsent);
    if (unsent <= this.most / 2) this.owner.hasRoomAgain();
  };

  private count(unsent: number): void {
    this.user?.count(unsent - this.counted);
    this.counted = unsent;
  }

  private isOpen(): boolean {
    return this.webSocket.readyState === WebSocket.OPEN;
  }

  private admits(bytes: number, droppable: boolean): boolean {
    if (!this.isOpen()) return false;
    const { unsent } = this;
    if (unsent === 0) this.largest = 0;
    if (droppable && unsent > this.most / 2) {
      this.owner.hasDropped();
      return false;
    }
    if (unsent > this.most + this.largest) {
      this.owner.isReadTooSlowly();
      return false;
    }
    this.user?.enforce();
    // This connection had the most bytes of its user.
    if (!this.isOpen()) return false;
    this.largest = Math.max(this.largest, bytes);
    this.count(unsent + bytes);
    return true;
  }
}
