import { randomUUID } from 'node:crypto';

import { PartitionableService } from '../support/partitionable-service.js';
import { eventually } from '../support/eventually.js';
import { expectHandshakeRefused } from '../support/handshake.js';
import { users } from '../support/people.js';
import { createGroup, historyOf, connectMember, sendMessage } from '../support/messaging.js';

let partitionable: PartitionableService;

beforeAll(async () => {
  partitionable = await PartitionableService.shared();
});
afterEach(() => partitionable.cable.mend());

/** The service's longest wait for a statement, and then for the database's return. */
const TIMEOUT_MS = 90_000;

describe('a database that stops answering on open connections', () => {
  it('leaves no request hanging and no socket closed; requests with an unknown outcome are reported, and can be retried safely', async () => {
    const { parley, cable } = partitionable;
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    await sendMessage(phone, room, 'before');
    await others.device.receive('message.dispatch');

    cable.freeze();
    const send = { room_id: room.id, content: 'meanwhile', client_message_id: randomUUID() };
    const [sending, asking] = [phone.sendRequest('message.send', send), others.device.sendRequest('room.list', {})];
    const turnedAway = expectHandshakeRefused(parley.url, { token: carol.tokens.access });
    const { error } = await phone.response(sending, TIMEOUT_MS);
    expect(error).toMatchObject({ code: 4006, event_type: 'message.send' });
    expect(error!.detail).toMatch(/^It is not known whether this was stored: .*client_message_id \([0-9a-f-]{36}\)\.$/);
    await expect(others.device.response(asking, TIMEOUT_MS)).resolves.toMatchObject({ error: { code: 4006 } });
    await expect(turnedAway).resolves.toMatchObject({ status: 503 });
    await expect(partitionable.isReady()).resolves.toBe(false);

    cable.mend();
    await eventually(() => partitionable.isReady());
    const again = await phone.request('message.send', send);
    expect(again.data).toMatchObject({ content: 'meanwhile' });
    const history = await historyOf(others.device, room);
    expect(history.map(({ content }) => content)).toEqual(['meanwhile', 'before']);
  });
});
