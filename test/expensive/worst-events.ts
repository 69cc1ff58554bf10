import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import type { RequestData, RequestName } from '../support/frames.js';
import type { TestUser } from '../support/people.js';
import type { Request } from './wire-counter.js';
import { idsOf, LARGE, largeMessage } from './world.js';
import type { World } from './world.js';

/** The place of a user of the crowd, and of the user's room and message. */
type At = number;

/** Of the requests of a user that cost the service most, which are valid and permitted. `count` is the number. */
type Form<Value> = (world: World, at: At, count: number) => Value;
/** Requests of several events, which need each other. */
type Sequence = Form<Request>;

const MAX_BULK_IDS = 100;
const ALL_OPTIONS = Array.from({ length: 12 }, (_, at) => at);
const bulk = (first: number): number[] => Array.from({ length: MAX_BULK_IDS }, (_, at) => first + at);

/** A request of one event of a sequence. */
const request =
  <Name extends RequestName>(event: Name, data: Form<RequestData<Name>>): Sequence =>
  (world, at, count) => ({ event, data: data(world, at, count) });

const inTurn =
  (...requests: readonly Sequence[]): Sequence =>
  (world, at, count) =>
    requests[count % requests.length]!(world, at, count);

const ownRoom = ({ rooms }: World, at: At): { room_id: string } => ({ room_id: rooms[at]!.id });
const others = ({ crowd, invited }: World, at: At): number[] =>
  idsOf(crowd.filter((user: TestUser, place) => place !== at && user !== invited));
/** Of as many rooms as there are: without `room_id` each of them has statements of its own. */
const messageIds = ({ messages, spread }: World): string[] =>
  [...spread, ...messages].slice(0, MAX_BULK_IDS).map(({ id }) => id);
/** The messages of all other users of the crowd in turn. */
const ofOthers = ({ messages }: World, at: At, count: number): Message =>
  messages.at(at - 1 - (count % (messages.length - 1)))!;

const changeMembers = inTurn(
  request('room.remove_members', (world, at) => ({ ...ownRoom(world, at), members: others(world, at) })),
  request('room.add_members', (world, at) => ({ ...ownRoom(world, at), members: others(world, at) })),
);
const joinAndLeave = inTurn(
  request('room.join', ({ plaza }) => ({ room_id: plaza.id })),
  request('room.leave', ({ plaza }) => ({ room_id: plaza.id })),
);
const inviteAndWithdraw = inTurn(
  request('room.invite', (world, at) => ({ ...ownRoom(world, at), user_ids: idsOf(world.outsiders) })),
  request('room.withdraw_invite', (world, at) => ({ ...ownRoom(world, at), user_ids: idsOf(world.outsiders) })),
);

const MAX_SCHEDULED = 100;
/** Of one of the scheduled messages of a user, as many as are permitted. */
const scheduledId = (at: At, count: number): string =>
  `01980000-0000-7000-8000-${String(at * MAX_SCHEDULED + (count % MAX_SCHEDULED)).padStart(12, '0')}`;
/** As many as do not fit in one answer. */
const LARGE_SCHEDULED = 18;
const later = (count: number): string => new Date(Date.now() + 3_600_000 + count * 1_000).toISOString();

const scheduleLarge = request('message.schedule', (world, at, count) => ({
  ...largeMessage(world.hall.id, world.messages[0]),
  client_message_id: scheduledId(at, count),
  send_at: later(count),
}));
/** Requests of a user who has scheduled large messages. */
const whenScheduled =
  (next: Sequence): Sequence =>
  (world, at, count) =>
    (count < LARGE_SCHEDULED ? scheduleLarge : next)(world, at, count);

const SEQUENCES = {
  'message.schedule': scheduleLarge,
  'room.add_members': changeMembers,
  'room.invite': inviteAndWithdraw,
  'room.join': joinAndLeave,
  'room.leave': joinAndLeave,
  'room.remove_members': changeMembers,
  'room.withdraw_invite': inviteAndWithdraw,
  'schedule.cancel': whenScheduled(
    request('schedule.cancel', (_world, at, count) => ({ id: scheduledId(at, count % LARGE_SCHEDULED) })),
  ),
  'schedule.list': whenScheduled(request('schedule.list', () => ({ limit: 200 }))),
  'schedule.update': whenScheduled(
    request('schedule.update', (_world, at, count) => ({
      id: scheduledId(at, count % LARGE_SCHEDULED),
      send_at: later(count),
      content: `${'💬'.repeat(9_990)}${String(count)}`,
    })),
  ),
} satisfies Readonly<Partial<Record<RequestName, Sequence>>>;

