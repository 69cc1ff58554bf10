import type { GroupChat, Message } from '@parley/protocol';
import type pg from 'pg';

import { ApiClient } from '../../support/api.js';
import type { ChatClient } from '../../support/chat-client.js';
import { connected } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { connectMember, createGroup, sendMessage } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { PushService } from '../../support/push-service.js';
import type { PushedBrowser } from '../../support/push-service.js';
import { leave, pushing, resultsOf, subscribed } from '../../support/pushes.js';
import { Service } from '../../support/service.js';
import { waitForOpenSessions } from '../../support/sessions.js';

/** As many as there are stories that take one. */
const ROOMS = 10;

interface Room {
  readonly group: GroupChat;
  /** Bob has read it. Carol has not, and had no browser that would have got a push of it. */
  readonly message: Message;
}

let browsers: PushService;
let parley: Service;
let database: pg.Client;
let phone: ChatClient;
let bob: TestUser;
let carol: TestUser;
/** Of Bob, who is not connected. */
let program: ApiClient;
/** The browsers of Bob and Carol. */
let bobs: PushedBrowser;
let carols: PushedBrowser;
let rooms: Room[];

// Alice is connected, Bob and Carol are not: only the rooms differ from story to story.
beforeAll(async () => {
  browsers = await PushService.start();
  parley = await Service.start(pushing(browsers));
  database = await connected(parley.serviceData);
  const people = await users(parley, 'alice', 'bob', 'carol');
  ({ bob, carol } = people);
  phone = await people.alice.connect();
  const [one, other] = [await connectMember(bob), await connectMember(carol)];
  const groups: GroupChat[] = [];
  for (let count = 0; count < ROOMS; count += 1) groups.push(await createGroup(phone, [one, other]));
  await leave(database, other);
  bobs = await subscribed(parley, bob, browsers);
  rooms = await Promise.all(groups.map(async (group) => ({ group, message: await sendMessage(phone, group, 'x') })));
  for (const { group } of rooms) {
    await one.device.receive('message.dispatch', ({ room_id }) => room_id === group.id);
  }
  await one.device.request('message.read', { message_id: rooms.map(({ message }) => message.id) });
  for (const { message } of rooms) await resultsOf(database, message);
  // Stories compare the pushes of edits.
  await database.query('DELETE FROM pushes');
  await leave(database, one);
  carols = await subscribed(parley, carol, browsers);
  program = await ApiClient.create(parley, { user: bob });
}, 120_000);
afterAll(async () => {
  await database.end();
  await parley.stop();
  await browsers.stop();
});

function nextRoom(): Room {
  const room = rooms.pop();
  if (!room) throw new Error('more stories than rooms');
  return room;
}

const notify = ({ id }: GroupChat, choice: object) =>
  program.request('roomnotify.dispatch', 'POST', `/api/rooms/${id}/notify/`, choice);

const edit = ({ id: message_id }: Message, extra_fields: object) =>
  phone.request('message.modify', { action: 'update', message_id, extra_fields });

/** The results of the pushes of a message by the user's name, once all edits until now are resolved. */
async function settled({ group }: Room, message: Message): Promise<Record<string, string[]>> {
  await resultsOf(database, await sendMessage(phone, group, 'a later message'));
  const byUser: Record<string, string[]> = {};
  const pushes = `FROM pushes WHERE message_id = $1`;
  await eventually(async () => {
    const pending = await database.query(`SELECT ${pushes} AND state = 'pending'`, [message.id]);
    return pending.rowCount === 0;
  });
  const { rowCount } = await database.query(`SELECT ${pushes}`, [message.id]);
  for (const { username, reason, state } of rowCount === 0 ? [] : await resultsOf(database, message)) {
    (byUser[username ?? ''] ??= []).push(reason ?? state);
  }
  return byUser;
}

const pushesOf = ({ pushes }: PushedBrowser, { id }: Message): unknown[] =>
  pushes.filter(({ payload }) => payload.message_id === id).map(({ payload }) => payload.notification_type);

