import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { logIn, people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { requestsAbout } from '../support/requests.js';
import { Service } from '../support/service.js';
import { Tables } from '../support/tables.js';
import { Talker } from '../support/talker.js';
import { says } from '../support/talk.js';
import { CLOCK_SKEW_SECONDS, claimsOf, revoked, secondsFromNow, signed } from '../support/tokens.js';

let parley: Service;
let tables: Tables;
let alice: Person;
let bob: Person;
let carol: Person;
let bobs: ChatClient;
let room: Room;
/** Everything that Alice may do in the room, as long as she may do anything. */
let everything: string[];

beforeAll(async () => {
  parley = await Service.start();
  tables = await Tables.of(parley.place);
});
afterAll(async () => {
  await tables.close();
  await parley.stop();
});

beforeEach(async () => {
  ({ alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol'));
  const phone = await alice.arrives();
  bobs = await bob.arrives();
  ({ data: room } = (await phone.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] })) as {
    data: Room;
  });
  const [own, message] = [await says(phone, room, 'of Alice'), await says(bobs, room, 'of Bob')];
  const requests = requestsAbout({
    ...{ room: room.id, message: message.id, own: own.id, member: bob.id, stranger: carol.id },
    username: bob.username,
    token: alice.tokens.access,
  });
  everything = Object.entries(requests).flatMap(([event_type, all]) =>
    all.map((data) => JSON.stringify({ event_type, data })),
  );
  await phone.leaves();
  await bobs.rest();
});
afterEach(() => bobs.leaves());

/** What ends the access of somebody, whose token this is; with the reason that their sockets are closed with. */
const ENDINGS: readonly [what: string, reason: string, ends: (person: Person) => Promise<unknown>][] = [
  ['is deactivated', 'user_inactive', ({ username }) => parley.parley('users', 'deactivate', username)],
  ['is logged out', 'token_invalid', ({ tokens }) => revoked(parley, tokens.refresh)],
  [
    'has a new password',
    'token_invalid',
    ({ username }) => parley.parley('users', 'set-password', username, '--password', 'another one'),
  ],
];

describe('somebody who goes on talking', () => {
  it.each(ENDINGS)(
    'writes and reads nothing once their socket is told to close, as who %s',
    async (_, reason, ends) => {
      const talker = await Talker.knocks(parley.url, alice.tokens.access);
      await ends(alice);
      await expect(talker.toldToGo).resolves.toEqual({ code: 4001, reason });
      await writesNothing(() => {
        talker.says(...everything);
        return talker.leaves();
      });
    },
  );

  it('writes and reads nothing once their token has expired', async () => {
    const soon = await signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(4 - CLOCK_SKEW_SECONDS) });
    const talker = await Talker.knocks(parley.url, soon);
    await expect(talker.toldToGo).resolves.toEqual({ code: 4001, reason: 'token_expired' });
    await writesNothing(() => {
      talker.says(...everything);
      return talker.leaves();
    });
  });
});

describe('what is said in the same breath as a handshake', () => {
  it('is heard where that is let in', async () => {
    const before = await tables.state();
    const talker = await Talker.knocks(parley.url, alice.tokens.access, everything);
    await bobs.hears('messagemodification.dispatch');
    expect((await tables.state()).messages).not.toBe(before.messages);
    await talker.leaves();
  });

  it.each(ENDINGS)('is not heard of who %s', async (_, reason, ends) => {
    await ends(alice);
    await writesNothing(() => isClosed(alice.tokens.access, reason));
  });

  it('is not heard by a token that has expired, is of the wrong type, forged, or none', async () => {
    const claims = claimsOf(alice.tokens.access);
    const tokens: [token: string, reason: string][] = [
      [await signed({ ...claims, exp: secondsFromNow(-CLOCK_SKEW_SECONDS) }), 'token_expired'],
      [(await logIn(parley, alice.username)).tokens.refresh, 'token_invalid'],
      [await signed(claims, { secret: 'a secret that is not the one of the specs' }), 'token_invalid'],
      ['', 'token_missing'],
    ];
    await writesNothing(() => Promise.all(tokens.map(([token, reason]) => isClosed(token, reason))));
  });
});

async function isClosed(token: string, reason: string): Promise<void> {
  const talker = await Talker.knocks(parley.url, token, everything);
  await expect(talker.toldToGo).resolves.toEqual({ code: 4001, reason });
  await talker.leaves();
}

async function writesNothing(happens: () => Promise<unknown>): Promise<void> {
  const before = await tables.state();
  await happens();
  expect(await bobs.rest()).toEqual([]);
  await expect(tables.state()).resolves.toEqual(before);
}
