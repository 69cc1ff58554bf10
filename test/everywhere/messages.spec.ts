import { randomBytes, randomUUID } from 'node:crypto';

import type { GroupChat } from '@parley/protocol';
import fc from 'fast-check';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sampled } from '../support/sample.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import {
  ANY_TIME,
  ANY_ID,
  createGroup,
  historyOf,
  connectMember,
  sendMessage,
  userView,
} from '../support/messaging.js';

const MANY = 1_000;

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let phone: ChatClient;
let laptop: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
let outsiderDevice: ChatClient;
/** The room of Alice, who created it, Bob and Carol. */
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
  const everyone = await users(parley, 'alice', 'bob', 'carol', 'dave');
  ({ alice, bob, carol } = everyone);
  [phone, laptop, bobDevice, carolDevice, outsiderDevice] = await Promise.all([
    alice.connect(),
    alice.connect(),
    bob.connect(),
    carol.connect(),
    everyone.dave.connect(),
  ]);
});

beforeEach(async () => {
  room = await createGroup(phone, [
    { user: bob, device: bobDevice },
    { user: carol, device: carolDevice },
  ]);
  await laptop.receive('roomcreate.dispatch');
});
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  for (const device of [phone, laptop, bobDevice, carolDevice, outsiderDevice])
    await expect(device.drain()).resolves.toEqual([]);
});

describe('message.send', () => {
  it("is dispatched to every device in the room, the sender's too, and to no other", async () => {
    const sent = await phone.request('message.send', { room_id: room.id, content: 'Hello, you two' });
    const others = { ...sent };
    delete others.request_id;
    expect(others).toEqual({
      eventType: 'message.dispatch',
      room_id: room.id,
      seq: room.last_seq + 1,
      data: {
        id: ANY_ID,
        room: { id: room.id },
        sender: userView(alice),
        content: 'Hello, you two',
        is_deleted: false,
        is_edited: false,
        is_forwarded: false,
        forwarded_from: null,
        parent_message: null,
        delivered_to: [],
        read_receipts: [],
        reactions: [],
        attachments: [],
        kind: 'text',
        metadata: {},
        edited_at: null,
        mentions: [],
        mention_room: false,
        thread: null,
        also_to_room: false,
        thread_summary: null,
        pinned: null,
        poll: null,
        link_previews: [],
        created_at: ANY_TIME,
        updated_at: ANY_TIME,
        seq: room.last_seq + 1,
        client_message_id: null,
      },
    });
    for (const device of [laptop, bobDevice, carolDevice])
      await expect(device.receive('message.dispatch')).resolves.toEqual(others);
  });

  it('keeps the order of a thousand messages that are sent without waiting', async () => {
    const contents = Array.from({ length: MANY }, (_, at) => String(at));
    const requested = contents.map((content) => bobDevice.sendRequest('message.send', { room_id: room.id, content }));
    for (const [at, requestId] of requested.entries()) {
      const { seq, data } = await bobDevice.receive('message.dispatch', (frame) => frame.request_id === requestId);
      expect([seq, data.content]).toEqual([room.last_seq + 1 + at, contents[at]]);
    }
    for (const device of [phone, laptop, carolDevice]) {
      for (const [at, content] of contents.entries()) {
        const { seq, data } = await device.receive('message.dispatch');
        expect([seq, data.seq, data.content]).toEqual([room.last_seq + 1 + at, room.last_seq + 1 + at, content]);
      }
    }
  });

  it('gives all members the same order if they send concurrently', async () => {
    const each = 100;
    const senders = [phone, bobDevice, carolDevice];
    for (let at = 0; at < each; at += 1) {
      for (const [sender, device] of senders.entries()) {
        device.sendRequest('message.send', { room_id: room.id, content: `${String(sender)}:${String(at)}` });
      }
    }
    const received = await Promise.all(
      [phone, laptop, bobDevice, carolDevice].map(async (device) => {
        const contents: string[] = [];
        for (let at = 1; at <= each * senders.length; at += 1) {
          const { seq, data } = await device.receive('message.dispatch');
          expect(seq).toBe(room.last_seq + at);
          contents.push(data.content);
        }
        return contents;
      }),
    );
    for (const contents of received) expect(contents).toEqual(received[0]);
    for (const sender of senders.keys()) {
      const own = received[0]!.filter((content) => content.startsWith(`${String(sender)}:`));
      expect(own).toEqual(Array.from({ length: each }, (_, at) => `${String(sender)}:${String(at)}`));
    }
  });

  it('answers refusals in the order of the requests among accepted messages', async () => {
    const requested = Array.from({ length: 60 }, (_, at) =>
      carolDevice.sendRequest('message.send', { room_id: room.id, content: at % 3 === 1 ? '' : String(at) }),
    );
    const answers = [];
    for (const requestId of requested) answers.push(await carolDevice.response(requestId));
    expect(answers.map(({ error, seq }) => error?.code ?? seq! - room.last_seq)).toEqual(
      requested.map((_, at) => (at % 3 === 1 ? 4003 : at - Math.floor((at + 1) / 3) + 1)),
    );
    for (const device of [phone, laptop, bobDevice]) {
      for (let count = 0; count < 40; count += 1) await device.receive('message.dispatch');
    }
  });
});

