import { connectRedis, Hub } from '@parley/realtime/hub';

import { aHub, aHubOfTwoNodes, Ear, saying, someRoom } from '../hub/hub-contract.js';
import type { Nodes } from '../hub/hub-contract.js';
import { eventually } from '../support/eventually.js';
import { told } from '../support/run.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { OlderRedis } from '../support/older-redis.js';

async function node(url: string): Promise<{ hub: Hub; healthy: () => boolean; close: () => Promise<void> }> {
  const transport = await connectRedis(url, 'test', () => undefined);
  const hub = new Hub(transport.factory, false);
  return {
    hub,
    healthy: transport.healthy,
    close: async () => {
      await hub.close();
      transport.close();
    },
  };
}

async function twoNodes(url = told('redis').url): Promise<Nodes> {
  const [here, there] = await Promise.all([node(url), node(url)]);
  return {
    hubs: [here.hub, there.hub],
    close: async () => {
      await Promise.all([here.close(), there.close()]);
    },
  };
}

async function onOlderRedis(): Promise<Nodes> {
  const older = await OlderRedis.of(told('redis').url);
  const { hubs, close } = await twoNodes(older.url);
  return { hubs, close: () => close().finally(() => older.close()) };
}

describe('a hub on a Redis without sharded pub/sub', () => {
  aHub(onOlderRedis);
  aHubOfTwoNodes(onOlderRedis);
});

describe('a hub on Redis', () => {
  aHub(() => twoNodes());
  aHubOfTwoNodes(() => twoNodes());

  const leftOpen: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const open of leftOpen.splice(0).reverse()) await open.close();
  });

  // A rejection that nobody handles would end a process, and fails a spec.
  it('delivers here while Redis is away, and reaches the other node again when it is back', async () => {
    const { hostname, port } = new URL(told('redis').url);
    const cable = await TcpProxy.to(hostname, Number(port));
    leftOpen.push(cable);
    const here = await node(`redis://127.0.0.1:${String(cable.port)}`);
    const there = await node(told('redis').url);
    leftOpen.push(here, there);
    const room = someRoom();
    const [near, far] = [Ear.on(here.hub, room), Ear.on(there.hub, room)];
    await far.listensTo(here.hub, room);

    cable.cut();
    await eventually(() => !here.healthy());
    here.hub.broadcast([room], saying('is anybody there?'));
    here.hub.tellOthers([room], 'test', {});
    here.hub.tellNodes('test', {});
    const late = Ear.on(here.hub, room);
    here.hub.broadcast([room], saying('no'));
    here.hub.remove(late);
    expect([near.heard, late.heard, far.heard]).toEqual([['is anybody there?', 'no'], ['no'], []]);

    cable.mend();
    await far.listensTo(here.hub, room);
    await near.listensTo(there.hub, room);
  });

  it('says once that Redis does not answer, though its connections are open, and once that it does again', async () => {
    const { hostname, port } = new URL(told('redis').url);
    const cable = await TcpProxy.to(hostname, Number(port));
    leftOpen.push(cable);
    const lines: string[] = [];
    const transport = await connectRedis(`redis://127.0.0.1:${String(cable.port)}`, 'test', (line) => lines.push(line));
    leftOpen.push({
      close: () => {
        transport.close();
        return Promise.resolve();
      },
    });
    expect(transport.healthy()).toBe(true);

    cable.freeze('answers');
    await eventually(() => !transport.healthy());
    expect(lines).toEqual(['Redis is away, and this node alone: It has not answered for 2 seconds.']);

    cable.mend();
    await eventually(() => transport.healthy());
    expect(lines.slice(1)).toEqual(['Redis is back']);
  });
});
