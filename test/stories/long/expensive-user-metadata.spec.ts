import type { GroupChat, Message } from '@parley/protocol';

import { ApiClient } from '../../support/api.js';
import type { ChatClient } from '../../support/chat-client.js';
import { sync } from '../../support/client-state.js';
import { eventually } from '../../support/eventually.js';
import { runAlongside } from '../../support/run-alongside.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { WebhookReceiver } from '../../support/receiver.js';
import { Service } from '../../support/service.js';
import { withShortNumbers } from '../../support/short-numbers.js';
import { allResults, allRooms, wholeHistory } from '../../support/list-pages.js';
import { createGroup, connectMember, sendMessage } from '../../support/messaging.js';

const MESSAGES = 100;
const ROOMS = 50;
const AT_ONCE = 20;
const MAX_FRAME_BYTES = 65_536;

/** Just below MAX_JSON_BYTES, with the numbers that take the most bytes when they are written in full. */
const LARGE = { n: Array<number>(1_160).fill(1e-19) };
const LONG = { n: Array<number>(360).fill(1e20) };
const MIXED = { n: [0, -1.5, 1e20, -1e19, 1e-7, 0.000_001, 9_007_199_254_740_991, '1e+308'] };
const DEEP = { n: JSON.parse('['.repeat(20) + '1e20' + ']'.repeat(20)) as unknown };
const KINDS = [LARGE, LONG, MIXED, DEEP];

/** The first messages contain one kind each, the others the largest kind. */
const metadataOf = (at: number): object => KINDS[at] ?? LARGE;
/** As many as fit in one frame. */
const allMetadataOf = (at: number): object[] =>
  Array<object>(at === 0 || at >= KINDS.length ? 9 : 7).fill(metadataOf(at));

const attachmentOf = (metadata: object): object => ({
  media_url: 'https://x.example/a',
  media_type: 'file',
  mime_type: 'text/csv',
  metadata,
});

let parley: Service;
let receiver: WebhookReceiver;
let alice: TestUser;
let bob: TestUser;
let room: GroupChat;
/** The messages of the room, oldest first. */
let sent: Message[];
let phone: ChatClient;
let neighbour: ChatClient;
let neighbours: GroupChat;

beforeAll(async () => {
  parley = await Service.start({ EVENTS_PER_SECOND: '1000', EVENTS_BURST: '1000' });
  receiver = await WebhookReceiver.start();
  await receiver.register(parley);
  const all = await users(parley, 'alice', 'bob', 'carol', 'dave');
  ({ alice, bob } = all);
  phone = await alice.connect();
  neighbour = await all.carol.connect();
  neighbours = await createGroup(neighbour, [await connectMember(all.dave)]);
  const participants = [bob.id];
  room = (await phone.request('room.create', { type: 'GroupChat', name: 'Expensive', participants })).data as GroupChat;
  sent = await whileAnotherUser(fillRoom);
  // 900 attachments of 27 KB each are written.
}, 120_000);
afterAll(async () => {
  await receiver.close();
  await parley.stop();
});
/** The process is still the one that was started, and has logged no fault. */
afterEach(async () => {
  await expect(fetch(`${parley.url}/health/live`)).resolves.toMatchObject({ status: 200 });
  expect(neighbour.isOpen).toBe(true);
  expect(parley.output).not.toMatch(/fault/i);
});

/** Every message replies to the first, so that an answer contains that one many times. */
async function fillRoom(): Promise<Message[]> {
  const send = (at: number, parent_message_id: string | null): Promise<Message> => {
    const media = allMetadataOf(at).map(attachmentOf);
    const data = { room_id: room.id, content: 'aubergine', extra_fields: { media, parent_message_id } };
    return sends(phone, 'message.send', data, `message ${String(at)}`);
  };
  const messages = [await send(0, null)];
  while (messages.length < MESSAGES) {
    const numbers = Array.from(
      { length: Math.min(AT_ONCE, MESSAGES - messages.length) },
      (_, at) => messages.length + at,
    );
    messages.push(...(await Promise.all(numbers.map((at) => send(at, messages[0]!.id)))));
  }
  return messages;
}

async function sends(device: ChatClient, event_type: string, data: object, request_id: string): Promise<Message> {
  const frame = withShortNumbers({ event_type, data, request_id });
  expect(Buffer.byteLength(frame)).toBeLessThan(MAX_FRAME_BYTES);
  device.sendText(frame);
  const answer = await device.response(request_id);
  expect(answer.error).toBeUndefined();
  return answer.data as Message;
}

/** The neighbour sends messages to another room, one after the other, and each is answered. */
async function whileAnotherUser<Result>(body: () => Promise<Result>): Promise<Result> {
  let answered = 0;
  const result = await runAlongside(
    [
      async () => {
        await sendMessage(neighbour, neighbours, 'hello');
        answered += 1;
      },
    ],
    body,
  );
  expect(answered).toBeGreaterThan(0);
  return result;
}

/** Compared as text: a comparison of a million numbers, one by one, takes minutes. */
const contentsOf = ({ attachments }: Pick<Message, 'attachments'>): string =>
  JSON.stringify(attachments.map(({ metadata }) => metadata));
const wanted = (at: number): string => JSON.stringify(allMetadataOf(at));

