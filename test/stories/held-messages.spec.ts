import { randomUUID } from 'node:crypto';

import type { HeldMessage } from '@parley/protocol';
import type { Client } from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, ANY_ID, ANY_TIME, historyOf, userView } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { attachmentIn, FileClient, textFile } from '../support/uploads.js';

let parley: Service;
let database: Client;
let at: GroupFixture;

beforeAll(async () => {
  parley = await sharedService('heldWords');
  database = await connected(parley.serviceData);
  at = await GroupFixture.create(parley);
});
beforeEach(() => at.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await database.query('DELETE FROM held_messages WHERE room_id = $1', [at.room.id]);
  await expect(at.drain()).resolves.toEqual([]);
});
afterAll(() => database.end());

const message = (content: string, more: object = {}) => ({ room_id: at.room.id, content, ...more });

/** Sends a message that is held. Only its sender and the leader receive it, on all devices. */
async function hold(device: ChatClient, content: string, more: object = {}): Promise<HeldMessage> {
  const answer = await device.response(device.sendRequest('message.send', message(content, more)));
  expect(answer.eventType).toBe('messageheld.dispatch');
  await allReceive(
    leaders().filter((other) => other !== device),
    'messageheld.dispatch',
  );
  return answer.data as HeldMessage;
}

const leaders = (): ChatClient[] => [at.phone, at.laptop];
const everybody = (): ChatClient[] => [...leaders(), at.bobDevice, at.carolDevice];

const decide = (device: ChatClient, { message_id }: HeldMessage, allow: boolean, more: object = {}) =>
  device.request('message.release', { message_id, allow, ...more });
const listOf = async (device: ChatClient, more: object = {}) =>
  (await device.request('held.list', { room_id: at.room.id, ...more })).data;
const rows = async (): Promise<number> => {
  const { rows: found } = await database.query('SELECT FROM held_messages WHERE room_id = $1', [at.room.id]);
  return found.length;
};

