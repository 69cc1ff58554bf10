import { randomUUID } from 'node:crypto';

import type { MessagesDeleted } from '@parley/protocol';
import type { Client } from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, historyOf } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let database: Client;
let at: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  database = await connected(parley.serviceData);
  at = await GroupFixture.create(parley);
});
beforeEach(() => at.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(at.drain()).resolves.toEqual([]);
});
afterAll(() => database.end());

/** Alice changes settings of the room, which every other device receives. */
async function rules(data: object): Promise<void> {
  await at.phone.request('room.modify', { room_id: at.room.id, action: 'update', data });
  const { data: room } = await allReceive(at.allExcept(at.phone), 'roomupdate.dispatch');
  expect(room).toMatchObject(data);
}

const message = (content: string, more: object = {}) => ({ room_id: at.room.id, content, ...more });
const refused = (device: ChatClient, content: string, more: object = {}) =>
  device.expectRefused('message.send', message(content, more));

const media = {
  media: [{ media_url: 'https://example.com/a.png', media_type: 'image', mime_type: 'image/png', file_size: 1 }],
};

describe('slow mode', () => {
  it('lets a member send once in its time, on all devices and in threads, and a leader at any time', async () => {
    await rules({ slow_mode_seconds: 600 });
    const id = randomUUID();
    const first = await at.bobDevice.request('message.send', message('first', { client_message_id: id }));
    await allReceive(at.allExcept(at.bobDevice), 'message.dispatch');
    const early = await refused(at.bobDevice, 'second');
    expect(early).toMatchObject({ code: 4029 });
    expect(early.retry_after).toBeGreaterThan(590);
    expect(early.retry_after).toBeLessThanOrEqual(600);
    const again = await at.bobDevice.request('message.send', message('first', { client_message_id: id }));
    expect(again.data.id).toBe(first.data.id);
    const reply = { extra_fields: { thread_id: first.data.id } };
    await expect(refused(at.bobDevice, 'reply', reply)).resolves.toMatchObject({ code: 4029 });
    for (const content of ['one', 'two']) await at.sendAndDeliver(at.phone, content);
    await database.query(
      `UPDATE room_members SET last_sent_at = now() - interval '600 seconds' WHERE room_id = $1 AND user_id = $2`,
      [at.room.id, at.bob.id],
    );
    await at.sendAndDeliver(at.bobDevice, 'third');
  });

  it('makes nobody wait longer than its time after the clock was put back', async () => {
    await rules({ slow_mode_seconds: 1 });
    await at.sendAndDeliver(at.bobDevice, 'first');
    await database.query(
      `UPDATE room_members SET last_sent_at = now() + interval '2 hours' WHERE room_id = $1 AND user_id = $2`,
      [at.room.id, at.bob.id],
    );
    const { retry_after: seconds } = await refused(at.bobDevice, 'second');
    expect(seconds).toBe(1);
    await eventually(async () => {
      const id = at.bobDevice.sendRequest('message.send', message('third'));
      return (await at.bobDevice.response(id)).error === undefined;
    });
    await allReceive(at.allExcept(at.bobDevice), 'message.dispatch');
  });

  it('stores one of several messages of the same moment, and all of the others', async () => {
    await rules({ slow_mode_seconds: 600 });
    const sends = [at.carolDevice, at.phone, at.carolDevice, at.bobDevice, at.carolDevice, at.phone];
    const ids = sends.map((device, place) => device.sendRequest('message.send', message(String(place))));
    const answers = await Promise.all(ids.map((id, place) => sends[place]!.response(id)));
    expect(answers.map(({ error }) => error?.code)).toEqual([undefined, undefined, 4029, undefined, 4029, undefined]);
    expect((await historyOf(at.laptop, at.room)).map(({ content }) => content).sort()).toEqual(['0', '1', '3', '5']);
    for (const device of [at.phone, at.laptop, at.bobDevice, at.carolDevice]) {
      const own = sends.filter((sender, place) => sender === device && !answers[place]!.error).length;
      for (let left = 4 - own; left > 0; left -= 1) await device.receive('message.dispatch');
    }
  });
});

