import { randomUUID } from 'node:crypto';

import type { Room, ServerFrame } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import { Hub, roomGroup, userGroup } from '@parley/realtime/hub';
import type { OutboundFrame } from '@parley/realtime/hub';
import { LogSequencers } from '@parley/realtime/ordering';
import type { EntityManager } from 'typeorm';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import { roomDeleted, roomLeft } from '../room.frames.js';
import { DatabaseHistory } from '../../../platform/database/history/database-history.js';
import { MembershipCache } from '../membership/membership-cache.js';
import type { MembershipsRepository } from '../membership/memberships.repository.js';
import { DispatchedRoomLog } from './dispatched-room-log.js';
import { RoomLogListener } from './room-log-listener.js';
import type { RoomLogEntry } from './room-log.js';

const ROOM = { id: randomUUID(), name: 'the room' } as Room;
const [ALICE, BOB] = [1, 2];

/** A connection to a node that receives signals through the database and nothing through Redis. */
let received: ServerFrame[];
let sequencers: LogSequencers;
let send: (entry: RoomLogEntry) => Promise<void>;

beforeEach(() => {
  const signals = new Signals();
  const hub = new Hub();
  sequencers = new LogSequencers(hub);
  const cache = new MembershipCache({} as MembershipsRepository, hub, new DatabaseHistory());
  const dispatch = new Dispatch(hub, sequencers);
  new RoomLogListener(signals, cache, dispatch).onModuleInit();
  const log = new DispatchedRoomLog(cache, signals, dispatch);
  received = [];
  const id = randomUUID();
  const deliver = ({ serialised }: OutboundFrame): void => {
    received.push(JSON.parse(serialised.text) as ServerFrame);
  };
  const groups = [userGroup(BOB), roomGroup(ROOM.id)];
  hub.add({ id, deliver, close: () => undefined }, groups);
  sequencers.connectionJoined(id, groups);
  sequencers.snapshotRead(id, { numbers: new Map([[ROOM.id, 4]]), privateSeq: 0 });
  send = async (entry) => {
    const insert = (_: unknown, rows: readonly { kind: string; payload: unknown }[]): Promise<void> => {
      for (const { kind, payload } of rows) signals.deliver(kind, JSON.parse(JSON.stringify(payload)));
      return Promise.resolve();
    };
    await log.append({ manager: { insert } as unknown as EntityManager, afterCommit: () => undefined }, entry);
  };
});
afterEach(() => sequencers.onApplicationShutdown());

const left = [ALICE, BOB].map((id) => ({ id, roomsVersion: 2 }));
const END = { roomId: ROOM.id, seq: 5, frame: roomDeleted(ROOM.id, 5), isEnd: true, left };

describe('the signal that members left a room', () => {
  it('delivers roomexit.dispatch before roomdelete.dispatch to the members with whom the room ended', async () => {
    const farewell = roomLeft(ROOM, 'alice removed you from the room.', 5);
    await send({ ...END, leaving: { userIds: [ALICE, BOB], farewell } });
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
    await send(END);
    expect(received).toMatchObject([{ eventType: 'roomdelete.dispatch', seq: 5 }]);
    expect(received).toHaveLength(1);
  });
});