describe('message content', () => {
  const receivedByAll = async (content: string): Promise<void> => {
    const { content: own } = await sendMessage(phone, room, content);
    const others = await Promise.all(
      [laptop, bobDevice, carolDevice].map((device) => device.receive('message.dispatch')),
    );
    expect([own, ...others.map(({ data }) => data.content)]).toEqual([content, content, content, content]);
  };

  it('with any Unicode text is returned exactly, live and in the history', async () => {
    const sent: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), async (content) => {
        await receivedByAll(content);
        sent.push(content);
      }),
      { numRuns: sampled(150), seed: 11, endOnFailure: true },
    );
    const { data: page } = await carolDevice.request('room.messages', { room_id: room.id, paginate: { size: 200 } });
    expect(page.data.messages.map(({ content }) => content)).toEqual(sent.reverse());
  });

  it.each([
    ['nothing but U+0000', '\u0000'],
    ['the stored escape of U+0000', '\u00010 \u00011 \u0001 \\u0000'],
    ['a comparison', 'if a<b && c>d "quoted" &amp; \\'],
    ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['SQL', "'; DROP TABLE messages; -- $1 ? :name"],
    ['right-to-left text with marks', '\u202eשלום\u202c \u200fمرحبا'],
    ['emoji of several parts', '👨‍👩‍👧‍👦🏴‍☠️🇪🇺'],
    ['blanks at both ends', ' \t\r\n x \n'],
    ['noncharacters and byte order marks', '\ufffe\uffff\u{10ffff}\ufeff'],
    ['letters that normalization could compose', 'e\u0301 vs \u00e9'],
  ])('is returned exactly with %s', async (_, content) => {
    await receivedByAll(content);
    expect((await historyOf(bobDevice, room))[0]?.content).toBe(content);
  });

  it('has up to 10,000 characters, counted as code points', async () => {
    for (const character of ['x', '🦜', '\u0000']) {
      await receivedByAll(character.repeat(10_000));
      const refused = await phone.expectRefused('message.send', {
        room_id: room.id,
        content: character.repeat(10_001),
      });
      expect(refused).toMatchObject({ code: 4003, detail: { content: [expect.any(String)] } });
    }
  });

  it('may be ten thousand random characters', async () => {
    const [random] = fc.sample(fc.string({ unit: 'binary', minLength: 10_000, maxLength: 10_000 }), { seed: 12 });
    for (const content of [random!, randomBytes(7_500).toString('base64')]) {
      await receivedByAll(content);
      expect((await historyOf(bobDevice, room))[0]?.content).toBe(content);
    }
  });

  it('must be a non-empty text', async () => {
    for (const content of ['', null, 7, true, ['x'], { text: 'x' }, { constructor: 1 }, { toString: 1 }, undefined]) {
      const refused = await phone.expectRefused('message.send', { room_id: room.id, content });
      expect(refused).toMatchObject({ code: 4003, detail: { content: [expect.any(String)] } });
    }
  });

  it('with half of a surrogate pair is refused', async () => {
    phone.sendText(`{"event_type":"message.send","data":{"room_id":"${room.id}","content":"half \\ud83e"}}`);
    await expect(phone.receiveError()).resolves.toMatchObject({
      code: 4003,
      detail: { content: [expect.any(String)] },
    });
  });
});

