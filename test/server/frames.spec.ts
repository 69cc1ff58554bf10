import fc from 'fast-check';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let alice: TestUser;
let socket: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
  ({ alice } = await users(parley, 'alice'));
});

beforeEach(async () => {
  socket = await alice.connect();
});
afterEach(() => socket.close());

const frame = (parts: object): string =>
  JSON.stringify({ event_type: 'session.heartbeat', data: {}, request_id: 'r', ...parts });

/** `depth` nested lists. */
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('an invalid frame', () => {
  const invalid: [string, string][] = [
    ['an empty text', ''],
    ['blanks', ' \n'],
    ['half a frame', '{"event_type": "session.heartbeat"'],
    ['two frames', '{"event_type":"session.heartbeat","data":{}}{}'],
    ['text', 'hello'],
    ['a quoted text', '"session.heartbeat"'],
    ['a number', '7'],
    ['null', 'null'],
    ['true', 'true'],
    ['a list', '[]'],
    ['a list of frames', '[{"event_type":"session.heartbeat","data":{}}]'],
    ['an empty object', '{}'],
    ['a frame without data', '{"event_type":"session.heartbeat"}'],
    ['a frame without an event', '{"data":{}}'],
    ['data that is null', frame({ data: null })],
    ['data that is a list', frame({ data: [] })],
    ['data that is a text', frame({ data: '{}' })],
    ['an event that is a number', frame({ event_type: 4 })],
    ['an event that is null', frame({ event_type: null })],
    ['an unknown event', frame({ event_type: 'session.hartbeat' })],
    ['an event named like a property of every object', frame({ event_type: 'constructor' })],
    ['an event called __proto__', frame({ event_type: '__proto__' })],
    ['an event that only the server sends', frame({ event_type: 'message.dispatch' })],
    ['a request_id that is empty', frame({ request_id: '' })],
    ['a request_id that is a number', frame({ request_id: 7 })],
    ['a request_id that is null', frame({ request_id: null })],
    ['a request_id that is too long', frame({ request_id: 'x'.repeat(65) })],
    ['a lone surrogate', '{"event_type":"message.send","data":{"room_id":"x","content":"\\ud800"}}'],
    ['a lone surrogate as a key', '{"event_type":"session.heartbeat","data":{"\\udc00":1}}'],
    ['a lone surrogate as a request_id', '{"event_type":"session.heartbeat","data":{},"request_id":"\\ud83d"}'],
    ['a lone surrogate as an event', '{"event_type":"\\ud83d","data":{}}'],
    ['lists in lists', nested(10_000)],
    ['data of lists in lists', `{"event_type":"message.send","data":{"content":${nested(10_000)}}}`],
    ['objects in objects', `${'{"data":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['__proto__ as data', '{"event_type":"message.send","__proto__":{"data":{}}}'],
    [
      'fields inherited by __proto__',
      '{"event_type":"room.create","data":{"__proto__":{"type":"GroupChat","name":"x"}}}',
    ],
    ['a constructor as data', '{"event_type":"message.send","data":{"constructor":{"prototype":{"x":1}}}}'],
  ];

  it.each(invalid)('is answered with 4003, and the connection stays open: %s', async (_, text) => {
    socket.sendText(text);
    await expect(socket.receiveError()).resolves.toMatchObject({ code: 4003 });
    await expect(socket.drain()).resolves.toEqual([]);
  });

  it('is answered with 4003 in order with other frames', async () => {
    for (const [at, [, text]] of invalid.entries()) {
      socket.sendText(text);
      socket.sendText(frame({ event_type: `marker.${String(at)}`, request_id: `marker ${String(at)}` }));
    }
    for (const at of invalid.keys()) {
      await expect(socket.receiveError()).resolves.toMatchObject({ code: 4003 });
      await expect(socket.receiveError()).resolves.toMatchObject({ code: 4003, request_id: `marker ${String(at)}` });
    }
  });

  it('is answered with a reason for each invalid field', async () => {
    socket.sendText('{"data": [], "request_id": 7}');
    const { detail, request_id } = await socket.receiveError();
    expect(Object.keys(detail).sort()).toEqual(['data', 'event_type', 'request_id']);
    for (const reasons of Object.values(detail)) expect(reasons).toEqual([expect.stringMatching(/./)]);
    expect(request_id).toBeUndefined();
  });

  it('is answered with event_type and request_id if they can be read', async () => {
    const refused = await socket.expectRefused('room.create', { type: 'GroupChat' });
    expect(refused).toMatchObject({ code: 4003, event_type: 'room.create', request_id: expect.any(String) as string });
  });

  it('cannot change prototypes', async () => {
    socket.sendText(
      '{"__proto__":{"polluted":true},"event_type":"session.heartbeat","data":{"__proto__":{"polluted":true}}}',
    );
    socket.sendText('{"event_type":"session.heartbeat","data":{"constructor":{"prototype":{"polluted":true}}}}');
    for (const answer of await socket.drain()) expect(answer).not.toHaveProperty('polluted');
  });
});

describe('the connection is closed', () => {
  it('by a binary frame', async () => {
    socket.sendText(Buffer.from(frame({})), { binary: true });
    await expect(socket.closed()).resolves.toEqual({ code: 1003, reason: 'text frames only' });
  });

  it('by text that is not UTF-8', async () => {
    socket.sendText(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    await expect(socket.closed()).resolves.toMatchObject({ code: 1007 });
  });

  it('by a frame above MAX_FRAME_BYTES, not by one of exactly that size', async () => {
    const padded = (bytes: number): string => frame({}).padEnd(bytes, ' ');
    socket.sendText(padded(65_536));
    await expect(socket.drain()).resolves.toEqual([{ status: 'success', request_id: 'r' }]);
    socket.sendText(padded(65_537));
    await expect(socket.closed()).resolves.toMatchObject({ code: 1009 });
  });
});

describe('a request_id', () => {
  it('is returned with the answer, error or dispatch on the connection of the request only', async () => {
    const { bob, carol } = await users(parley, 'bob', 'carol');
    const [phone, laptop, other] = [await bob.connect(), await bob.connect(), await carol.connect()];
    const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [carol.id] });
    for (const device of [laptop, other]) {
      expect(await device.receive('roomcreate.dispatch')).not.toHaveProperty('request_id');
    }
    await phone.request('message.send', { room_id: room.id, content: 'hello' });
    for (const device of [laptop, other]) {
      expect(await device.receive('message.dispatch')).not.toHaveProperty('request_id');
    }
    await phone.expectRefused('message.send', { room_id: room.id, content: 7 });
    for (const device of [phone, laptop, other]) expect(await device.drain()).toEqual([]);
  });

  it('may be 64 characters of any kind, counted as code points', async () => {
    for (const requestId of ['a', '🦜'.repeat(64), ' '.repeat(64), '\u0000']) {
      socket.sendText(frame({ request_id: requestId }));
      expect(await socket.response(requestId)).toEqual({ status: 'success', request_id: requestId });
    }
    socket.sendText(frame({ request_id: '🦜'.repeat(65) }));
    await expect(socket.receiveError()).resolves.toMatchObject({ code: 4003 });
  });

  it('may be omitted', async () => {
    socket.sendText('{"event_type":"session.heartbeat","data":{}}');
    await expect(socket.drain()).resolves.toEqual([{ status: 'success' }]);
  });

  it('may be accompanied by unknown keys, which are ignored', async () => {
    socket.sendText(frame({ sender: 1, eventType: 'message.dispatch' }));
    await expect(socket.drain()).resolves.toEqual([{ status: 'success', request_id: 'r' }]);
  });
});

describe('thousands of invalid frames', () => {
  it('get 4003 each, without an effect on other connections', async () => {
    const { bob, carol } = await users(parley, 'bob', 'carol');
    const [one, two] = [await bob.connect(), await carol.connect()];
    const { data: room } = await one.request('room.create', { type: 'OneToOneChat', participants: [carol.id] });

    const frames = fc.sample(randomFrame, { numRuns: 5_000, seed: 7_265 });
    for (const text of frames) socket.sendText(text);
    for (let count = 1; count <= 50; count += 1) {
      const content = `message ${String(count)}`;
      await one.request('message.send', { room_id: room.id, content });
      await expect(two.receive('message.dispatch')).resolves.toMatchObject({ data: { content } });
    }
    for (const text of frames) expect([text, await socket.receiveError()]).toMatchObject([text, { code: 4003 }]);
    await expect(socket.drain()).resolves.toEqual([]);
    await Promise.all([one.close(), two.close()]);
  });
});

const EVENTS = ['room.create', 'message.send', 'room.messages', 'session.heartbeat', 'constructor', ''];

/** No frame of the contract, whatever `data` may be. */
const randomFrame: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json({ maxDepth: 4 }),
  fc
    .record({ event_type: fc.constantFrom(...EVENTS), data: fc.oneof(fc.constant(null), fc.array(fc.jsonValue())) })
    .map(json),
  fc.record({ event_type: fc.oneof(fc.integer(), fc.string(), fc.array(fc.string())), data: fc.object() }).map(json),
  fc
    .record({
      event_type: fc.constantFrom('message.send', 'room.messages'),
      data: fc.dictionary(fc.string(), fc.jsonValue()),
    })
    .map(json),
);

function json(value: unknown): string {
  return JSON.stringify(value);
}
