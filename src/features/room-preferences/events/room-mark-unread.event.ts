import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Id, Integer } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPreferencePolicy } from '../room-preference.policy.js';
import { RoomPreferencesService } from '../room-preferences.js';
import type { LockedPreferences, RoomPreferences } from '../room-preferences.repository.js';

class RoomMarkUnreadRequest {
  @Id()
  room_id!: string;

  /** At most the room's latest sequence number. */
  @Integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  from_seq!: number;
}

/**
 * `room.mark_unread`: shows a room as unread from a sequence number on to the requester, until the requester reads in
 * it again. Receipts, marks and counts stay as they are. Only the requester's devices receive the change.
 */
@Injectable()
@ClientEvent({
  name: 'room.mark_unread',
  summary: 'Shows a room as unread from a sequence number on, until the user reads in it again.',
  request: RoomMarkUnreadRequest,
  roomTokens: 'open',
  emits: ['roommarkunread.dispatch'],
})
export class RoomMarkUnreadEvent implements EventHandler<RoomMarkUnreadRequest> {
  constructor(
    private readonly policy: RoomPreferencePolicy,
    private readonly preferences: RoomPreferencesService,
  ) {}

  handle(request: RoomMarkUnreadRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const grant = this.policy.mayPrefer(actor, request.room_id.toLowerCase());
    const change = ({ lastSeq }: LockedPreferences): Partial<RoomPreferences> => {
      if (request.from_seq > lastSeq) throw invalid({ from_seq: [`Must be at most ${String(lastSeq)}.`] });
      return { markedUnreadSeq: request.from_seq };
    };
    return this.preferences.change({ grant, list: 'marks', change }, origin);
  }
}