describe('sending a message', () => {
  it('is refused to non-members as for a room that does not exist', async () => {
    const unknown = await outsiderDevice.expectRefused('message.send', { room_id: randomUUID(), content: 'x' });
    const foreign = await outsiderDevice.expectRefused('message.send', { room_id: room.id, content: 'x' });
    expect(foreign).toMatchObject({ code: 4004 });
    expect(foreign.detail).toEqual(unknown.detail);
  });

  it('requires the id of a room', async () => {
    for (const room_id of [undefined, null, 7, '', 'room', [room.id], { id: room.id }, { constructor: room.id }]) {
      const refused = await phone.expectRefused('message.send', { room_id, content: 'x' });
      expect(refused).toMatchObject({ code: 4003, detail: { room_id: [expect.any(String)] } });
    }
  });

  it('ignores or refuses fields that only the server sets: id, sender, date and flags', async () => {
    const chosen = { id: randomUUID(), sender: bob.id, sender_id: bob.id, seq: 900, is_deleted: true, created_at: 0 };
    const { data: elsewhere } = await bobDevice.request('room.create', { type: 'GroupChat', name: 'Not of Alice' });
    const others = {
      room_id: elsewhere.id,
      room: { id: elsewhere.id },
      content: 'y',
      updated_at: 0,
      message_id: ANY_ID,
    };
    for (const [key, value] of Object.entries({ ...chosen, ...others })) {
      const send = { room_id: room.id, content: 'x', extra_fields: { [key]: value } };
      const refused = await phone.expectRefused('message.send', send);
      expect(refused).toMatchObject({ code: 4003, detail: { extra_fields: [expect.stringContaining(key)] } });
    }
    const { data: message } = await phone.request('message.send', { ...chosen, room_id: room.id, content: 'x' });
    expect(message).toMatchObject({
      sender: userView(alice),
      seq: room.last_seq + 1,
      is_deleted: false,
      created_at: ANY_TIME,
    });
    expect(message.id).not.toBe(chosen.id);
    for (const device of [laptop, bobDevice, carolDevice]) await device.receive('message.dispatch');
  });

  it('to a Channel is allowed to its moderators, to a locked GroupChat to its admins', async () => {
    for (const requested of [
      { type: 'Channel', name: 'News', subscribers: [bob.id] },
      { type: 'GroupChat', name: 'Quiet', participants: [bob.id], extra_fields: { group_locked: true } },
    ]) {
      const { data: quiet } = await phone.request('room.create', requested);
      await Promise.all([laptop, bobDevice].map((device) => device.receive('roomcreate.dispatch')));
      const refused = await bobDevice.expectRefused('message.send', { room_id: quiet.id, content: 'may I?' });
      expect(refused).toMatchObject({ code: 4002 });
      await sendMessage(phone, quiet, 'no');
      await Promise.all([laptop, bobDevice].map((device) => device.receive('message.dispatch')));
    }
  });

  it('works directly behind room.create, without waiting for its answer', async () => {
    const { user, device } = await connectMember((await users(parley, 'erin')).erin);
    const { data: chat } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    for (let count = 0; count < 5; count += 1)
      bobDevice.sendRequest('message.send', { room_id: chat.id, content: String(count) });
    await bobDevice.receive('roomcreate.dispatch');
    for (let count = 0; count < 5; count += 1) {
      for (const received of [bobDevice, device]) {
        await expect(received.receive('message.dispatch')).resolves.toMatchObject({ data: { content: String(count) } });
      }
    }
    expect(user.id).not.toBe(bob.id);
  });
});
