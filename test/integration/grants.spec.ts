import type { Actor } from '@parley/realtime/requests';
import type { DataSource } from 'typeorm';

import type { Permitted } from '../../src/features/moderation/shown-texts.js';
import type { AttachedUploads } from '../../src/features/messages/attachments/attached-uploads.js';
import { MessageChangesRepository } from '../../src/features/messages/changes/message-changes.repository.js';
import { ReactionsRepository } from '../../src/features/messages/changes/reactions.repository.js';
import { MessagePolicy } from '../../src/features/messages/message.policy.js';
import { ReceiptsRepository } from '../../src/features/messages/receipts/receipts.repository.js';
import { entities } from '../../src/features.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseKind } from '../../src/platform/database/distribution/database-kind.js';
import { derivedRows } from '../../src/platform/database/distribution/derived-rows.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import type { MembershipCache } from '../../src/features/rooms/membership/membership-cache.js';
import type { Membership } from '../../src/features/rooms/membership/membership.js';
import { unheld } from '../../src/features/rooms/holds/unheld-room.js';
import type { NewRoomSettings } from '../../src/features/rooms/room.settings.js';
import { RoomPolicy } from '../../src/features/rooms/room.policy.js';
import { NO_RULES } from '../../src/features/rooms/rules/room-rules.js';
import { RoomsRepository } from '../../src/features/rooms/rooms.repository.js';
import type { RoomSettings } from '../../src/features/rooms/room.view.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const ROOM_A = '00000000-0000-7000-8000-00000000000a';
const ROOM_B = '00000000-0000-7000-8000-00000000000b';
/** One message in each room, by the same sender. */
const IN_A = '00000000-0000-7000-8000-0000000000a1';
const IN_B = '00000000-0000-7000-8000-0000000000b1';

const memberships = {} as MembershipCache;
const rooms = new RoomPolicy(memberships, { groupCreators: 'everyone' } as NewRoomSettings);
const messages = new MessagePolicy(memberships);

let serviceData: ServiceData;
/** No message has a file. */
const uploads = { release: () => Promise.resolve() } as unknown as AttachedUploads;

let source: DataSource;
let membershipInA: Membership;

beforeAll(async () => {
  serviceData = await newServiceData();
  const address = { url: serviceData.env.DATABASE_URL! };
  source = await dataSource(address, entities, {
    poolSize: 2,
    waitsForLocks: false,
    pooler: 'none',
    history: new DatabaseHistory(),
  }).initialize();
  const [{ id: userId }] = await source.query<[{ id: number }]>('SELECT id FROM users ORDER BY id LIMIT 1');
  await source.query(`INSERT INTO rooms (id, type, name) VALUES ($1, 'GroupChat', 'A'), ($2, 'GroupChat', 'B')`, [
    ROOM_A,
    ROOM_B,
  ]);
  await source.query(
    `INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
     VALUES ($1, $3, 1, 1, $5, 'said in A', now(), now()), ($2, $4, 1, 1, $5, 'said in B', now(), now())`,
    [IN_A, IN_B, ROOM_A, ROOM_B, userId],
  );
  const room = {
    id: ROOM_A,
    type: 'GroupChat' as const,
    groupLocked: false,
    isOpen: false,
    isHidden: false,
    isClosed: false,
    version: 1,
    rules: NO_RULES,
  };
  membershipInA = { room, userId, role: 'admin', isCreator: true, permissions: [], mute: undefined };
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

const column = async (statement: string): Promise<unknown[]> =>
  (await source.query<{ value: unknown }[]>(statement)).map(({ value }) => value);

const both = (): { id: string; senderId: number }[] =>
  [IN_A, IN_B].map((id) => ({ id, senderId: membershipInA.userId }));

const UNHELD = unheld({ id: ROOM_A, isHeld: false });

describe('a grant for one room', () => {
  it('changes the settings of that room alone', async () => {
    const settings = {
      name: 'changed',
      description: '',
      avatar: null,
      maxMembers: null,
      preferences: {},
      joinApprovalRequired: false,
      groupLocked: false,
      isPublic: false,
      ...NO_RULES,
    } as Permitted<RoomSettings>;
    const repository = new RoomsRepository(derivedRows(new DatabaseKind(false)));
    await repository.update(source.manager, rooms.mayChange('room.update', membershipInA), settings);
    expect(await column('SELECT name AS value FROM rooms ORDER BY id')).toEqual(['changed', 'B']);
  });

  it('edits no message of another room', async () => {
    const grant = messages.mayChange('message.edit', membershipInA, both());
    await new MessageChangesRepository(uploads).edit(source.manager, grant, {
      content: 'edited',
      metadata: {},
      mentions: { users: [], room: false },
      linkPreviews: [],
      seq: 2,
      room: UNHELD,
    });
    expect(await column('SELECT content AS value FROM messages ORDER BY id')).toEqual(['edited', 'said in B']);
  });

  it('puts no reaction on a message of another room', async () => {
    const grant = messages.mayChange('message.react', membershipInA, both());
    await new ReactionsRepository().put(
      source.manager,
      grant,
      { reaction_content: '+1' } as Permitted<{ reaction_content: string }>,
      3,
    );
    expect(await column('SELECT message_id AS value FROM reactions')).toEqual([IN_A]);
    expect(await column('SELECT change_seq::int AS value FROM messages ORDER BY id')).toEqual([3, 1]);
  });

  it('locks and reads no message of another room for receipts', async () => {
    await source.query(
      `INSERT INTO room_members (room_id, user_id, role, joined_seq, delivered_seq, read_seq, change_seq)
       VALUES ($1, $2, 'admin', 0, 0, 0, 1)`,
      [ROOM_A, membershipInA.userId],
    );
    const receipts = new ReceiptsRepository();
    const grant = messages.mayAcknowledge({ user: { id: membershipInA.userId } } as Actor, ROOM_A);
    const inB = messages.mayAcknowledge({ user: { id: membershipInA.userId } } as Actor, ROOM_B);
    await source.transaction(async (manager) => {
      await expect(receipts.lockRoom(manager, grant)).resolves.toBe(true);
      await expect(receipts.lockRoom(manager, inB)).resolves.toBe(false);
      await expect(receipts.lockMessages(manager, grant, [IN_A, IN_B])).resolves.toEqual([IN_A]);
      await expect(receipts.lockMessages(manager, inB, [IN_A, IN_B])).resolves.toEqual([]);
    });
  });

  it('writes receipts for no message of another room', async () => {
    const [{ id: readerId }] = await source.query<[{ id: number }]>('SELECT id FROM users WHERE id <> $1 LIMIT 1', [
      membershipInA.userId,
    ]);
    const grant = messages.mayAcknowledge({ user: { id: readerId } } as Actor, ROOM_A);
    const { messageIds } = await new ReceiptsRepository().write(source.manager, grant, 'read', [IN_A, IN_B]);
    expect(messageIds).toEqual([IN_A]);
    expect(await column('SELECT message_id AS value FROM receipts')).toEqual([IN_A]);
  });

  it.each(['hide', 'erase'] as const)('deletes no message of another room (%s)', async (way) => {
    const grant = messages.mayChange('message.delete', membershipInA, both());
    await new MessageChangesRepository(uploads)[way](source.manager, grant, {
      room: UNHELD,
      seq: 4,
      threadIds: [],
      hasPolls: false,
    });
    expect(await column('SELECT id AS value FROM messages WHERE NOT is_deleted')).toEqual([IN_B]);
  });
});
