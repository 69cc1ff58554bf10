import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, NumbersById, Optional, StreamedReply } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { SyncRecords } from '../../operations/delivery-trace/records/sync-records.js';
import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import type { OwnRoomsGrant } from '../../rooms/room.policy.js';
import { ClientPositions } from '../client-positions.js';
import type { Positions } from '../page-plan.js';
import { SyncPages } from '../sync-pages.js';

const MOST_ROOMS = 10_000;

class SessionSyncRequest {
  /** The client's position in each room that it has: the sequence number up to which it has all changes. */
  @Optional()
  @NumbersById({ most: MOST_ROOMS })
  rooms?: Readonly<Record<string, number>> | null;

  /** The epoch of these positions: that of the last sync that was complete. */
  @Optional()
  @Id()
  epoch?: string | null;
}

/**
 * `session.sync`: returns what a client missed while it was disconnected, or everything on its first start, to the
 * requester only, in pages of which the last is `complete`. Nothing is omitted silently: if the difference of a room
 * cannot be returned, the room is marked as `reset`.
 */
@Injectable()
@ClientEvent({
  name: 'session.sync',
  summary: "Returns all changes after the client's positions.",
  request: SessionSyncRequest,
  cost: 5,
  stores: false,
  emits: ['sessionsync.dispatch'],
})
export class SessionSyncEvent implements EventHandler<SessionSyncRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly pages: SyncPages,
    private readonly positions: ClientPositions,
    private readonly history: DatabaseHistory,
    private readonly records: SyncRecords,
  ) {}

  async handle({ rooms, epoch }: SessionSyncRequest, { actor, origin }: EventContext): Promise<StreamedReply> {
    const named = new Map(Object.entries(rooms ?? {}).map(([id, seq]) => [id.toLowerCase(), seq]));
    const positions = await this.positions.validated(named, epoch?.toLowerCase());
    return new StreamedReply(this.frames(this.policy.mayFollow(actor), positions, origin.connectionId));
  }

  /** A page is recorded when the connection is ready for the next one: a closed connection has not received it. */
  private async *frames(
    grant: OwnRoomsGrant,
    positions: Positions,
    sessionId: string,
  ): AsyncGenerator<OutgoingEvent<'sessionsync.dispatch'>, void> {
    const { epochId } = this.history;
    for await (const { page, sent } of this.pages.since(grant, positions)) {
      const syncedAt = new Date();
      yield { eventType: 'sessionsync.dispatch', data: page, meta: { epoch: epochId } };
      this.records.record({ userId: grant.userId, sessionId, syncedAt, rooms: sent });
    }
  }
}