describe('a held message', () => {
  it('is stored unseen, takes no number, and is listed for its author and the leaders', async () => {
    const { seq } = await at.phone.request('message.send', message('before'));
    await allReceive(at.allExcept(at.phone), 'message.dispatch');
    const held = await hold(at.bobDevice, 'holdme, darn', { extra_fields: { metadata: { a: 1 } } });
    expect(held).toEqual({
      message_id: ANY_ID,
      room_id: at.room.id,
      sender: userView(at.bob),
      action: 'create',
      content: 'holdme, ****',
      extra_fields: { metadata: { a: 1 } },
      client_message_id: null,
      held_at: ANY_TIME,
      held_until: ANY_TIME,
    });
    expect(await historyOf(at.carolDevice, at.room)).toHaveLength(1);
    for (const device of [at.bobDevice, at.phone]) {
      await expect(listOf(device)).resolves.toEqual({ room_id: at.room.id, held: [held], next_cursor: null });
    }
    await expect(listOf(at.carolDevice)).resolves.toMatchObject({ held: [] });
    const next = await at.phone.request('message.send', message('after'));
    expect(next.seq).toBe(seq! + 1);
    await allReceive(at.allExcept(at.phone), 'message.dispatch');
  });

  it('is sent when a leader allows it: with its id, and the next number at that time', async () => {
    const client_message_id = randomUUID();
    const held = await hold(at.bobDevice, 'holdme', { client_message_id });
    const { data: between } = await at.phone.request('message.send', message('between'));
    await allReceive(at.allExcept(at.phone), 'message.dispatch');
    const { data: decision } = await decide(at.phone, held, true);
    expect(decision).toEqual({
      message_id: held.message_id,
      room_id: at.room.id,
      sender: userView(at.bob),
      client_message_id,
      allowed: true,
      by: userView(at.alice),
    });
    const sent = await allReceive(everybody(), 'message.dispatch');
    expect(sent).toMatchObject({
      data: { id: held.message_id, content: 'holdme', client_message_id, sender: userView(at.bob) },
    });
    expect(Date.parse(sent.data.created_at)).toBeGreaterThanOrEqual(Date.parse(between.created_at));
    await allReceive([at.laptop, at.bobDevice], 'messagerelease.dispatch');
    expect((await historyOf(at.carolDevice, at.room)).map(({ content }) => content)).toEqual(['holdme', 'between']);
    const again = await at.bobDevice.request('message.send', message('holdme', { client_message_id }));
    expect(again).toMatchObject({ data: { id: held.message_id }, meta: { duplicate: true } });
    await expect(rows()).resolves.toBe(0);
  });

  it('is gone when a leader rejects it, and a resend is rejected too', async () => {
    const request = { client_message_id: randomUUID() };
    const held = await hold(at.bobDevice, 'holdme', request);
    const { data } = await decide(at.phone, held, false, { room_id: at.room.id });
    expect(data).toMatchObject({ allowed: false, by: { id: at.alice.id } });
    await allReceive([at.laptop, at.bobDevice], 'messagerelease.dispatch');
    await expect(listOf(at.phone)).resolves.toMatchObject({ held: [] });
    const refused = await at.bobDevice.expectRefused('message.send', message('holdme', request));
    expect(refused).toMatchObject({ code: 4003, detail: { content: ['A moderator has not allowed it.'] } });
    const { rows: left } = await database.query('SELECT body FROM held_messages WHERE room_id = $1', [at.room.id]);
    expect(left).toEqual([{ body: null }]);
    await expect(
      at.phone.expectRefused('message.release', { message_id: held.message_id, allow: true }),
    ).resolves.toMatchObject({ code: 4004 });
  });

  it('is withdrawn by its author', async () => {
    const held = await hold(at.bobDevice, 'holdme');
    await decide(at.bobDevice, held, false);
    await allReceive(leaders(), 'messagerelease.dispatch');
    await expect(rows()).resolves.toBe(0);
  });

  it('is answered as held when it is sent again meanwhile, also by a member who is muted by then', async () => {
    const request = message('holdme', { client_message_id: randomUUID() });
    const ids = [at.bobDevice.sendRequest('message.send', request), at.bobDevice.sendRequest('message.send', request)];
    const answers = await Promise.all(ids.map((id) => at.bobDevice.response(id)));
    const [id, other] = answers.map(({ data }) => (data as HeldMessage).message_id);
    expect(other).toBe(id);
    await allReceive(leaders(), 'messageheld.dispatch');
    await at.phone.request('room.restrict', { room_id: at.room.id, user_id: at.bob.id, kind: 'mute' });
    await allReceive(at.allExcept(at.phone), 'roomrestrict.dispatch');
    const again = await at.bobDevice.response(at.bobDevice.sendRequest('message.send', request));
    expect(again).toMatchObject({ eventType: 'messageheld.dispatch', data: { message_id: id }, meta: { held: true } });
    await expect(rows()).resolves.toBe(1);
  });

  it('is decided about by leaders alone, and not by its author', async () => {
    const held = await hold(at.bobDevice, 'holdme');
    const named = { message_id: held.message_id };
    const inRoom = { ...named, room_id: at.room.id };
    const refused = (device: ChatClient, data: object) => device.expectRefused('message.release', data);
    await expect(refused(at.carolDevice, { ...named, allow: true })).resolves.toMatchObject({ code: 4004 });
    await expect(refused(at.carolDevice, { ...inRoom, allow: false })).resolves.toMatchObject({ code: 4002 });
    await expect(refused(at.bobDevice, { ...named, allow: true })).resolves.toMatchObject({ code: 4002 });
    await expect(refused(at.outsiderDevice, { ...inRoom, allow: true })).resolves.toMatchObject({ code: 4004 });
    const own = await hold(at.phone, 'holdme');
    const ownRelease = { message_id: own.message_id, allow: true };
    await expect(refused(at.laptop, ownRelease)).resolves.toMatchObject({ code: 4002 });
    const unknown = { message_id: randomUUID(), room_id: at.room.id, allow: true };
    await expect(refused(at.phone, unknown)).resolves.toMatchObject({ code: 4004 });
    await expect(refused(at.carolDevice, unknown)).resolves.toMatchObject({ code: 4002 });
  });

  it('stays held if its author may not send it now', async () => {
    const held = await hold(at.bobDevice, 'holdme');
    const mute = { room_id: at.room.id, user_id: at.bob.id };
    await at.phone.request('room.restrict', { ...mute, kind: 'mute' });
    await allReceive(at.allExcept(at.phone), 'roomrestrict.dispatch');
    const refused = await at.phone.expectRefused('message.release', { message_id: held.message_id, allow: true });
    expect(refused).toMatchObject({ code: 4005 });
    expect(refused.detail).toContain('Its sender may not send it now: You are muted in this room.');
    await at.phone.request('room.restrict', { ...mute, kind: 'none' });
    await allReceive(at.allExcept(at.phone), 'roomrestrict.dispatch');
    await decide(at.phone, held, true);
    await allReceive(everybody(), 'message.dispatch');
    await allReceive([at.laptop, at.bobDevice], 'messagerelease.dispatch');
  });

  it('is sent once if two devices allow it at once', async () => {
    const held = await hold(at.bobDevice, 'holdme');
    const release = { message_id: held.message_id, allow: true };
    const answers = await Promise.all(
      leaders().map((device) => device.response(device.sendRequest('message.release', release))),
    );
    expect(answers.map(({ error }) => error?.code).toSorted()).toEqual([4004, undefined]);
    await allReceive(everybody(), 'message.dispatch');
    const loser = answers[0]!.error ? at.phone : at.laptop;
    await allReceive([loser, at.bobDevice], 'messagerelease.dispatch');
    expect(await historyOf(at.carolDevice, at.room)).toHaveLength(1);
  });

  it('keeps its poll, its thread and its mentions, and does not wait for slow mode', async () => {
    await at.phone.request('room.modify', { room_id: at.room.id, action: 'update', data: { slow_mode_seconds: 600 } });
    await allReceive(at.allExcept(at.phone), 'roomupdate.dispatch');
    const { data: start } = await at.bobDevice.request('message.send', message('start'));
    await allReceive(at.allExcept(at.bobDevice), 'message.dispatch');
    await database.query('UPDATE room_members SET last_sent_at = NULL WHERE room_id = $1', [at.room.id]);
    const extra_fields = {
      poll: { options: ['one', 'darn'] },
      mentions: [at.carol.id],
      thread_id: start.id,
      also_to_room: true,
    };
    const held = await hold(at.bobDevice, 'holdme?', { extra_fields });
    await at.bobDevice.request('message.send', message('quick'));
    await allReceive(at.allExcept(at.bobDevice), 'message.dispatch');
    await decide(at.phone, held, true);
    const { data } = await allReceive(everybody(), 'message.dispatch');
    expect(data).toMatchObject({ mentions: [{ id: at.carol.id }], thread: { id: start.id } });
    expect(data.poll?.options.map(({ text }) => text)).toEqual(['one', '****']);
    await allReceive([at.laptop, at.bobDevice], 'messagerelease.dispatch');
    const { data: page } = await at.phone.request('thread.messages', { thread_id: start.id, room_id: at.room.id });
    expect(page.messages.map(({ id }) => id)).toContain(held.message_id);
    await allReceive([at.bobDevice, at.carolDevice], 'threadfollow.dispatch');
  });

  it('is one of MAX_HELD, and ends with the membership and with the room', async () => {
    const held = [await hold(at.bobDevice, 'holdme 1'), await hold(at.bobDevice, 'holdme 2')];
    held.push(await hold(at.bobDevice, 'holdme 3'));
    await expect(at.bobDevice.expectRefused('message.send', message('holdme 4'))).resolves.toMatchObject({
      code: 4005,
    });
    const first = await listOf(at.phone, { limit: 2 });
    expect(first.held).toEqual(held.slice(0, 2));
    const second = await listOf(at.phone, { limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ held: [held[2]], next_cursor: null });
    await at.bobDevice.request('room.leave', { room_id: at.room.id });
    await expect(rows()).resolves.toBe(0);
    await hold(at.carolDevice, 'holdme');
    await at.phone.request('room.modify', { room_id: at.room.id, action: 'delete' });
    await expect(rows()).resolves.toBe(0);
    await at.drain();
  });
});

