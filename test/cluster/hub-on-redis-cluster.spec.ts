import type { Group } from '@parley/realtime/hub';

import { describeHub, describeHubOfTwoNodes, FakeConnection, frameOf, someRoom } from '../hub/hub-contract.js';
import { eventually } from '../support/eventually.js';
import { HubNode, twoHubNodes } from '../support/hub-nodes.js';
import { RedisCluster } from '../support/redis-cluster.js';
import type { RedisNode } from '../support/redis-node.js';

/** Enough that each master has some. */
const ROOMS = 20;
/** Longer than the failover of a master, which takes 1 to 2 seconds. */
const FAILOVER_MS = 20_000;

let cluster: RedisCluster;
beforeAll(async () => {
  cluster = await RedisCluster.start();
});
afterAll(() => cluster.stop());

describe('a hub on a Redis Cluster', () => {
  describeHub(() => twoHubNodes(cluster.url));
  describeHubOfTwoNodes(() => twoHubNodes(cluster.url));
});

describe('two nodes on a Redis Cluster', () => {
  let here: HubNode;
  let there: HubNode;
  beforeEach(async () => {
    [here, there] = await Promise.all([HubNode.on(cluster.url), HubNode.on(cluster.url)]);
    await eventually(() => here.transport.healthy() && there.transport.healthy());
  });
  afterEach(() => Promise.all([here.close(), there.close()]));

  const openRooms = (): { room: Group; far: FakeConnection }[] =>
    Array.from({ length: ROOMS }, () => {
      const room = someRoom();
      return { room, far: FakeConnection.open(there.hub, room) };
    });
  const slotOf = async (room: Group): Promise<number> => {
    const channel = `parley:test#/#${room}#`;
    return Number(await (await cluster.masters())[0]!.ask('CLUSTER', 'KEYSLOT', channel));
  };
  const otherMaster = async (slot: number): Promise<RedisNode> => {
    const owner = await cluster.masterOf(slot);
    return (await cluster.masters()).find((node) => node !== owner)!;
  };

  it('use several keys in one script', async () => {
    const { prefix, scripts } = here.transport;
    const keys = ['one', 'two', 'three'].map((name) => `${prefix}:${name}`);
    const script = "for at, key in ipairs(KEYS) do redis.call('SET', key, at, 'PX', 1000) end return #KEYS";
    await expect(scripts.eval(script, { keys, arguments: [] })).resolves.toBe(3);
  });

  it('follow slots that move to other masters, while further groups are opened', async () => {
    const rooms = openRooms();
    for (const { room, far } of rooms) await far.receivesFrom(here.hub, room);
    const moved = rooms.slice(0, 3);
    for (const { room } of moved) {
      const slot = await slotOf(room);
      const opened = openRooms();
      await cluster.moveSlot(slot, await otherMaster(slot));
      rooms.push(...opened);
    }
    for (const { room, far } of rooms) await far.receivesFrom(here.hub, room);
    for (const { room } of rooms) here.hub.broadcast([room], frameOf('the last one'));
    await eventually(() => rooms.every(({ far }) => far.received.length > 0));
    expect(rooms.map(({ far }) => far.received)).toEqual(rooms.map(() => ['the last one']));
    await eventually(() => here.transport.healthy() && there.transport.healthy());
  });

  it('follow a script key whose slot moves to another master', async () => {
    const { prefix, scripts } = here.transport;
    const key = `${prefix}:count`;
    const count = () => scripts.eval("return redis.call('INCR', KEYS[1])", { keys: [key], arguments: [] });
    await expect(count()).resolves.toBe(1);
    const slot = Number(await (await cluster.masters())[0]!.ask('CLUSTER', 'KEYSLOT', key));
    await cluster.moveSlot(slot, await otherMaster(slot));
    await expect(count()).resolves.toBe(2);
  });

  // An unhandled rejection would end the process; it fails the spec.
  it('deliver again after a master is killed, and log its loss once and its replacement once', async () => {
    const rooms = openRooms();
    for (const { room, far } of rooms) await far.receivesFrom(here.hub, room);
    const near = FakeConnection.open(here.hub, rooms[0]!.room);
    await (await cluster.masterOf(await slotOf(rooms[0]!.room))).kill();
    here.hub.broadcast([rooms[0]!.room], frameOf('while a master is lost'));
    expect(near.received).toEqual(['while a master is lost']);
    for (const node of [here, there]) await eventually(() => !node.transport.healthy());
    for (const node of [here, there]) await eventually(() => node.transport.healthy(), FAILOVER_MS);
    for (const { room, far } of rooms) await far.receivesFrom(here.hub, room);
    for (const { logged } of [here, there]) {
      await eventually(() => logged.length > 1);
      expect(logged).toEqual([
        expect.stringMatching(
          /^A part of Redis is unreachable, and its messages reach other processes with a delay: ./,
        ),
        'Redis is back',
      ]);
    }
  });
});
