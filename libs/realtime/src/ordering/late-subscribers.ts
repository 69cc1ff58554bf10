import { CloseCode } from '@parley/protocol';

import { roomIdOf, userGroup } from '../hub/index.js';
import type { Connection, Group, Hub } from '../hub/index.js';
import type { LogReader } from './log-source.js';
import type { SequencedEntry } from './sequenced-entry.js';

const RETRY_MS = 1_000;

/**
 * Connections of users who entered a room at a number that this node's sequencer had passed when it learned of it: the
 * snapshot of another connection had started the sequencer at a later number.
 */
export class LateSubscribers {
  /** Connections that have joined the groups of the rooms in which they were at their start. */
  private readonly joined = new Set<string>();

  /** @param isPast whether this node's sequencer is past a number of a room */
  constructor(
    private readonly hub: Hub,
    private readonly source: Pick<LogReader, 'members'>,
    private readonly isPast: (room: Group, seq: number) => boolean,
  ) {}

  connectionJoined(connectionId: string): void {
    this.joined.add(connectionId);
  }

  connectionClosed(connectionId: string): void {
    this.joined.delete(connectionId);
  }

  /** Subscribes those who entered with the last delivered number: they have missed nothing, and receive it now. */
  subscribe({ log: room, entering, frame }: SequencedEntry): void {
    for (const connection of entering.flatMap((id) => this.unsubscribed(room, id))) {
      this.hub.join(connection, [room]);
      this.hub.send(connection.id, frame);
    }
  }

  /**
   * Closes the connections of those users who are members of the room and do not receive its frames: they reconnect and
   * synchronise. A user who leaves meanwhile is not affected.
   */
  async forceResync(room: Group, userIds: readonly number[]): Promise<void> {
    const unsubscribed = new Set(userIds.flatMap((id) => this.unsubscribed(room, id)));
    const roomId = roomIdOf(room);
    if (unsubscribed.size === 0 || roomId === undefined) return;
    try {
      const members = await this.source.members(roomId, userIds);
      for (const [id, enteredAt] of members) {
        // A user who has entered again since is subscribed by the sequencer at that number.
        if (!this.isPast(room, enteredAt)) continue;
        for (const connection of this.unsubscribed(room, id)) {
          if (unsubscribed.has(connection)) connection.close(CloseCode.goingDown, 'sync');
        }
      }
    } catch {
      setTimeout(() => void this.forceResync(room, userIds), RETRY_MS).unref();
    }
  }

  /** The user's connections that are not in the room's group, though they have joined the groups of their start. */
  private unsubscribed(room: Group, userId: number): Connection[] {
    return this.hub.connectionsOutside(userGroup(userId), room).filter(({ id }) => this.joined.has(id));
  }
}

/** The numbers that the snapshot of a connection reaches. */
export interface SnapshotNumbers {
  /** By the id of each of the user's rooms. */
  readonly numbers: ReadonlyMap<string, number>;
  /** In the private log of the user. */
  readonly privateSeq: number;
}

/** @returns undefined if the snapshot does not reach the log */
export function numberOf(log: Group, { numbers, privateSeq }: SnapshotNumbers): number | undefined {
  const roomId = roomIdOf(log);
  return roomId === undefined ? privateSeq : numbers.get(roomId);
}
