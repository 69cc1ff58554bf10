import { describeHub, describeHubOfTwoNodes, FakeConnection, frameOf, someRoom } from '../hub/hub-contract.js';
import { eventually } from '../support/eventually.js';
import { HubNode, twoHubNodes } from '../support/hub-nodes.js';
import { RedisSentinels } from '../support/redis-sentinels.js';

/** Longer than the failover of a master, which takes 1 to 2 seconds. */
const FAILOVER_MS = 20_000;

let redis: RedisSentinels;
beforeAll(async () => {
  redis = await RedisSentinels.start();
});
afterAll(() => redis.stop());

describe('a hub on a Redis with Sentinel', () => {
  describeHub(() => twoHubNodes(redis.url));
  describeHubOfTwoNodes(() => twoHubNodes(redis.url));

  // An unhandled rejection would end the process; it fails the spec.
  it('delivers again after the master and a Sentinel are killed, and once the old master is back', async () => {
    const [here, there] = await Promise.all([HubNode.on(redis.url), HubNode.on(redis.url)]);
    await eventually(() => here.transport.healthy() && there.transport.healthy());
    const room = someRoom();
    const [near, far] = [FakeConnection.open(here.hub, room), FakeConnection.open(there.hub, room)];
    await far.receivesFrom(here.hub, room);
    const killed = await redis.master();
    await redis.sentinels[0]!.kill();
    await killed.kill();
    here.hub.broadcast([room], frameOf('while the master is lost'));
    expect(near.received).toEqual(['while the master is lost']);
    for (const node of [here, there]) await eventually(() => !node.transport.healthy());
    for (const node of [here, there]) await eventually(() => node.transport.healthy(), FAILOVER_MS);
    await far.receivesFrom(here.hub, room);
    expect(await redis.master()).not.toBe(killed);
    // It believes that it is the master, until the Sentinels make it a replica.
    await killed.restart();
    await far.receivesFrom(here.hub, room);
    for (const { logged } of [here, there]) {
      await eventually(() => logged.length > 1);
      expect(logged).toEqual([
        expect.stringMatching(/^Redis is unreachable, and this node runs alone: ./),
        'Redis is back',
      ]);
    }
    await Promise.all([here.close(), there.close()]);
  });
});
