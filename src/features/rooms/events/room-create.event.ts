import { Injectable } from '@nestjs/common';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler, RequestClass } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { CreateRoom } from '../acts/create-room.js';
import { NewRoomSettings } from '../room.settings.js';
import { checkPreferences, RoomCreateRequest } from '../types/room-fields.js';
import { creationRequests, RoomTypes } from '../types/room-types.js';

/** `room.create`: creates a room of the named type, and notifies its members. */
@Injectable()
@ClientEvent({
  name: 'room.create',
  summary: 'Creates a room of one of the types.',
  request: RoomCreateRequest,
  variants: { by: 'type', classes: creationRequests },
  cost: 10,
  emits: ['roomcreate.dispatch', 'roominvite.dispatch'],
})
export class RoomCreateEvent implements EventHandler<RoomCreateRequest> {
  constructor(
    private readonly types: RoomTypes,
    private readonly room: CreateRoom,
    private readonly limits: Limits,
    private readonly defaults: NewRoomSettings,
  ) {}

  refine({ type }: RoomCreateRequest): RequestClass<RoomCreateRequest> {
    return this.types.named(type).request as RequestClass<RoomCreateRequest>;
  }

  async handle(request: RoomCreateRequest, context: EventContext): Promise<Answer | undefined> {
    const draft = this.types.named(request.type).draft(request, context.actor.user.id, this.defaults);
    checkPreferences(draft.preferences, 'extra_fields.property.preferences', this.limits.jsonBytes);
    return this.room.create(context, draft);
  }
}
