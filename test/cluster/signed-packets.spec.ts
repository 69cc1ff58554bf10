import { randomUUID } from 'node:crypto';

import { connectRedis, Hub } from '@parley/realtime/hub';
import type { DropReason, Group } from '@parley/realtime/hub';

import { FakeConnection, frameOf, someRoom } from '../hub/hub-contract.js';
import { eventually } from '../support/eventually.js';
import { OlderRedis } from '../support/older-redis.js';
import { PacketForger } from '../support/packet-forger.js';
import { prepared } from '../support/run.js';

let closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
});

interface Kind {
  readonly name: string;
  readonly isSharded: boolean;
  readonly url: () => Promise<string>;
}

const KINDS: readonly Kind[] = [
  { name: 'Redis', isSharded: true, url: () => Promise.resolve(prepared('redis').url) },
  {
    name: 'a Redis without sharded pub/sub',
    isSharded: false,
    url: async () => {
      const older = await OlderRedis.of(prepared('redis').url);
      closers.push(() => older.close());
      return older.url;
    },
  },
];

describe.each(KINDS)('a hub on $name', ({ isSharded, url: urlOf }) => {
  let url: string;
  let deployment: string;
  let room: Group;
  beforeEach(async () => {
    [url, deployment, room] = [await urlOf(), randomUUID(), someRoom()];
  });

  /** A node, and the reasons of the packets that it has dropped. */
  async function node(secrets: readonly string[]) {
    const reasons: DropReason[] = [];
    const dropped = (reason: DropReason): void => void reasons.push(reason);
    const transport = await connectRedis({
      address: { kind: 'single', url },
      deployment,
      secrets,
      log: () => undefined,
      dropped,
    });
    const hub = new Hub({ adapter: transport.factory });
    closers.push(async () => {
      await hub.close();
      transport.close();
    });
    return { hub, reasons };
  }

  async function forger(): Promise<PacketForger> {
    const made = await PacketForger.of(deployment, isSharded);
    closers.push(() => made.close());
    return made;
  }

  it('delivers no packet that is unsigned, changed, repeated, moved, or signed with another secret', async () => {
    const [here, there, evil] = [await node(['a secret']), await node(['a secret']), await forger()];
    const other = someRoom();
    const [member, bystander] = [FakeConnection.open(there.hub, room), FakeConnection.open(there.hub, other)];
    await member.receivesFrom(here.hub, room);
    await bystander.receivesFrom(here.hub, other);
    const packet = await evil.record(room, 'true', () => here.hub.broadcast([room], frameOf('true')));
    await eventually(() => member.received.length > 0);

    const stranger = await node(['another secret']);
    const changed = Buffer.from(packet);
    changed.write('fals', changed.indexOf('true'));
    const unsigned = isSharded
      ? Buffer.from(JSON.stringify({ ...(JSON.parse(String(packet)) as object), signature: undefined }))
      : Buffer.concat([Buffer.of(0x93), packet.subarray(1, -82)]);
    for (const [where, forged] of [
      [room, unsigned],
      [room, changed],
      [room, packet],
      [other, packet],
      [room, ''],
      [room, 'null'],
      [room, Buffer.of(0xc1)],
    ] as const) {
      expect(await evil.publish(where, forged)).toBeGreaterThan(0);
    }
    stranger.hub.broadcast([room], frameOf('of a stranger'));
    await eventually(() => there.reasons.length >= 8);
    here.hub.broadcast([room], frameOf('also true'));
    await eventually(() => member.received.length > 1);
    expect([member.received, bystander.received]).toEqual([['true', 'also true'], []]);
    expect(there.reasons.sort()).toEqual([
      'forged',
      'forged',
      'forged',
      'replayed',
      'unsigned',
      'unsigned',
      'unsigned',
      'unsigned',
    ]);
  });

  it('exchanges frames and messages with a hub whose rotated secrets have another order', async () => {
    const [here, there] = [await node(['old', 'new']), await node(['new', 'old'])];
    for (const [one, another] of [
      [here, there],
      [there, here],
    ] as const) {
      const member = FakeConnection.open(another.hub, room);
      await member.receivesFrom(one.hub, room);
      const [topic, received] = [randomUUID(), [] as unknown[]];
      another.hub.subscribe(topic, (payload) => received.push(payload));
      await eventually(() => {
        one.hub.publishToNodes(topic, 'a message');
        return received.length > 0;
      });
    }
    expect([here.reasons, there.reasons]).toEqual([[], []]);
  });
});
