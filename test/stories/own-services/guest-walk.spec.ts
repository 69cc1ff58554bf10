import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { askable } from '../../support/contract.js';
import type { ChatClient } from '../../support/chat-client.js';
import { AS_A_MEMBER, GUEST_EVENTS, GUEST_ROUTES } from '../../support/guest-rights.js';
import type { Outcome } from '../../support/guest-rights.js';
import { connectMember, sendMessage } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import { requestsAbout } from '../../support/requests.js';
import { Service } from '../../support/service.js';

/** The first name of the stranger, which is nowhere else. */
const STRANGER = 'xyzzy';
/** The id of no user. */
const NOBODY = 1_999_999_999;
/** They name no user, and what they answer changes with each request. */
const WITHOUT_USERS = [
  'message.schedule',
  'session.heartbeat',
  'session.sync',
  'session.list',
  'user.update',
  'user.notify',
];
/** They end what others need, so they are last. */
const LAST = ['room.remove_members', 'room.modify', 'room.leave'];

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly description?: string }>>>>;
}

const { paths } = parse(readFileSync('docs/openapi.yaml', 'utf8')) as Document;
const ROUTES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { description = '' }]) => ({
    route: `${method.toUpperCase()} ${path}`,
    event: /Runs the event `([\w.]+)`/.exec(description)?.[1],
  })),
);

let parley: Service;
let alice: Member;
/** A member without a role, and a guest who was an admin of the room as a member. */
let member: Member;
let guest: Member;
let stranger: Member;
let room: string;

beforeAll(async () => {
  const open = { USER_DIRECTORY: 'everyone', CHANNEL_DIRECTORY: 'true', INVITES: 'everyone', STRANGERS_PER_HOUR: '0' };
  parley = await Service.start({ ...open, EVENTS_PER_MINUTE: '100000' });
  const people = await users(parley, 'alice', 'bob', 'carol', 'dave');
  [alice, member, stranger] = [
    await connectMember(people.alice),
    await connectMember(people.bob),
    await connectMember(people.carol),
  ];
  await stranger.device.request('user.update', { first_name: STRANGER });
  const participants = [people.bob.id, people.dave.id];
  room = (await alice.device.request('room.create', { type: 'GroupChat', name: 'x', participants })).data.id;
  await alice.device.request('room.modify', { room_id: room, action: 'add_admin', data: { users: [people.dave.id] } });
  await parley.parley('users', 'kind', people.dave.username, 'guest');
  guest = await connectMember(people.dave);
});
afterAll(() => parley.stop());

async function outcomes(device: ChatClient, event: string, requests: readonly object[]): Promise<Outcome[]> {
  const found: Outcome[] = [];
  for (const data of requests) {
    const { error } = await device.response(device.sendRequest(event, data));
    found.push(error ? (error.code as Outcome) : 'answered');
  }
  return found;
}

describe('the walk of guests', () => {
  it('covers every event, and every route that runs no event and is none of the administration', () => {
    expect(Object.keys(GUEST_EVENTS).sort()).toEqual(askable().sort());
    const others = ROUTES.filter(({ route, event }) => event === undefined && / \/api\/(?!admin\/)/.test(route));
    expect(others.map(({ route }) => route).filter((route) => !(route in GUEST_ROUTES))).toEqual([]);
  });

  it('permits a guest, also a former leader, what a member without a role may, but for the exceptions', async () => {
    const { id: message } = await sendMessage(alice.device, { id: room }, 'of Alice');
    const about = async ({ device, user }: Member) => {
      const { id: own } = await sendMessage(device, { id: room }, 'of their own');
      const others = { outsider: stranger.user.id, username: alice.user.username, token: alice.user.tokens.access };
      return { user, requests: requestsAbout({ room, message, own, member: alice.user.id, ...others }) };
    };
    const [ofMember, ofGuest] = [await about(member), await about(guest)];
    const events = Object.keys(GUEST_EVENTS).sort((one, other) => LAST.indexOf(one) - LAST.indexOf(other));
    for (const event of events) {
      const expected = GUEST_EVENTS[event]!;
      const found = await outcomes(guest.device, event, ofGuest.requests[event]!);
      const usual =
        expected === AS_A_MEMBER ? await outcomes(member.device, event, ofMember.requests[event]!) : expected;
      expect([event, found]).toEqual([event, usual]);
    }
  });

  it('shows a guest nothing of a stranger, whatever it asks', async () => {
    await stranger.device.request('user.update', { status: { text: STRANGER, emoji: null } });
    const named = { room, message: room, own: room, member: stranger.user.id, outsider: stranger.user.id };
    const token = guest.user.tokens.access;
    for (const [event, requests] of Object.entries(
      requestsAbout({ ...named, username: stranger.user.username, token }),
    )) {
      for (const data of requests) {
        const answer = await guest.device.response(guest.device.sendRequest(event, data));
        expect([event, data, JSON.stringify(answer).includes(STRANGER)]).toEqual([event, data, false]);
        expect([event, data, JSON.stringify(answer.data ?? '').includes(stranger.user.username)]).toEqual([
          event,
          data,
          false,
        ]);
      }
    }
    expect(JSON.stringify(await guest.device.drain())).not.toContain(STRANGER);
  });

  it('answers a guest about a stranger as about somebody who does not exist', async () => {
    const about = (id: number, username: string) =>
      Object.entries(
        requestsAbout({
          room,
          message: room,
          own: room,
          member: id,
          outsider: id,
          username,
          token: guest.user.tokens.access,
        }),
      ).filter(([event]) => !WITHOUT_USERS.includes(event));
    const answer = async (event: string, data: object): Promise<string> => {
      const frame = await guest.device.response(guest.device.sendRequest(event, data));
      return JSON.stringify({ ...frame, error: frame.error && [frame.error.code, frame.error.detail] })
        .replaceAll(String(stranger.user.id), String(NOBODY))
        .replace(/"request_id":"[^"]*"/, '');
    };
    const ofNobody = about(NOBODY, 'nobody.at.all');
    for (const [at, [event, requests]] of about(stranger.user.id, stranger.user.username).entries()) {
      for (const [place, data] of requests.entries()) {
        const usual = await answer(event, ofNobody[at]![1][place]!);
        expect([event, data, await answer(event, data)]).toEqual([event, data, usual]);
      }
    }
  });

  it('refuses a guest every route of the administration, and those that guests may not use', async () => {
    const status = async (route: string): Promise<number> => {
      const [method, path] = route.split(' ') as [string, string];
      const url = parley.url + path.replace(/\{\w*username\}/, alice.user.username).replaceAll(/\{\w+\}/g, room);
      const headers = { Authorization: `Bearer ${guest.user.tokens.access}`, 'Content-Type': 'application/json' };
      return (await fetch(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) })).status;
    };
    const refused = Object.entries(GUEST_ROUTES).filter(([, expected]) => typeof expected === 'number');
    for (const [route, expected] of refused) expect([route, await status(route)]).toEqual([route, expected]);
    for (const { route } of ROUTES.filter(({ route: each }) => each.includes(' /api/admin/'))) {
      expect([route, await status(route)]).toEqual([route, 403]);
    }
  });
});
