import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import type { RequestName } from '../support/frames.js';
import type { TestUser } from '../support/people.js';
import type { Request } from './wire-counter.js';
import { idsOf, LARGE, largeMessage } from './world.js';
import type { World } from './world.js';

/** The place of a user of the crowd, and of the user's room and message. */
type At = number;

/** The requests of a user that cost the service most, one after the other. They are valid and permitted. */
type Requests = (world: World, at: At, count: number) => Request;

const MAX_BULK_IDS = 100;
const ALL_OPTIONS = Array.from({ length: 12 }, (_, at) => at);
const bulk = (first: number): number[] => Array.from({ length: MAX_BULK_IDS }, (_, at) => first + at);

const always =
  (event: string, data: (world: World, at: At) => object): Requests =>
  (world, at) => ({ event, data: data(world, at) });

const inTurn =
  (...requests: readonly Requests[]): Requests =>
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
  always('room.remove_members', (world, at) => ({ ...ownRoom(world, at), members: others(world, at) })),
  always('room.add_members', (world, at) => ({ ...ownRoom(world, at), members: others(world, at) })),
);
const joinAndLeave = inTurn(
  always('room.join', ({ plaza }) => ({ room_id: plaza.id })),
  always('room.leave', ({ plaza }) => ({ room_id: plaza.id })),
);
const inviteAndWithdraw = inTurn(
  always('room.invite', (world, at) => ({ ...ownRoom(world, at), user_ids: idsOf(world.outsiders) })),
  always('room.withdraw_invite', (world, at) => ({ ...ownRoom(world, at), user_ids: idsOf(world.outsiders) })),
);

const MAX_SCHEDULED = 100;
/** Of one of the scheduled messages of a user, as many as are permitted. */
const scheduledId = (at: At, count: number): string =>
  `01980000-0000-7000-8000-${String(at * MAX_SCHEDULED + (count % MAX_SCHEDULED)).padStart(12, '0')}`;
/** As many as do not fit in one answer. */
const LARGE_SCHEDULED = 18;
const later = (count: number): string => new Date(Date.now() + 3_600_000 + count * 1_000).toISOString();

const scheduleLarge: Requests = (world, at, count) => ({
  event: 'message.schedule',
  data: {
    ...largeMessage(world.hall.id, world.messages[0]),
    client_message_id: scheduledId(at, count),
    send_at: later(count),
  },
});
/** Requests of a user who has scheduled large messages. */
const whenScheduled =
  (next: Requests): Requests =>
  (world, at, count) =>
    (count < LARGE_SCHEDULED ? scheduleLarge : next)(world, at, count);

