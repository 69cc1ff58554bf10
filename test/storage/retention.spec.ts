import type { Message } from '@parley/protocol';

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
    await eventually(() => parley.output.includes('Removed 3 messages older than 30 days'));
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

  it.each(['0', '-1', '1.5', 'soon'])('refuses the value %s', async (days) => {
    const { code, errors } = await Service.expectStartFailure({ MESSAGE_RETENTION_DAYS: days }, parley.serviceData);
    expect(code).toBe(1);
    expect(errors).toContain('MESSAGE_RETENTION_DAYS: must be a whole number from 1 to 36500');
  });
});
