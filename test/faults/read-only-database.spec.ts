import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { ApiClient } from '../support/api.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createGroup, connectMember } from '../support/messaging.js';
import { PartitionableService } from '../support/partitionable-service.js';
import { users } from '../support/people.js';

let partitionable: PartitionableService;
let database: pg.Client;

beforeAll(async () => {
  partitionable = await PartitionableService.shared();
  database = await connected(partitionable.serviceData);
});
afterAll(() => database.end());

/** As a hosting company does when a disk fills: sessions that are opened from now on are read-only, or no longer. */
async function makeReadOnly(isReadOnly: boolean): Promise<void> {
  const { rows } = await database.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  await database.query('SET transaction_read_only = off');
  await database.query(
    `ALTER DATABASE ${rows[0]!.name} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  );
  await database.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

it('while the database is read-only, a process is not ready, and writes are refused for a while without stack traces', async () => {
  const { parley } = partitionable;
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const [phone, others] = [await alice.connect(), await connectMember(bob)];
  const room = await createGroup(phone, [others]);
  const program = await ApiClient.create(parley, { user: alice });
  await makeReadOnly(true);
  try {
    // The connections that were ended make the first failure: it has another name.
    await eventually(async () => {
      const answer = await fetch(`${parley.url}/health/ready`);
      return answer.status === 503 && (await answer.text()).includes('"database":"read_only"');
    });
    await expect(fetch(`${parley.url}/health/live`)).resolves.toMatchObject({ status: 200 });

    const from = parley.output.length;
    const send = { room_id: room.id, content: 'meanwhile', client_message_id: randomUUID() };
    for (const [event, data] of [
      ['message.send', send],
      ['room.create', { type: 'GroupChat', name: 'x' }],
    ] as const) {
      await expect(phone.expectRefused(event, data)).resolves.toMatchObject({ code: 4006, retry_after: 2 });
    }
    const path = `/api/rooms/${room.id}/messages/`;
    const { status, headers, body } = await program.send('POST', path, { content: 'meanwhile' });
    expect([status, (body as { code: string }).code, headers['retry-after']]).toEqual([503, 'unavailable', '2']);
    const [id] = /[0-9a-f-]{36}/.exec((body as { detail: string }).detail) ?? [];
    await eventually(() => parley.output.includes(id ?? 'an id in the detail'));
    expect(parley.output.slice(from)).not.toMatch(/^ +at /m);
    await expect(phone.request('room.list', {})).resolves.toBeDefined();

    await makeReadOnly(false);
    await eventually(() => partitionable.isReady());
    await expect(phone.request('message.send', send)).resolves.toMatchObject({ data: { content: 'meanwhile' } });
  } finally {
    await makeReadOnly(false);
    await eventually(() => partitionable.isReady());
  }
});
