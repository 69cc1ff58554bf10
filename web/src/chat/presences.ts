import type { Parley, Presence, RoomListEntry, State } from '@parley/client';
import { computed, effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

import type { RoomList } from '../rooms/room-list.js';

/** As many as one event may name. */
const MOST = 100;

/** How those are with whom the user talks in rooms of two: those of the latest activity. */
export class Presences {
  private readonly known = signal<ReadonlyMap<number, Presence>>(new Map());
  readonly ends: () => void;

  constructor(
    private readonly parley: Parley,
    rooms: RoomList,
    state: ReadonlySignal<State>,
  ) {
    parley.on('presence', (told) => {
      this.takes(told);
    });
    const peers = computed(() =>
      rooms.sorted.value
        .flatMap((entry) => (entry.type === 'OneToOneChat' && entry.peer ? [entry.peer.id] : []))
        .slice(0, MOST)
        .sort((one, other) => one - other)
        .join(),
    );
    this.ends = effect(() => {
      if (state.value === 'online' && peers.value) void this.watches(peers.value.split(',').map(Number));
    });
  }

  /** That of the other one in a room of two. */
  in(room: RoomListEntry): Presence | undefined {
    return room.type === 'OneToOneChat' && room.peer ? this.known.value.get(room.peer.id) : undefined;
  }

  private async watches(userIds: readonly number[]): Promise<void> {
    // Where it is not answered, it is asked again with the next line.
    this.takes(await this.parley.watchPresence(...userIds).catch(() => []));
  }

  private takes(told: readonly Presence[]): void {
    if (told.length === 0) return;
    this.known.value = new Map([...this.known.peek(), ...told.map((each) => [each.user_id, each] as const)]);
  }
}
