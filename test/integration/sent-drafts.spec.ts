import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import type { AttachedUploads } from '../../src/features/messages/attachments/attached-uploads.js';
import { SentDraftsRepository } from '../../src/features/messages/drafts/sent-drafts.repository.js';
import type { MessageGrant } from '../../src/features/messages/message.policy.js';
import type { PollInsert } from '../../src/features/messages/polls/poll-insert.repository.js';
import type { NewMessage } from '../../src/features/messages/sending/message-insert.js';
import { FurtherRows } from '../../src/features/messages/sending/inserted-rows.repository.js';
import { NO_PARTS } from '../../src/features/messages/sending/message-storage.fake.js';
import { RoomInsert } from '../../src/features/messages/sending/room-insert.repository.js';
import type { HeldMessagesRepository } from '../../src/features/messages/held/held-messages.repository.js';
import { SlowModeRepository } from '../../src/features/messages/sending/slow-mode.repository.js';
import { ThreadRepliesRepository } from '../../src/features/messages/threads/thread-replies.repository.js';
import { entities } from '../../src/features.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { findDatabaseKind } from '../../src/platform/database/distribution/database-kind.js';
import { derivedRows } from '../../src/platform/database/distribution/derived-rows.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { PrivateLogRepository } from '../../src/features/private-log/private-log.repository.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

let serviceData: ServiceData;
let source: DataSource;
let inserts: RoomInsert;
let userId: number;
let roomId: string;

beforeAll(async () => {
  serviceData = await newServiceData();
  source = await dataSource({ url: serviceData.env.DATABASE_URL! }, entities, {
    poolSize: 2,
    waitsForLocks: false,
    pooler: 'none' as const,
    history: new DatabaseHistory(),
  }).initialize();
  const [user] = await source.query<[{ id: number }]>('SELECT id FROM users ORDER BY id LIMIT 1');
  userId = user.id;
  const privateLogs = new PrivateLogRepository(source);
  const derived = derivedRows(await findDatabaseKind(source, false));
  const threads = new ThreadRepliesRepository(privateLogs);
  // No message has a poll or a file, or was held.
  const held = { releaseStored: () => Promise.resolve() } as unknown as HeldMessagesRepository;
  const uploads = { claim: () => Promise.resolve() } as unknown as AttachedUploads;
  const polls = { insert: () => Promise.resolve() } as unknown as PollInsert;
  const further = new FurtherRows(polls, uploads, new SlowModeRepository(source), held);
  inserts = new RoomInsert(source, derived, threads, new SentDraftsRepository(privateLogs), further);
});
beforeEach(async () => {
  roomId = randomUUID();
  await source.query(`INSERT INTO rooms (id, type, name) VALUES ($1, 'GroupChat', 'A')`, [roomId]);
  await source.query(
    `INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
     VALUES ($1, $2, 0, 0, 0, 0)`,
    [roomId, userId],
  );
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

/** @param threadId of a reply */
const message = (threadId?: string): NewMessage => ({
  id: randomUUID(),
  grant: { roomId, userId, roomVersion: 1 } as MessageGrant<'message.send'>,
  content: 'sent',
  clientMessageId: undefined,
  parentId: undefined,
  forwardedFromId: undefined,
  attachments: [],
  parts: {
    ...NO_PARTS,
    thread: threadId === undefined ? undefined : { id: threadId, alsoToRoom: false, starterId: undefined },
  },
});

const draft = (placeId: string): Promise<unknown> =>
  source.query(
    `INSERT INTO drafts (room_id, user_id, place_id, content, updated_at) VALUES ($1, $2, $3, 'unsent', now())`,
    [roomId, userId, placeId],
  );

async function places(): Promise<string[]> {
  const rows = await source.query<{ id: string }[]>('SELECT place_id AS id FROM drafts WHERE room_id = $1', [roomId]);
  return rows.map(({ id }) => id).toSorted();
}

describe('an insert of messages of one room', () => {
  it('clears the drafts of their senders in the room and in the threads of replies, and records that', async () => {
    const [start, other] = [message(), message()];
    await inserts.insert([start, other]);
    for (const place of [roomId, start.id, other.id]) await draft(place);
    await inserts.insert([message(), message()]);
    expect(await places()).toEqual([start.id, other.id].toSorted());
    await draft(roomId);
    await inserts.insert([message(start.id)]);
    expect(await places()).toEqual([roomId, other.id].toSorted());
    const changes = await source.query<unknown[]>(
      `SELECT key FROM private_changes WHERE user_id = $1 AND kind = 'draft' ORDER BY seq`,
      [userId],
    );
    expect(changes).toEqual([{ key: `${roomId}:${roomId}` }, { key: `${roomId}:${start.id}` }]);
  });

  it('keeps the drafts of senders whose messages were written earlier', async () => {
    await draft(roomId);
    await inserts.insert([{ ...message(), keepsDraft: true }]);
    expect(await places()).toEqual([roomId]);
    await inserts.insert([{ ...message(), keepsDraft: true }, message()]);
    expect(await places()).toEqual([]);
  });

  it('keeps the drafts if it stores none', async () => {
    await draft(roomId);
    const grant = { roomId, userId, roomVersion: 7 } as MessageGrant<'message.send'>;
    expect(await inserts.insert([{ ...message(), grant }])).toEqual(new Map());
    expect(await places()).toEqual([roomId]);
  });
});
