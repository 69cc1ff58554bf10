import { randomUUID } from 'node:crypto';

import { PartitionableService } from '../support/partitionable-service.js';
import { eventually } from '../support/eventually.js';
import { expectHandshakeRefused } from '../support/handshake.js';
import { users } from '../support/people.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let partitionable: PartitionableService;

beforeAll(async () => {
  partitionable = await PartitionableService.shared();
});
afterEach(() => partitionable.cable.mend());

describe('during an outage of the database', () => {
  it('nothing is accepted without being stored, and the process and its sockets stay open', async () => {
    const { parley, cable } = partitionable;
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    await sendMessage(phone, room, 'before');
    await others.device.receive('message.dispatch');

    cable.cut();
    const send = { room_id: room.id, content: 'meanwhile', client_message_id: randomUUID() };
    const { code, detail, retry_after: retryAfter } = await phone.expectRefused('message.send', send);
    expect([code, retryAfter]).toEqual([4006, 2]);
    expect(await others.device.expectRefused('room.list', {})).toMatchObject({ code: 4006, retry_after: 2 });
    await expect(expectHandshakeRefused(parley.url, { token: carol.tokens.access })).resolves.toMatchObject({
      status: 503,
    });
    expect(detail).not.toMatch(/connect|ECONN|terminated|postgres|127\.0\.0\.1/i);
    const [id] = /[0-9a-f-]{36}/.exec(detail as string) ?? [];
    await eventually(() => parley.output.includes(id ?? 'an id in the detail'));
    await eventually(async () => !(await partitionable.isReady()));
    await expect(fetch(`${parley.url}/health/live`)).resolves.toMatchObject({ status: 200 });
    await expect(others.device.drain()).resolves.toEqual([]);

    cable.mend();
    await eventually(() => partitionable.isReady());
    await expect(phone.request('message.send', send)).resolves.toMatchObject({ seq: room.last_seq + 2 });
    await expect(others.device.receive('message.dispatch')).resolves.toMatchObject({ data: { content: 'meanwhile' } });
    await (await alice.connect()).close();
  });
});
