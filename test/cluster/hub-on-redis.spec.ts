import { describeHub, describeHubOfTwoNodes, FakeConnection, frameOf, someRoom } from '../hub/hub-contract.js';
import type { Nodes } from '../hub/hub-contract.js';
import { eventually } from '../support/eventually.js';
import { HubNode, twoHubNodes } from '../support/hub-nodes.js';
import { prepared } from '../support/run.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { OlderRedis } from '../support/older-redis.js';

async function onOlderRedis(): Promise<Nodes> {
  const older = await OlderRedis.of(prepared('redis').url);
  const { hubs, close } = await twoHubNodes(older.url);
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
  describeHub(() => twoHubNodes(prepared('redis').url));
  describeHubOfTwoNodes(() => twoHubNodes(prepared('redis').url));

  const leftOpen: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const open of leftOpen.splice(0).reverse()) await open.close();
  });

  // An unhandled rejection would end the process; it fails the spec.
  it('delivers to connections of this node while Redis is unreachable, and to the other node once it is back', async () => {
    const { hostname, port } = new URL(prepared('redis').url);
    const cable = await TcpProxy.to(hostname, Number(port));
    leftOpen.push(cable);
    const here = await HubNode.on(`redis://127.0.0.1:${String(cable.port)}`);
    const there = await HubNode.on(prepared('redis').url);
    leftOpen.push(here, there);
    const room = someRoom();
    const [near, far] = [FakeConnection.open(here.hub, room), FakeConnection.open(there.hub, room)];
    await far.receivesFrom(here.hub, room);

    cable.cut();
    await eventually(() => !here.transport.healthy());
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
    const node = await HubNode.on(`redis://127.0.0.1:${String(cable.port)}`);
    leftOpen.push(node);
    const { transport, logged } = node;
    expect(transport.healthy()).toBe(true);

    cable.freeze('answers');
    await eventually(() => !transport.healthy());
    expect(logged).toEqual(['Redis is unreachable, and this node runs alone: It has not answered for 2 seconds.']);

    cable.mend();
    await eventually(() => transport.healthy());
    expect(logged.slice(1)).toEqual(['Redis is back']);
  });
});