/** Of every other event of the contract. */
const EVENTS: { readonly [Name in Exclude<RequestName, keyof typeof SEQUENCES>]: Form<RequestData<Name>> } = {
  'draft.set': ({ hall }, _at, count) => ({ room_id: hall.id, content: `${'💬'.repeat(9_990)}${String(count)}` }),
  'member.nickname': (world, at, count) => ({ ...ownRoom(world, at), nickname: `${'💬'.repeat(40)}${String(count)}` }),
  'message.acknowledged': (world) => ({ message_id: messageIds(world) }),
  'message.modify': (world, at, count) => ({
    action: 'update',
    message_id: world.messages[at]!.id,
    extra_fields: { content: `${'💬'.repeat(9_990)}${String(count)}` },
  }),
  'message.react': (world, at, count) => ({
    type: 'add',
    message_id: world.messages.at(-1)!.id,
    reaction_content: '💬'.repeat(1 + (count % 10)),
  }),
  'held.list': ({ hall }) => ({ room_id: hall.id, limit: 200 }),
  'message.release': (world, at) => ({
    ...ownRoom(world, at),
    message_id: world.spread[at]!.id,
    allow: true,
  }),
  'message.pin': (world, at, count) => ({ message_id: world.spread[at]!.id, pinned: count % 2 === 0 }),
  'message.read': (world) => ({ message_id: messageIds(world) }),
  'message.report': (world, at, count) => ({
    message_id: ofOthers(world, at, count).id,
    reason: 'spam',
    comment: '💬'.repeat(500),
  }),
  'message.save': (world, at, count) => ({
    message_id: messageIds(world)[count % MAX_BULK_IDS]!,
    saved: true,
    remind_at: `2100-01-01T00:00:${String(10 + (count % 50))}Z`,
  }),
  'message.search': (_world, _at, count) =>
    count % 2 === 0 ? { query: 'a b ab 💬 💬💬 ba zz qq', limit: 50 } : { has: ['file'], limit: 50 },
  'message.remove_preview': ({ spread, pages: { links } }, at, count) => ({
    message_id: spread[at]!.id,
    url: links[count % links.length]!,
  }),
  'message.send': ({ hall, messages }) => largeMessage(hall.id, messages[0]),
  'message.typing': ({ hall }) => ({ room_id: hall.id }),
  'notification.acknowledge': (world) => ({ notification_id: messageIds(world) }),
  'poll.close': (world, at) => ({ message_id: world.spread[at]!.id }),
  'poll.vote': (world, at, count) => ({
    message_id: world.spread[at]!.id,
    options: count % 2 === 0 ? ALL_OPTIONS : [],
  }),
  'presence.subscribe': () => ({ user_ids: bulk(1) }),
  'room.answer_invite': (world, at) => ({ ...ownRoom(world, at), accept: false }),
  'room.archive': (world, at, count) => ({ ...ownRoom(world, at), archived: count % 2 === 0 }),
  'room.create': (world, at) => ({
    type: 'GroupChat',
    name: '💬'.repeat(64),
    description: '💬'.repeat(2_000),
    participants: others(world, at),
    extra_fields: { property: { preferences: LARGE } },
  }),
  'room.favourite': (world, at, count) => ({ ...ownRoom(world, at), favourite: count % 2 === 0 }),
  'room.info': ownRoom,
  'room.invites': () => ({ limit: 200 }),
  'room.list': () => ({ limit: 1_000 }),
  'room.mark_unread': (world, at, count) => ({ ...ownRoom(world, at), from_seq: 1 + (count % 2) }),
  'room.members': ({ hall }) => ({ room_id: hall.id, limit: 200 }),
  'room.messages': ({ hall }) => ({ room_id: hall.id, limit: 200 }),
  'room.notices': ({ hall }) => ({ room_id: hall.id, limit: 100 }),
  'room.pins': ({ hall }) => ({ room_id: hall.id, limit: 200 }),
  'room.modify': (world, at, count) => ({
    ...ownRoom(world, at),
    action: 'update',
    data: { name: String(count), property: { preferences: { ...LARGE, count } } },
  }),
  'room.notify': (world, at, count) => ({ ...ownRoom(world, at), level: count % 2 === 0 ? 'none' : 'mentions' }),
  'room.restrict': (world, at, count) => ({
    ...ownRoom(world, at),
    user_id: world.outsiders[0]!.id,
    kind: count % 2 === 0 ? 'mute' : 'ban',
    reason: '💬'.repeat(500),
  }),
  'report.list': (world, at) => ({ ...ownRoom(world, at), limit: 100 }),
  'report.resolve': () => ({ report_id: randomUUID(), action: 'dismiss' }),
  'room.restrictions': (world, at) => ({ ...ownRoom(world, at), limit: 200 }),
  'room.review_join': (world, at) => ({
    ...ownRoom(world, at),
    user_id: world.outsiders[0]!.id,
    decision: 'deny',
  }),
  'saved.list': () => ({ limit: 200 }),
  'session.authenticate': ({ crowd }, at) => ({ token: crowd[at]!.tokens.access }),
  'session.close': () => ({ session_id: randomUUID() }),
  'session.heartbeat': () => ({}),
  'session.list': () => ({}),
  'session.sync': () => ({ private_seq: 0 }),
  'thread.follow': (world, _at, count) => ({ thread_id: world.thread.id, follow: count % 2 === 0 }),
  'thread.list': () => ({ limit: 100 }),
  'thread.messages': ({ thread }) => ({ thread_id: thread.id, limit: 200 }),
  'channel.search': () => ({ limit: 100 }),
  'room.preview': ({ plaza }) => ({ room_id: plaza.id }),
  'user.info': ({ crowd }) => ({ user_ids: idsOf(crowd) }),
  'user.search': () => ({ query: 'a', limit: 100 }),
  'user.find': ({ outsiders }) => ({ username: outsiders[0]!.username }),
  'user.block': ({ outsiders }, _at, count) => ({ user_id: outsiders[0]!.id, blocked: count % 2 === 0 }),
  'user.blocks': () => ({ limit: 200 }),
  'user.notify': (_world, _at, count) => ({ level: count % 2 === 0 ? 'mentions' : 'all' }),
  'user.update': (_world, _at, count) =>
    count % 2 === 0
      ? { custom: { ...LARGE, random: Math.random() } }
      : { status: { text: String(Math.random()), emoji: '💬'.repeat(32) } },
};

/** For every event of the contract, the requests that cost the service most, one after the other. */
export const worstEvents: Readonly<Record<string, Sequence | undefined>> = {
  ...Object.fromEntries(
    Object.entries(EVENTS).map(([event, data]): [string, Sequence] => [
      event,
      (world, at, count) => ({ event, data: data(world, at, count) }),
    ]),
  ),
  ...SEQUENCES,
};
