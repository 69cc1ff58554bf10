import { randomUUID } from 'node:crypto';

import { Cabled } from '../support/cabled.js';
import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import { groupOf, onADevice, says } from '../support/talk.js';

let cabled: Cabled;

beforeAll(async () => {
  cabled = await Cabled.start();
});
afterAll(() => cabled.stop());

describe('during an outage of the database', () => {
  it('nothing is accepted without being stored, and the process and its sockets stay open', async () => {
    const { parley, cable } = cabled;
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    await says(phone, room, 'before');
    await others.device.hears('message.dispatch');

    cable.cut();
    const send = { room_id: room.id, content: 'meanwhile', client_message_id: randomUUID() };
    const { code, detail } = await phone.isRefused('message.send', send);
    expect(code).toBe(4006);
    expect(detail).not.toMatch(/connect|ECONN|terminated|postgres|127\.0\.0\.1/i);
    const [id] = /[0-9a-f-]{36}/.exec(detail as string) ?? [];
    await eventually(() => parley.output.includes(id ?? 'an id in the detail'));
    await eventually(async () => !(await cabled.isReady()));
    await expect(fetch(`${parley.url}/health/live`)).resolves.toMatchObject({ status: 200 });
    await expect(others.device.rest()).resolves.toEqual([]);

    cable.mend();
    await eventually(() => cabled.isReady());
    await expect(phone.ask('message.send', send)).resolves.toMatchObject({ seq: room.last_seq + 2 });
    await expect(others.device.hears('message.dispatch')).resolves.toMatchObject({ data: { content: 'meanwhile' } });
    await (await alice.arrives()).leaves();
  });
});
