import type { Parley, RoomListEntry } from '@parley/client';
import type { StoredRoom } from '@parley/client/store';
import { RoomsState } from '@parley/react/state';
import { computed } from '@preact/signals';

import { signalOf } from '../chat/state-signal.js';
import type { Self } from '../session/session.js';
import { causeIn, Departures } from './departures.js';

/** The user's rooms, archived ones too, and those that the user is in no longer. */
export class RoomList {
  readonly departures = new Departures();
  private readonly state: RoomsState;
  private readonly list;
  readonly isLoaded;
  /** Latest activity first. */
  readonly sorted;
  readonly unread;

  constructor(
    parley: Parley,
    private readonly self: Self,
  ) {
    // Before the state forgets the room.
    this.followDepartures(parley);
    this.state = new RoomsState(parley, () => Promise.resolve(self.id));
    const list = signalOf(this.state);
    this.list = list;
    this.isLoaded = computed(() => list.value.isLoaded);
    this.sorted = computed(() => list.value.rooms);
    this.unread = computed(() => list.value.unread);
  }

  entry(roomId: string): RoomListEntry | undefined {
    void this.list.value;
    return this.state.entry(roomId);
  }

  /** Shows the rooms of the last time until they are loaded. */
  showStored(rooms: readonly StoredRoom[]): void {
    this.state.showStored(rooms, this.self.id);
  }

  private followDepartures(parley: Parley): void {
    parley.on('room', ({ roomId }) => this.departures.remove(roomId));
    // Comes before the event that it leads to.
    parley.on('frame', (frame) => {
      const entry = this.state.entry(frame.room_id ?? '');
      const cause = entry && causeIn(frame, this.self.id);
      if (cause) this.departures.add(entry, cause);
    });
    parley.on('left', ({ roomId }) => {
      const entry = this.state.entry(roomId);
      if (entry) this.departures.add(entry);
    });
  }
}
