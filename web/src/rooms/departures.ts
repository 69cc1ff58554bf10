import type { RoomListEntry, RoomObject } from '@parley/client';
import { signal } from '@preact/signals';

import { roomName } from './names.js';

/** How a room went from the list of the user. */
export interface Departure {
  readonly name: string;
  readonly type: RoomObject['type'];
  /** `unknown`: it happened while this device was offline. */
  readonly reason: 'left' | 'removed' | 'deleted' | 'unknown';
  /** Says who removed the user. */
  readonly message?: string;
}

type Cause = Pick<Departure, 'reason' | 'message'>;

/** The latest are kept. */
const MAX_DEPARTURES = 50;

/** What a frame says about the end of the user's membership. */
export function causeIn({ eventType, data }: { readonly eventType: string; readonly data?: unknown }): Cause | null {
  if (eventType === 'roomdelete.dispatch') return { reason: 'deleted' };
  if (eventType !== 'roomexit.dispatch') return null;
  const { room, message } = data as { readonly room: RoomObject; readonly message: string };
  const isOwnAct = room.type !== 'OneToOneChat' && message === `You left ${room.name}.`;
  return isOwnAct ? { reason: 'left' } : { reason: 'removed', message };
}

/** The rooms that the user was a member of while this page was open, and is no longer. */
export class Departures {
  private readonly byRoom = signal<ReadonlyMap<string, Departure>>(new Map());

  of(roomId: string): Departure | undefined {
    return this.byRoom.value.get(roomId);
  }

  /** @param cause undefined: not known, unless it was added before */
  add(entry: RoomListEntry, cause?: Cause): void {
    if (!cause && this.byRoom.peek().has(entry.id)) return;
    const departure = { name: roomName(entry), type: entry.type, ...(cause ?? { reason: 'unknown' }) } as const;
    const others = [...this.byRoom.peek()].filter(([id]) => id !== entry.id);
    this.byRoom.value = new Map([...others, [entry.id, departure] as const].slice(-MAX_DEPARTURES));
  }

  /** The user is a member again. */
  remove(roomId: string): void {
    if (this.byRoom.peek().has(roomId))
      this.byRoom.value = new Map([...this.byRoom.peek()].filter(([id]) => id !== roomId));
  }
}
