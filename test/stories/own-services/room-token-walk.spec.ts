import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { askable } from '../../support/contract.js';
import type { ChatClient } from '../../support/chat-client.js';
import { AS_A_MEMBER } from '../../support/guest-rights.js';
import { connectMember, sendMessage } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { requestsAbout } from '../../support/requests.js';
import { READS, REFUSED_EVERYWHERE, ROOM_TOKEN_EVENTS, ROOM_TOKEN_ROUTES } from '../../support/room-token-rights.js';
import { limitTokens } from '../../support/room-tokens.js';
import { Service } from '../../support/service.js';

/** A word of the room that the token is not for, and nowhere else. */
const SECRET = 'xyzzy';
/** They end what others need, so they are last. */
const LAST = ['room.remove_members', 'room.modify', 'room.leave'];

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>>;
}

const { paths } = parse(readFileSync('docs/openapi.yaml', 'utf8')) as Document;
/** Those that take the access token of a user. */
const ROUTES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security = [] }]) => security.some((one) => 'user' in one))
    .map(([method]) => `${method.toUpperCase()} ${path}`),
);

let parley: Service;
let alice: Member;
/** Two members of both rooms; the token of one is limited to the first. */
let member: Member;
let limited: Member;
let room: string;
let other: string;
let stranger: number;

beforeAll(async () => {
  const open = { USER_DIRECTORY: 'everyone', CHANNEL_DIRECTORY: 'true', INVITES: 'everyone', STRANGERS_PER_HOUR: '0' };
  parley = await Service.start({ ...open, EVENTS_PER_MINUTE: '100000' });
  const people = await users(parley, 'alice', 'bob', 'carol', 'dave');
  alice = await connectMember(people.alice);
  stranger = people.dave.id;
  const participants = [people.bob.id, people.carol.id];
  const made = (name: string) => alice.device.request('room.create', { type: 'GroupChat', name, participants });
  [room, other] = [(await made('x')).data.id, (await made(SECRET)).data.id];
  await limitTokens(parley, people.carol, [room]);
  member = await connectMember(people.bob);
  limited = await connectMember(people.carol);
});
afterAll(() => parley.stop());

type Outcome = number | 'answered';

async function outcomes(device: ChatClient, event: string, requests: readonly object[]): Promise<Outcome[]> {
  const found: Outcome[] = [];
  for (const data of requests) {
    const { error } = await device.response(device.sendRequest(event, data));
    found.push(error ? error.code : 'answered');
  }
  return found;
}

describe('the walk of tokens that are limited to rooms', () => {
  it('covers every event', () => {
    expect(Object.keys(ROOM_TOKEN_EVENTS).sort()).toEqual(askable().sort());
  });

  it('shows and changes nothing of a room that the token is not for, not even that it is there', async () => {
    const { id: message } = await sendMessage(alice.device, { id: other }, SECRET);
    const { id: own } = await sendMessage(member.device, { id: other }, SECRET);
    const names = { member: alice.user.id, outsider: stranger, username: alice.user.username };
    const requests = requestsAbout({ room: other, message, own, ...names, token: member.user.tokens.access });
    for (const [event, all] of Object.entries(requests)) {
      for (const data of all) {
        const frame = await limited.device.response(limited.device.sendRequest(event, data));
        const isNamed = 'room_id' in data && !REFUSED_EVERYWHERE.includes(event);
        expect([event, data, JSON.stringify(frame).includes(SECRET)]).toEqual([event, data, false]);
        if (isNamed) expect([event, data, frame.error?.code]).toEqual([event, data, 4004]);
        if (REFUSED_EVERYWHERE.includes(event)) expect([event, frame.error?.code]).toEqual([event, 4002]);
      }
    }
    expect(JSON.stringify(await limited.device.drain())).not.toContain(other);
    const { data } = await alice.device.request('room.messages', { room_id: other });
    expect(data.data.messages.map(({ id, reactions }) => ({ id, reactions }))).toEqual([
      { id: own, reactions: [] },
      { id: message, reactions: [] },
    ]);
  });

  it('permits in a room that it is for what the user may, but for the exceptions', async () => {
    const { id: message } = await sendMessage(alice.device, { id: room }, 'of Alice');
    const about = async ({ device, user }: Member) => {
      const { id: own } = await sendMessage(device, { id: room }, 'of their own');
      const others = { outsider: stranger, username: alice.user.username, token: alice.user.tokens.access };
      return { user, requests: requestsAbout({ room, message, own, member: alice.user.id, ...others }) };
    };
    const [ofMember, ofLimited] = [await about(member), await about(limited)];
    const events = Object.keys(ROOM_TOKEN_EVENTS).sort((one, two) => LAST.indexOf(one) - LAST.indexOf(two));
    for (const event of events) {
      const expected = ROOM_TOKEN_EVENTS[event]!;
      const found = await outcomes(limited.device, event, ofLimited.requests[event]!);
      const usual =
        expected === AS_A_MEMBER
          ? await outcomes(member.device, event, ofMember.requests[event]!)
          : found.map((_, at) => (expected !== READS ? expected : at === 0 ? 'answered' : 4002));
      expect([event, found]).toEqual([event, usual]);
    }
  });

  it('refuses every route of a user that is not open to such tokens', async () => {
    expect(ROOM_TOKEN_ROUTES.filter((route) => !ROUTES.includes(route))).toEqual([]);
    for (const route of ROUTES.filter((each) => !ROOM_TOKEN_ROUTES.includes(each))) {
      const [method, path] = route.split(' ') as [string, string];
      const url = parley.url + path.replaceAll(/\{\w+\}/g, room);
      const headers = { Authorization: `Bearer ${limited.user.tokens.access}`, 'Content-Type': 'application/json' };
      const { status } = await fetch(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
      expect([route, status]).toEqual([route, method === 'GET' ? 404 : 403]);
    }
  });
});
