import { randomUUID } from 'node:crypto';

import type { ChatClient } from '../support/chat-client.js';
import { closedRooms, drainAll, SECRET } from '../support/closed-rooms.js';
import type { ClosedRoom, ClosedRooms, Outsider } from '../support/closed-rooms.js';
import { askable } from '../support/contract.js';
import type { Frame } from '../support/frames.js';
import { requestsAbout } from '../support/requests.js';
import type { Named } from '../support/requests.js';
import { STRIDE } from '../support/sample.js';
import { Service } from '../support/service.js';
import { Tables } from '../support/tables.js';

/** Events that are answered, not refused, when they name unknown things but no room; with what the answer contains. */
const LAWFUL: Readonly<Record<string, string>> = {
  'notification.acknowledge': 'the ids as acknowledged, whether they were pending or not',
  'room.create': 'a new room of the requester: any user may start a chat with any other',
  'room.invites': 'the invitations of the requester',
  'room.list': 'the rooms of the requester',
  'saved.list': 'the saved messages of the requester',
  'schedule.list': 'the scheduled messages of the requester',
  'session.heartbeat': 'an answer without data about rooms',
  'session.sync': 'the rooms of the requester; other rooms that the request names are answered as not joined',
  'thread.list': 'the threads that the requester follows',
  'user.block': 'the blocks of the requester',
  'user.blocks': 'the blocks of the requester',
  'user.find': 'the user with a username',
  'user.search': 'users by their names, as USER_DIRECTORY permits',
  'user.notify': 'the settings of the requester',
  'user.update': 'the settings of the requester',
};
/** It writes data of the requester, so it is left out where nothing may be written. */
const WRITES_THEIR_OWN = ['room.create', 'user.block', 'user.notify', 'user.update'];
/**
 * They concern people, not rooms: users who share another room with the requester, and the requester's own sessions.
 */
const OF_PEOPLE = ['presence.subscribe', 'session.list', 'user.info'];
/**
 * Lawful events that are refused to some: guests have no directory, and find only the people in their rooms; a token that
 * is limited to rooms shows no lists of its user.
 */
const REFUSED_TO: Readonly<Record<string, readonly string[]>> = {
  'a guest': ['user.find', 'user.search'],
  'a guest in another room with them': ['user.search'],
  'a leader whose token is for another room': [
    'room.invites',
    'saved.list',
    'schedule.list',
    'user.blocks',
    'user.find',
    'user.search',
  ],
};
/** The role that does not find the member whose name it knows. */
const BLOCKED = 'a user whom a member blocks';
const REFUSALS = [4002, 4003, 4004];
/** As many requests are sent at once: a device waits half a minute for an answer, also on a busy machine. */
const AT_ONCE = 25;

let parley: Service;
let tables: Tables;
let at: ClosedRooms;

beforeAll(async () => {
  parley = await Service.start();
  tables = await Tables.of(parley.serviceData);
  at = await closedRooms(parley);
});
afterAll(async () => {
  await tables.close();
  await parley.stop();
});

interface Question {
  readonly event: string;
  readonly data: object;
}

interface Guess {
  readonly named: Named;
  /** Whether something of the requester's own is also named. */
  readonly mixed?: boolean;
}

/**
 * The requests of an outsider who knows or guesses the ids of the room: as it is, under a room of their own, or beside
 * their own message.
 */
function guesses({ room, ids }: ClosedRoom, { user, ownRoom, sent, left }: Outsider): Guess[] {
  const [message, reply, attachment] = ids;
  const known: Named = {
    room: room.id,
    message,
    own: left.get(room.id) ?? reply,
    member: at.bob.id,
    outsider: user.id,
    username: at.bob.username,
    token: at.bob.tokens.access,
  };
  return [
    { named: known },
    { named: { ...known, room: room.id.toUpperCase(), message: message.toUpperCase(), own: reply } },
    { named: { ...known, room: message, message: room.id, own: attachment } },
    { named: { ...known, room: ownRoom.id }, mixed: true },
    { named: { ...known, room: ownRoom.id, own: sent }, mixed: true },
    { named: { ...known, room: ownRoom.id, message: sent, own: message }, mixed: true },
  ];
}

/** All requests, as long as they name something of the closed room, or nothing at all. */
function questions({ named, mixed }: Guess, { room, ids }: ClosedRoom, { left }: Outsider): Question[] {
  const closed = [room.id, ...ids, left.get(room.id) ?? room.id];
  const names = (data: object): boolean => closed.some((id) => JSON.stringify(data).toLowerCase().includes(id));
  const all = Object.entries(requestsAbout(named)).flatMap(([event, requests]) =>
    requests.map((data): Question => ({ event, data })),
  );
  const leftOut = [...WRITES_THEIR_OWN, ...OF_PEOPLE];
  return all.filter(({ event, data }) => !leftOut.includes(event) && (mixed !== true || names(data)));
}

/** The same text with other ids. */
function renamed<Value>(value: Value, ids: readonly (readonly [string, string])[]): Value {
  const text = ids.reduce((renaming, [id, other]) => {
    return renaming.replaceAll(id, other).replaceAll(id.toUpperCase(), other.toUpperCase());
  }, JSON.stringify(value));
  return JSON.parse(text) as Value;
}

