import { Injectable } from '@nestjs/common';

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
