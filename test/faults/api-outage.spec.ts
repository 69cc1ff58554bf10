import { randomUUID } from 'node:crypto';

import { ApiClient } from '../support/api.js';
import { PartitionableService } from '../support/partitionable-service.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { connectMember } from '../support/messaging.js';

let partitionable: PartitionableService;

beforeAll(async () => {
  partitionable = await PartitionableService.shared();
});
afterEach(() => partitionable.cable.mend());

describe('an HTTP request during an outage of the database', () => {
  it('is answered with Retry-After and a logged fault id, and a retry duplicates nothing', async () => {
    const { parley, cable } = partitionable;
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const program = await ApiClient.create(parley, { user: alice });
    const others = await connectMember(bob);
    const made = { type: 'OneToOneChat', participants: [bob.id] };
    const { data: room } = await program.request('roomcreate.dispatch', 'POST', '/api/rooms/', made);
    await others.device.receive('roomcreate.dispatch');

    cable.cut();
    const path = `/api/rooms/${room.id}/messages/`;
    const said = { content: 'meanwhile', client_message_id: randomUUID() };
    const { status, headers, body } = await program.send('POST', path, said);
    const { code, detail } = body as { code: string; detail: string };
    expect([status, code]).toEqual([503, 'unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(detail).not.toMatch(/connect|ECONN|terminated|postgres|127\.0\.0\.1/i);
    const [id] = /[0-9a-f-]{36}/.exec(detail) ?? [];
    await eventually(() => parley.output.includes(id ?? 'an id in the detail'));
    const failed = 'parley_api_requests_total{route="POST /api/rooms/:room_id/messages/",outcome="failed"}';
    await eventually(async () => (await metric(parley, failed)) === 1);
    await expect(others.device.drain()).resolves.toEqual([]);

    cable.mend();
    await eventually(() => partitionable.isReady());
    const sent = await program.request('message.dispatch', 'POST', path, said);
    await expect(others.device.receive('message.dispatch')).resolves.toEqual(sent);
    const again = await program.request('message.dispatch', 'POST', path, said);
    expect(again).toMatchObject({ data: { id: sent.data.id }, meta: { duplicate: true } });
  });
});
