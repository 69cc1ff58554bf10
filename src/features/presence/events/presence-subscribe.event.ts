import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, UserIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { LARGEST_BULK, Limits } from '../../../platform/config/limits.settings.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { presence } from '../presence-state.js';
import { PresencePublisher } from '../presence-publisher.js';
import { Sessions } from '../sessions.js';
import { PresenceSubscriptions } from '../presence-subscriptions.js';

class PresenceSubscribeRequest {
  @UserIds({ most: LARGEST_BULK })
  user_ids!: number[];
}

/**
 * `presence.subscribe`: returns the presence of users to the requester, and from then on sends each change of it to
 * this connection. Users without a common room with the requester are omitted, as if they did not exist.
 */
@Injectable()
@ClientEvent({
  name: 'presence.subscribe',
  summary: 'Returns the presence of users and subscribes to its changes; an empty list ends the subscription.',
  request: PresenceSubscribeRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['presence.dispatch'],
})
export class PresenceSubscribeEvent implements EventHandler<PresenceSubscribeRequest> {
  constructor(
    private readonly limits: Limits,
    private readonly policy: RoomPolicy,
    private readonly watch: PresencePublisher,
    private readonly sessions: Sessions,
    private readonly subscriptions: PresenceSubscriptions,
  ) {}

  async handle(request: PresenceSubscribeRequest, { actor, origin }: EventContext): Promise<Answer> {
    const userIds = [...new Set(request.user_ids)];
    const { bulkIds: most } = this.limits;
    if (userIds.length > most) throw invalid({ user_ids: [`Must be at most ${String(most)} user ids.`] });
    this.subscriptions.end(origin.connectionId);
    if (userIds.length === 0) return presence([]);
    const grant = this.policy.mayFollow(actor);
    const seen = await this.watch.readInitial(grant, userIds);
    // A connection that has closed meanwhile gets no subscription.
    if (this.sessions.has(origin.connectionId)) this.subscriptions.begin(origin.connectionId, grant, seen);
    return presence(seen);
  }
}
