import type { Message, Room } from '@parley/protocol';

import { outcomeOf } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { historyOf, sendMessage } from '../support/messaging.js';

let parley: Service;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

const DAY_MS = 86_400_000;

/** Changes the messages as if they had been sent this many days ago. */
async function age(messages: readonly Message[], days: number): Promise<void> {
  const database = await connected(parley.serviceData);
  for (const { id, created_at: sentAt } of messages) {
    const before = new Date(Date.parse(sentAt) - days * DAY_MS);
    await database.query('UPDATE messages SET created_at = $2 WHERE id = $1', [id, before]);
  }
  await database.end();
}

describe('MESSAGE_RETENTION_DAYS', () => {
  it('is unlimited by default; if set, older messages are removed, and reported by session.sync', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const old = [
      await sendMessage(phone, room, 'one'),
      await sendMessage(phone, room, 'two'),
      await sendMessage(phone, chat, 'three'),
    ];
    const kept = [await sendMessage(phone, room, 'four'), await sendMessage(phone, chat, 'five')];
    await age(old, 31);
    await age(kept, 29);
    await parley.restart('SIGTERM');
    const early = await alice.connect();
    await expect(historyOf(early, room)).resolves.toHaveLength(3);

    await parley.restart('SIGTERM', { MESSAGE_RETENTION_DAYS: '30' });
    await eventually(() => parley.output.includes('Removed 3 messages older than their rooms keep them'));
    const bobDevice = await bob.connect();
    await expect(historyOf(bobDevice, room)).resolves.toMatchObject([{ id: kept[0]!.id }]);
    await expect(historyOf(bobDevice, chat)).resolves.toMatchObject([{ id: kept[1]!.id }]);
    const { data: missed } = await bobDevice.request('session.sync', { rooms: { [room.id]: kept[0]!.seq } });
    const [changed] = missed.rooms;
    expect(changed!.messages).toHaveLength(2);
    for (const { id } of old.slice(0, 2)) {
      expect(changed!.messages).toContainEqual(expect.objectContaining({ id, is_deleted: true }));
    }
    await bobDevice.close();
  });

  it('differs by the type of the room, and by the room', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    const named = (type: string, name: string): Promise<{ data: Room }> =>
      phone.request('room.create', { type, name, ...(type === 'GroupChat' && { participants: [bob.id] }) });
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const [plain, short, forever, held] = await Promise.all(
      ['plain', 'short', 'forever', 'held'].map(async (name) => (await named('GroupChat', name)).data),
    );
    const channel = (await named('Channel', 'news')).data;
    const rooms = { chat, plain: plain!, short: short!, forever: forever!, held: held!, channel };
    await age(await Promise.all(Object.values(rooms).map((room) => sendMessage(phone, room, 'old'))), 20);
    for (const [room, days] of [
      [rooms.short, '10'],
      [rooms.forever, '10'],
      [rooms.forever, 'forever'],
      [rooms.held, '10'],
    ] as const) {
      await parley.parley('rooms', 'retention', room.id, days);
    }
    await parley.parley('rooms', 'hold', rooms.held.id);
    const left = async (): Promise<string[]> => {
      const device = await alice.connect();
      const found: string[] = [];
      for (const [name, room] of Object.entries(rooms)) {
        if ((await historyOf(device, room)).length > 0) found.push(name);
      }
      await device.close();
      return found;
    };

    // Only the rooms with a time of their own.
    await parley.restart('SIGTERM', { MESSAGE_RETENTION_DAYS: '' });
    await eventually(() => parley.output.includes('Removed 1 messages older than their rooms keep them'));
    await expect(left()).resolves.toEqual(['chat', 'plain', 'forever', 'held', 'channel']);

    await parley.restart('SIGTERM', {
      MESSAGE_RETENTION_DAYS: '15',
      CHANNEL_RETENTION_DAYS: '0',
      GROUP_RETENTION_DAYS: '16',
    });
    // Two of them are of the story before.
    await eventually(() => parley.output.includes('Removed 4 messages older than their rooms keep them'));
    await expect(left()).resolves.toEqual(['forever', 'held', 'channel']);

    await parley.parley('rooms', 'release', rooms.held.id);
    await parley.parley('rooms', 'retention', rooms.forever.id, 'default');
    await parley.restart('SIGTERM', { ONE_TO_ONE_RETENTION_DAYS: '1' });
    await eventually(() => parley.output.includes('Removed 2 messages older than their rooms keep them'));
    await expect(left()).resolves.toEqual(['channel']);
  });

  it.each(['0', '1.5', 'soon', '36501', ''])('cannot be "%s" for a room', async (days) => {
    const { alice } = await users(parley, 'alice');
    const { data: room } = await (await alice.connect()).request('room.create', { type: 'GroupChat', name: 'x' });
    const { code, stderr } = await outcomeOf(parley.serviceData, 'rooms', 'retention', room.id, days);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Not a number of days from 1 to 36500')]);
  });

  it.each(['0', '-1', '1.5', 'soon'])('refuses the value %s', async (days) => {
    const { code, errors } = await Service.expectStartFailure({ MESSAGE_RETENTION_DAYS: days }, parley.serviceData);
    expect(code).toBe(1);
    expect(errors).toContain('MESSAGE_RETENTION_DAYS: must be a whole number from 1 to 36500');
  });
});
