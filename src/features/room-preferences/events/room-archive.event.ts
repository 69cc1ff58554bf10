import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPreferencePolicy } from '../room-preference.policy.js';
import { RoomPreferencesService } from '../room-preferences.js';

class RoomArchiveRequest {
  @Id()
  room_id!: string;

  @Bool()
  archived!: boolean;
}

/**
 * `room.archive`: hides a room from the requester's list of rooms, or shows it again. The next message in the room
 * shows it again too. Only the requester's devices receive the change. A room that was archived before is archived up
 * to now.
 */
@Injectable()
@ClientEvent({
  name: 'room.archive',
  summary: "Hides a room from the user's list of rooms until its next message, or shows it again.",
  request: RoomArchiveRequest,
  roomTokens: 'open',
  emits: ['roomarchive.dispatch'],
})
export class RoomArchiveEvent implements EventHandler<RoomArchiveRequest> {
  constructor(
    private readonly policy: RoomPreferencePolicy,
    private readonly preferences: RoomPreferencesService,
  ) {}

  handle(request: RoomArchiveRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const grant = this.policy.mayPrefer(actor, request.room_id.toLowerCase());
    const change = ({ lastSeq }: { lastSeq: number }) => ({ archivedSeq: request.archived ? lastSeq : null });
    return this.preferences.change({ grant, list: 'archived', change }, origin);
  }
}
