import pg from 'pg';

import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { people } from '../support/people.js';
import { Service } from '../support/service.js';

const ROUNDS = 150;

let place: Place;
let parley: Service;

beforeAll(async () => {
  place = await newPlace();
  parley = await Service.start({}, place);
});
afterAll(() => place.remove());

async function deadlocks(): Promise<number> {
  const client = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  await client.end();
  return Number(rows[0]!.deadlocks);
}

describe('a busy room', () => {
  it('handles concurrent sends, edits, reactions and receipts without a deadlock', async () => {
    const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
    const [alices, bobs, carols] = [await alice.arrives(), await bob.arrives(), await carol.arrives()];
    const participants = [bob.id, carol.id];
    const { data: room } = await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants });
    const { data: message } = await alices.ask('message.send', { room_id: room.id, content: 'the first' });
    const asked = Array.from({ length: ROUNDS }, (_, round) => [
      [alices, alices.asks('message.send', { room_id: room.id, content: String(round) })] as const,
      [alices, alices.asks('message.modify', edit(message.id, String(round)))] as const,
      [bobs, bobs.asks('message.read', { room_id: room.id, up_to_seq: 1_000_000 })] as const,
      [carols, carols.asks('message.acknowledged', { message_id: message.id })] as const,
      [
        carols,
        carols.asks('message.react', { type: 'add', message_id: message.id, reaction_content: String(round) }),
      ] as const,
    ]);
    for (const [device, requestId] of asked.flat()) expect((await device.answered(requestId)).error).toBeUndefined();
    await parley.stop();
    await expect(deadlocks()).resolves.toBe(0);
  });
});

describe('acknowledging a message', () => {
  it("does not wait for the sender's removal from the room, which could cause a deadlock", async () => {
    const service = await Service.start({}, place);
    const { alice, bob } = await people(service, 'alice', 'bob');
    const [alices, bobs] = [await alice.arrives(), await bob.arrives()];
    const { data: room } = await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    const { data: message } = await alices.ask('message.send', { room_id: room.id, content: 'before I go' });
    const leaving = new pg.Client({ connectionString: place.env.DATABASE_URL });
    await leaving.connect();
    await leaving.query('BEGIN');
    await leaving.query('DELETE FROM room_members WHERE room_id = $1 AND user_id = $2', [room.id, alice.id]);
    await bobs.ask('message.acknowledged', { message_id: message.id });
    await leaving.query('ROLLBACK');
    await leaving.end();
    await service.stop();
  });
});

const edit = (message_id: string, content: string): object => ({
  action: 'update',
  message_id,
  extra_fields: { content },
});
