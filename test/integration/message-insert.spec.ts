import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { EventEmitter } from 'node:events';

import type { DataSource } from 'typeorm';

import type { MessageGrant } from '../../src/features/messages/message.policy.js';
import type { StoredAttachment } from '../../src/features/messages/attachments/attachment.view.js';
import {
  AlreadyStored,
  DuplicateClientMessageId,
  OutcomeUnknown,
  RowRefused,
} from '../../src/features/messages/sending/message-insert.js';
import type { MessageInsert, NewMessage } from '../../src/features/messages/sending/message-insert.js';
import { NO_PARTS } from '../../src/features/messages/sending/message-storage.fake.js';
import { entities } from '../../src/features.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { eventually } from '../support/eventually.js';
import { MESSAGE_INSERTS } from './message-inserts.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

let serviceData: ServiceData;
let source: DataSource;
let userId: number;
let roomId: string;

beforeAll(async () => {
  serviceData = await newServiceData();
  const address = { url: serviceData.env.DATABASE_URL! };
  source = await dataSource(address, entities, {
    poolSize: 8,
    waitsForLocks: false,
    pooler: 'none',
    history: new DatabaseHistory(),
  }).initialize();
  const [user] = await source.query<[{ id: number }]>('SELECT id FROM users ORDER BY id LIMIT 1');
  userId = user.id;
});
beforeEach(async () => {
  roomId = randomUUID();
  await source.query(`INSERT INTO rooms (id, type, name) VALUES ($1, 'GroupChat', 'A')`, [roomId]);
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

const granted = (roomVersion = 1): MessageGrant<'message.send'> =>
  ({ roomId, userId, roomVersion }) as MessageGrant<'message.send'>;

const message = (content: string, rest: Partial<NewMessage> = {}): NewMessage => ({
  id: randomUUID(),
  grant: granted(),
  content,
  clientMessageId: undefined,
  parentId: undefined,
  forwardedFromId: undefined,
  attachments: [],
  parts: NO_PARTS,
  ...rest,
});

/** The messages of the room, by their numbers. */
async function stored(): Promise<string[]> {
  const rows = await source.query<{ seq: number; content: string }[]>(
    'SELECT seq, content FROM messages WHERE room_id = $1 ORDER BY seq',
    [roomId],
  );
  return rows.map(({ seq, content }) => `${String(seq)} ${content}`);
}

const poolOf = ({ driver }: DataSource): EventEmitter =>
  (driver as unknown as { readonly master: EventEmitter }).master;

const lastNumber = async (): Promise<number> =>
  (await source.query<[{ last_seq: number }]>('SELECT last_seq FROM rooms WHERE id = $1', [roomId]))[0].last_seq;

describe.each(MESSAGE_INSERTS)('an insert of messages as %s', (_, make) => {
  let inserts: MessageInsert;
  beforeAll(async () => {
    inserts = await make(source);
  });

  it('gives messages the next numbers of their room, in their order, and one time', async () => {
    const [one, two, three] = [message('a'), message('b'), message('c')];
    const placed = await inserts.insert([one, two]);
    await inserts.insert([three]);
    expect(await stored()).toEqual(['1 a', '2 b', '3 c']);
    const places = [one, two].map(({ id }) => placed.get(id)!);
    expect(places.map(({ seq, isDeleted }) => [seq, isDeleted])).toEqual([1, 2].map((seq) => [seq, false]));
    expect(places[0]!.createdAt).toEqual(places[1]!.createdAt);
    expect(places[0]!.createdAt.getTime() % 1).toBe(0);
    const [room] = await source.query<unknown[]>('SELECT last_seq, last_message_id FROM rooms WHERE id = $1', [roomId]);
    expect(room).toEqual({ last_seq: 3, last_message_id: three.id });
  });

  it('gives concurrent inserts numbers without a gap, and times in the order of the numbers', async () => {
    const contents = Array.from({ length: 20 }, (_, at) => String(at));
    await Promise.all(contents.map((content) => inserts.insert([message(content)])));
    const rows = await source.query<{ seq: number; created_at: Date }[]>(
      'SELECT seq, created_at FROM messages WHERE room_id = $1 ORDER BY seq',
      [roomId],
    );
    expect(rows.map(({ seq }) => seq)).toEqual(contents.map((_, at) => at + 1));
    const times = rows.map(({ created_at: at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('gives messages of several rooms the next numbers of each room', async (context) => {
    if (inserts.bounds.rooms === 1) context.skip('It takes messages of one room.');
    const other = randomUUID();
    await source.query(`INSERT INTO rooms (id, type, name) VALUES ($1, 'GroupChat', 'B')`, [other]);
    const grant = { ...granted(), roomId: other };
    await inserts.insert([message('a'), message('b', { grant }), message('c'), message('d', { grant })]);
    expect([await stored(), await lastNumber()]).toEqual([['1 a', '2 c'], 2]);
    roomId = other;
    expect([await stored(), await lastNumber()]).toEqual([['1 b', '2 d'], 2]);
  });

  it('excludes the messages of a room that has changed since the grants', async () => {
    expect(await inserts.insert([message('a', { grant: granted(2) })])).toEqual(new Map());
    expect([await stored(), await lastNumber()]).toEqual([[], 0]);
  });

  it('excludes the messages of a chat that a user has deleted', async () => {
    await source.query('UPDATE rooms SET hidden_user_id = $2, hidden_seq = 1 WHERE id = $1', [roomId, userId]);
    expect(await inserts.insert([message('a')])).toEqual(new Map());
  });

  it('excludes the room of a message that was stored before and deleted since', async () => {
    const clientMessageId = randomUUID();
    await source.query(
      `INSERT INTO message_deletions (message_id, room_id, change_seq, seq, sender_id, client_message_id, created_at)
       VALUES ($1, $2, 2, 1, $3, $4, now())`,
      [randomUUID(), roomId, userId, clientMessageId],
    );
    expect(await inserts.insert([message('a'), message('again', { clientMessageId })])).toEqual(new Map());
    expect(await inserts.insert([message('other', { clientMessageId: randomUUID() })])).toHaveProperty('size', 1);
  });

  it('stores nothing of an insert with a client_message_id of a stored message', async () => {
    const clientMessageId = randomUUID();
    await inserts.insert([message('a', { clientMessageId })]);
    await expect(inserts.insert([message('b'), message('c', { clientMessageId })])).rejects.toThrow(
      DuplicateClientMessageId,
    );
    expect([await stored(), await lastNumber()]).toEqual([['1 a'], 1]);
  });

  it('stores nothing of an insert that has a client_message_id twice', async () => {
    const clientMessageId = randomUUID();
    const twice = ['a', 'b'].map((content) => message(content, { clientMessageId }));
    await expect(inserts.insert(twice)).rejects.toThrow(DuplicateClientMessageId);
    expect([await stored(), await lastNumber()]).toEqual([[], 0]);
  });

  it('tells that an insert was done before', async () => {
    const sends = [message('a'), message('b', { clientMessageId: randomUUID() })];
    await inserts.insert(sends);
    await expect(inserts.insert([sends[0]!])).rejects.toThrow(AlreadyStored);
    expect([await stored(), await lastNumber()]).toEqual([['1 a', '2 b'], 2]);
  });

  it('refuses a row that breaks a rule of its table, and stores nothing', async () => {
    const long = { media_url: 'https://x', media_type: 'x'.repeat(1_000), mime_type: 'image/png', file_size: 7 };
    const described = { ...long, caption: '', metadata: {}, file: null };
    const attachment = { id: randomUUID(), ...described } as unknown as StoredAttachment;
    await expect(inserts.insert([message('a'), message('b', { attachments: [attachment] })])).rejects.toThrow(
      RowRefused,
    );
    expect([await stored(), await lastNumber()]).toEqual([[], 0]);
  });

  it('stores attachments in their order', async () => {
    const attachment = (caption: string): StoredAttachment => ({
      id: randomUUID(),
      media_url: 'https://x',
      media_type: 'image',
      mime_type: 'image/png',
      file_size: 7,
      caption,
      metadata: { width: 1 },
      file: null,
    });
    const send = message('a', { attachments: [attachment('one'), attachment('two')] });
    await inserts.insert([message('none'), send]);
    const rows = await source.query<unknown[]>(
      `SELECT message_id AS id, position, caption, metadata, metadata_bytes AS bytes FROM attachments WHERE room_id = $1
       ORDER BY position`,
      [roomId],
    );
    const [metadata, bytes] = [{ width: 1 }, 12];
    expect(rows).toEqual([
      { id: send.id, position: 0, caption: 'one', metadata, bytes },
      { id: send.id, position: 1, caption: 'two', metadata, bytes },
    ]);
  });

  it('stores replies in threads, which change their first message, and lets members follow', async () => {
    await source.query(
      `INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq) VALUES ($1, $2, 0, 0, 0, 0)`,
      [roomId, userId],
    );
    const start = message('a');
    const plain = message('b');
    await inserts.insert([start, plain]);
    const inThread = (alsoToRoom: boolean, starterId?: number) => ({
      parts: { ...NO_PARTS, thread: { id: start.id, alsoToRoom, starterId } },
    });
    await inserts.insert([message('c', inThread(false, userId)), message('d', inThread(false))]);
    const lastOf = async () => {
      const [room] = await source.query<[{ id: string }]>('SELECT last_message_id AS id FROM rooms WHERE id = $1', [
        roomId,
      ]);
      return room.id;
    };
    expect(await lastOf()).toBe(plain.id);
    const shown = message('e', inThread(true));
    await inserts.insert([shown, message('f', inThread(false))]);
    expect(await lastOf()).toBe(shown.id);
    const rows = await source.query<unknown[]>(
      'SELECT change_seq - seq AS behind, has_replies, thread_id, also_to_room FROM messages WHERE room_id = $1 ORDER BY seq',
      [roomId],
    );
    const reply = { behind: 0, has_replies: null, thread_id: start.id, also_to_room: null };
    expect(rows).toEqual([
      { behind: 5, has_replies: true, thread_id: null, also_to_room: null },
      { behind: 0, has_replies: null, thread_id: null, also_to_room: null },
      reply,
      reply,
      { ...reply, also_to_room: true },
      reply,
    ]);
    const followers = await source.query<unknown[]>(
      'SELECT user_id, is_following, read_seq FROM thread_members WHERE room_id = $1 AND thread_id = $2',
      [roomId, start.id],
    );
    expect(followers).toEqual([{ user_id: userId, is_following: true, read_seq: (await lastNumber()) - 3 }]);
    const changes = await source.query<unknown[]>('SELECT kind FROM private_changes WHERE user_id = $1 AND key = $2', [
      userId,
      `${roomId}:${start.id}`,
    ]);
    expect(changes).toEqual([{ kind: 'thread_follow' }]);
  });

  it('stores polls with the timers that end them, and none of a message that is excluded', async () => {
    const closesAt = new Date(Date.now() + 60_000);
    const poll = { options: ['a', 'b\0'], isMultiple: true, isAnonymous: false, closesAt };
    const parts = { ...message('').parts, poll };
    const [asked, plain, late] = [message('which?', { parts }), message('b'), message('c', { parts })];
    await inserts.insert([asked, plain]);
    expect(await inserts.insert([{ ...late, grant: granted(7) }])).toEqual(new Map());
    const rows = await source.query<unknown[]>('SELECT message_id, is_multiple FROM polls WHERE room_id = $1', [
      roomId,
    ]);
    expect(rows).toEqual([{ message_id: asked.id, is_multiple: true }]);
    const timers = await source.query<unknown[]>('SELECT key, due_at FROM timers WHERE key LIKE $1', [`${roomId} %`]);
    expect(timers).toEqual([{ key: `${roomId} ${asked.id}`, due_at: closesAt }]);
  });

  it('stores what a message carries, and its mentions under its number', async () => {
    const user = {
      id: userId,
      username: 'ada',
      first_name: '',
      last_name: '',
      avatar: null,
      status: null,
      is_bot: false,
    };
    const parts = {
      kind: 'card',
      metadata: { a: '\0' },
      isSilent: true,
      mentions: { users: [user], room: true },
      thread: undefined,
      poll: undefined,
    };
    const send = message('b', { parts });
    await inserts.insert([message('a'), send, message('c')]);
    const rows = await source.query<unknown[]>(
      'SELECT kind, metadata, is_silent, has_mentions FROM messages WHERE room_id = $1 ORDER BY seq',
      [roomId],
    );
    const none = { kind: null, metadata: null, is_silent: null, has_mentions: null };
    const stored = { kind: 'card', metadata: String.raw`{"a":"\u00010"}`, is_silent: true, has_mentions: true };
    expect(rows).toEqual([none, stored, none]);
    const mentions = await source.query<unknown[]>(
      'SELECT message_id, user_id, seq FROM mentions WHERE room_id = $1 ORDER BY user_id',
      [roomId],
    );
    expect(mentions).toEqual([0, userId].map((user_id) => ({ message_id: send.id, user_id, seq: 2 })));
  });

  it('does not tell the outcome if the connection ends during it', async () => {
    const lock = source.createQueryRunner();
    await lock.startTransaction();
    try {
      await lock.query('SELECT FROM rooms WHERE id = $1 FOR UPDATE', [roomId]);
      const inserted = inserts.insert([message('a')]);
      const failed = expect(inserted).rejects.toThrow(OutcomeUnknown);
      const removed = once(poolOf(source), 'remove');
      await eventually(async () => {
        const ended = await source.query<unknown[]>(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
             AND query ~ 'UPDATE rooms (r )?SET last_seq'`,
        );
        return ended.length > 0;
      });
      await failed;
      // Before that, the pool may give the ended connection to the next query.
      await removed;
    } finally {
      await lock.rollbackTransaction();
      await lock.release();
    }
    expect(await stored()).toEqual([]);
  });
});
