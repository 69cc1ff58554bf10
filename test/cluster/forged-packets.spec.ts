import type { ChatClient } from '../support/chat-client.js';
import { deploymentOf } from '../support/cluster-barrier.js';
import { eventually } from '../support/eventually.js';
import { sendMessage } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { PacketForger } from '../support/packet-forger.js';
import { users } from '../support/people.js';
import { expectDelivery, TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let evil: PacketForger;
let phone: ChatClient;
let bobDevice: ChatClient;
let room: { readonly id: string };
let other: { readonly id: string };

beforeAll(async () => {
  nodes = await TwoNodes.shared();
  evil = await PacketForger.of(await deploymentOf(nodes.serviceData));
  const { alice, bob } = await users(nodes.here, 'alice', 'bob');
  [phone, bobDevice] = [await alice.connect(nodes.here), await bob.connect(nodes.there)];
  [room, other] = [await groupWith(bob.id), await groupWith(bob.id)];
});
afterAll(() => evil.close());

async function groupWith(userId: number): Promise<{ id: string }> {
  const { data } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [userId] });
  await expectDelivery(phone, bobDevice, data);
  return data;
}

const groupOf = ({ id }: { readonly id: string }): string => `room:${id}`;
const droppedPackets = (reason: string): Promise<number> =>
  metric(nodes.there, `parley_packets_dropped_total{reason="${reason}"}`);

async function healthOfRedis(): Promise<unknown> {
  const { status, details } = (await (await fetch(`${nodes.there.url}/health`)).json()) as {
    readonly status: string;
    readonly details: { readonly redis: object };
  };
  return { ...details.redis, overall: status };
}

/** Publishes the packet, and waits until the node has dropped it. */
async function expectDropped(reason: string, where: { readonly id: string }, packet: Buffer | string): Promise<void> {
  const before = await droppedPackets(reason);
  expect(await evil.publish(groupOf(where), packet)).toBe(2);
  await eventually(async () => (await droppedPackets(reason)) === before + 1);
}

describe('a program that can publish to Redis', () => {
  it('is not noticed while it publishes nothing', async () => {
    await expect(healthOfRedis()).resolves.toEqual({ status: 'up', overall: 'ok', dropped_packets: 0 });
    for (const reason of ['unsigned', 'forged', 'replayed', 'late']) expect(await droppedPackets(reason)).toBe(0);
  });

  it('cannot forge a message in the name of a user, which would take the place of the true one', async () => {
    const packet = await evil.record(groupOf(room), 'a true message', () => sendMessage(phone, room, 'a true message'));
    const { seq } = await bobDevice.receive('message.dispatch', ({ data }) => data.content === 'a true message');
    const next = String(packet)
      .replaceAll('a true message', 'a false message')
      .replaceAll(/(\\*"seq\\*":)\d+/g, `$1${String(seq! + 1)}`);
    expect(next).toContain(`"seq":${String(seq! + 1)}`);
    await expectDropped('forged', room, next);
    await expectDropped('unsigned', room, next.replace(/,"signature":"[^"]+"/, ''));
    const sent = await sendMessage(phone, room, 'the next true message');
    await expect(bobDevice.receive('message.dispatch')).resolves.toMatchObject({
      seq: seq! + 1,
      data: { id: sent.id, content: 'the next true message' },
    });
  });

  it('cannot repeat what a node has sent, on the same channel or on another', async () => {
    const packet = await evil.record(groupOf(room), 'messagetyping.dispatch', () =>
      phone.request('message.typing', { room_id: room.id }),
    );
    await bobDevice.receive('messagetyping.dispatch');
    await expectDropped('replayed', room, packet);
    await expectDropped('forged', other, packet);
    const { id } = await sendMessage(phone, room, 'after the repetition');
    await bobDevice.receive('message.dispatch', ({ data }) => data.id === id);
    await expect(bobDevice.drain()).resolves.toEqual([]);
  });

  it('is counted by /health and in the metrics, and logged once a minute', async () => {
    await expect(healthOfRedis()).resolves.toEqual({
      status: 'up',
      overall: 'ok',
      dropped_packets: 4,
      message: 'It has delivered packets that were not believed: 1 unsigned, 2 forged, 1 replayed.',
    });
    expect(nodes.there.output.match(/Packets of Redis that are not from a node/g)).toHaveLength(1);
  });
});