describe('the lengths and media of a room', () => {
  it('bind sends, edits and forwards of all members', async () => {
    const long = await at.sendAndDeliver(at.phone, '123456');
    const { data: picture } = await at.phone.request('message.send', message('1', { extra_fields: media }));
    await allReceive(at.allExcept(at.phone), 'message.dispatch');
    await rules({ max_message_length: 5, media_allowed: false });
    await expect(refused(at.phone, '123456')).resolves.toMatchObject({ code: 4003, detail: { content: [/5/] } });
    const own = await at.sendAndDeliver(at.bobDevice, '💬💬💬💬💬');
    const edit = (content: string) => ({ action: 'update', message_id: own.id, extra_fields: { content } });
    await expect(at.bobDevice.expectRefused('message.modify', edit('123456'))).resolves.toMatchObject({ code: 4003 });
    await expect(refused(at.bobDevice, 'x', { extra_fields: media })).resolves.toMatchObject({ code: 4003 });
    for (const { id } of [long, picture]) {
      const forward = { extra_fields: { forwarded_from_id: id } };
      await expect(refused(at.bobDevice, '', forward)).resolves.toMatchObject({ code: 4003 });
    }
    await rules({ max_message_length: null, media_allowed: true });
    await at.sendAndDeliver(at.bobDevice, '123456', media);
  });
});

/** The messages of the room whose lifetime is over, from now on. */
async function endLifetimes(): Promise<void> {
  await database.query('UPDATE messages SET expires_at = now() WHERE room_id = $1 AND expires_at IS NOT NULL', [
    at.room.id,
  ]);
  await database.query(`UPDATE timers SET due_at = now() WHERE kind = 'message_expiry' AND key = $1`, [at.room.id]);
}

/** The seconds until the timer of the room is due; undefined: there is none. */
async function secondsLeft(): Promise<number | undefined> {
  const { rows } = await database.query<{ seconds: number }>(
    `SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM timers
     WHERE kind = 'message_expiry' AND key = $1`,
    [at.room.id],
  );
  return rows[0]?.seconds;
}

describe('a lifetime of messages', () => {
  it('deletes those that were sent since it was set, in threads and pinned ones too, with a number', async () => {
    const kept = await at.sendAndDeliver(at.phone, 'kept');
    await rules({ message_ttl_seconds: 3_600 });
    await eventually(async () => ((await secondsLeft()) ?? 0) > 3_500);
    const sent = await at.sendAndDeliver(at.bobDevice, 'sent');
    const reply = await at.sendAndDeliver(at.phone, 'reply', { thread_id: kept.id });
    await allReceive([at.phone, at.laptop], 'threadfollow.dispatch');
    await at.phone.request('message.pin', { message_id: sent.id, pinned: true });
    await allReceive(at.allExcept(at.phone), 'messagepin.dispatch');
    await endLifetimes();
    const all = [at.phone, ...at.allExcept(at.phone)];
    const { data, seq } = await allReceive(all, 'messagemodification.dispatch');
    expect(data).toMatchObject({ action: 'delete' });
    expect([...(data as MessagesDeleted).message_ids].sort()).toEqual([sent.id, reply.id].sort());
    expect(seq).toEqual(expect.any(Number));
    expect((await historyOf(at.laptop, at.room)).map(({ id }) => id)).toEqual([kept.id]);
    expect(await secondsLeft()).toBeGreaterThan(3_500);
    await rules({ message_ttl_seconds: null });
    await eventually(async () => (await secondsLeft()) === undefined);
  });

  it('deletes many messages that end at once in batches of a hundred', async () => {
    await rules({ message_ttl_seconds: 3_600 });
    const count = 250;
    const ids = Array.from({ length: count }, (_, place) =>
      at.phone.sendRequest('message.send', message(String(place))),
    );
    await Promise.all(ids.map((id) => at.phone.response(id)));
    for (const device of at.allExcept(at.phone)) {
      for (let left = count; left > 0; left -= 1) await device.receive('message.dispatch');
    }
    await endLifetimes();
    const sizes: number[] = [];
    for (let left = count; left > 0; left -= sizes.at(-1)!) {
      const { data } = await allReceive([at.phone, ...at.allExcept(at.phone)], 'messagemodification.dispatch');
      sizes.push((data as MessagesDeleted).message_ids.length);
    }
    expect(sizes).toEqual([100, 100, 50]);
  });
});
