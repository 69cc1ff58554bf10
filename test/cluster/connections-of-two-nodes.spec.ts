import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { tryConnect } from '../support/try-connect.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { SharedKeys } from '../support/shared-keys.js';
import { TwoNodes } from '../support/two-nodes.js';

const LIMIT = 3;

let nodes: TwoNodes;
let keys: SharedKeys;
let alice: TestUser;

beforeAll(async () => {
  nodes = await TwoNodes.start({ CONNECTIONS_PER_USER: String(LIMIT) });
  keys = await SharedKeys.of(nodes.serviceData);
  await countTogether();
});
afterAll(async () => {
  keys.close();
  await nodes.stop();
});
beforeEach(async () => {
  ({ alice } = await users(nodes.here, 'alice'));
});
afterEach(() => nodes.cable.mend());

const leave = (devices: readonly ChatClient[]): Promise<unknown> =>
  Promise.all(devices.map((device) => device.close()));

/** Opens as many sockets as a node accepts. */
async function fills(service: Service): Promise<ChatClient[]> {
  const devices: ChatClient[] = [];
  for (let device = await tryConnect(alice, service); device; device = await tryConnect(alice, service))
    devices.push(device);
  return devices;
}

/** Waits until each node knows the other's connections: a starting node may be too busy to read Redis in time. */
async function countTogether(): Promise<void> {
  const { here, there } = nodes;
  for (const [one, other] of [
    [here, there],
    [there, here],
  ] as const) {
    const { bob } = await users(one, 'bob');
    const devices: ChatClient[] = [];
    while (devices.length < LIMIT) devices.push(await getsInto(one, bob));
    await eventually(() => isFull(other, bob));
    await leave(devices);
  }
}

async function getsInto(service: Service, user = alice): Promise<ChatClient> {
  let device: ChatClient | undefined;
  await eventually(async () => (device = await tryConnect(user, service)) !== undefined);
  return device!;
}

const isFull = async (service: Service, user = alice): Promise<boolean> => {
  const device = await tryConnect(user, service);
  await device?.close();
  return device === undefined;
};

const isEmpty = async (): Promise<boolean> => (await keys.names()).every((name) => !name.startsWith('connections:'));

describe('the connection limit of a user on two nodes', () => {
  it('counts the sockets of both nodes, and a socket that closes on one node makes room on the other', async () => {
    const { here, there } = nodes;
    const devices = [await alice.connect(here), await alice.connect(there), await alice.connect(here)];
    await expect(isFull(here)).resolves.toBe(true);
    await expect(isFull(there)).resolves.toBe(true);
    await devices.shift()!.close();
    devices.push(await getsInto(there));
    await expect(isFull(here)).resolves.toBe(true);
    await leave(devices);
    await eventually(isEmpty);
  });

  it('holds when sockets open on both nodes at the same moment', async () => {
    const tries = Array.from({ length: 20 }, (_, at) => tryConnect(alice, at % 2 === 0 ? nodes.here : nodes.there));
    const devices = (await Promise.all(tries)).filter((device) => device !== undefined);
    expect(devices).toHaveLength(LIMIT);
    await leave(devices);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('stops counting the sockets of an ended node soon (%s)', async (signal) => {
    const { here, there } = nodes;
    expect(await fills(here)).toHaveLength(LIMIT);
    await here.kill(signal);
    const elsewhere = [await getsInto(there), await getsInto(there), await getsInto(there)];
    await expect(isFull(there)).resolves.toBe(true);
    await here.begin();
    await expect(isFull(here)).resolves.toBe(true);
    await leave(elsewhere);
  });

  it('counts by node while Redis is unreachable, and together again when it is back', async () => {
    const { here, there } = nodes;
    const before = await alice.connect(here);
    nodes.cable.cut();
    const [onOne, onOther] = [await fills(here), await fills(there)];
    expect([onOne.length, onOther.length]).toEqual([LIMIT - 1, LIMIT]);
    nodes.cable.mend();
    await leave(onOther);
    await eventually(() => isFull(there));
    await leave([before, ...onOne]);
    await leave([await getsInto(there)]);
  });

  it('accepts sockets while Redis does not answer', async () => {
    nodes.cable.freeze();
    const devices = await fills(nodes.here);
    expect(devices).toHaveLength(LIMIT);
    nodes.cable.mend();
    await eventually(() => isFull(nodes.there));
    await leave(devices);
  });

  it('is restored in a Redis that has lost its data', async () => {
    const devices = await fills(nodes.here);
    await keys.forget();
    await eventually(() => isFull(nodes.there));
    await leave(devices);
  });
});