/** For every event of the contract. `count` is the number of the request. */
const EVENTS: Readonly<Record<RequestName, Requests>> = {
  'draft.set': ({ hall }, _at, count) => ({
    event: 'draft.set',
    data: { room_id: hall.id, content: `${'💬'.repeat(9_990)}${String(count)}` },
  }),
  'member.nickname': (world, at, count) => ({
    event: 'member.nickname',
    data: { ...ownRoom(world, at), nickname: `${'💬'.repeat(40)}${String(count)}` },
  }),
  'message.acknowledged': always('message.acknowledged', (world) => ({ message_id: messageIds(world) })),
  'message.modify': (world, at, count) => ({
    event: 'message.modify',
    data: {
      action: 'update',
      message_id: world.messages[at]!.id,
      extra_fields: { content: `${'💬'.repeat(9_990)}${String(count)}` },
    },
  }),
  'message.react': (world, at, count) => ({
    event: 'message.react',
    data: { type: 'add', message_id: world.messages.at(-1)!.id, reaction_content: '💬'.repeat(1 + (count % 10)) },
  }),
  'held.list': always('held.list', ({ hall }) => ({ room_id: hall.id, limit: 200 })),
  'message.release': always('message.release', (world, at) => ({
    ...ownRoom(world, at),
    message_id: world.spread[at]!.id,
    allow: true,
  })),
  'message.pin': (world, at, count) => ({
    event: 'message.pin',
    data: { message_id: world.spread[at]!.id, pinned: count % 2 === 0 },
  }),
  'message.read': always('message.read', (world) => ({ message_id: messageIds(world) })),
  'message.report': (world, at, count) => ({
    event: 'message.report',
    data: { message_id: ofOthers(world, at, count).id, reason: 'spam', comment: '💬'.repeat(500) },
  }),
  'message.save': (world, at, count) => ({
    event: 'message.save',
    data: {
      message_id: messageIds(world)[count % MAX_BULK_IDS],
      saved: true,
      remind_at: `2100-01-01T00:00:${String(10 + (count % 50))}Z`,
    },
  }),
  'message.schedule': scheduleLarge,
  'message.search': inTurn(
    always('message.search', () => ({ query: 'a b ab 💬 💬💬 ba zz qq', limit: 50 })),
    always('message.search', () => ({ has: ['file'], limit: 50 })),
  ),
  'message.remove_preview': ({ spread, pages: { links } }, at, count) => ({
    event: 'message.remove_preview',
    data: { message_id: spread[at]!.id, url: links[count % links.length] },
  }),
  'message.send': always('message.send', ({ hall, messages }) => largeMessage(hall.id, messages[0])),
  'message.typing': always('message.typing', ({ hall }) => ({ room_id: hall.id })),
  'notification.acknowledge': always('notification.acknowledge', (world) => ({ notification_id: messageIds(world) })),
  'poll.close': always('poll.close', (world, at) => ({ message_id: world.spread[at]!.id })),
  'poll.vote': (world, at, count) => ({
    event: 'poll.vote',
    data: { message_id: world.spread[at]!.id, options: count % 2 === 0 ? ALL_OPTIONS : [] },
  }),
  'presence.subscribe': always('presence.subscribe', () => ({ user_ids: bulk(1) })),
  'room.add_members': changeMembers,
  'room.answer_invite': always('room.answer_invite', (world, at) => ({ ...ownRoom(world, at), accept: false })),
  'room.archive': inTurn(
    always('room.archive', (world, at) => ({ ...ownRoom(world, at), archived: true })),
    always('room.archive', (world, at) => ({ ...ownRoom(world, at), archived: false })),
  ),
  'room.create': always('room.create', (world, at) => ({
    type: 'GroupChat',
    name: '💬'.repeat(64),
    description: '💬'.repeat(2_000),
    participants: others(world, at),
    extra_fields: { property: { preferences: LARGE } },
  })),
  'room.favourite': (world, at, count) => ({
    event: 'room.favourite',
    data: { ...ownRoom(world, at), favourite: count % 2 === 0 },
  }),
  'room.info': always('room.info', ownRoom),
  'room.invite': inviteAndWithdraw,
  'room.invites': always('room.invites', () => ({ limit: 200 })),
  'room.join': joinAndLeave,
  'room.leave': joinAndLeave,
  'room.list': always('room.list', () => ({ limit: 1_000 })),
  'room.mark_unread': (world, at, count) => ({
    event: 'room.mark_unread',
    data: { ...ownRoom(world, at), from_seq: 1 + (count % 2) },
  }),
  'room.members': always('room.members', ({ hall }) => ({ room_id: hall.id, limit: 200 })),
  'room.messages': always('room.messages', ({ hall }) => ({ room_id: hall.id, limit: 200 })),
  'room.notices': always('room.notices', ({ hall }) => ({ room_id: hall.id, limit: 100 })),
  'room.pins': always('room.pins', ({ hall }) => ({ room_id: hall.id, limit: 200 })),
  'room.modify': (world, at, count) => ({
    event: 'room.modify',
    data: {
      ...ownRoom(world, at),
      action: 'update',
      data: { name: String(count), property: { preferences: { ...LARGE, count } } },
    },
  }),
  'room.notify': (world, at, count) => ({
    event: 'room.notify',
    data: { ...ownRoom(world, at), level: count % 2 === 0 ? 'none' : 'mentions' },
  }),
  'room.remove_members': changeMembers,
  'room.restrict': (world, at, count) => ({
    event: 'room.restrict',
    data: {
      ...ownRoom(world, at),
      user_id: world.outsiders[0]!.id,
      kind: count % 2 === 0 ? 'mute' : 'ban',
      reason: '💬'.repeat(500),
    },
  }),
  'report.list': always('report.list', (world, at) => ({ ...ownRoom(world, at), limit: 100 })),
  'report.resolve': always('report.resolve', () => ({ report_id: randomUUID(), action: 'dismiss' })),
  'room.restrictions': always('room.restrictions', (world, at) => ({ ...ownRoom(world, at), limit: 200 })),
  'room.review_join': always('room.review_join', (world, at) => ({
    ...ownRoom(world, at),
    user_id: world.outsiders[0]!.id,
    decision: 'deny',
  })),
  'room.withdraw_invite': inviteAndWithdraw,
  'saved.list': always('saved.list', () => ({ limit: 200 })),
  'schedule.cancel': whenScheduled((_world, at, count) => ({
    event: 'schedule.cancel',
    data: { id: scheduledId(at, count % LARGE_SCHEDULED) },
  })),
  'schedule.list': whenScheduled(always('schedule.list', () => ({ limit: 200 }))),
  'schedule.update': whenScheduled((_world, at, count) => ({
    event: 'schedule.update',
    data: {
      id: scheduledId(at, count % LARGE_SCHEDULED),
      send_at: later(count),
      content: `${'💬'.repeat(9_990)}${String(count)}`,
    },
  })),
  'session.authenticate': always('session.authenticate', ({ crowd }, at) => ({ token: crowd[at]!.tokens.access })),
  'session.close': always('session.close', () => ({ session_id: randomUUID() })),
  'session.heartbeat': always('session.heartbeat', () => ({})),
  'session.list': always('session.list', () => ({})),
  'session.sync': always('session.sync', () => ({ private_seq: 0 })),
  'thread.follow': (world, _at, count) => ({
    event: 'thread.follow',
    data: { thread_id: world.thread.id, follow: count % 2 === 0 },
  }),
  'thread.list': always('thread.list', () => ({ limit: 100 })),
  'thread.messages': always('thread.messages', ({ thread }) => ({ thread_id: thread.id, limit: 200 })),
  'channel.search': always('channel.search', () => ({ limit: 100 })),
  'room.preview': always('room.preview', ({ plaza }) => ({ room_id: plaza.id })),
  'user.info': always('user.info', ({ crowd }) => ({ user_ids: idsOf(crowd) })),
  'user.search': always('user.search', () => ({ query: 'a', limit: 100 })),
  'user.find': always('user.find', ({ outsiders }) => ({ username: outsiders[0]!.username })),
  'user.block': inTurn(
    always('user.block', ({ outsiders }) => ({ user_id: outsiders[0]!.id, blocked: true })),
    always('user.block', ({ outsiders }) => ({ user_id: outsiders[0]!.id, blocked: false })),
  ),
  'user.blocks': always('user.blocks', () => ({ limit: 200 })),
  'user.notify': inTurn(
    always('user.notify', () => ({ level: 'mentions' })),
    always('user.notify', () => ({ level: 'all' })),
  ),
  'user.update': inTurn(
    always('user.update', () => ({ custom: { ...LARGE, random: Math.random() } })),
    always('user.update', () => ({ status: { text: String(Math.random()), emoji: '💬'.repeat(32) } })),
  ),
};

export const worstEvents: Readonly<Record<string, Requests | undefined>> = EVENTS;
