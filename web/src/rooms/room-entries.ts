import type { Message, RoomListEntry, RoomObject } from '@parley/client';

/** A list of rooms, by their ids. */
export type Entries = ReadonlyMap<string, RoomListEntry>;

const changed = (entries: Entries, roomId: string, change: (entry: RoomListEntry) => RoomListEntry): Entries => {
  const entry = entries.get(roomId);
  if (!entry) return entries;
  const now = change(entry);
  return now === entry ? entries : new Map(entries).set(roomId, now);
};

/** A new message: told again, it changes nothing. */
export const withMessage = (entries: Entries, roomId: string, message: Message, ownId: number): Entries =>
  changed(entries, roomId, (entry) => {
    if (message.seq <= (entry.last_message?.seq ?? 0)) return entry;
    const isRead = message.sender.id === ownId || message.seq <= entry.last_read_seq;
    return {
      ...entry,
      last_message: message,
      last_seq: Math.max(entry.last_seq, message.seq),
      unread_count: isRead ? entry.unread_count : entry.unread_count + 1,
    };
  });

/** A message as it is now. */
export const withChanged = (entries: Entries, roomId: string, message: Message): Entries =>
  changed(entries, roomId, (entry) =>
    entry.last_message?.id === message.id ? { ...entry, last_message: message } : entry,
  );

/** The user has read everything up to a number. What is unread beyond that only the service knows: null asks for it. */
export function withRead(entries: Entries, roomId: string, upToSeq: number): Entries | null {
  const entry = entries.get(roomId);
  if (!entry || upToSeq <= entry.last_read_seq) return entries;
  if (upToSeq < (entry.last_message?.seq ?? 0)) return null;
  return new Map(entries).set(roomId, { ...entry, last_read_seq: upToSeq, unread_count: 0 });
}

/** A room as it is now, with what the list knew of it beside. */
export function withRoom(entries: Entries, room: RoomObject, ownId: number): Entries {
  const before = entries.get(room.id);
  const beside = {
    last_message: before?.last_message ?? null,
    unread_count: before?.unread_count ?? 0,
    last_read_seq: before?.last_read_seq ?? 0,
  };
  return new Map(entries).set(room.id, { ...entryOf(room, ownId), ...beside });
}

function entryOf(room: RoomObject, ownId: number): RoomListEntry {
  const beside = { last_message: null, unread_count: 0, last_read_seq: 0 };
  if (room.type === 'OneToOneChat') {
    const { participants, ...rest } = room;
    return { ...rest, ...beside, peer: participants.find(({ id }) => id !== ownId) ?? null };
  }
  return { ...room, ...beside };
}

const activityOf = ({ last_message: last, created_at: created }: RoomListEntry): number =>
  Date.parse(last?.created_at ?? created);

/** Latest activity first. */
export const sortedEntries = (entries: Entries): readonly RoomListEntry[] =>
  [...entries.values()].sort((one, other) => activityOf(other) - activityOf(one));
