import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { createRoomsFixture } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import { STRIDE } from '../support/sample.js';
import { Service } from '../support/service.js';

/** The codes of errors that a client has caused. */
const MISTAKES = [4002, 4003, 4004, 4005];

let parley: Service;
let fixture: RoomsFixture;
let requesters: ChatClient[];
let message: Message;

beforeAll(async () => {
  parley = await Service.start();
  fixture = await createRoomsFixture(parley);
  requesters = [fixture.phone, fixture.bobDevice, fixture.carolDevice, fixture.outsiderDevice];
  ({ data: message } = await fixture.phone.request('message.send', { room_id: fixture.group.id, content: 'x' }));
});
afterAll(() => parley.stop());

interface Request {
  readonly event: string;
  readonly data: object;
}

const media = [{ media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png', file_size: 1 }];

/** Requests of every kind; those that remove data come last. */
function requests({ group, channel, bob, carol }: RoomsFixture): Request[] {
  const [room_id, message_id] = [group.id, message.id];
  const modification = (action: string, room: { id: string }, data: object): Request => ({
    event: 'room.modify',
    data: { room_id: room.id, action, data },
  });
  const settings = { name: 'y', avatar: null, max_participants: 50, property: { preferences: { a: 1 } } };
  const permitted = { users: [bob.id], permission: ['can_add_new_participants'] };
  return [
    { event: 'message.send', data: { room_id, content: 'x', client_message_id: randomUUID() } },
    { event: 'message.send', data: { room_id, content: '', extra_fields: { media, parent_message_id: message_id } } },
    { event: 'message.send', data: { room_id, content: '', extra_fields: { forwarded_from_id: message_id } } },
    { event: 'message.typing', data: { room_id } },
    { event: 'message.acknowledged', data: { message_id: [message_id] } },
    { event: 'message.read', data: { message_id } },
    { event: 'message.read', data: { room_id, up_to_seq: 2 } },
    { event: 'message.react', data: { type: 'add', message_id, reaction_content: 'x' } },
    { event: 'message.react', data: { type: 'remove', message_id, reaction_content: 'x' } },
    { event: 'message.modify', data: { action: 'update', message_id, extra_fields: { content: 'y' } } },
    { event: 'room.messages', data: { room_id, paginate: { page: 1, size: 5 } } },
    { event: 'room.messages', data: { room_id, paginate: { before_seq: 5, limit: 5 } } },
    { event: 'room.messages', data: { room_id, after_seq: 1, limit: 5 } },
    { event: 'room.list', data: { cursor: 'x', limit: 5 } },
    { event: 'room.info', data: { room_id } },
    { event: 'room.create', data: { type: 'OneToOneChat', participants: [bob.id] } },
    { event: 'room.create', data: { type: 'GroupChat', name: 'x', participants: [bob.id], extra_fields: settings } },
    { event: 'room.create', data: { type: 'Channel', name: 'x', subscribers: [bob.id], description: 'x' } },
    { event: 'room.join', data: { room_id: channel.id } },
    { event: 'room.add_members', data: { room_id, members: [carol.id] } },
    modification('update', group, settings),
    modification('add_admin', group, { users: [bob.id] }),
    modification('remove_admin', group, { users: [bob.id] }),
    modification('add_moderator', channel, { users: [bob.id] }),
    modification('remove_moderator', channel, { users: [bob.id] }),
    modification('add_permission', group, permitted),
    modification('remove_permission', group, permitted),
    { event: 'room.remove_members', data: { room_id, members: [carol.id] } },
    { event: 'room.leave', data: { room_id } },
    { event: 'message.modify', data: { action: 'delete', message_id: [message_id] } },
    modification('delete', group, {}),
  ];
}

/** Values that are wrong nearly everywhere. */
function invalidValues({ group, channel, chat, alice, carol }: RoomsFixture): unknown[] {
  const names = ['', 'x', '\u0000', 'x'.repeat(3_000), 'constructor', 'delete', 'OneToOneChat', randomUUID()];
  const ids = [group.id, channel.id, chat.id, message.id, alice.id, carol.id];
  const numbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300];
  return [undefined, null, true, [], {}, [[]], [{}], [null], ...names, ...ids, ...ids.map((id) => [id]), ...numbers];
}

/** The object with each of its fields, nested ones included, replaced by the value in turn. */
function* spoilt(whole: object, invalidValue: unknown): Generator<object> {
  for (const [key, value] of Object.entries(whole) as [string, unknown][]) {
    yield { ...whole, [key]: invalidValue };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const inner of spoilt(value, invalidValue)) yield { ...whole, [key]: inner };
  }
}

describe('every event with every misplaced value', () => {
  it('is answered or refused as an error of the client, never as a fault of the server', async () => {
    const outcomes = new Set<number | undefined>();
    let turn = 0;
    for (const { event, data } of requests(fixture)) {
      const requested = invalidValues(fixture).flatMap((invalidValue) =>
        [...spoilt(data, invalidValue)].flatMap((wrong) => {
          turn += 1;
          if (turn % STRIDE !== 0) return [];
          const requester = requesters[(turn / STRIDE) % requesters.length]!;
          return [{ wrong, requester, requestId: requester.sendRequest(event, wrong) }];
        }),
      );
      for (const { wrong, requester, requestId } of requested) {
        const { error } = await requester.response(requestId);
        if (error) expect([event, wrong, MISTAKES.includes(error.code)]).toEqual([event, wrong, true]);
        outcomes.add(error?.code);
      }
      for (const device of [...requesters, fixture.laptop]) await device.drain();
    }
    expect([...outcomes]).toEqual(expect.arrayContaining([undefined, 4002, 4003, 4004]));
    expect(parley.output).not.toMatch(/ERROR/);
  });
});
