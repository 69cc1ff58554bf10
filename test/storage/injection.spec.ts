import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { JWT_SECRET } from '../support/environment.js';
import { openClient } from '../support/handshake.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { requestsAbout } from '../support/requests.js';
import { Service } from '../support/service.js';
import { Tables } from '../support/tables.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import { claimsOf, signed } from '../support/tokens.js';

/** Texts that would take effect, or read differently, if they were handled as more than a text. */
const HOSTILE = [
  "'; DROP TABLE messages; --",
  "' OR '1'='1",
  "'||pg_sleep(100)||'",
  "\\'; DELETE FROM users; --",
  '1; UPDATE users SET is_active = false',
  '$$; DROP TABLE rooms; $$',
  '"; DROP TABLE users; --',
  "E'\\\\x27' -- \\",
  '$1 $2 %s %d ? :name ${7*7} {{7*7}}',
  '/* */ -- # %00 %27',
  '{1,2} {"a":1} ARRAY[\'x\']',
  "\u0000'; \u0001 \u001a",
  '\u02bc; DROP TABLE rooms; -- \uff07',
  '\r\n[12:00:00.000] INFO: [Server] forged \u001b[2J\u009b',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
];

let parley: Service;
let tables: Tables;
let alice: TestUser;
let bob: TestUser;
let phone: ChatClient;
let bobDevice: ChatClient;
let room: GroupChat;
let message: Message;

beforeAll(async () => {
  parley = await Service.start();
  tables = await Tables.of(parley.serviceData);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [phone, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
  const made = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  room = made.data as GroupChat;
  message = await sendMessage(phone, room, 'x');
});
afterAll(async () => {
  await tables.close();
  await parley.stop();
});

describe.each(HOSTILE)('the hostile text %j', (text) => {
  it('is stored and returned unchanged in every text field', async () => {
    const before = await tables.state();
    const metadata = { [text]: text, list: [text] };
    const media = [
      {
        media_url: 'https://x.example/a.png',
        media_type: 'image',
        mime_type: 'image/png',
        file_size: 1,
        caption: text,
        metadata,
      },
    ];
    const sent = await phone.request('message.send', { room_id: room.id, content: text, extra_fields: { media } });
    await phone.request('message.react', { type: 'add', message_id: sent.data.id, reaction_content: text });
    await phone.request('message.modify', {
      action: 'update',
      message_id: message.id,
      extra_fields: { content: `${text}!` },
    });
    const settings = { name: text.replace(/\p{Cc}/gu, ' '), description: text, property: { preferences: metadata } };
    await phone.request('room.modify', { room_id: room.id, action: 'update', data: settings });
    await bobDevice.drain();

    await expect(bobDevice.request('room.info', { room_id: room.id })).resolves.toMatchObject({ data: settings });
    const history = await historyOf(bobDevice, room);
    expect(history[0]).toMatchObject({
      content: text,
      reactions: [{ reaction_content: text }],
      attachments: [{ caption: text, metadata }],
    });
    expect(history.find(({ id }) => id === message.id)).toMatchObject({ content: `${text}!` });
    const { users, refresh_tokens, room_members: members } = await tables.state();
    expect({ users, refresh_tokens }).toEqual({ users: before.users, refresh_tokens: before.refresh_tokens });
    expect(members).toBeDefined();
    await phone.drain();
  });

  it('is searched for as a text', async () => {
    const { data: closet } = await phone.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [bob.id],
    });
    await bobDevice.receive('roomcreate.dispatch');
    for (const content of ['x', text, `${text}${text}`, 'x']) await sendMessage(phone, closet, content);
    const requested = { query: text, room_id: closet.id };
    if (/[\p{L}\p{N}]/u.test(text)) {
      const { data } = await bobDevice.request('message.search', requested);
      const contents = data.results.map(({ message: { content } }) => content);
      expect(contents.toSorted()).toEqual([text, `${text}${text}`].toSorted());
    } else await expect(bobDevice.expectRefused('message.search', requested)).resolves.toMatchObject({ code: 4003 });
    await bobDevice.drain();
  });

  it('is refused in place of every id and name of the protocol, and writes nothing', async () => {
    const before = await tables.state();
    const hostile = text as unknown as number;
    const ids = { room: text, message: text, own: text, member: hostile, outsider: hostile };
    const named = { ...ids, username: bob.username, token: text };
    for (const [event, requests] of Object.entries(requestsAbout(named))) {
      for (const data of requests.filter((request) => JSON.stringify(request).includes(JSON.stringify(text)))) {
        await expect(phone.expectRefused(event, data)).resolves.toMatchObject({ code: 4003 });
      }
    }
    await expect(phone.expectRefused(text, {})).resolves.toMatchObject({ code: 4003 });
    await expect(phone.expectRefused('room.list', { cursor: text })).resolves.toMatchObject({ code: 4003 });
    await expect(
      phone.expectRefused('room.list', { cursor: Buffer.from(text).toString('base64url') }),
    ).resolves.toMatchObject({ code: 4003 });
    await expect(phone.expectRefused('room.modify', { room_id: room.id, action: text })).resolves.toMatchObject({
      code: 4003,
    });
    await expect(phone.expectRefused('room.create', { type: text, name: 'x' })).resolves.toMatchObject({ code: 4003 });
    const permission = { room_id: room.id, action: 'add_permission', data: { users: [bob.id], permission: [text] } };
    await expect(phone.expectRefused('room.modify', permission)).resolves.toMatchObject({ code: 4003 });
    await expect(tables.changedSince(before)).resolves.toEqual([]);
  });

  it('identifies no user, as a username, as a password or in a signed token', async () => {
    await expect(phone.expectRefused('user.find', { username: text })).resolves.toMatchObject({ code: 4004 });
    const logIn = { username: text, password: text };
    const answer = await fetch(`${parley.url}/api/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(logIn),
    });
    expect(answer.status).toBe(401);
    const claims = claimsOf(alice.tokens.access);
    for (const wrong of [{ user_id: text }, { sub: text }, { fam: text }, { jti: text }]) {
      const socket = await openClient(parley.url, {
        token: await signed({ ...claims, ...wrong }, { secret: JWT_SECRET }),
      });
      const { jti } = wrong;
      if (jti === undefined) await expect(socket.closed()).resolves.toEqual({ code: 4001, reason: 'token_invalid' });
      else await socket.close();
    }
  });
});

it('hostile texts change no other data, and forge no line of the log', async () => {
  await expect(phone.request('session.heartbeat', {})).resolves.toMatchObject({ status: 'success' });
  expect(parley.output).not.toMatch(/ERROR|^\S.*forged/m);
});
