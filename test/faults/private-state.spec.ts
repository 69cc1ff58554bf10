import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { FaultyNodes } from '../support/faulty-nodes.js';
import { createGroup } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { PrivateCopy } from '../support/private-state.js';
import { TwoNodes } from '../support/two-nodes.js';

const CHANGES = 60;
const ROOMS = 3;

async function rooms(device: ChatClient): Promise<GroupChat[]> {
  return Promise.all(Array.from({ length: ROOMS }, (_, at) => createGroup(device, [], `Room ${String(at)}`)));
}

/** Requests changes of the preferences of rooms, in turn. @returns their ids */
const requestChanges = (device: ChatClient, among: readonly GroupChat[], count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const room_id = among[at % among.length]!.id;
    const isOn = Math.floor(at / (2 * among.length)) % 2 === 0;
    return at % 2 === 0
      ? device.sendRequest('room.favourite', { room_id, favourite: isOn })
      : device.sendRequest('room.archive', { room_id, archived: isOn });
  });

it('devices on two nodes receive every private change in order while Redis loses, delays and doubles packets', async () => {
  const nodes = await FaultyNodes.start(2, 3);
  const [here, there] = nodes.services as [(typeof nodes.services)[0], (typeof nodes.services)[0]];
  const { alice } = await users(here, 'alice');
  const devices = [await alice.connect(here), await alice.connect(there)] as const;
  const among = await rooms(devices[0]);
  const copies = [await PrivateCopy.of(devices[0]), await PrivateCopy.of(devices[1])] as const;
  nodes.startFaults({ drop: 0.3, delay: 0.2, double: 0.2 });
  for (const device of devices) requestChanges(device, among, CHANGES);
  for (const [at, device] of devices.entries()) copies[at]!.receive(await device.drain());
  const present = await PrivateCopy.of(devices[0]);
  expect(present.seq).toBeGreaterThan(CHANGES / 2);
  for (const [at, device] of devices.entries()) {
    await copies[at]!.receiveUntil(device, present.seq);
    expect(copies[at]!.view()).toEqual(present.view());
  }
  expect(nodes.injected.dropped).toBeGreaterThan(0);
  for (const node of [here, there]) expect(await metric(node, 'parley_gaps_passed_over_total')).toBe(0);
  await Promise.all(devices.map((device) => device.close()));
  await nodes.stop();
});

it('a node that is killed loses no private change that it has answered, and the other node delivers each', async () => {
  const nodes = await TwoNodes.start();
  const { here, there } = nodes;
  const { alice } = await users(there, 'alice');
  const [phone, laptop] = [await alice.connect(here), await alice.connect(there)];
  const among = await rooms(phone);
  const copy = await PrivateCopy.of(laptop);
  const requested = requestChanges(phone, among, CHANGES);
  let last = 0;
  for (const requestId of requested.slice(0, CHANGES / 3)) {
    last = Math.max(last, (await phone.response(requestId)).private_seq ?? 0);
  }
  await here.kill('SIGKILL');
  await phone.closed();
  const present = await PrivateCopy.of(laptop);
  expect(present.seq).toBeGreaterThanOrEqual(last);
  await copy.receiveUntil(laptop, present.seq);
  expect(copy.view()).toEqual(present.view());
  const tablet = await alice.connect(there);
  const anew = await PrivateCopy.of(tablet);
  expect(anew.view()).toEqual(present.view());
  await Promise.all([laptop, tablet].map((device) => device.close()));
  await nodes.stop();
});
