import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JoinRequestPage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { logIn } from '../support/people.js';
import { createRoomsFixture } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sendMessage } from '../support/messaging.js';

const ASYNCAPI = readFileSync(join(import.meta.dirname, '../../docs/asyncapi.yaml'), 'utf8');
/**
 * Previews and scans, which are off here, name no user. Nothing is held, and held messages name the sender as others
 * do.
 */
const OFF = ['messagepreview.dispatch', 'attachment.dispatch', 'messageheld.dispatch', 'messagerelease.dispatch'];
const SERVER_EVENTS = [...ASYNCAPI.matchAll(/^ {2}([\w.]+):\n {4}action: send$/gm)]
  .map(([, name]) => name)
  .filter((name) => !OFF.includes(name!));

let parley: Service;
let fixture: RoomsFixture;
const texts: string[] = [];

const recordTexts = (device: ChatClient): void => {
  device.socket.on('message', (data) => texts.push((data as Buffer).toString()));
};

beforeAll(async () => {
  parley = await sharedService('openDirectories');
  fixture = await createRoomsFixture(parley);
  for (const device of [fixture.phone, fixture.laptop, fixture.bobDevice, fixture.carolDevice, fixture.outsiderDevice])
    recordTexts(device);
});

/** One request or more of every event. */
async function exerciseEverything({
  phone,
  bobDevice,
  carolDevice,
  outsiderDevice,
  bob,
  carol,
  group,
  channel,
  chat,
}: RoomsFixture): Promise<void> {
  const first = await sendMessage(phone, group, 'hello');
  for (const [key, room] of [
    ['parent_message_id', group],
    ['forwarded_from_id', chat],
  ] as const) {
    await phone.request('message.send', { room_id: room.id, content: 'x', extra_fields: { [key]: first.id } });
  }
  await bobDevice.request('message.acknowledged', { message_id: [first.id] });
  await bobDevice.request('message.read', { message_id: first.id });
  await bobDevice.request('message.react', { type: 'add', message_id: first.id, reaction_content: '👍' });
  await phone.request('message.pin', { message_id: first.id, pinned: true });
  await bobDevice.request('room.pins', { room_id: group.id });
  await bobDevice.request('room.notices', { room_id: group.id });
  const { data: poll } = await phone.request('message.send', {
    room_id: group.id,
    content: 'which?',
    extra_fields: { poll: { options: ['a', 'b'] } },
  });
  await bobDevice.request('poll.vote', { message_id: poll.id, options: [0] });
  await phone.request('poll.close', { message_id: poll.id });
  await phone.expectRefused('message.remove_preview', { message_id: first.id, url: 'https://example.com/' });
  await bobDevice.request('notification.acknowledge', { notification_id: first.id });
  await bobDevice.request('session.authenticate', { token: bob.tokens.access });
  await logIn(parley, bob.username);
  const { data: own } = await bobDevice.request('session.list', {});
  const another = own.sessions.find(({ current }) => !current);
  await bobDevice.request('session.close', { session_id: another?.id });
  await bobDevice.request('session.sync', {});
  await bobDevice.request('presence.subscribe', { user_ids: [carol.id] });
  await bobDevice.request('user.find', { username: carol.username });
  await bobDevice.request('user.info', { user_ids: [carol.id] });
  await bobDevice.request('user.search', { query: carol.username });
  await bobDevice.request('channel.search', {});
  await phone.request('room.favourite', { room_id: group.id, favourite: true });
  await phone.request('room.archive', { room_id: group.id, archived: true });
  await phone.request('room.mark_unread', { room_id: group.id, from_seq: first.seq });
  await phone.request('thread.follow', { thread_id: first.id, follow: true });
  await phone.request('thread.messages', { thread_id: first.id });
  await phone.request('thread.list', {});
  await phone.request('room.notify', { room_id: group.id, level: 'mentions' });
  await phone.request('user.notify', { level: 'none' });
  await phone.request('user.block', { user_id: carol.id, blocked: true });
  await phone.request('user.blocks', {});
  await phone.request('user.block', { user_id: carol.id, blocked: false });
  const remind_at = new Date(Date.now() + 1_000).toISOString();
  await phone.request('message.save', { message_id: first.id, saved: true, remind_at });
  await phone.receive('notification.dispatch');
  await phone.request('saved.list', {});
  const reply = await sendMessage(carolDevice, group, 'reported');
  await bobDevice.request('message.report', { message_id: reply.id, reason: 'other' });
  await phone.receive('report.dispatch');
  for (const kind of ['mute', 'none']) {
    await phone.request('room.restrict', { room_id: group.id, user_id: carol.id, kind });
  }
  await phone.request('room.restrictions', { room_id: group.id });
  await phone.request('member.nickname', { room_id: group.id, nickname: 'Ally' });
  const { data: filed } = await phone.request('message.report', { user_id: bob.id, reason: 'other' });
  await phone.request('report.list', { room_id: group.id });
  await phone.expectRefused('report.resolve', { report_id: filed.report_id, action: 'dismiss' });
  await phone.request('held.list', { room_id: group.id });
  await phone.request('draft.set', { room_id: group.id, content: 'unsent' });
  const later = { room_id: group.id, content: 'later', send_at: new Date(Date.now() + 3_600_000).toISOString() };
  const { data: scheduled } = await phone.request('message.schedule', later);
  await phone.request('schedule.update', { id: scheduled.id, content: 'changed' });
  await phone.request('schedule.list', {});
  await phone.request('schedule.cancel', { id: scheduled.id });
  await phone.request('message.typing', { room_id: group.id });
  await phone.request('message.modify', { action: 'update', message_id: first.id, extra_fields: { content: 'hi' } });
  for (const device of [phone, bobDevice]) {
    await device.request('room.list', {});
    for (const { id } of [group, channel, chat]) {
      await device.request('room.info', { room_id: id });
      await device.request('room.members', { room_id: id });
      await device.request('room.messages', { room_id: id });
      await device.request('message.search', { query: 'hi', room_id: id });
    }
  }
  await phone.request('room.modify', { room_id: channel.id, action: 'add_moderator', data: { users: [bob.id] } });
  await phone.request('room.modify', { room_id: group.id, action: 'update', data: { join_approval_required: true } });
  await outsiderDevice.request('room.preview', { room_id: group.id });
  await outsiderDevice.request('room.join', { room_id: group.id });
  await outsiderDevice.expectRefused('room.info', { room_id: group.id });
  const requested = await phone.request('room.members', { room_id: group.id, list: 'join_requests' });
  const [waiting] = (requested as unknown as { data: JoinRequestPage }).data.join_requests;
  await phone.request('room.review_join', { room_id: group.id, user_id: waiting!.user.id, decision: 'deny' });
  await phone.request('room.remove_members', { room_id: group.id, members: [carol.id] });
  await phone.request('room.add_members', { room_id: group.id, members: [carol.id] });
  await carolDevice.request('room.leave', { room_id: group.id });
  await phone.request('room.invite', { room_id: group.id, user_ids: [carol.id] });
  await carolDevice.request('room.invites', {});
  await carolDevice.request('room.answer_invite', { room_id: group.id, accept: false });
  await carolDevice.request('user.update', { add_policy: 'shared' });
  await bobDevice.request('room.create', { type: 'OneToOneChat', participants: [carol.id] });
  await phone.request('message.modify', { action: 'delete', message_id: first.id });
  await phone.request('room.modify', { room_id: group.id, action: 'delete' });
  const newMember = await bob.open();
  texts.push(JSON.stringify(await newMember.receive('chat.notifications')));
  await newMember.close();
}

describe('e-mail addresses', () => {
  it('are shown to operators, and in no frame of any event', async () => {
    const { username } = fixture.bob;
    const listed = (await parley.parley('users', 'list')) as { username: string; email: string | null }[];
    expect(listed.find((user) => user.username === username)?.email).toBe(`${username}@mail.example`);

    await exerciseEverything(fixture);
    for (const device of [
      fixture.phone,
      fixture.laptop,
      fixture.bobDevice,
      fixture.carolDevice,
      fixture.outsiderDevice,
    ])
      await device.drain();
    const received = new Set(texts.map((text) => (JSON.parse(text) as Frame).eventType));
    expect([...received]).toEqual(expect.arrayContaining(SERVER_EVENTS));
    expect(texts.filter((text) => /@|email/i.test(text))).toEqual([]);
  });
});