describe('what nobody has decided about', () => {
  /** As if HELD_MESSAGES_DAYS had passed. */
  const timeIsOver = ({ message_id }: HeldMessage) =>
    database.query(
      `WITH ended AS (UPDATE held_messages SET held_until = now() WHERE message_id = $1 RETURNING room_id)
       UPDATE timers SET due_at = now() WHERE key = (SELECT room_id || ' ' || $1::text FROM ended)`,
      [message_id],
    );

  it('is rejected when its time is over, and its client_message_id is forgotten a day later', async () => {
    const request = { client_message_id: randomUUID() };
    const held = await hold(at.bobDevice, 'holdme', request);
    const days = (Date.parse(held.held_until) - Date.parse(held.held_at)) / 86_400_000;
    expect(days).toBe(7);
    await timeIsOver(held);
    const { data } = await allReceive([...leaders(), at.bobDevice], 'messagerelease.dispatch');
    expect(data).toMatchObject({ message_id: held.message_id, allowed: false, by: null });
    await expect(at.bobDevice.expectRefused('message.send', message('holdme', request))).resolves.toMatchObject({
      code: 4003,
    });
    await timeIsOver(held);
    await eventually(async () => (await rows()) === 0);
  });
});

describe('a scheduled message that is held', () => {
  it('is no longer scheduled, and is sent when a leader allows it', async () => {
    const sendAt = new Date(Date.now() + 300).toISOString();
    const { data: item } = await at.bobDevice.request('message.schedule', { ...message('holdme'), send_at: sendAt });
    const held = await allReceive([...leaders(), at.bobDevice], 'messageheld.dispatch');
    expect(held.data).toMatchObject({ content: 'holdme', client_message_id: item.id });
    const ended = await at.bobDevice.receive('messageschedule.dispatch');
    expect(ended.data).toEqual({ id: item.id, room_id: at.room.id, message_id: held.data.message_id, removed: true });
    await decide(at.phone, held.data, true);
    const sent = await allReceive(everybody(), 'message.dispatch');
    expect(sent.data).toMatchObject({ id: held.data.message_id, client_message_id: item.id });
    await allReceive([at.laptop, at.bobDevice], 'messagerelease.dispatch');
  });
});

