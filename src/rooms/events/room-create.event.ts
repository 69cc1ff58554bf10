import { Injectable } from '@nestjs/common';
import { invalid, MAX_LISTED_MEMBERS } from '@parley/protocol';
import type { Room, ServerEvent } from '@parley/protocol';
import { ClientEvent } from '@parley/realtime/inbound';
import type { Answer, EventContext, EventHandler, RequestClass } from '@parley/realtime/inbound';
import { Dispatch } from '@parley/realtime/outbound';
import { v7 as uuidv7 } from 'uuid';

import { Config } from '../../config/index.js';
import { UnitOfWork } from '../../database/index.js';
import type { Work } from '../../database/index.js';
import { Memberships } from '../memberships.js';
import { RoomPolicy } from '../room.policy.js';
import { CREATION_SEQ, RoomsRepository } from '../rooms.repository.js';
import { RoomCreateRequest } from '../types/room-fields.js';
import type { RoomDraft } from '../types/room-type.js';
import { RoomTypes } from '../types/room-types.js';

/**
 * `room.create`: makes a room of the named type, and tells everybody in it.
 *
 * A OneToOneChat of the same two that is there already is answered to the asker alone, with `meta.created` false:
 * the unique pair in the database decides, so that two who make it at the same moment have one room.
 */
@Injectable()
@ClientEvent({
  name: 'room.create',
  summary: 'Makes a room of one of the types there are.',
  request: RoomCreateRequest,
  speaks: ['roomcreate.dispatch'],
})
export class RoomCreateEvent implements EventHandler<RoomCreateRequest> {
  constructor(
    private readonly types: RoomTypes,
    private readonly policy: RoomPolicy,
    private readonly rooms: RoomsRepository,
    private readonly work: UnitOfWork,
    private readonly memberships: Memberships,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  refine({ type }: RoomCreateRequest): RequestClass<RoomCreateRequest> {
    return this.types.named(type).request as RequestClass<RoomCreateRequest>;
  }

  async handle(request: RoomCreateRequest, { actor, asker }: EventContext): Promise<Answer | undefined> {
    const type = this.types.named(request.type);
    const grant = this.policy.mayCreate(actor, type.name);
    const draft = type.draft(request, actor.user.id);
    this.checkPreferences(draft);
    return this.work.run(async (work) => {
      const entered = await this.rooms.create(work.manager, grant, uuidv7(), draft);
      if (!entered) return this.existing(work, draft);
      const room = await this.view(work, entered.roomId);
      const userIds = draft.seats.map(({ userId }) => userId);
      work.afterCommit(() => {
        this.memberships.entered(entered);
        this.dispatch.openRoom(room.id, userIds);
        this.dispatch.toUsers(userIds, { ...created(room), room_id: room.id, seq: CREATION_SEQ }, asker);
      });
      return undefined;
    });
  }

  private async existing(work: Work, { pairKey }: RoomDraft): Promise<Answer> {
    const id = await this.rooms.idOfPair(work.manager, pairKey ?? '');
    return { ...created(await this.view(work, id ?? '')), meta: { created: false } };
  }

  private async view({ manager }: Work, roomId: string): Promise<Room> {
    const record = await this.rooms.record(manager, roomId, MAX_LISTED_MEMBERS);
    if (!record) throw new Error('a room that was just made or found is gone');
    return this.types.view(record);
  }

  private checkPreferences({ preferences }: RoomDraft): void {
    const most = this.config.limits.jsonBytes;
    if (Buffer.byteLength(JSON.stringify(preferences)) <= most) return;
    throw invalid({ 'extra_fields.property.preferences': [`Must be at most ${String(most)} bytes as JSON.`] });
  }
}

const created = (room: Room): ServerEvent<'roomcreate.dispatch'> => ({
  eventType: 'roomcreate.dispatch',
  data: room,
});
