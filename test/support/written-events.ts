import { randomUUID } from 'node:crypto';

import type { GroupChat } from '@parley/protocol';

import type { HurtWorld } from './hurt-world.js';
import type { Member } from './talk.js';

/** A request that a user is about to send. */
export interface AboutToAsk {
  readonly by: Member;
  readonly name: string;
  readonly data: object;
}

/** Creates the data that the request needs. */
type Prepared = (world: HurtWorld) => Promise<AboutToAsk>;

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
  async (world) => {
    const { id: room_id } = await world.group();
    const data = { room_id, content: 'Hello', extra_fields, client_message_id: randomUUID() };
    return { by: world.alice, name: 'message.send', data };
  };

const reply: Prepared = async (world) => {
  const room = await world.group();
  const [parent] = await world.said(room, world.bob, 'Who is there?');
  const extra_fields = { parent_message_id: parent!.id, media };
  const data = { room_id: room.id, content: 'I am', extra_fields, client_message_id: randomUUID() };
  return { by: world.alice, name: 'message.send', data };
};

const forward: Prepared = async (world) => {
  const [from, to] = [await world.chat(), await world.group()];
  const [source] = await world.said(from, world.bob, 'Tell everybody');
  const extra_fields = { forwarded_from_id: source!.id };
  const data = { room_id: to.id, content: '', extra_fields, client_message_id: randomUUID() };
  return { by: world.alice, name: 'message.send', data };
};

const edit: Prepared = async (world) => {
  const [message] = await world.said(await world.group(), world.alice, 'Helo');
  const data = { action: 'update', message_id: message!.id, extra_fields: { content: 'Hello' } };
  return { by: world.alice, name: 'message.modify', data };
};

/** Deletes messages with all kinds of dependent rows. */
const erase: Prepared = async (world) => {
  const { alice, bob, carol } = world;
  const room = await world.group();
  const [first, second] = await world.said(room, alice, 'One', 'Two', 'Three');
  const extra_fields = { parent_message_id: first!.id, media };
  await bob.device.ask('message.send', { room_id: room.id, content: 'A reply', extra_fields });
  await carol.device.ask('message.read', { message_id: [first!.id, second!.id] });
  await bob.device.ask('message.react', { type: 'add', message_id: second!.id, reaction_content: '👍' });
  return { by: alice, name: 'message.modify', data: { action: 'delete', message_id: [first!.id, second!.id] } };
};

/** Deletes the last message, so that the room shows another. */
const eraseLast: Prepared = async (world) => {
  const [, last] = await world.said(await world.group(), world.alice, 'One', 'Two');
  return { by: world.alice, name: 'message.modify', data: { action: 'delete', message_id: last!.id } };
};

/** Replaces an earlier reaction. */
const react: Prepared = async (world) => {
  const [message] = await world.said(await world.group(), world.alice, 'Hello');
  const reaction = { type: 'add', message_id: message!.id };
  await world.bob.device.ask('message.react', { ...reaction, reaction_content: '👎' });
  return { by: world.bob, name: 'message.react', data: { ...reaction, reaction_content: '👍' } };
};

const takeReactionBack: Prepared = async (world) => {
  const [message] = await world.said(await world.group(), world.alice, 'Hello');
  const reaction = { message_id: message!.id, reaction_content: '👎' };
  await world.bob.device.ask('message.react', { ...reaction, type: 'add' });
  return { by: world.bob, name: 'message.react', data: { ...reaction, type: 'remove' } };
};

/** Of several messages in two rooms. */
const receipts =
  (name: 'message.acknowledged' | 'message.read'): Prepared =>
  async (world) => {
    const inGroup = await world.said(await world.group(), world.alice, 'One', 'Two');
    const inChat = await world.said(await world.chat(), world.alice, 'Three', 'Four');
    return { by: world.bob, name, data: { message_id: [...inGroup, ...inChat].map(({ id }) => id) } };
  };

const readUpTo: Prepared = async (world) => {
  const room = await world.group();
  const [, second] = await world.said(room, world.alice, 'One', 'Two', 'Three');
  return { by: world.bob, name: 'message.read', data: { room_id: room.id, up_to_seq: second!.seq } };
};

