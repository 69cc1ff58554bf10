import type { OutboundFrame } from '@parley/realtime/hub';
import type { SnapshotDeduplicator } from '@parley/realtime/requests';

import type { PendingRoom, PendingSnapshot, StoredNotification } from './pending.repository.js';

interface ShownOfRoom {
  readonly seqs: ReadonlySet<number>;
  /** The number that the snapshot reaches: what it shows comes no later. */
  readonly upTo: number;
}

/**
 * The messages that a first frame shows, as long as they can still come live: in each room, up to the number that the
 * snapshot reaches. Of rooms that show none it holds nothing.
 */
export class ShownMessages implements SnapshotDeduplicator {
  private readonly rooms: Map<string, ShownOfRoom>;

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

/** A reaction has a number and a frame of its own: that the first frame shows its message does not stand for these. */
const isOfMessage = ({ type }: StoredNotification): boolean => type !== 'REACTION';
