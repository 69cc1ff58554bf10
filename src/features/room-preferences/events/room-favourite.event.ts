import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Id } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RoomPreferencePolicy } from '../room-preference.policy.js';
import { RoomPreferencesService } from '../room-preferences.js';

class RoomFavouriteRequest {
  @Id()
  room_id!: string;

  @Bool()
  favourite!: boolean;
}

/**
 * `room.favourite`: makes a room a favourite of the requester, or ends that. Only the requester's devices receive the
 * change.
 */
@Injectable()
@ClientEvent({
  name: 'room.favourite',
  summary: "Makes a room one of the user's favourites, or ends that.",
  request: RoomFavouriteRequest,
  roomTokens: 'open',
  emits: ['roomfavourite.dispatch'],
})
export class RoomFavouriteEvent implements EventHandler<RoomFavouriteRequest> {
  constructor(
    private readonly policy: RoomPreferencePolicy,
    private readonly preferences: RoomPreferencesService,
  ) {}

  handle(request: RoomFavouriteRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const grant = this.policy.mayPrefer(actor, request.room_id.toLowerCase());
    const change = () => ({ isFavourite: request.favourite });
    return this.preferences.change({ grant, list: 'favourites', change }, origin);
  }
}
