import type { Room } from '@parley/protocol';

import type { ChatClient } from '../../support/chat-client.js';
import { logIn, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { requestsAbout } from '../../support/requests.js';
import { Service } from '../../support/service.js';
import { Tables } from '../../support/tables.js';
import { HalfOpenClient } from '../../support/half-open-client.js';
import { sendMessage } from '../../support/messaging.js';
import { CLOCK_SKEW_SECONDS, claimsOf, revoked, secondsFromNow, signed } from '../../support/tokens.js';

let parley: Service;
let tables: Tables;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let bobDevice: ChatClient;
let room: Room;
/** Every request that Alice may make in the room while she has access. */
let everything: string[];

beforeAll(async () => {
  parley = await Service.start();
  tables = await Tables.of(parley.serviceData);
});
afterAll(async () => {
  await tables.close();
  await parley.stop();
});

beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  const phone = await alice.connect();
  bobDevice = await bob.connect();
  ({ data: room } = (await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] })) as {
    data: Room;
  });
  const [own, message] = [await sendMessage(phone, room, 'of Alice'), await sendMessage(bobDevice, room, 'of Bob')];
  const requests = requestsAbout({
    room: room.id,
    message: message.id,
    own: own.id,
    member: bob.id,
    outsider: carol.id,
    username: bob.username,
    token: alice.tokens.access,
  });
  everything = Object.entries(requests).flatMap(([event_type, all]) =>
    all.map((data) => JSON.stringify({ event_type, data })),
  );
  await phone.close();
  await bobDevice.drain();
});
afterEach(() => bobDevice.close());

/** The acts that end the access of a user, and the reason with which the sockets are closed. */
const ENDINGS: readonly [what: string, reason: string, ends: (user: TestUser) => Promise<unknown>][] = [
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
    const client = await HalfOpenClient.open(parley.url, alice.tokens.access);
    await ends(alice);
    await expect(client.closeFrame).resolves.toEqual({ code: 4001, reason });
    await writesNothing(() => {
      client.send(...everything);
      return client.end();
    });
  });

  it('writes and reads nothing after its token has expired', async () => {
    const soon = await signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(4 - CLOCK_SKEW_SECONDS) });
    const client = await HalfOpenClient.open(parley.url, soon);
    await expect(client.closeFrame).resolves.toEqual({ code: 4001, reason: 'token_expired' });
    await writesNothing(() => {
      client.send(...everything);
      return client.end();
    });
  });
});

describe('requests sent together with a handshake', () => {
  it('are handled if the handshake succeeds', async () => {
    const before = await tables.state();
    const client = await HalfOpenClient.open(parley.url, alice.tokens.access, everything);
    await bobDevice.receive('messagemodification.dispatch');
    expect((await tables.state()).messages).not.toBe(before.messages);
    await client.end();
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
  const client = await HalfOpenClient.open(parley.url, token, everything);
  await expect(client.closeFrame).resolves.toEqual({ code: 4001, reason });
  await client.end();
}

async function writesNothing(happens: () => Promise<unknown>): Promise<void> {
  const before = await tables.state();
  await happens();
  expect(await bobDevice.drain()).toEqual([]);
  await expect(tables.changedSince(before)).resolves.toEqual([]);
}
