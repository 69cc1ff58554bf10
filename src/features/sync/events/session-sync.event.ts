import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Moment, NumbersById, Optional, StreamedReply } from '@parley/realtime/requests';
import type { EventContext, EventHandler } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { SyncRecords } from '../../delivery-trace/records/sync-records.js';
import { DatabaseHistory } from '../../../platform/database/history/database-history.js';
import { PrivateSync } from '../../private-log/private-sync.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import type { OwnRoomsGrant } from '../../rooms/room.policy.js';
import { ClientPositions } from '../client-positions.js';
import type { Positions } from '../page-plan.js';
import { ProfileSync } from '../profile-sync.js';
import { SyncPages } from '../sync-pages.js';

type SyncFrame = OutgoingEvent<'sessionsync.dispatch'>;

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

  /**
   * The client's position in its private state; 0 on its first start. The private state is returned only to clients
   * that give it.
   */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  private_seq?: number | null;

  /**
   * The `until` of the last changed profiles; any time in the past on the client's first start. Changed profiles are
   * returned only to clients that give it.
   */
  @Optional()
  @Moment()
  profiles_since?: string | null;
}

/**
 * `session.sync`: returns what a client missed while it was disconnected, or everything on its first start, to the
 * requester only, in pages of which the last is `complete`. Nothing is omitted silently: if the difference of a room
 * cannot be returned, the room is marked as `reset`. The private state and the changed profiles come first, if the
 * client asks for them; a token that is limited to rooms has no private state.
 */
@Injectable()
@ClientEvent({
  name: 'session.sync',
  summary: "Returns all changes after the client's positions.",
  request: SessionSyncRequest,
  cost: 5,
  stores: false,
  roomTokens: 'open',
  emits: ['sessionsync.dispatch'],
})
export class SessionSyncEvent implements EventHandler<SessionSyncRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly pages: SyncPages,
    private readonly privateSync: PrivateSync,
    private readonly profileSync: ProfileSync,
    private readonly positions: ClientPositions,
    private readonly history: DatabaseHistory,
    private readonly records: SyncRecords,
  ) {}

  async handle(request: SessionSyncRequest, { actor, origin }: EventContext): Promise<StreamedReply> {
    const { rooms, private_seq: privateSeq, profiles_since: since } = request;
    const epoch = request.epoch?.toLowerCase();
    const named = new Map(Object.entries(rooms ?? {}).map(([id, seq]) => [id.toLowerCase(), seq]));
    const positions = await this.positions.validated(named, epoch);
    const grant = this.policy.mayFollow(actor);
    const isOfThisEpoch = epoch === undefined || epoch === this.history.epochId;
    const privateFrom = isOfThisEpoch ? privateSeq : undefined;
    return new StreamedReply(
      inTurn(
        typeof privateSeq === 'number' && !actor.rooms && this.privateFrames(grant, privateFrom ?? undefined),
        typeof since === 'string' && this.profileFrames(grant, new Date(since)),
        this.frames(grant, positions, origin.connectionId),
      ),
    );
  }

  private async *privateFrames(
    { userId }: OwnRoomsGrant,
    position: number | undefined,
  ): AsyncGenerator<SyncFrame, void> {
    const { epochId } = this.history;
    for await (const state of this.privateSync.since(userId, position)) {
      const data = { complete: false, rooms: [], left: [], private: state };
      yield { eventType: 'sessionsync.dispatch', data, meta: { epoch: epochId } };
    }
  }

  private async *profileFrames(grant: OwnRoomsGrant, since: Date): AsyncGenerator<SyncFrame, void> {
    const profiles = await this.profileSync.since(grant, since);
    const data = { complete: false, rooms: [], left: [], profiles };
    yield { eventType: 'sessionsync.dispatch', data, meta: { epoch: this.history.epochId } };
  }

  /** A page is recorded when the connection is ready for the next one: a closed connection has not received it. */
  private async *frames(
    grant: OwnRoomsGrant,
    positions: Positions,
    sessionId: string,
  ): AsyncGenerator<SyncFrame, void> {
    const { epochId } = this.history;
    for await (const { page, sent } of this.pages.since(grant, positions)) {
      const syncedAt = new Date();
      yield { eventType: 'sessionsync.dispatch', data: page, meta: { epoch: epochId } };
      this.records.record({ userId: grant.userId, sessionId, syncedAt, rooms: sent });
    }
  }
}

async function* inTurn(...all: (AsyncGenerator<SyncFrame, void> | false)[]): AsyncGenerator<SyncFrame, void> {
  for (const frames of all) if (frames) yield* frames;
}
