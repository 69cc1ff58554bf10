import type { MemberPage, Parley, RoomListEntry, User } from '@parley/client';
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

import { peerOf } from '../rooms/names.js';

/** The rooms that are read, the latest ones, and the members of each. */
const MOST_ROOMS = 8;
const MOST_MEMBERS = 100;

/** Where a client knows people from. */
export interface Acquaintance {
  readonly self: { readonly id: number };
  readonly parley: Pick<Parley, 'ask'>;
  readonly rooms: { readonly sorted: { readonly value: readonly RoomListEntry[] } };
}

/** The members that were read over each connection. */
const read = new WeakMap<Acquaintance['parley'], Signal<readonly User[]>>();

/** Reads members of the rooms of the user, once: a deployment need not have a directory of people for it. */
export async function readMembers({ parley, rooms }: Acquaintance): Promise<void> {
  if (read.has(parley)) return;
  const members = signal<readonly User[]>([]);
  read.set(parley, members);
  const many = rooms.sorted.value.filter(({ type }) => type !== 'OneToOneChat').slice(0, MOST_ROOMS);
  for (const { id } of many) {
    // Without `list`, the answer has members. What cannot be read is not suggested.
    const answer = await parley.ask('room.members', { room_id: id, limit: MOST_MEMBERS }).catch(() => null);
    if (answer) members.value = [...members.value, ...(answer.data as MemberPage).members];
  }
}

/** The people whom the client knows from the rooms of the user, without the user. */
export function knownPeople({ self, parley, rooms }: Acquaintance): readonly User[] {
  const people = [
    ...rooms.sorted.value.flatMap((room) => [peerOf(room) ?? [], room.last_message?.sender ?? []].flat()),
    ...(read.get(parley)?.value ?? []),
  ];
  return [...new Map(people.map((user) => [user.id, user])).values()].filter(({ id }) => id !== self.id);
}
