import pg from 'pg';

import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const ROUNDS = 150;

let serviceData: ServiceData;
let parley: Service;

beforeAll(async () => {
  serviceData = await newServiceData();
  parley = await Service.start({}, serviceData);
});
afterAll(() => serviceData.remove());

async function deadlocks(): Promise<number> {
  const client = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  await client.end();
  return Number(rows[0]!.deadlocks);
}

describe('a busy room', () => {
  it('handles concurrent sends, edits, reactions and receipts without a deadlock', async () => {
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [aliceDevice, bobDevice, carolDevice] = [await alice.connect(), await bob.connect(), await carol.connect()];
    const participants = [bob.id, carol.id];
    const { data: room } = await aliceDevice.request('room.create', { type: 'GroupChat', name: 'x', participants });
    const { data: message } = await aliceDevice.request('message.send', { room_id: room.id, content: 'the first' });
    const requested = Array.from({ length: ROUNDS }, (_, round) => [
      [aliceDevice, aliceDevice.sendRequest('message.send', { room_id: room.id, content: String(round) })] as const,
      [aliceDevice, aliceDevice.sendRequest('message.modify', edit(message.id, String(round)))] as const,
      [bobDevice, bobDevice.sendRequest('message.read', { room_id: room.id, up_to_seq: 1_000_000 })] as const,
      [carolDevice, carolDevice.sendRequest('message.acknowledged', { message_id: message.id })] as const,
      [
        carolDevice,
        carolDevice.sendRequest('message.react', {
          type: 'add',
          message_id: message.id,
          reaction_content: String(round),
        }),
      ] as const,
    ]);
    for (const [device, requestId] of requested.flat())
      expect((await device.response(requestId)).error).toBeUndefined();
    await parley.stop();
    await expect(deadlocks()).resolves.toBe(0);
  });
});

describe('acknowledging a message', () => {
  it("does not wait for the sender's removal from the room, which could cause a deadlock", async () => {
    const service = await sharedService();
    const { alice, bob } = await users(service, 'alice', 'bob');
    const [aliceDevice, bobDevice] = [await alice.connect(), await bob.connect()];
    const { data: room } = await aliceDevice.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [bob.id],
    });
    const { data: message } = await aliceDevice.request('message.send', { room_id: room.id, content: 'before I go' });
    const leaving = new pg.Client({ connectionString: service.serviceData.env.DATABASE_URL });
    await leaving.connect();
    await leaving.query('BEGIN');
    await leaving.query('DELETE FROM room_members WHERE room_id = $1 AND user_id = $2', [room.id, alice.id]);
    await bobDevice.request('message.acknowledged', { message_id: message.id });
    await leaving.query('ROLLBACK');
    await leaving.end();
  });
});

const edit = (message_id: string, content: string): object => ({
  action: 'update',
  message_id,
  extra_fields: { content },
});
