import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { letsIn } from '../support/lets-in.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';

const LIMIT = 3;
const TOO_MANY = { code: 4009, reason: 'too_many_connections' };

let parley: Service;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  parley = await Service.start({ CONNECTIONS_PER_USER: String(LIMIT) });
});
afterAll(() => parley.stop());
beforeEach(async () => {
  ({ alice, bob } = await people(parley, 'alice', 'bob'));
});

const leave = (devices: readonly ChatClient[]): Promise<unknown> =>
  Promise.all(devices.map((device) => device.leaves()));

describe('CONNECTIONS_PER_USER', () => {
  it('accepts that many connections, and closes one more with 4009 before its first frame', async () => {
    const devices = [await alice.arrives(), await alice.arrives(), await alice.arrives()];
    const oneMore = await alice.connects();
    await expect(oneMore.closed()).resolves.toEqual(TOO_MANY);
    await expect(oneMore.rest()).resolves.toEqual([]);
    for (const device of devices) await device.ask('session.heartbeat', {});
    await leave([...devices, await bob.arrives()]);
  });

  it('accepts one more connection after one has closed, and no more', async () => {
    const devices = [await alice.arrives(), await alice.arrives(), await alice.arrives()];
    await devices.pop()!.leaves();
    await eventually(async () => {
      const device = await letsIn(alice);
      if (device) devices.push(device);
      return device !== undefined;
    });
    await expect((await alice.connects()).closed()).resolves.toEqual(TOO_MANY);
    await leave(devices);
  });

  it('is not exceeded by concurrent connections', async () => {
    const tries = await Promise.all(Array.from({ length: 4 * LIMIT }, () => letsIn(alice)));
    const devices = tries.filter((device) => device !== undefined);
    expect(devices).toHaveLength(LIMIT);
    await leave(devices);
  });
});
