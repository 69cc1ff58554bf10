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
/** Every request that Alice may make in the room while she has access. */
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

/** What ends the access of a user, and the reason that their sockets are closed with. */
const ENDINGS: readonly [what: string, reason: string, ends: (person: Person) => Promise<unknown>][] = [
  ['is deactivated', 'user_inactive', ({ username }) => parley.parley('users', 'deactivate', username)],
  ['is logged out', 'token_invalid', ({ tokens }) => revoked(parley, tokens.refresh)],
  [
    'has a new password',
    'token_invalid',
    ({ username }) => parley.parley('users', 'set-password', username, '--password', 'another one'),
  ],
];

describe('an open socket whose access has ended', () => {
  it.each(ENDINGS)('writes and reads nothing after the server closes it, when its user %s', async (_, reason, ends) => {
    const talker = await Talker.knocks(parley.url, alice.tokens.access);
    await ends(alice);
    await expect(talker.toldToGo).resolves.toEqual({ code: 4001, reason });
    await writesNothing(() => {
      talker.says(...everything);
      return talker.leaves();
    });
  });

  it('writes and reads nothing after its token has expired', async () => {
    const soon = await signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(4 - CLOCK_SKEW_SECONDS) });
    const talker = await Talker.knocks(parley.url, soon);
    await expect(talker.toldToGo).resolves.toEqual({ code: 4001, reason: 'token_expired' });
    await writesNothing(() => {
      talker.says(...everything);
      return talker.leaves();
    });
  });
});

describe('requests sent together with a handshake', () => {
  it('are handled if the handshake succeeds', async () => {
    const before = await tables.state();
    const talker = await Talker.knocks(parley.url, alice.tokens.access, everything);
    await bobs.hears('messagemodification.dispatch');
    expect((await tables.state()).messages).not.toBe(before.messages);
    await talker.leaves();
  });

  it.each(ENDINGS)('are ignored if the user %s', async (_, reason, ends) => {
    await ends(alice);
    await writesNothing(() => isClosed(alice.tokens.access, reason));
  });

  it('are ignored if the token has expired, is of the wrong type, forged or missing', async () => {
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
