import { mergeMessage, mergeReceipts, mergeUser } from '@parley/client';
import type { Message, RoomListEntry, RoomObject, RoomWithoutMembers, ShortMessage, User } from '@parley/client';
import type { StoredRoom } from '@parley/client/store';

/** The entries of the room list, by room id. */
export type Entries = ReadonlyMap<string, RoomListEntry>;

const withEntry = (entries: Entries, roomId: string, change: (entry: RoomListEntry) => RoomListEntry): Entries => {
  const entry = entries.get(roomId);
  if (!entry) return entries;
  const now = change(entry);
  return now === entry ? entries : new Map(entries).set(roomId, now);
};

/** Whether a message mentions the user, or the whole room. */
export const isMentioned = ({ mentions, mention_room }: Message, userId: number): boolean =>
  mention_room || mentions.some(({ id }) => id === userId);

/** Whether an edit may have changed the number of unread mentions: then the service has to count again. */
export function mayChangeMentions(entry: RoomListEntry | undefined, message: Message, ownId: number): boolean {
  if (!entry || message.seq <= entry.last_read_seq || message.sender.id === ownId) return false;
  return entry.unread_mentions > 0 || isMentioned(message, ownId);
}

/** Whether a message stands in its room, and not in a thread alone. */
const isInRoom = ({ thread, also_to_room }: Message): boolean => !thread || also_to_room;

/**
 * Whether the user is notified of no message of the room. A message shows an archived room again unless it is muted.
 */
export const isMuted = ({ notify }: RoomListEntry): boolean =>
  notify !== null && (notify.level === 'none' || notify.muted_until !== null);

/** Adds a new message. A repeated one changes nothing, and a reply in a thread alone only the number of the room. */
export const withMessage = (entries: Entries, roomId: string, message: Message, ownId: number): Entries =>
  withEntry(entries, roomId, (entry) => {
    if (message.seq <= (entry.last_message?.seq ?? 0)) return entry;
    if (!isInRoom(message)) return { ...entry, last_seq: Math.max(entry.last_seq, message.seq) };
    const isRead = message.sender.id === ownId || message.seq <= entry.last_read_seq;
    const mentions = !isRead && isMentioned(message, ownId);
    return {
      ...entry,
      last_message: message,
      last_seq: Math.max(entry.last_seq, message.seq),
      unread_count: isRead ? entry.unread_count : entry.unread_count + 1,
      unread_mentions: entry.unread_mentions + (mentions ? 1 : 0),
      archived: entry.archived && isMuted(entry),
    };
  });

/** Replaces a user who has changed, as the other user of a chat and in the last messages. */
export const withUser = (entries: Entries, user: User): Entries =>
  new Map([...entries].map(([id, entry]) => [id, mergeUser(entry, user)]));

/** Updates the last message, if it is the changed one. */
export const withChanged = (entries: Entries, roomId: string, message: Message): Entries =>
  withEntry(entries, roomId, (entry) =>
    entry.last_message?.id === message.id ? { ...entry, last_message: message } : entry,
  );

/**
 * Applies a small change to the last message, if it is the changed one.
 * @param userId the user whose reaction has changed
 */
export const withSmallChange = (
  entries: Entries,
  roomId: string,
  message: Message | ShortMessage,
  userId?: number | null,
): Entries => withLastMessage(entries, roomId, message.id, (last) => mergeMessage(last, message, userId));

/** As {@link withSmallChange}, for a receipt. */
export const withReceipt = (entries: Entries, message: Message | ShortMessage): Entries =>
  withLastMessage(entries, message.room.id, message.id, (last) => mergeReceipts(last, message));

const withLastMessage = (entries: Entries, roomId: string, id: string, changed: (last: Message) => Message): Entries =>
  withEntry(entries, roomId, (entry) => {
    const { last_message: last } = entry;
    return last?.id === id ? { ...entry, last_message: changed(last) } : entry;
  });

/**
 * The user has read everything up to a `seq`.
 * @returns null when the remaining count has to be fetched from the service
 */
export function withRead(entries: Entries, roomId: string, upToSeq: number): Entries | null {
  const entry = entries.get(roomId);
  if (!entry || upToSeq <= entry.last_read_seq) return entries;
  if (upToSeq < (entry.last_message?.seq ?? 0)) return null;
  return new Map(entries).set(roomId, { ...entry, last_read_seq: upToSeq, unread_count: 0, unread_mentions: 0 });
}

/** The fields that only the list has, of a room that was not in it. */
const NEW_ENTRY = {
  last_message: null,
  unread_count: 0,
  unread_mentions: 0,
  last_read_seq: 0,
  favourite: false,
  archived: false,
  marked_unread_seq: null,
  notify: null,
};

/** Adds the rooms that the browser has, without those that are in the list. */
export function withStored(entries: Entries, rooms: readonly StoredRoom[], ownId: number): Entries {
  const stored = rooms.map((room) => [room.id, storedEntry(room, ownId)] as const);
  return new Map([...stored, ...entries]);
}

function storedEntry(room: StoredRoom, ownId: number): RoomListEntry {
  const entry = { ...NEW_ENTRY, ...room };
  return entry.type === 'OneToOneChat' ? { ...entry, peer: room.peer ?? peerIn(room, undefined, ownId) } : entry;
}

/** Updates a room and keeps the fields that only the list has. */
export function withRoom(entries: Entries, room: RoomObject | RoomWithoutMembers, ownId: number): Entries {
  const before = entries.get(room.id);
  const kept = { ...NEW_ENTRY, ...before };
  const entry =
    room.type === 'OneToOneChat' ? { ...kept, ...room, peer: peerIn(room, before, ownId) } : { ...kept, ...room };
  return new Map(entries).set(room.id, entry);
}

/** The other user of a OneToOneChat; as before, if the room comes without its members. */
function peerIn(
  { participants }: { readonly id: string; readonly participants?: readonly User[] },
  before: RoomListEntry | undefined,
  ownId: number,
): User | null {
  if (participants) return participants.find(({ id }) => id !== ownId) ?? null;
  return before?.type === 'OneToOneChat' ? before.peer : null;
}

const activityOf = ({ last_message: last, created_at: created }: RoomListEntry): number =>
  Date.parse(last?.created_at ?? created);

/** Latest activity first. */
export const sortedEntries = (entries: Entries): readonly RoomListEntry[] =>
  [...entries.values()].sort((one, other) => activityOf(other) - activityOf(one));
