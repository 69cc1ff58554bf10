import type { ChatEvents, RoomListEntry } from '@parley/client';

import { isMuted } from './room-entries.js';
import type { Entries } from './room-entries.js';

type Frame = ChatEvents['frame'];
type Preferences = Pick<RoomListEntry, 'favourite' | 'archived' | 'marked_unread_seq' | 'notify'>;
type Data = NonNullable<Preferences['notify']> & {
  readonly favourite: boolean;
  readonly archived_seq: number | null;
  readonly from_seq: number | null;
  readonly removed?: true;
};

/** The changes that an event of the private state makes in the entry of its room. */
const CHANGES: Readonly<Record<string, (data: Data, entry: RoomListEntry) => Partial<Preferences>>> = {
  'roomfavourite.dispatch': ({ favourite }) => ({ favourite }),
  'roomarchive.dispatch': ({ archived_seq: upTo }, entry) => ({
    archived: upTo !== null && (upTo >= (entry.last_message?.seq ?? 0) || isMuted(entry)),
  }),
  'roommarkunread.dispatch': ({ from_seq }) => ({ marked_unread_seq: from_seq }),
  'roomnotify.dispatch': ({ level, muted_until, removed }) => ({ notify: removed ? null : { level, muted_until } }),
};

/**
 * The user has changed a preference of a room, on any device. Other frames change nothing.
 * @returns null when the room is not in the list: it may have been archived while the pages of the list were read
 */
export function withPreference(entries: Entries, { eventType, data }: Frame): Entries | null {
  const change = CHANGES[eventType];
  if (!change) return entries;
  const { room_id: roomId, ...values } = data as Data & { readonly room_id: string };
  const entry = entries.get(roomId);
  return entry ? new Map(entries).set(roomId, { ...entry, ...change(values, entry) }) : null;
}