/** A notification of a message, and one of a reaction. */
const seeNotifications: Prepared = async (world) => {
  const room = await world.group();
  const [own] = await world.said(room, world.bob, 'One');
  const [others] = await world.said(room, world.alice, 'Two');
  await world.carol.device.ask('message.react', { type: 'add', message_id: own!.id, reaction_content: '👍' });
  const { rows } = await world.database.query<{ id: string }>('SELECT id FROM notifications');
  const data = { notification_id: [others!.id, ...rows.map(({ id }) => id)] };
  return { by: world.bob, name: 'notification.acknowledge', data };
};

const make =
  (dataOf: (world: HurtWorld) => object): Prepared =>
  (world) =>
    Promise.resolve({ by: world.alice, name: 'room.create', data: dataOf(world) });

const both = ({ bob, carol }: HurtWorld): number[] => [bob.person.id, carol.person.id];

/** An act of a user in, or on, a group. */
const inGroup =
  (name: string, by: 'alice' | 'bob' | 'dave', dataOf: (world: HurtWorld) => object = () => ({})): Prepared =>
  async (world) => {
    const room = await world.group({ join_approval_required: true });
    await world.said(room, world.bob, 'Hello');
    return { by: world[by], name, data: { room_id: room.id, ...dataOf(world) } };
  };

/** Removes members of a group with pending notifications. */
const remove: Prepared = async (world) => {
  const room: GroupChat = await world.group();
  const [message] = await world.said(room, world.bob, 'Hello');
  await world.carol.device.ask('message.react', { type: 'add', message_id: message!.id, reaction_content: '👍' });
  return { by: world.alice, name: 'room.remove_members', data: { room_id: room.id, members: both(world) } };
};

const modify = (action: string, dataOf: (world: HurtWorld) => object): Prepared =>
  inGroup('room.modify', 'alice', (world) => ({ action, data: dataOf(world) }));

const ofBob = ({ bob }: HurtWorld): object => ({ users: [bob.person.id] });

/** Takes from Bob a role that he was given before. */
const demote: Prepared = async (world) => {
  const about = await modify('remove_admin', ofBob)(world);
  await about.by.device.ask('room.modify', { ...about.data, action: 'add_admin' });
  return about;
};

const join: Prepared = async (world) => {
  const { id: room_id } = await world.channel();
  return { by: world.dave, name: 'room.join', data: { room_id } };
};

const letIn: Prepared = async (world) => {
  const { id: room_id } = await world.group({ join_approval_required: true });
  await world.dave.device.ask('room.join', { room_id });
  const members = [world.dave.person.id];
  return { by: world.alice, name: 'room.add_members', data: { room_id, members } };
};

const review =
  (decision: 'approve' | 'deny'): Prepared =>
  async (world) => {
    const { by, data } = await letIn(world);
    const { room_id } = data as { room_id: string };
    return { by, name: 'room.review_join', data: { room_id, user_id: world.dave.person.id, decision } };
  };

const leaveLast: Prepared = async (world) => {
  const { data } = await world.alice.device.ask('room.create', { type: 'GroupChat', name: 'Alone' });
  await world.said(data, world.alice, 'Nobody is here');
  return { by: world.alice, name: 'room.leave', data: { room_id: data.id } };
};

const endChat: Prepared = async (world) => {
  const room = await world.chat();
  await world.said(room, world.bob, 'Hello');
  return { by: world.bob, name: 'room.modify', data: { room_id: room.id, action: 'delete', data: {} } };
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
  'acknowledged messages': receipts('message.acknowledged'),
  'read messages': receipts('message.read'),
  'a room read up to a number': readUpTo,
  'seen notifications': seeNotifications,
  'a new group': make((world) => ({ type: 'GroupChat', name: 'New', participants: both(world) })),
  'a new channel': make((world) => ({ type: 'Channel', name: 'New', subscribers: both(world) })),
  'a new chat of two': make(({ bob }) => ({ type: 'OneToOneChat', participants: [bob.person.id] })),
  'added members': inGroup('room.add_members', 'alice', ({ dave }) => ({ members: [dave.person.id] })),
  'a user admitted by a leader': letIn,
  'an approved join request': review('approve'),
  'a denied join request': review('deny'),
  'removed members': remove,
  'a granted role': modify('add_admin', ofBob),
  'a revoked role': demote,
  'a granted permission': modify('add_permission', (world) => ({
    ...ofBob(world),
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
