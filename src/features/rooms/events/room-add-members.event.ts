import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { AddMembers } from '../acts/add-members.js';
import { LARGEST_ROOM } from '../room.settings.js';

class RoomAddMembersRequest {
  @Id()
  room_id!: string;

  @UserIds({ least: 1, most: LARGEST_ROOM })
  members!: number[];
}

/**
 * `room.add_members`: adds users to a GroupChat or Channel. They and all other members are notified. Users who may not
 * be added are invited.
 */
@Injectable()
@ClientEvent({
  name: 'room.add_members',
  summary: 'Adds users to a GroupChat or Channel.',
  request: RoomAddMembersRequest,
  roomTokens: 'open',
  emits: ['roomaddmembers.dispatch', 'roominvite.dispatch'],
})
export class RoomAddMembersEvent implements EventHandler<RoomAddMembersRequest> {
  constructor(private readonly addition: AddMembers) {}

  handle({ room_id, members }: RoomAddMembersRequest, context: EventContext): Promise<Answer | undefined> {
    return this.addition.add(context, room_id.toLowerCase(), members);
  }
}
