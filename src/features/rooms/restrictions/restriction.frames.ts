import type { RestrictionChange, User } from '@parley/protocol';
import { restrictedToUsers } from '@parley/realtime/restricted-part';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { changeType } from '../change-log/change-record.js';
import type { Restriction } from './room-restrictions.repository.js';

/** A user is restricted, or no longer is. */
export const restrictionChangeType = changeType<{
  readonly userId: number;
  /** Null: the time of the restriction was over. */
  readonly byId: number | null;
}>('room.restricted');

/** The most leaders who receive the reason of a restriction in its dispatch; all of them can read it in the list. */
export const MOST_INFORMED = 200;

/** A change of the restriction of a user, as it is after the change. */
export interface RestrictedTo {
  readonly roomId: string;
  readonly user: User;
  /** Undefined: the user is not restricted any more. */
  readonly restriction: Pick<Restriction, 'kind' | 'until' | 'reason'> | undefined;
  readonly by: User | null;
  /** The users who receive the reason. */
  readonly informed: readonly number[];
}

/** @param seq the number of the change in the room's log; undefined if nothing has changed */
export function restrictionChanged(
  { roomId, user, restriction, by, informed }: RestrictedTo,
  seq: number | undefined,
): OutgoingEvent<'roomrestrict.dispatch'> {
  const kind: RestrictionChange['kind'] = restriction?.kind ?? 'none';
  const reason = restriction?.reason === undefined ? undefined : restrictedToUsers(informed, restriction.reason);
  return {
    eventType: 'roomrestrict.dispatch',
    data: {
      room_id: roomId,
      user,
      kind,
      until: restriction?.until?.toISOString() ?? null,
      by,
      ...(reason && { reason }),
    },
    room_id: roomId,
    ...(seq === undefined ? { meta: { changed: false } } : { seq }),
  };
}