// Each story has a room of its own, and waits for pushes.
describe.concurrent('a mention that an edit adds', () => {
  it('is pushed to a member who has read the message before, once, whatever edits follow', async () => {
    const room = nextRoom();
    const { message } = room;
    await edit(message, { mentions: [bob.id] });
    await expect(settled(room, message)).resolves.toEqual({ [bob.username]: ['sent'] });
    for (const fields of [{ content: 'y' }, { mentions: [] }, { mentions: [bob.id] }, { mention_room: true }]) {
      await edit(message, fields);
    }
    await settled(room, message);
    await edit(message, { mentions: [bob.id, carol.id], content: 'z' });
    await settled(room, message);
    expect([pushesOf(bobs, message), pushesOf(carols, message)]).toEqual([['MENTION'], ['MENTION']]);
  });

  it('is pushed to a member whom the message itself did not notify, and not to one whom it did', async () => {
    const room = nextRoom();
    await notify(room.group, { level: 'mentions' });
    const message = await sendMessage(phone, room.group, 'x');
    await expect(settled(room, message)).resolves.toEqual({
      [bob.username]: ['notify_level'],
      [carol.username]: ['sent'],
    });
    await edit(message, { mentions: [bob.id, carol.id] });
    await expect(settled(room, message)).resolves.toEqual({
      [bob.username]: ['notify_level', 'sent'],
      [carol.username]: ['sent'],
    });
    expect([pushesOf(bobs, message), pushesOf(carols, message)]).toEqual([['MENTION'], ['NEW_MESSAGE']]);
  });

  it('is in the first push of a message that is not pushed yet', async () => {
    const room = nextRoom();
    const message = await sendMessage(phone, room.group, 'x');
    // Two edits may take longer than the delay of a push.
    await database.query(`UPDATE pushes SET due_at = now() + interval '5 seconds' WHERE message_id = $1`, [message.id]);
    await edit(message, { mentions: [bob.id] });
    await edit(message, { mentions: [bob.id, carol.id] });
    await expect(settled(room, message)).resolves.toEqual({ [bob.username]: ['sent'], [carol.username]: ['sent'] });
    expect([pushesOf(bobs, message), pushesOf(carols, message)]).toEqual([['MENTION'], ['MENTION']]);
  });

  it('is pushed once by edits at once', async () => {
    const room = nextRoom();
    const { message } = room;
    await Promise.all([
      edit(message, { mentions: [bob.id] }),
      edit(message, { mentions: [bob.id, carol.id] }),
      edit(message, { mention_room: true }),
    ]);
    await settled(room, message);
    expect([pushesOf(bobs, message), pushesOf(carols, message)]).toEqual([['MENTION'], ['MENTION']]);
  });

  it('of the room is pushed to members whom it did not name, and a name is not pushed after the room', async () => {
    const room = nextRoom();
    const data = { room_id: room.group.id, content: 'x', extra_fields: { mentions: [carol.id] } };
    const { data: message } = await phone.request('message.send', data);
    await settled(room, message);
    // Earlier pushes must not hide a new mention.
    const forget = () => database.query(`DELETE FROM pushes WHERE message_id = $1`, [message.id]);
    await forget();
    await edit(message, { mention_room: true, mentions: [] });
    await expect(settled(room, message)).resolves.toEqual({ [bob.username]: ['sent'] });
    await forget();
    await edit(message, { mentions: [bob.id, carol.id] });
    await edit(room.message, { mentions: [bob.id] });
    await settled(room, room.message);
    expect([pushesOf(bobs, message), pushesOf(carols, message)]).toEqual([['NEW_MESSAGE', 'MENTION'], ['MENTION']]);
  });

  it('is not pushed to a member who reads the message again, and is pushed when it is added again', async () => {
    const room = nextRoom();
    const { message, group } = room;
    await edit(message, { mentions: [bob.id] });
    const read = { up_to_seq: message.seq };
    await program.request('readreceipt.dispatch', 'POST', `/api/rooms/${group.id}/read/`, read);
    await expect(settled(room, message)).resolves.toEqual({ [bob.username]: ['read'] });
    await edit(message, { mentions: [] });
    await edit(message, { mentions: [bob.id] });
    await expect(settled(room, message)).resolves.toEqual({ [bob.username]: ['read', 'sent'] });
  });

  it('is not pushed if it is removed again, if the message is silent, or if it is deleted', async () => {
    const room = nextRoom();
    const { message } = room;
    await edit(message, { mentions: [bob.id] });
    await edit(message, { mentions: [] });
    const silently = { room_id: room.group.id, content: 'x', extra_fields: { silent: true } };
    const { data: silent } = await phone.request('message.send', silently);
    await edit(silent, { mentions: [bob.id] });
    await settled(room, silent);
    await edit(message, { mentions: [bob.id] });
    await phone.request('message.modify', { action: 'delete', message_id: message.id });
    await settled(room, message);
    expect([pushesOf(bobs, message), pushesOf(bobs, silent)]).toEqual([[], []]);
  });

  it.each([{ level: 'none' }, { muted_until: '2999-01-01T00:00:00Z' }])(
    'is not pushed to a member who does not want it: %j',
    async (choice) => {
      const room = nextRoom();
      await notify(room.group, choice);
      await edit(room.message, { mentions: [bob.id] });
      await expect(settled(room, room.message)).resolves.toEqual({ [bob.username]: ['notify_level'] });
    },
  );
});

describe('a mention that an edit adds while its member is connected', () => {
  it('is not pushed', async () => {
    const room = nextRoom();
    const device = await bob.connect();
    await waitForOpenSessions(2, parley.serviceData);
    await edit(room.message, { mentions: [bob.id] });
    await expect(settled(room, room.message)).resolves.toEqual({ [bob.username]: ['online'] });
    await leave(database, { user: bob, device });
    expect(pushesOf(bobs, room.message)).toEqual([]);
  });
});