/** The messages that were read equal those sent, whatever subset was read. */
function areAsSent(messages: readonly Message[]): void {
  const places = new Map(sent.map(({ id }, at) => [id, at]));
  for (const message of messages) {
    const at = places.get(message.id)!;
    expect([message.id, contentsOf(message) === wanted(at)]).toEqual([message.id, true]);
    if (message.parent_message) expect(contentsOf(message.parent_message) === wanted(0)).toBe(true);
  }
}

describe(`${String(MESSAGES)} messages with the largest metadata that a client may send`, () => {
  it('are returned to their sender unchanged', () => areAsSent(sent));

  it('are readable with room.messages', async () => {
    const { entries, truncated } = await whileAnotherUser(() => wholeHistory(phone, room, 'before_seq'));
    expect(entries.map(({ id }) => id)).toEqual(sent.map(({ id }) => id).toReversed());
    expect(truncated).toBe(true);
    areAsSent(entries);
  });

  it('are readable in the first frame of a member', async () => {
    const { data, meta } = await whileAnotherUser(async () => {
      const device = await bob.open();
      const first = await device.receive('chat.notifications');
      await device.close();
      return first;
    });
    const notified = data[room.id] ?? [];
    const newest = sent.slice(-notified.length).map(({ id }) => id);
    expect(notified.map(({ message }) => message.id)).toEqual(newest);
    expect(meta).toMatchObject({ truncated: true, total: MESSAGES });
    areAsSent(notified.map(({ message }) => message));
  });

  it('are readable with session.sync', async () => {
    const pages = await whileAnotherUser(() => sync(phone, { rooms: { [room.id]: 0 } }));
    const messages = pages.flatMap(({ rooms }) => rooms.flatMap((part) => part.messages)) as Message[];
    expect(new Set(messages.map(({ id }) => id)).size).toBe(MESSAGES);
    areAsSent(messages);
  });

  it('are found by message.search', async () => {
    const { entries, truncated } = await whileAnotherUser(() => allResults(phone, 'aubergine'));
    expect(entries.map(({ message }) => message.id)).toEqual(sent.map(({ id }) => id).toReversed());
    expect(truncated).toBe(true);
    areAsSent(entries.map(({ message }) => message));
  });

  it('are readable over the HTTP API', async () => {
    const program = await ApiClient.create(parley, { user: alice });
    const { data: page } = await whileAnotherUser(() =>
      program.request('roommessages.dispatch', 'GET', `/api/rooms/${room.id}/messages/?limit=200`),
    );
    const { messages } = page.data;
    expect(messages.map(({ id }) => id)).toEqual(
      sent
        .slice(-messages.length)
        .map(({ id }) => id)
        .toReversed(),
    );
    expect(page.has_next).toBe(true);
    areAsSent(messages);
  });

  it('are in the export of their sender', async () => {
    const exported = await whileAnotherUser(() => parley.parley('users', 'export', alice.username));
    const { messages } = exported as { messages: Message[] };
    expect(messages).toHaveLength(MESSAGES);
    areAsSent(messages);
  });

  it('are sent to webhooks', async () => {
    const created = (): Message[] =>
      receiver
        .acceptedOf('message.created')
        .flatMap(({ room_id, data }) => (room_id === room.id ? [data as unknown as Message] : []));
    await eventually(() => new Set(created().map(({ id }) => id)).size === MESSAGES);
    areAsSent(created());
  });
});

describe('rooms with the largest preferences that a client may send', () => {
  it('are returned unchanged by room.list and room.info', async () => {
    const property = { preferences: LARGE };
    for (let at = 0; at < ROOMS; at += 1) {
      const data = { type: 'GroupChat', name: 'x', participants: [bob.id], extra_fields: { property } };
      await sends(phone, 'room.create', data, `room ${String(at)}`);
    }
    const device = await bob.connect();
    const { entries: rooms, truncated } = await whileAnotherUser(() => allRooms(device));
    expect(truncated).toBe(true);
    expect(rooms).toHaveLength(ROOMS + 1);
    for (const each of rooms) {
      const { data: info } = await device.request('room.info', { room_id: each.id });
      const preferences = (info as GroupChat).property.preferences;
      expect(JSON.stringify(preferences)).toBe(JSON.stringify(each.id === room.id ? {} : LARGE));
    }
    await device.close();
  });
});

describe('a number that takes more than 21 characters', () => {
  it.each(['1e308', '-5e-324', '1e21', '1e-20', '1e400', '-1e400'])(
    'is refused in metadata and in preferences: %s',
    async (number) => {
      const given = (data: object): string => JSON.stringify(data).replace('"?"', number);
      const value = { deep: [{ n: '?' }] };
      const requests: [event_type: string, data: object][] = [
        ['message.send', { room_id: room.id, content: 'x', extra_fields: { media: [attachmentOf(value)] } }],
        ['room.create', { type: 'GroupChat', name: 'x', extra_fields: { property: { preferences: value } } }],
      ];
      for (const [event_type, data] of requests) {
        phone.sendText(given({ event_type, data, request_id: number + event_type }));
        const { error } = await phone.response(number + event_type);
        expect(error).toMatchObject({ code: 4003 });
        expect(JSON.stringify(error!.detail)).toContain('as text');
      }
    },
  );
});
