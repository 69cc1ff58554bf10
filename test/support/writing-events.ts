import { randomUUID } from 'node:crypto';

import type { GroupChat } from '@parley/protocol';

import type { StatementFaultFixture } from './statement-fault-fixture.js';
import type { Member } from './messaging.js';

/** A request that a user is about to send. */
export interface AboutToAsk {
  readonly by: Member;
  readonly name: string;
  readonly data: object;
}

/** Creates the data that the request needs. */
type Prepared = (fixture: StatementFaultFixture) => Promise<AboutToAsk>;

const media = [1, 2].map((number) => ({
  media_url: `https://example.com/${String(number)}.png`,
  media_type: 'image',
  mime_type: 'image/png',
  file_size: 100,
  caption: 'A picture',
  metadata: { number },
}));

const send =
  (extra_fields: object = {}): Prepared =>
  async (fixture) => {
    const { id: room_id } = await fixture.group();
    const data = { room_id, content: 'Hello', extra_fields, client_message_id: randomUUID() };
    return { by: fixture.alice, name: 'message.send', data };
  };

const reply: Prepared = async (fixture) => {
  const room = await fixture.group();
  const [parent] = await fixture.sendMessages(room, fixture.bob, 'Who is there?');
  const extra_fields = { parent_message_id: parent!.id, media };
  const data = { room_id: room.id, content: 'I am', extra_fields, client_message_id: randomUUID() };
  return { by: fixture.alice, name: 'message.send', data };
};

const forward: Prepared = async (fixture) => {
  const [from, to] = [await fixture.chat(), await fixture.group()];
  const [source] = await fixture.sendMessages(from, fixture.bob, 'Tell everybody');
  const extra_fields = { forwarded_from_id: source!.id };
  const data = { room_id: to.id, content: '', extra_fields, client_message_id: randomUUID() };
  return { by: fixture.alice, name: 'message.send', data };
};

const edit: Prepared = async (fixture) => {
  const [message] = await fixture.sendMessages(await fixture.group(), fixture.alice, 'Helo');
  const data = { action: 'update', message_id: message!.id, extra_fields: { content: 'Hello' } };
  return { by: fixture.alice, name: 'message.modify', data };
};

/** Deletes messages with all kinds of dependent rows. */
const erase: Prepared = async (fixture) => {
  const { alice, bob, carol } = fixture;
  const room = await fixture.group();
  const [first, second] = await fixture.sendMessages(room, alice, 'One', 'Two', 'Three');
  const extra_fields = { parent_message_id: first!.id, media };
  await bob.device.request('message.send', { room_id: room.id, content: 'A reply', extra_fields });
  await carol.device.request('message.read', { message_id: [first!.id, second!.id] });
  await bob.device.request('message.react', { type: 'add', message_id: second!.id, reaction_content: '👍' });
  return { by: alice, name: 'message.modify', data: { action: 'delete', message_id: [first!.id, second!.id] } };
};

/** Deletes the last message, so that the room shows another. */
const eraseLast: Prepared = async (fixture) => {
  const [, last] = await fixture.sendMessages(await fixture.group(), fixture.alice, 'One', 'Two');
  return { by: fixture.alice, name: 'message.modify', data: { action: 'delete', message_id: last!.id } };
};

/** Replaces an earlier reaction. */
const react: Prepared = async (fixture) => {
  const [message] = await fixture.sendMessages(await fixture.group(), fixture.alice, 'Hello');
  const reaction = { type: 'add', message_id: message!.id };
  await fixture.bob.device.request('message.react', { ...reaction, reaction_content: '👎' });
  return { by: fixture.bob, name: 'message.react', data: { ...reaction, reaction_content: '👍' } };
};

const takeReactionBack: Prepared = async (fixture) => {
  const [message] = await fixture.sendMessages(await fixture.group(), fixture.alice, 'Hello');
  const reaction = { message_id: message!.id, reaction_content: '👎' };
  await fixture.bob.device.request('message.react', { ...reaction, type: 'add' });
  return { by: fixture.bob, name: 'message.react', data: { ...reaction, type: 'remove' } };
};

/** Of several messages in two rooms. */
const receipts =
  (name: 'message.acknowledged' | 'message.read'): Prepared =>
  async (fixture) => {
    const inGroup = await fixture.sendMessages(await fixture.group(), fixture.alice, 'One', 'Two');
    const inChat = await fixture.sendMessages(await fixture.chat(), fixture.alice, 'Three', 'Four');
    return { by: fixture.bob, name, data: { message_id: [...inGroup, ...inChat].map(({ id }) => id) } };
  };

const readUpTo: Prepared = async (fixture) => {
  const room = await fixture.group();
  const [, second] = await fixture.sendMessages(room, fixture.alice, 'One', 'Two', 'Three');
  return { by: fixture.bob, name: 'message.read', data: { room_id: room.id, up_to_seq: second!.seq } };
};

/** Of a message that is pinned, or of one that is not. */
const pin =
  (isPinned: boolean): Prepared =>
  async (fixture) => {
    const [message] = await fixture.sendMessages(await fixture.group(), fixture.bob, 'Read this first');
    if (!isPinned) {
      await fixture.alice.device.request('message.pin', { message_id: message!.id, pinned: true });
      await fixture.bob.device.receive('messagepin.dispatch');
    }
    return { by: fixture.alice, name: 'message.pin', data: { message_id: message!.id, pinned: isPinned } };
  };

