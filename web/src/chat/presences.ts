import type { Parley, Presence, RoomListEntry, State } from '@parley/client';
import { computed, effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

import type { RoomList } from '../rooms/room-list.js';

/** The maximum of one presence.subscribe event. */
const MAX_WATCHED = 100;

/**
 * The presence of members that are looked at, and of the other users of direct messages, the most recently active ones.
 */
export class Presences {
  /** The members that are looked at. */
  private readonly members = signal<readonly number[]>([]);
  private readonly known = signal<ReadonlyMap<number, Presence>>(new Map());
  readonly dispose: () => void;

  constructor(
    private readonly parley: Parley,
    rooms: RoomList,
    state: ReadonlySignal<State>,
  ) {
    parley.on('presence', (presences) => this.update(presences));
    const peers = computed(() =>
      [
        ...new Set([
          ...this.members.value,
          ...rooms.sorted.value.flatMap((entry) =>
            entry.type === 'OneToOneChat' && entry.peer ? [entry.peer.id] : [],
          ),
        ]),
      ]
        .slice(0, MAX_WATCHED)
        .sort((one, other) => one - other)
        .join(),
    );
    this.dispose = effect(() => {
      if (state.value === 'online' && peers.value) void this.watch(peers.value.split(',').map(Number));
    });
  }

  /** The presence of the other user of a direct message. */
  ofPeer(room: RoomListEntry): Presence | undefined {
    return room.type === 'OneToOneChat' && room.peer ? this.known.value.get(room.peer.id) : undefined;
  }

  /** The presence of other users is known only while it is watched. */
  ofMember(userId: number): Presence | undefined {
    return this.members.value.includes(userId) ? this.known.value.get(userId) : undefined;
  }

  /** @param userIds of members that are looked at now, at most 100 */
  watchMembers(userIds: readonly number[]): void {
    this.members.value = userIds.slice(0, MAX_WATCHED);
  }

  private async watch(userIds: readonly number[]): Promise<void> {
    // Retried on the next connection.
    this.update(await this.parley.watchPresence(...userIds).catch(() => []));
  }

  private update(presences: readonly Presence[]): void {
    if (presences.length === 0) return;
    this.known.value = new Map([...this.known.peek(), ...presences.map((each) => [each.user_id, each] as const)]);
  }
}
