import type { OutboundFrame } from '@parley/realtime/hub';
import type { SnapshotDeduplicator } from '@parley/realtime/requests';

import type { PendingRoom, PendingSnapshot, StoredNotification } from './pending.repository.js';

interface ShownInRoom {
  readonly seqs: ReadonlySet<number>;
  /** The latest sequence number of the snapshot: later frames cannot contain its messages. */
  readonly upTo: number;
}

/**
 * The messages of a first frame, while their live frames can still arrive: in each room, up to the latest sequence
 * number of the snapshot. Rooms without a message in the first frame have no entry.
 */
export class MessageDeduplicator implements SnapshotDeduplicator {
  private readonly rooms: Map<string, ShownInRoom>;

  constructor(rooms: readonly PendingRoom[], numbers: PendingSnapshot['numbers']) {
    const shown = rooms.flatMap(({ roomId, notifications }) => {
      const seqs = new Set(notifications.filter(isOfMessage).map(({ message }) => message.seq));
      return seqs.size > 0 ? [[roomId, { seqs, upTo: numbers.get(roomId) ?? 0 }] as const] : [];
    });
    this.rooms = new Map(shown);
  }

  get isDone(): boolean {
    return this.rooms.size === 0;
  }

  includes({ roomId, seq }: OutboundFrame): boolean {
    if (roomId === undefined || seq === undefined) return false;
    const room = this.rooms.get(roomId);
    if (!room) return false;
    if (seq >= room.upTo) this.rooms.delete(roomId);
    return room.seqs.has(seq);
  }
}

/** A reaction has its own sequence number and frame, which its message in the first frame does not replace. */
const isOfMessage = ({ type }: StoredNotification): boolean => type !== 'REACTION';
