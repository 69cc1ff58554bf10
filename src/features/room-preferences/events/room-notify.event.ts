import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { NotifyLevel } from '@parley/protocol';
import { Choice, ClientEvent, Id, Moment, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { NOTIFY_LEVELS } from '../../notification-levels/level.js';
import { RoomPreferencePolicy } from '../room-preference.policy.js';
import { RoomPreferencesService } from '../room-preferences.js';
import type { LockedPreferences, RoomPreferences } from '../room-preferences.repository.js';

class RoomNotifyRequest {
  @Id()
  room_id!: string;

  /** Null: by the user's own level. Without it the level stays as it is. */
  @Optional()
  @Choice(NOTIFY_LEVELS)
  level?: NotifyLevel | null;

  /**
   * In the future: until then the user is notified of nothing in the room. Without it the room is not muted any more.
   */
  @Optional()
  @Moment()
  muted_until?: string | null;
}

/**
 * `room.notify`: chooses of which messages of a room the requester is notified, and mutes it for a time. It decides
 * about pushes and pending notifications, not about deliveries and counts of unread messages. Only the requester's
 * devices hear of it.
 */
@Injectable()
@ClientEvent({
  name: 'room.notify',
  summary: 'Chooses of which messages of a room the user is notified, and mutes it for a time.',
  request: RoomNotifyRequest,
  roomTokens: 'open',
  emits: ['roomnotify.dispatch', 'roomarchive.dispatch'],
})
export class RoomNotifyEvent implements EventHandler<RoomNotifyRequest> {
  constructor(
    private readonly policy: RoomPreferencePolicy,
    private readonly preferences: RoomPreferencesService,
  ) {}

  handle(request: RoomNotifyRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const grant = this.policy.mayPrefer(actor, request.room_id.toLowerCase());
    const mutedUntil = request.muted_until ? new Date(request.muted_until) : null;
    const change = ({ notifyLevel, now }: LockedPreferences): Partial<RoomPreferences> => {
      if (mutedUntil && mutedUntil <= now) throw invalid({ muted_until: ['Must be in the future.'] });
      return { notifyLevel: request.level === undefined ? notifyLevel : request.level, mutedUntil };
    };
    return this.preferences.change({ grant, list: 'notify', change }, origin);
  }
}
