import { randomUUID } from 'node:crypto';

import type { ChatClient } from '../support/chat-client.js';
import { closedRooms, heardBy, SECRET } from '../support/closed-rooms.js';
import type { ClosedRoom, ClosedRooms, Outsider } from '../support/closed-rooms.js';
import { askable } from '../support/contract.js';
import type { Frame } from '../support/frames.js';
import { requestsAbout } from '../support/requests.js';
import type { Named } from '../support/requests.js';
import { Service } from '../support/service.js';
import { Tables } from '../support/tables.js';

/** What is no refusal to anybody: what each of these answers with, where it names what the asker must not know. */
const LAWFUL: Readonly<Record<string, string>> = {
  'notification.acknowledge': 'that it waits no more, as of whatever never waited',
  'room.create': 'a room of their own: anybody may talk to anybody',
  'room.list': 'their own rooms',
  'session.heartbeat': 'that the server is there',
  'session.sync': 'their own rooms, and of the others that they name, that they are in none of them',
  'user.find': 'who has a name that they know',
};
/** It writes what is the asker's own, so that it is not asked while nothing may be written. */
const WRITES_THEIR_OWN = ['room.create'];
/** It is about people whom they share another room with, and what it answers changes by itself. */
const OF_PEOPLE = ['presence.subscribe'];
const REFUSALS = [4002, 4003, 4004];

let parley: Service;
let tables: Tables;
let at: ClosedRooms;

beforeAll(async () => {
  parley = await Service.start();
  tables = await Tables.of(parley.place);
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
  /** Whether something of the asker's own is named beside. */
  readonly mixed?: boolean;
}

/** What they know of the room, or have guessed: as it is, or under a room of their own, or beside their own message. */
function guesses({ room, ids }: ClosedRoom, { person, den, said, left }: Outsider): Guess[] {
  const [message, reply, attachment] = ids;
  const known: Named = {
    ...{ room: room.id, message, own: left.get(room.id) ?? reply },
    ...{ member: at.bob.id, stranger: person.id, username: at.bob.username, token: at.bob.tokens.access },
  };
  return [
    { named: known },
    { named: { ...known, room: room.id.toUpperCase(), message: message.toUpperCase(), own: reply } },
    { named: { ...known, room: message, message: room.id, own: attachment } },
    { named: { ...known, room: den.id }, mixed: true },
    { named: { ...known, room: den.id, own: said }, mixed: true },
    { named: { ...known, room: den.id, message: said, own: message }, mixed: true },
  ];
}

/** All that can be asked, as long as it names something of the closed room, or nothing at all. */
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

/** Each answer without the name under which it was asked for. */
async function answersOf(device: ChatClient, asked: readonly Question[]): Promise<Frame[]> {
  const requestIds = asked.map(({ event, data }) => device.asks(event, data));
  return Promise.all(
    requestIds.map(async (requestId) => {
      const answer = await device.answered(requestId);
      return JSON.parse(JSON.stringify(answer).replace(`"request_id":"${requestId}"`, '"request_id":""')) as object;
    }),
  );
}

const isRefused = ({ error }: Frame): boolean => error !== undefined && REFUSALS.includes(error.code);

/** Asks for all that there is, and for the same of what is not there: the answers are the same, and tell nothing. */
async function learnsNothing(asker: Outsider, closed: ClosedRoom): Promise<void> {
  const unknown = [closed.room.id, ...closed.ids, ...asker.left.values()].map((id) => [id, randomUUID()] as const);
  const back = unknown.map(([id, other]) => [other, id] as const);
  for (const guess of guesses(closed, asker)) {
    const asked = questions(guess, closed, asker);
    const answers = await answersOf(asker.device, asked);
    const ofNothing = await answersOf(asker.device, renamed(asked, unknown));
    for (const [index, { event, data }] of asked.entries()) {
      const answer = answers[index]!;
      expect([event, data, answer]).toEqual([event, data, renamed(ofNothing[index]!, back)]);
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      if (guess.mixed) continue;
      expect([event, data, isRefused(answer)]).toEqual([event, data, !(event in LAWFUL)]);
    }
  }
}

describe('the walk', () => {
  it('goes by every event that there is', () => {
    const nothing = { room: '', message: '', own: '', member: 1, stranger: 1, username: '', token: '' };
    const asked = Object.keys(requestsAbout(nothing));
    expect(asked.sort()).toEqual(askable().sort());
    expect(asked).toEqual(expect.arrayContaining([...Object.keys(LAWFUL), ...WRITES_THEIR_OWN, ...OF_PEOPLE]));
  });

  it.each(['a stranger', 'a member of another room with them', 'somebody who was put out', 'somebody who has left'])(
    'shows %s nothing of a closed room, not even that it is there, and lets nothing be written',
    async (who) => {
      const before = await tables.state();
      for (const closed of at.rooms) await learnsNothing(at.outsiders[who]!, closed);
      await expect(heardBy(at)).resolves.toEqual([]);
      await expect(tables.state()).resolves.toEqual(before);
    },
  );

  it('was by requests that a member may make', async () => {
    const [group, channel] = at.rooms as [ClosedRoom, ClosedRoom];
    const { alice, bob, alices, outsiders } = at;
    const data = { join_approval_required: true };
    await alices.ask('room.modify', { room_id: group.room.id, action: 'update', data });
    await outsiders['a stranger']!.device.ask('room.join', { room_id: group.room.id });
    const stranger = outsiders['a stranger']!.person.id;
    const others = { member: bob.id, stranger, username: bob.username, token: alice.tokens.access };
    const inRoom = ({ room, ids: [message, own] }: ClosedRoom) =>
      requestsAbout({ room: room.id, message, own, ...others });
    const last = ['room.add_members', 'message.modify', 'room.remove_members', 'room.modify'];
    const requests = Object.entries({ ...inRoom(group), 'room.leave': inRoom(channel)['room.leave'] ?? [] });
    requests.sort(([one], [other]) => last.indexOf(one) - last.indexOf(other));
    const refused: string[] = [];
    for (const [event, all] of requests) {
      const asked = all.map((data) => ({ event, data }));
      if ((await answersOf(alices, asked)).every(isRefused)) refused.push(event);
    }
    expect(refused).toEqual([]);
  });
});
