import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { StrictObject } from '@parley/realtime/requests';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';

import { Moderation } from '../../moderation/moderation.service.js';
import { textsOfJson } from '../../moderation/shown-texts.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import { MembershipCache } from '../membership/membership-cache.js';
import type { RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { roomUpdated } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import { SettingsRequest } from '../types/room-fields.js';
import { ChangeSettings, namesIn } from './change-settings.js';
import { Modification, RoomModifyRequest } from './modification.js';

class UpdateRequest extends RoomModifyRequest {
  @StrictObject(() => SettingsRequest)
  data!: SettingsRequest;
}

const SHOWN = ['data.name', 'data.description'];

/** `update`: changes the settings that the type of the room has. */
@Injectable()
export class UpdateSettings extends Modification {
  static readonly requests = { update: UpdateRequest };

  constructor(
    private readonly policy: RoomPolicy,
    private readonly settings: ChangeSettings,
    private readonly directory: RoomDirectory,
    private readonly moderation: Moderation,
    private readonly memberships: MembershipCache,
  ) {
    super();
  }

  override async prepare(actor: Actor, request: UpdateRequest): Promise<Permitted<UpdateRequest>> {
    const id = request.room_id.toLowerCase();
    const { type } = (await this.memberships.find(actor, id)).room;
    const place = { action: 'room', room: { id, type }, sender: actor.user } as const;
    return this.moderation.permit(place, request, {
      paths: SHOWN,
      fixed: [request.data.avatar ?? '', ...textsOfJson(request.data.property?.preferences)],
    });
  }

  override async modify(
    change: RoomChange,
    request: Permitted<UpdateRequest>,
    origin: RequestOrigin,
  ): Promise<Answer | undefined> {
    const { work, roomId, membership } = change;
    const grant = this.policy.mayChange('room.update', membership);
    if (namesIn(request.data).length === 0) throw invalid({ data: ['Must name at least one setting.'] });
    const isChanged = await this.settings.change(change, {
      grant,
      // The moderation has seen the texts of the whole request.
      data: request.data as Permitted<SettingsRequest>,
      path: 'data.',
      refuse: (reason) => invalid({ data: [reason] }),
      origin,
    });
    return isChanged ? undefined : roomUpdated(await this.directory.roomWithoutMembers(work, roomId), undefined);
  }
}
