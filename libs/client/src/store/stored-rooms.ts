import type { Attachment, Message, Room, RoomListEntry, RoomWithoutMembers, User } from '@parley/protocol';

import { mergeUser } from '../merge-user.js';
import { RecordMirror } from './record-mirror.js';

/** The fields of a list entry, as of the latest list. */
type ListFields = Partial<Pick<RoomListEntry, Exclude<keyof RoomListEntry, keyof RoomWithoutMembers>>>;

/**
 * A room as it is stored: without its lists of members, except for the two of a OneToOneChat. The counts of unread
 * messages are those of the latest list, of the latest connection, or those that the application has passed since.
 */
export type StoredRoom = RoomWithoutMembers &
  ListFields & { readonly peer?: User | null; readonly participants?: readonly User[] };

export class StoredRooms {
  readonly mirror = new RecordMirror<StoredRoom>('rooms');

  /** The latest activity first. */
  get all(): readonly StoredRoom[] {
    return [...this.mirror.records.values()].sort((one, other) => (activityOf(one) < activityOf(other) ? 1 : -1));
  }

  merge(room: Room | RoomWithoutMembers | RoomListEntry): void {
    const known = this.mirror.records.get(room.id);
    // A state of the room may arrive after a newer one.
    const merged = known && known.last_seq > room.last_seq ? { ...room, ...known } : { ...known, ...room };
    this.mirror.records.set(room.id, withoutMembers(merged));
  }

  /**
   * @param newest the newest message of the room in its present state
   * @param position of the room: the room may have been listed with a later message
   */
  setLastMessage(roomId: string, newest: Message, position: number): void {
    const known = this.mirror.records.get(roomId);
    if (known && newest !== known.last_message && (known.last_message?.seq ?? 0) <= Math.max(position, newest.seq))
      this.mirror.records.set(roomId, { ...known, last_message: newest });
  }

  removeMessages(roomId: string, ids: readonly string[]): void {
    const known = this.mirror.records.get(roomId);
    if (known?.last_message && ids.includes(known.last_message.id))
      this.mirror.records.set(roomId, { ...known, last_message: null });
  }

  setUnread(unread: Readonly<Record<string, number>>, mentions: Readonly<Record<string, number>>): void {
    for (const [roomId, room] of this.mirror.records) {
      const counts = { unread_count: unread[roomId] ?? 0, unread_mentions: mentions[roomId] ?? 0 };
      if (room.unread_count !== counts.unread_count || room.unread_mentions !== counts.unread_mentions)
        this.mirror.records.set(roomId, { ...room, ...counts });
    }
  }

  /** A user has changed: the other one of a chat, or the sender of a last message. */
  update(part: User | Attachment): void {
    for (const [roomId, room] of this.mirror.records) {
      const updated = mergeUser(room, part);
      if (updated !== room) this.mirror.records.set(roomId, updated);
    }
  }

  remove(roomId: string): void {
    this.mirror.records.delete(roomId);
  }
}

const activityOf = ({ last_message: last, created_at }: StoredRoom): string => last?.created_at ?? created_at;

function withoutMembers(room: object): StoredRoom {
  const {
    participants,
    admins: _,
    subscribers: __,
    moderators: ___,
    ...rest
  } = room as Readonly<Record<string, unknown>>;
  const isOfTwo = rest.type === 'OneToOneChat' && participants !== undefined;
  return { ...rest, ...(isOfTwo ? { participants } : {}) } as unknown as StoredRoom;
}
