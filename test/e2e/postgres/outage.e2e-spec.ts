import { randomUUID } from 'node:crypto';

import { eventually } from '../../support/eventually.js';
import { people } from '../../support/people.js';
import { newPlace } from '../../support/place.js';
import type { Place } from '../../support/place.js';
import { Service } from '../../support/service.js';
import { groupOf, onADevice, says } from '../../support/talk.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

let place: Place;
let cable: TcpProxy;
let parley: Service;

beforeAll(async () => {
  place = await newPlace();
  const url = new URL(place.env.DATABASE_URL!);
  cable = await TcpProxy.to(url.hostname, Number(url.port || 5432));
  url.hostname = '127.0.0.1';
  url.port = String(cable.port);
  parley = await Service.start({ DATABASE_URL: url.href }, place);
});
afterAll(async () => {
  await parley.stop();
  await cable.close();
  await place.remove();
});

const isReady = async (): Promise<boolean> => (await fetch(`${parley.url}/health/ready`)).ok;

describe('while the database is away', () => {
  it('nothing is accepted that is not stored, and the process and its sockets live on', async () => {
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
    await eventually(async () => !(await isReady()));
    await expect(fetch(`${parley.url}/health/live`)).resolves.toMatchObject({ status: 200 });
    await expect(others.device.rest()).resolves.toEqual([]);

    cable.mend();
    await eventually(isReady);
    await expect(phone.ask('message.send', send)).resolves.toMatchObject({ seq: room.last_seq + 2 });
    await expect(others.device.hears('message.dispatch')).resolves.toMatchObject({ data: { content: 'meanwhile' } });
    await (await alice.arrives()).leaves();
  });
});
