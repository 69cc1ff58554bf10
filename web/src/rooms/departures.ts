import type { RoomListEntry, RoomObject } from '@parley/client';
import type { RestrictionChange } from '@parley/client/conversations';
import { signal } from '@preact/signals';

import { roomName } from './names.js';

/** How a room went from the list of the user. */
export interface Departure {
  readonly name: string;
  readonly type: RoomObject['type'];
  /** `unknown`: it happened while this device was offline. */
  readonly reason: 'left' | 'removed' | 'banned' | 'deleted' | 'unknown';
  /** Says who removed the user. */
  readonly message?: string;
  readonly ban?: Pick<RestrictionChange, 'until' | 'reason'>;
}

interface Frame {
  readonly eventType: string;
  readonly data?: unknown;
}

type Cause = Pick<Departure, 'reason' | 'message' | 'ban'>;

/** The latest are kept. */
const MAX_DEPARTURES = 50;

/** The cause for which the membership of a user has ended, by a frame. */
export function causeIn({ eventType, data }: Frame, userId: number): Cause | null {
  if (eventType === 'roomrestrict.dispatch') return banIn(data as RestrictionChange, userId);
  if (eventType === 'roomdelete.dispatch') return { reason: 'deleted' };
  if (eventType !== 'roomexit.dispatch') return null;
  const { room, message } = data as { readonly room: RoomObject; readonly message: string };
  const isOwnAct = room.type !== 'OneToOneChat' && message === `You left ${room.name}.`;
  return isOwnAct ? { reason: 'left' } : { reason: 'removed', message };
}

/** A ban comes before the removal that it leads to. */
const banIn = ({ user, kind, until, reason }: RestrictionChange, userId: number): Cause | null =>
  kind === 'ban' && user.id === userId ? { reason: 'banned', ban: { until, ...(reason && { reason }) } } : null;

/** The rooms that the user was a member of while this page was open, and is no longer. */
export class Departures {
  private readonly byRoom = signal<ReadonlyMap<string, Departure>>(new Map());

  of(roomId: string): Departure | undefined {
    return this.byRoom.value.get(roomId);
  }

  /** @param cause undefined: not known, unless it was added before */
  add(entry: RoomListEntry, cause?: Cause): void {
    const known = this.byRoom.peek().get(entry.id);
    if (known && (!cause || (known.reason === 'banned' && cause.reason === 'removed'))) return;
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
