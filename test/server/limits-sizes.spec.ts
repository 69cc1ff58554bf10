import type { Room, ServerFrame } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { createGroup, sendMessage } from '../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let socket: ChatClient;

beforeAll(async () => {
  parley = await Service.start({
    MAX_FRAME_BYTES: '2000',
    MAX_CONTENT_LENGTH: '20',
    MAX_JSON_BYTES: '100',
    MAX_NOTIFICATIONS_PER_ROOM: '2',
    MAX_NOTIFICATIONS: '3',
    STRANGERS_PER_HOUR: '40',
    EVENTS_PER_SECOND: '5000',
    EVENTS_BURST: '6000',
    EVENTS_PER_SECOND_PER_USER: '7000',
    EVENTS_BURST_PER_USER: '8000',
    STORED_BYTES_PER_DAY: undefined,
    MEMBERSHIPS_PER_USER: undefined,
  });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  socket = await alice.connect();
});
afterEach(() => socket.close());

const groupWithBob = async (): Promise<Room> =>
  (await socket.request('room.create', { type: 'GroupChat', name: 'Friends', participants: [bob.id] })).data;

/** The first frame of a new connection of Bob's. */
async function waitsForBob(): Promise<Pick<ServerFrame, 'meta'> & { ofEach: number[] }> {
  const device = await bob.open();
  const { data, meta } = await device.receive('chat.notifications');
  await device.close();
  return { ofEach: Object.values(data).map(({ length }) => length), ...(meta && { meta }) };
}

describe('a setting of a size limit', () => {
  it('is in the first frame', async () => {
    const device = await alice.open();
    const { meta } = await device.receive('chat.notifications');
    expect(meta?.limits).toMatchObject({
      max_frame_bytes: 2_000,
      max_content_length: 20,
      max_json_bytes: 100,
      max_answer_bytes: 1_048_576,
      max_search_words: 8,
      max_notifications_per_room: 2,
      max_notifications: 3,
      max_attachments: 10,
      max_upload_bytes: 26_214_400,
      upload_quota_bytes: 1_073_741_824,
      max_mentions: 50,
      max_room_mention: 100,
      max_saved: 1_000,
      max_drafts: 200,
      max_reactions_per_user: 20,
      max_reaction_kinds: 50,
      max_scheduled: 100,
      schedule_min_seconds: 60,
      max_bulk_ids: 100,
      strangers_per_hour: 40,
      events_per_second: 5_000,
      events_burst: 6_000,
      events_per_second_per_user: 7_000,
      events_burst_per_user: 8_000,
      stored_bytes_per_day: 209_715_200,
      memberships_per_user: 2_000,
    });
    await device.close();
  });

  it('applies to frames', async () => {
    const heartbeat = '{"event_type":"session.heartbeat","data":{}}';
    socket.sendText(heartbeat.padEnd(2_000, ' '));
    await expect(socket.drain()).resolves.toEqual([{ status: 'success' }]);
    socket.sendText(heartbeat.padEnd(2_001, ' '));
    await expect(socket.closed()).resolves.toMatchObject({ code: 1009 });
  });

  it('applies to messages', async () => {
    const room = await createGroup(socket, []);
    await sendMessage(socket, room, '🦜'.repeat(20));
    const refused = await socket.expectRefused('message.send', { room_id: room.id, content: 'x'.repeat(21) });
    expect(refused).toMatchObject({ code: 4003, detail: { content: [expect.any(String)] } });
  });

  it('applies to preferences, counted in bytes', async () => {
    const sized = (bytes: number): object => {
      const preferences = { theme: 'é'.repeat(20) };
      const missing = bytes - Buffer.byteLength(JSON.stringify(preferences));
      preferences.theme += 'x'.repeat(missing);
      return { type: 'GroupChat', name: 'Friends', extra_fields: { property: { preferences } } };
    };
    await socket.request('room.create', sized(100));
    await expect(socket.expectRefused('room.create', sized(101))).resolves.toMatchObject({
      code: 4003,
      detail: { 'extra_fields.property.preferences': [expect.any(String)] },
    });
  });

  it('applies to notifications of one room, and of all rooms', async () => {
    const [one, other] = [await groupWithBob(), await groupWithBob()];
    for (const content of ['1', '2']) await sendMessage(socket, one, content);
    await expect(waitsForBob()).resolves.toMatchObject({ ofEach: [2], meta: { total: 2, truncated: false } });
    await sendMessage(socket, other, '3');
    await expect(waitsForBob()).resolves.toMatchObject({ meta: { total: 3, truncated: false } });
    await sendMessage(socket, one, '4');
    await expect(waitsForBob()).resolves.toMatchObject({ meta: { total: 4, truncated: true } });
    await sendMessage(socket, other, '5');
    const { ofEach, meta } = await waitsForBob();
    expect(ofEach.reduce((sum, count) => sum + count)).toBe(3);
    expect(meta).toMatchObject({ total: 5, truncated: true });
  });
});
