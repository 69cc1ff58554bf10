import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import type { Permitted } from '../../src/features/moderation/shown-texts.js';
import { entities } from '../../src/features.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseKind } from '../../src/platform/database/distribution/database-kind.js';
import { derivedRows } from '../../src/platform/database/distribution/derived-rows.js';
import type { DerivedRows } from '../../src/platform/database/distribution/derived-rows.js';
import { prepare } from '../../tools/database/src/distribution/prepare.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { Maintenance } from '../../src/platform/database/maintenance.js';
import { roomChangeTypes, toChangeRecord } from '../../src/features/rooms/change-log/change-record.js';
import { unheld } from '../../src/features/rooms/holds/unheld-room.js';
import type { EndingRoom } from '../../src/features/rooms/holds/unheld-room.js';
import type { RoomGrant } from '../../src/features/rooms/room.policy.js';
import { NO_RULES } from '../../src/features/rooms/rules/room-rules.js';
import { RoomsRepository } from '../../src/features/rooms/rooms.repository.js';
import type { RoomDraft } from '../../src/features/rooms/types/room-record.js';
import { EndedRoomRemoval } from '../../src/features/retention/ended-room-removal.js';
import { EndedRoomsRepository } from '../../src/features/retention/ended-rooms.repository.js';
import { Timers } from '../../src/platform/timers/timers.js';
import { TimersRepository } from '../../src/platform/timers/timers.repository.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { eventually } from '../support/eventually.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const draft: RoomDraft = {
  type: 'GroupChat',
  creatorId: 1,
  pairKey: null,
  memberships: [],
  name: 'room',
  description: '',
  avatar: null,
  maxMembers: null,
  preferences: {},
  joinApprovalRequired: false,
  groupLocked: false,
  isPublic: false,
  posting: 'moderators',
  reactions: 'one',
  ...NO_RULES,
};
/** @param id of a room that no legal hold is on */
const ending = (id: string): EndingRoom => ({
  grant: { roomId: id } as RoomGrant<'room.delete'>,
  room: unheld({ id, isHeld: false }),
});

const edited = { changeRecord: toChangeRecord(roomChangeTypes.ended, {}) };

/** Removes what derives rows in the database, as a distribution does. */
async function withoutTriggers(source: DataSource): Promise<void> {
  const session = await Maintenance.open(source, () => undefined);
  await session.transaction(() => prepare(session));
  await session.close();
}

describe.each(['database', 'program'] as const)('rows that follow from rooms, written by the %s', (by) => {
  let serviceData: ServiceData;
  let source: DataSource;
  let derived: DerivedRows;
  let rooms: RoomsRepository;
  let roomId: string;

  beforeAll(async () => {
    serviceData = await newServiceData();
    const connections = { poolSize: 3, waitsForLocks: false, pooler: 'none', history: new DatabaseHistory() } as const;
    source = await dataSource({ url: serviceData.env.DATABASE_URL! }, entities, connections).initialize();
    if (by === 'program') await withoutTriggers(source);
    derived = derivedRows(new DatabaseKind(by === 'program'));
    rooms = new RoomsRepository(derived);
  });
  beforeEach(() => {
    roomId = randomUUID();
  });
  afterEach(() => source.query('DELETE FROM feed_followers; DELETE FROM room_feed'));
  afterAll(async () => {
    await source.destroy();
    await serviceData.remove();
  });

  const follow = (): Promise<unknown> => source.query(`INSERT INTO feed_followers (name) VALUES ('spec')`);
  const create = (): Promise<unknown> =>
    source.transaction((manager) =>
      rooms.create(manager, { roomId } as RoomGrant<'room.create'>, draft as Permitted<RoomDraft>, []),
    );
  const outbox = (): Promise<unknown> =>
    source.query('SELECT after, up_to, ended FROM room_feed WHERE room_id = $1 ORDER BY id', [roomId]);

  it('are parts of the outbox: the creation of a room, and each of its numbers', async () => {
    await follow();
    await create();
    await source.transaction((manager) => rooms.takeNumber(manager, roomId, edited));
    expect(await outbox()).toEqual([
      { after: 0, up_to: 1, ended: false },
      { after: 1, up_to: 2, ended: false },
    ]);
  });

  it('are none without a consumer of the outbox', async () => {
    await create();
    await source.transaction((manager) => rooms.takeNumber(manager, roomId, edited));
    expect(await outbox()).toEqual([]);
  });

  it('are the end of a room, in place of the number that was taken for it', async () => {
    await create();
    await follow();
    await source.transaction(async (manager) => {
      await rooms.takeNumber(manager, roomId, edited);
      await rooms.delete(manager, ending(roomId));
    });
    expect(await outbox()).toEqual([{ after: 1, up_to: 2, ended: true }]);
  });

  it('are the end of a room after its last number, where none was taken for it', async () => {
    await create();
    await follow();
    await source.transaction((manager) => rooms.takeNumber(manager, roomId, edited));
    await source.transaction((manager) => rooms.delete(manager, ending(roomId)));
    expect(await outbox()).toEqual([
      { after: 1, up_to: 2, ended: false },
      { after: 2, up_to: 3, ended: true },
    ]);
  });

  it('are the end of a room with the id that it had in its product, which is free again', async () => {
    await follow();
    const other = roomId;
    await create();
    roomId = randomUUID();
    await create();
    await source.query(`INSERT INTO room_external_ids (external_id, room_id) VALUES ('order:1', $1)`, [roomId]);
    await source.transaction((manager) => rooms.delete(manager, ending(roomId), ending(other)));
    const named = await source.query<unknown[]>(
      'SELECT room_id, external_id FROM room_feed WHERE ended ORDER BY external_id',
    );
    expect(named).toEqual([
      { room_id: roomId, external_id: 'order:1' },
      { room_id: other, external_id: null },
    ]);
    expect(await source.query('SELECT FROM room_external_ids')).toEqual([]);
  });

  it('are the removal of its messages when it ends, also of one that is sent while the deletion waits', async () => {
    await create();
    const sending = source.createQueryRunner();
    await sending.startTransaction();
    await sending.query('UPDATE rooms SET last_seq = 2 WHERE id = $1', [roomId]);
    await sending.query(
      `INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
       VALUES ($1, $2, 2, 2, 1, 'late', now(), now())`,
      [randomUUID(), roomId],
    );
    const deleted = source.transaction((manager) => rooms.delete(manager, ending(roomId)));
    await eventually(async () => {
      const waiting = await source.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await sending.commitTransaction();
    await sending.release();
    await deleted;
    const removal = new EndedRoomRemoval(
      new EndedRoomsRepository(source),
      new Timers(new TimersRepository(source)),
      new UnitOfWork(source, new DatabaseKind(false)),
    );
    await removal.deleteAll();
    expect(await source.query('SELECT id FROM messages WHERE room_id = $1', [roomId])).toEqual([]);
    expect(await source.query(`SELECT key FROM timers WHERE kind = 'ended_room'`)).toEqual([]);
  });

  it('are removed with a transaction that rolls back', async () => {
    await create();
    await follow();
    const failed = source.transaction(async (manager) => {
      await rooms.takeNumber(manager, roomId, edited);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await outbox()).toEqual([]);
  });
});
