import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { RemoveMembers } from '../acts/remove-members.js';
import { LARGEST_ROOM } from '../room.settings.js';

class RoomRemoveMembersRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_ROOM })
  members!: number[];
}

/** `room.remove_members`: removes members of a GroupChat or Channel. After their notification they receive nothing. */
@Injectable()
@ClientEvent({
  name: 'room.remove_members',
  summary: 'Removes members of a GroupChat or Channel.',
  request: RoomRemoveMembersRequest,
  roomTokens: 'open',
  emits: ['roomremovemembers.dispatch', 'roomexit.dispatch', 'roomdelete.dispatch'],
})
export class RoomRemoveMembersEvent implements EventHandler<RoomRemoveMembersRequest> {
  constructor(private readonly removal: RemoveMembers) {}

  handle({ room_id, members }: RoomRemoveMembersRequest, context: EventContext): Promise<Answer | undefined> {
    return this.removal.remove(context, room_id.toLowerCase(), members);
  }
}