describe('the file of a held message', () => {
  it('is kept while it is held, and shown when a leader allows it', async () => {
    const files = new FileClient(parley, at.bob);
    const id = await files.upload(at.room.id, textFile('for review'));
    const held = await hold(at.bobDevice, 'holdme', { extra_fields: { media: [{ upload_id: id, caption: 'darn' }] } });
    const { body } = await files.pending(id);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.parse(held.held_until));
    await decide(at.phone, held, true);
    const { data: sent } = await allReceive(everybody(), 'message.dispatch');
    expect(sent.attachments).toMatchObject([{ caption: '****' }]);
    expect((await files.read(attachmentIn(sent).media_url)).status).toBe(200);
    await allReceive([at.laptop, at.bobDevice], 'messagerelease.dispatch');
  });
});

describe('a held edit', () => {
  it('leaves the old text until a leader allows it', async () => {
    const original = await at.sendAndDeliver(at.bobDevice, 'old');
    const edit = { action: 'update', message_id: original.id, extra_fields: { content: 'holdme', metadata: { b: 2 } } };
    const answer = await at.bobDevice.response(at.bobDevice.sendRequest('message.modify', edit));
    expect(answer).toMatchObject({
      eventType: 'messageheld.dispatch',
      data: { message_id: original.id, action: 'edit', content: 'holdme', extra_fields: { metadata: { b: 2 } } },
    });
    await allReceive(leaders(), 'messageheld.dispatch');
    const again = await at.bobDevice.response(at.bobDevice.sendRequest('message.modify', edit));
    expect(again).toMatchObject({ eventType: 'messageheld.dispatch', meta: { held: true } });
    expect((await historyOf(at.carolDevice, at.room)).map(({ content }) => content)).toEqual(['old']);
    await decide(at.phone, answer.data as HeldMessage, true);
    const changed = await allReceive(everybody(), 'messagemodification.dispatch');
    expect(changed.data).toMatchObject({ message: { content: 'holdme', metadata: { b: 2 }, is_edited: true } });
    await allReceive([at.laptop, at.bobDevice], 'messagerelease.dispatch');
    await expect(rows()).resolves.toBe(0);
  });

  it('ends with a later edit, and with the message', async () => {
    const original = await at.sendAndDeliver(at.bobDevice, 'old');
    const edit = (content: string) => ({ action: 'update', message_id: original.id, extra_fields: { content } });
    for (const content of ['holdme 1', 'holdme 2']) {
      await at.bobDevice.response(at.bobDevice.sendRequest('message.modify', edit(content)));
      await allReceive(leaders(), 'messageheld.dispatch');
    }
    await expect(listOf(at.phone)).resolves.toMatchObject({ held: [{ content: 'holdme 2' }] });
    await at.bobDevice.request('message.modify', edit('fine'));
    await allReceive(at.allExcept(at.bobDevice), 'messagemodification.dispatch');
    await expect(rows()).resolves.toBe(0);
    await at.bobDevice.response(at.bobDevice.sendRequest('message.modify', edit('holdme 3')));
    await allReceive(leaders(), 'messageheld.dispatch');
    await at.bobDevice.request('message.modify', { action: 'delete', message_id: original.id });
    await allReceive(at.allExcept(at.bobDevice), 'messagemodification.dispatch');
    await expect(rows()).resolves.toBe(0);
  });
});
