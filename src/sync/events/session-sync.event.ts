import { Injectable } from '@nestjs/common';
import { ClientEvent, NumbersById, Optional, StreamedReply } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { SyncRecords } from '../../delivery/index.js';
import { RoomPolicy } from '../../rooms/index.js';
import type { OwnRoomsGrant } from '../../rooms/index.js';
import type { Positions } from '../page-plan.js';
import { SyncPages } from '../sync-pages.js';

const MOST_ROOMS = 10_000;

class SessionSyncRequest {
  /** The rooms that the client has, and up to which number it has everything of each. */
  @Optional()
  @NumbersById({ most: MOST_ROOMS })
  rooms?: Readonly<Record<string, number>> | null;
}

/**
 * `session.sync`: what a client misses that was away, or starts for the first time, to the requester alone, in pages until
 * one is `complete`. Nothing is left out silently: where the difference cannot be told, the room comes as `reset`.
 */
@Injectable()
@ClientEvent({
  name: 'session.sync',
  summary: 'Asks for everything that has changed since one was here.',
  request: SessionSyncRequest,
  emits: ['sessionsync.dispatch'],
})
export class SessionSyncEvent implements EventHandler<SessionSyncRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly pages: SyncPages,
    private readonly records: SyncRecords,
  ) {}

  handle({ rooms }: SessionSyncRequest, { actor, origin }: EventContext): Promise<StreamedReply> {
    const named = Object.entries(rooms ?? {}).map(([id, seq]) => [id.toLowerCase(), seq] as const);
    return Promise.resolve(
      new StreamedReply(this.frames(this.policy.mayFollow(actor), new Map(named), origin.connectionId)),
    );
  }

  private async *frames(
    grant: OwnRoomsGrant,
    positions: Positions,
    sessionId: string,
  ): AsyncGenerator<OutgoingEvent<'sessionsync.dispatch'>, void> {
    for await (const { page, told } of this.pages.since(grant, positions)) {
      this.records.note({ userId: grant.userId, sessionId, syncedAt: new Date(), rooms: told });
      yield { eventType: 'sessionsync.dispatch', data: page };
    }
  }
}
