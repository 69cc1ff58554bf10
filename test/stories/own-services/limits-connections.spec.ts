import type { ChatClient } from '../../support/chat-client.js';
import { eventually } from '../../support/eventually.js';
import { tryConnect } from '../../support/try-connect.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

const LIMIT = 3;
const TOO_MANY = { code: 4009, reason: 'too_many_connections' };

let parley: Service;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  parley = await Service.start({ CONNECTIONS_PER_USER: String(LIMIT) });
});
afterAll(() => parley.stop());
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});

const leave = (devices: readonly ChatClient[]): Promise<unknown> =>
  Promise.all(devices.map((device) => device.close()));

describe('CONNECTIONS_PER_USER', () => {
  it('accepts that many connections, and closes one more with 4009 before its first frame', async () => {
    const devices = [await alice.connect(), await alice.connect(), await alice.connect()];
    const oneMore = await alice.open();
    await expect(oneMore.closed()).resolves.toEqual(TOO_MANY);
    await expect(oneMore.drain()).resolves.toEqual([]);
    for (const device of devices) await device.request('session.heartbeat', {});
    await leave([...devices, await bob.connect()]);
  });

  it('accepts one more connection after one has closed, and no more', async () => {
    const devices = [await alice.connect(), await alice.connect(), await alice.connect()];
    await devices.pop()!.close();
    await eventually(async () => {
      const device = await tryConnect(alice);
      if (device) devices.push(device);
      return device !== undefined;
    });
    await expect((await alice.open()).closed()).resolves.toEqual(TOO_MANY);
    await leave(devices);
  });

  it('is not exceeded by concurrent connections', async () => {
    const tries = await Promise.all(Array.from({ length: 4 * LIMIT }, () => tryConnect(alice)));
    const devices = tries.filter((device) => device !== undefined);
    expect(devices).toHaveLength(LIMIT);
    await leave(devices);
  });
});
