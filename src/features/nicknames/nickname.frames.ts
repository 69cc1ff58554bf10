import type { User } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { changeType } from '../rooms/change-log/change-record.js';

export const nicknameChangeType = changeType<{ readonly userId: number; readonly byId: number }>('member.nickname');

/** The nickname of a member, as it is after the change. */
export interface ChangedNickname {
  readonly roomId: string;
  readonly user: User;
  readonly nickname: string | null;
  /** Null: the user was deleted. */
  readonly by: User | null;
}

/** @param seq the number of the change in the room's log; undefined if nothing has changed */
export const nicknameChanged = (
  { roomId, user, nickname, by }: ChangedNickname,
  seq: number | undefined,
): OutgoingEvent<'membernickname.dispatch'> => ({
  eventType: 'membernickname.dispatch',
  data: { room_id: roomId, user, nickname, by },
  room_id: roomId,
  ...(seq === undefined ? { meta: { changed: false } } : { seq }),
});
