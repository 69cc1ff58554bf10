import { connectRedis, Hub } from '@parley/realtime/hub';

import { describeHub, describeHubOfTwoNodes, FakeConnection, frameOf, someRoom } from '../hub/hub-contract.js';
import type { Nodes } from '../hub/hub-contract.js';
import { eventually } from '../support/eventually.js';
import { prepared } from '../support/run.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { OlderRedis } from '../support/older-redis.js';

async function node(url: string): Promise<{ hub: Hub; healthy: () => boolean; close: () => Promise<void> }> {
  const transport = await connectRedis({ url, deployment: 'test', secrets: ['a secret'], log: () => undefined });
  const hub = new Hub({ adapter: transport.factory });
  return {
    hub,
    healthy: transport.healthy,
    close: async () => {
      await hub.close();
      transport.close();
    },
  };
}

async function twoNodes(url = prepared('redis').url): Promise<Nodes> {
  const [here, there] = await Promise.all([node(url), node(url)]);
  return {
    hubs: [here.hub, there.hub],
    close: async () => {
      await Promise.all([here.close(), there.close()]);
    },
  };
}

async function onOlderRedis(): Promise<Nodes> {
  const older = await OlderRedis.of(prepared('redis').url);
  const { hubs, close } = await twoNodes(older.url);
  return {
    hubs,
    close: async () => {
      await close();
      await older.close();
    },
  };
}

describe('a hub on a Redis without sharded pub/sub', () => {
  describeHub(onOlderRedis);
  describeHubOfTwoNodes(onOlderRedis);
});

describe('a hub on Redis', () => {
  describeHub(() => twoNodes());
  describeHubOfTwoNodes(() => twoNodes());

  const leftOpen: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const open of leftOpen.splice(0).reverse()) await open.close();
  });

  // An unhandled rejection would end the process; it fails the spec.
  it('delivers to connections of this node while Redis is unreachable, and to the other node once it is back', async () => {
    const { hostname, port } = new URL(prepared('redis').url);
    const cable = await TcpProxy.to(hostname, Number(port));
    leftOpen.push(cable);
    const here = await node(`redis://127.0.0.1:${String(cable.port)}`);
    const there = await node(prepared('redis').url);
    leftOpen.push(here, there);
    const room = someRoom();
    const [near, far] = [FakeConnection.open(here.hub, room), FakeConnection.open(there.hub, room)];
    await far.receivesFrom(here.hub, room);

    cable.cut();
    await eventually(() => !here.healthy());
    here.hub.broadcast([room], frameOf('is anybody there?'));
    here.hub.publishToOthers([room], 'test', {});
    here.hub.publishToNodes('test', {});
    const late = FakeConnection.open(here.hub, room);
    here.hub.broadcast([room], frameOf('no'));
    here.hub.remove(late);
    expect([near.received, late.received, far.received]).toEqual([['is anybody there?', 'no'], ['no'], []]);

    cable.mend();
    await far.receivesFrom(here.hub, room);
    await near.receivesFrom(there.hub, room);
  });

  it('logs once that Redis does not answer on open connections, and once that it answers again', async () => {
    const { hostname, port } = new URL(prepared('redis').url);
    const cable = await TcpProxy.to(hostname, Number(port));
    leftOpen.push(cable);
    const lines: string[] = [];
    const transport = await connectRedis({
      url: `redis://127.0.0.1:${String(cable.port)}`,
      deployment: 'test',
      secrets: ['a secret'],
      log: (line) => lines.push(line),
    });
    leftOpen.push({
      close: () => {
        transport.close();
        return Promise.resolve();
      },
    });
    expect(transport.healthy()).toBe(true);

    cable.freeze('answers');
    await eventually(() => !transport.healthy());
    expect(lines).toEqual(['Redis is unreachable, and this node runs alone: It has not answered for 2 seconds.']);

    cable.mend();
    await eventually(() => transport.healthy());
    expect(lines.slice(1)).toEqual(['Redis is back']);
  });
});
