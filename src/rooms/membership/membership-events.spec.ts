import { randomUUID } from 'node:crypto';

import type { Room, ServerFrame } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import { Hub, roomGroup, userGroup } from '@parley/realtime/hub';
import type { OutboundFrame } from '@parley/realtime/hub';
import { LogSequencers } from '@parley/realtime/ordering';
import type { EntityManager } from 'typeorm';

import { Signals } from '../../platform/cluster-signals/signals.js';
import { roomLeft } from '../room.frames.js';
import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { MembershipCache } from './membership-cache.js';
import type { MembershipsRepository } from './memberships.repository.js';
import { MembershipEvents } from './membership-events.js';
import type { MembersLeft } from './membership-events.js';

const ROOM = { id: randomUUID(), name: 'the room' } as Room;
const [ALICE, BOB] = [1, 2];

/** A connection to a node that receives signals through the database and nothing through Redis. */
let received: ServerFrame[];
let sequencers: LogSequencers;
let send: (left: MembersLeft) => Promise<void>;

beforeEach(() => {
  const signals = new Signals();
  const hub = new Hub();
  sequencers = new LogSequencers(hub);
  const cache = new MembershipCache({} as MembershipsRepository, hub, new DatabaseHistory());
  const events = new MembershipEvents(cache, signals, new Dispatch(hub, sequencers));
  events.onModuleInit();
  received = [];
  const id = randomUUID();
  const deliver = ({ serialised }: OutboundFrame): void => {
    received.push(JSON.parse(serialised.text) as ServerFrame);
  };
  const groups = [userGroup(BOB), roomGroup(ROOM.id)];
  hub.add({ id, deliver, close: () => undefined }, groups);
  sequencers.connectionJoined(id, groups);
  sequencers.snapshotRead(id, { numbers: new Map([[ROOM.id, 4]]), privateSeq: 0 });
  send = async (left) => {
    const insert = (_: unknown, rows: readonly { kind: string; payload: unknown }[]): Promise<void> => {
      for (const { kind, payload } of rows) signals.deliver(kind, JSON.parse(JSON.stringify(payload)));
      return Promise.resolve();
    };
    await events.leave({ manager: { insert } as unknown as EntityManager, afterCommit: () => undefined }, left);
  };
});
afterEach(() => sequencers.onApplicationShutdown());

const users = [ALICE, BOB].map((id) => ({ id, roomsVersion: 2 }));

describe('the signal that members left a room', () => {
  it('delivers roomexit.dispatch before roomdelete.dispatch to the members with whom the room ended', async () => {
    const farewell = roomLeft(ROOM, 'alice removed you from the room.', 5);
    await send({ roomId: ROOM.id, seq: 5, users, isEnd: true, farewell });
    expect(received).toMatchObject([
      {
        eventType: 'roomexit.dispatch',
        room_id: ROOM.id,
        seq: 5,
        data: { message: 'alice removed you from the room.' },
      },
      { eventType: 'roomdelete.dispatch', room_id: ROOM.id, seq: 5 },
    ]);
  });

  it('delivers only roomdelete.dispatch for a room that was deleted with its members', async () => {
    await send({ roomId: ROOM.id, seq: 5, users, isEnd: true });
    expect(received).toMatchObject([{ eventType: 'roomdelete.dispatch', seq: 5 }]);
    expect(received).toHaveLength(1);
  });
});