/** A notification of a message, and one of a reaction. */
const seeNotifications: Prepared = async (fixture) => {
  const room = await fixture.group();
  const [own] = await fixture.sendMessages(room, fixture.bob, 'One');
  const [others] = await fixture.sendMessages(room, fixture.alice, 'Two');
  await fixture.carol.device.request('message.react', { type: 'add', message_id: own!.id, reaction_content: '👍' });
  const { rows } = await fixture.database.query<{ id: string }>('SELECT id FROM notifications');
  const data = { notification_id: [others!.id, ...rows.map(({ id }) => id)] };
  return { by: fixture.bob, name: 'notification.acknowledge', data };
};

const make =
  (dataOf: (fixture: StatementFaultFixture) => object): Prepared =>
  (fixture) =>
    Promise.resolve({ by: fixture.alice, name: 'room.create', data: dataOf(fixture) });

const both = ({ bob, carol }: StatementFaultFixture): number[] => [bob.user.id, carol.user.id];

/** An act of a user in, or on, a group. */
const inGroup =
  (
    name: string,
    by: 'alice' | 'bob' | 'dave',
    dataOf: (fixture: StatementFaultFixture) => object = () => ({}),
  ): Prepared =>
  async (fixture) => {
    const room = await fixture.group({ join_approval_required: true });
    await fixture.sendMessages(room, fixture.bob, 'Hello');
    return { by: fixture[by], name, data: { room_id: room.id, ...dataOf(fixture) } };
  };

/** Removes members of a group with pending notifications. */
const remove: Prepared = async (fixture) => {
  const room: GroupChat = await fixture.group();
  const [message] = await fixture.sendMessages(room, fixture.bob, 'Hello');
  await fixture.carol.device.request('message.react', { type: 'add', message_id: message!.id, reaction_content: '👍' });
  return { by: fixture.alice, name: 'room.remove_members', data: { room_id: room.id, members: both(fixture) } };
};

const modify = (action: string, dataOf: (fixture: StatementFaultFixture) => object): Prepared =>
  inGroup('room.modify', 'alice', (fixture) => ({ action, data: dataOf(fixture) }));

const ofBob = ({ bob }: StatementFaultFixture): object => ({ users: [bob.user.id] });

/** Takes from Bob a role that he was given before. */
const demote: Prepared = async (fixture) => {
  const about = await modify('remove_admin', ofBob)(fixture);
  await about.by.device.request('room.modify', { ...about.data, action: 'add_admin' });
  return about;
};

const join: Prepared = async (fixture) => {
  const { id: room_id } = await fixture.channel();
  return { by: fixture.dave, name: 'room.join', data: { room_id } };
};

const letIn: Prepared = async (fixture) => {
  const { id: room_id } = await fixture.group({ join_approval_required: true });
  await fixture.dave.device.request('room.join', { room_id });
  const members = [fixture.dave.user.id];
  return { by: fixture.alice, name: 'room.add_members', data: { room_id, members } };
};

const review =
  (decision: 'approve' | 'deny'): Prepared =>
  async (fixture) => {
    const { by, data } = await letIn(fixture);
    const { room_id } = data as { room_id: string };
    return { by, name: 'room.review_join', data: { room_id, user_id: fixture.dave.user.id, decision } };
  };

const leaveLast: Prepared = async (fixture) => {
  const { data } = await fixture.alice.device.request('room.create', { type: 'GroupChat', name: 'Alone' });
  await fixture.sendMessages(data, fixture.alice, 'Nobody is here');
  return { by: fixture.alice, name: 'room.leave', data: { room_id: data.id } };
};

const endChat: Prepared = async (fixture) => {
  const room = await fixture.chat();
  await fixture.sendMessages(room, fixture.bob, 'Hello');
  return { by: fixture.bob, name: 'room.modify', data: { room_id: room.id, action: 'delete', data: {} } };
};

/** Every event that writes, in each of its forms. */
export const writtenEvents: Readonly<Record<string, Prepared>> = {
  'a sent message': send(),
  'a message with attachments': send({ media }),
  'a reply with attachments': reply,
  'a forwarded message': forward,
  'an edit': edit,
  'a deletion of several messages': erase,
  'a deletion of the last message': eraseLast,
  'a reaction': react,
  'a removed reaction': takeReactionBack,
  'a pinned message': pin(true),
  'an unpinned message': pin(false),
  'acknowledged messages': receipts('message.acknowledged'),
  'read messages': receipts('message.read'),
  'a room read up to a number': readUpTo,
  'seen notifications': seeNotifications,
  'a new group': make((fixture) => ({ type: 'GroupChat', name: 'New', participants: both(fixture) })),
  'a new channel': make((fixture) => ({ type: 'Channel', name: 'New', subscribers: both(fixture) })),
  'a new chat of two': make(({ bob }) => ({ type: 'OneToOneChat', participants: [bob.user.id] })),
  'added members': inGroup('room.add_members', 'alice', ({ dave }) => ({ members: [dave.user.id] })),
  'a user admitted by a leader': letIn,
  'an approved join request': review('approve'),
  'a denied join request': review('deny'),
  'removed members': remove,
  'a granted role': modify('add_admin', ofBob),
  'a revoked role': demote,
  'a granted permission': modify('add_permission', (fixture) => ({
    ...ofBob(fixture),
    permission: ['can_add_new_participants'],
  })),
  'changed settings': modify('update', () => ({
    name: 'Others',
    group_locked: true,
    property: { preferences: { colour: 'red' } },
  })),
  'a member who leaves': inGroup('room.leave', 'bob'),
  'a creator who leaves': inGroup('room.leave', 'alice'),
  'the last member, who leaves': leaveLast,
  'a user who joins': join,
  'a user who requests to join': inGroup('room.join', 'dave'),
  'a deleted group': modify('delete', () => ({})),
  'a deleted chat of two': endChat,
};
