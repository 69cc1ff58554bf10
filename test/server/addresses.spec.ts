import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JoinRequestPage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { home } from '../support/home.js';
import type { Home } from '../support/home.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { says } from '../support/talk.js';

const ASYNCAPI = readFileSync(join(import.meta.dirname, '../../docs/asyncapi.yaml'), 'utf8');
const SAID_BY_THE_SERVER = [...ASYNCAPI.matchAll(/^ {2}([\w.]+):\n {4}action: send$/gm)].map(([, name]) => name);

let parley: Service;
let at: Home;
const texts: string[] = [];

const overhears = (device: ChatClient): void => {
  device.socket.on('message', (data) => texts.push((data as Buffer).toString()));
};

beforeAll(async () => {
  parley = await sharedService();
  at = await home(parley);
  for (const device of [at.phone, at.laptop, at.bobs, at.carols, at.strangers]) overhears(device);
});

/** One request or more of every event. */
async function muchHappens({ phone, bobs, carols, strangers, bob, carol, group, channel, chat }: Home): Promise<void> {
  const first = await says(phone, group, 'hello');
  for (const [key, room] of [
    ['parent_message_id', group],
    ['forwarded_from_id', chat],
  ] as const) {
    await phone.ask('message.send', { room_id: room.id, content: 'x', extra_fields: { [key]: first.id } });
  }
  await bobs.ask('message.acknowledged', { message_id: [first.id] });
  await bobs.ask('message.read', { message_id: first.id });
  await bobs.ask('message.react', { type: 'add', message_id: first.id, reaction_content: '👍' });
  await bobs.ask('notification.acknowledge', { notification_id: first.id });
  await bobs.ask('session.authenticate', { token: bob.tokens.access });
  await bobs.ask('session.sync', {});
  await bobs.ask('presence.subscribe', { user_ids: [carol.id] });
  await bobs.ask('user.find', { username: carol.username });
  await phone.ask('message.typing', { room_id: group.id });
  await phone.ask('message.modify', { action: 'update', message_id: first.id, extra_fields: { content: 'hi' } });
  for (const device of [phone, bobs]) {
    await device.ask('room.list', {});
    for (const { id } of [group, channel, chat]) {
      await device.ask('room.info', { room_id: id });
      await device.ask('room.members', { room_id: id });
      await device.ask('room.messages', { room_id: id });
      await device.ask('message.search', { query: 'hi', room_id: id });
    }
  }
  await phone.ask('room.modify', { room_id: channel.id, action: 'add_moderator', data: { users: [bob.id] } });
  await phone.ask('room.modify', { room_id: group.id, action: 'update', data: { join_approval_required: true } });
  await strangers.ask('room.join', { room_id: group.id });
  await strangers.isRefused('room.info', { room_id: group.id });
  const asked = await phone.ask('room.members', { room_id: group.id, list: 'join_requests' });
  const [waiting] = (asked as unknown as { data: JoinRequestPage }).data.join_requests;
  await phone.ask('room.review_join', { room_id: group.id, user_id: waiting!.user.id, decision: 'deny' });
  await phone.ask('room.remove_members', { room_id: group.id, members: [carol.id] });
  await phone.ask('room.add_members', { room_id: group.id, members: [carol.id] });
  await carols.ask('room.leave', { room_id: group.id });
  await phone.ask('message.modify', { action: 'delete', message_id: first.id });
  await bobs.ask('room.create', { type: 'OneToOneChat', participants: [carol.id] });
  await phone.ask('room.modify', { room_id: group.id, action: 'delete' });
  const newcomer = await bob.connects();
  texts.push(JSON.stringify(await newcomer.hears('chat.notifications')));
  await newcomer.leaves();
}

describe('e-mail addresses', () => {
  it('are shown to operators, and in no frame of any event', async () => {
    const { username } = at.bob;
    const listed = (await parley.parley('users', 'list')) as { username: string; email: string | null }[];
    expect(listed.find((user) => user.username === username)?.email).toBe(`${username}@mail.example`);

    await muchHappens(at);
    for (const device of [at.phone, at.laptop, at.bobs, at.carols, at.strangers]) await device.rest();
    const heard = new Set(texts.map((text) => (JSON.parse(text) as Frame).eventType));
    expect([...heard]).toEqual(expect.arrayContaining(SAID_BY_THE_SERVER));
    expect(texts.filter((text) => /@|email/i.test(text))).toEqual([]);
  });
});