/** Each answer without its request id. */
async function answersOf(device: ChatClient, requested: readonly Question[]): Promise<Frame[]> {
  const answers: Frame[] = [];
  for (let from = 0; from < requested.length; from += AT_ONCE) {
    const requestIds = requested.slice(from, from + AT_ONCE).map(({ event, data }) => device.sendRequest(event, data));
    for (const requestId of requestIds) {
      const answer = await device.response(requestId);
      const text = JSON.stringify(answer).replace(`"request_id":"${requestId}"`, '"request_id":""');
      answers.push(JSON.parse(text) as Frame);
    }
  }
  return answers;
}

const isRefused = ({ error }: Frame): boolean => error !== undefined && REFUSALS.includes(error.code);

/**
 * Each requester makes every guess about every room. A gate makes each guess of each requester about one room, another
 * one for the next requester.
 */
const isTried = (guess: number, room: number, requester: number): boolean => (guess + room + requester) % STRIDE === 0;

/** Sends every request, and the same with ids that do not exist: the answers are the same, without data of the room. */
async function learnsNothing(who: string, closed: ClosedRoom): Promise<void> {
  const requester = at.outsiders[who]!;
  const [room, number] = [at.rooms.indexOf(closed), Object.keys(at.outsiders).indexOf(who)];
  const isRefusedTo = REFUSED_TO[who] ?? [];
  const isLawful = (event: string): boolean =>
    event in LAWFUL && !isRefusedTo.includes(event) && (event !== 'user.find' || who !== BLOCKED);
  const unknown = [closed.room.id, ...closed.ids, ...requester.left.values()].map((id) => [id, randomUUID()] as const);
  const back = unknown.map(([id, other]) => [other, id] as const);
  const tried = guesses(closed, requester).filter((_, guess) => isTried(guess, room, number));
  for (const guess of tried) {
    const requested = questions(guess, closed, requester);
    const answers = await answersOf(requester.device, requested);
    const ofNothing = await answersOf(requester.device, renamed(requested, unknown));
    for (const [index, { event, data }] of requested.entries()) {
      const answer = answers[index]!;
      expect([who, event, data, answer]).toEqual([who, event, data, renamed(ofNothing[index]!, back)]);
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      if (guess.mixed) continue;
      const readsReports = requester.isModerator === true && event === 'report.list';
      const isAllowed = readsReports || (isLawful(event) && !('room_id' in data));
      expect([who, event, data, isRefused(answer)]).toEqual([who, event, data, !isAllowed]);
    }
  }
}

describe('requests of outsiders to closed rooms', () => {
  it('cover every event', () => {
    const nothing = { room: '', message: '', own: '', member: 1, outsider: 1, username: '', token: '' };
    const requested = Object.keys(requestsAbout(nothing));
    expect(requested.sort()).toEqual(askable().sort());
    expect(requested).toEqual(expect.arrayContaining([...Object.keys(LAWFUL), ...WRITES_THEIR_OWN, ...OF_PEOPLE]));
  });

  it('show no outsider anything of a closed room, not even that it is there, and write nothing', async () => {
    const before = await tables.state();
    // Outsiders do not depend on one another.
    await Promise.all(
      Object.keys(at.outsiders).map(async (who) => {
        for (const closed of at.rooms) await learnsNothing(who, closed);
      }),
    );
    await expect(drainAll(at)).resolves.toEqual([]);
    await expect(tables.changedSince(before)).resolves.toEqual([]);
  });

  it('are requests that a member may make', async () => {
    const [group, channel] = at.rooms as [ClosedRoom, ClosedRoom];
    const { alice, bob, aliceDevice, outsiders } = at;
    const data = { join_approval_required: true };
    await aliceDevice.request('room.modify', { room_id: group.room.id, action: 'update', data });
    await outsiders['a non-member']!.device.request('room.join', { room_id: group.room.id });
    const outsider = outsiders['a non-member']!.user.id;
    const others = { member: bob.id, outsider, username: bob.username, token: alice.tokens.access };
    const inRoom = ({ room, ids: [message, own] }: ClosedRoom) =>
      requestsAbout({ room: room.id, message, own, ...others });
    const last = ['room.restrict', 'room.add_members', 'message.modify', 'room.remove_members', 'room.modify'];
    const requests = Object.entries({ ...inRoom(group), 'room.leave': inRoom(channel)['room.leave'] ?? [] });
    requests.sort(([one], [other]) => last.indexOf(one) - last.indexOf(other));
    const refused: string[] = [];
    for (const [event, all] of requests) {
      const requested = all.map((data) => ({ event, data }));
      if ((await answersOf(aliceDevice, requested)).every(isRefused)) refused.push(event);
    }
    // There is no directory of channels, and no message with a poll or a preview. Only invited users may answer, and no
    // member is invited. Nobody reports their own message. The id of a message is that of no session, no report, and no
    // scheduled or held message.
    const impossible = [
      'channel.search',
      'message.release',
      'message.remove_preview',
      'poll.close',
      'poll.vote',
      'room.answer_invite',
      'message.report',
      'report.resolve',
      'schedule.cancel',
      'schedule.update',
      'session.close',
    ];
    expect(refused.sort()).toEqual(impossible.sort());
  });
});
