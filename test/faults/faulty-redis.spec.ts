import { randomUUID } from 'node:crypto';

import { createClient } from 'redis';
import type { RedisClientType } from 'redis';

import { eventually } from '../support/eventually.js';
import { FaultyRedis } from '../support/faulty-redis.js';
import type { Faults } from '../support/faulty-redis.js';
import { prepared } from '../support/run.js';

const MESSAGES = 300;
const LAST = 'the last one';

/** The three ways to subscribe, each with its way to publish. */
const ways = {
  subscribe: (client: RedisClientType, channel: string, listener: (message: string) => void) =>
    client.subscribe(channel, listener),
  pSubscribe: (client: RedisClientType, channel: string, listener: (message: string) => void) =>
    client.pSubscribe(`${channel}*`, listener),
  sSubscribe: (client: RedisClientType, channel: string, listener: (message: string) => void) =>
    client.sSubscribe(channel, listener),
};

let closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
});

async function connected(url: string, RESP: 2 | 3 = 3): Promise<RedisClientType> {
  const client = createClient({ url, RESP }) as unknown as RedisClientType;
  client.on('error', () => undefined);
  closers.push(() => client.destroy());
  await client.connect();
  return client;
}

async function faulty(seed = 1): Promise<FaultyRedis> {
  const proxy = await FaultyRedis.to(prepared('redis').url, seed);
  closers.push(() => proxy.close());
  return proxy;
}

const numbers = Array.from({ length: MESSAGES }, (_, at) => at + 1);
const inOrder = (received: readonly number[]): number[] => received.toSorted((one, other) => one - other);

/** Publishes the numbers through a faulty proxy. @returns the received numbers, in order of arrival */
async function receivedThrough(
  proxy: FaultyRedis,
  faults: Faults,
  way: keyof typeof ways = 'sSubscribe',
  RESP: 2 | 3 = 3,
): Promise<number[]> {
  const channel = randomUUID();
  const received: string[] = [];
  const [publisher, subscriber] = [await connected(prepared('redis').url), await connected(proxy.url, RESP)];
  await ways[way](subscriber, channel, (message) => received.push(message));
  const publish = (message: string): Promise<unknown> =>
    way === 'sSubscribe' ? publisher.sPublish(channel, message) : publisher.publish(channel, message);
  proxy.startFaults(faults);
  const before = proxy.injected.messages;
  await Promise.all(numbers.map((number) => publish(String(number))));
  await eventually(() => proxy.injected.messages - before === MESSAGES);
  proxy.stopFaults();
  // Until the delayed ones have arrived too.
  await eventually(() => proxy.injected.waiting === 0);
  await publish(LAST);
  await eventually(() => received.includes(LAST));
  return received.slice(0, received.indexOf(LAST)).map(Number);
}

describe('the proxy of a faulty Redis', () => {
  it.each([2, 3] as const)('loses, delays and doubles messages of every kind, in RESP%i', async (RESP) => {
    for (const way of ['subscribe', 'pSubscribe', 'sSubscribe'] as const) {
      const proxy = await faulty();
      await expect(receivedThrough(proxy, {}, way, RESP)).resolves.toEqual(numbers);
      expect(proxy.injected).toMatchObject({ dropped: 0, delayed: 0, doubled: 0, overtaken: 0 });
      const received = await receivedThrough(proxy, { drop: 0.2, delay: 0.2, double: 0.2 }, way, RESP);
      for (const kind of ['dropped', 'delayed', 'doubled', 'overtaken'] as const) {
        expect(proxy.injected[kind]).toBeGreaterThan(MESSAGES / 20);
      }
      expect(received).toHaveLength(MESSAGES - proxy.injected.dropped + proxy.injected.doubled);
    }
  });

  it('loses what it counts as lost', async () => {
    const proxy = await faulty();
    const received = await receivedThrough(proxy, { drop: 0.3 });
    expect(received).toHaveLength(MESSAGES - proxy.injected.dropped);
    expect(received).toEqual(inOrder([...new Set(received)]));
    await expect(receivedThrough(proxy, { drop: 1 })).resolves.toEqual([]);
  });

  it('doubles what it counts as doubled', async () => {
    const proxy = await faulty();
    const received = await receivedThrough(proxy, { double: 0.3 });
    expect(received).toHaveLength(MESSAGES + proxy.injected.doubled);
    expect(received).toEqual(inOrder(received));
    expect([...new Set(received)]).toEqual(numbers);
  });

  it('lets others overtake a delayed message, and loses none', async () => {
    const proxy = await faulty();
    const received = await receivedThrough(proxy, { delay: 0.3 });
    expect(received).not.toEqual(numbers);
    expect(inOrder(received)).toEqual(numbers);
    expect(proxy.injected).toMatchObject({ dropped: 0, doubled: 0 });
  });

  it('makes the same decisions for the same seed, and others for another', async () => {
    const faults = { drop: 0.3, double: 0.3 };
    const [one, same, other] = [await faulty(7), await faulty(7), await faulty(8)];
    const received = await receivedThrough(one, faults);
    await expect(receivedThrough(same, faults)).resolves.toEqual(received);
    await expect(receivedThrough(other, faults)).resolves.not.toEqual(received);
  });

  it.each([2, 3] as const)('passes replies unchanged and in order, in RESP%i', async (RESP) => {
    const proxy = await faulty();
    proxy.startFaults({ drop: 1 });
    const [client, direct] = [await connected(proxy.url, RESP), await connected(prepared('redis').url, RESP)];
    const key = `parley-test:${randomUUID()}`;
    const long = 'x\r\n$5\r\n'.repeat(200_000);
    const looksLikeAMessage = ['smessage', 'a channel', '>3\r\n*3\r\n'];
    await client.rPush(key, looksLikeAMessage);
    const request = (one: RedisClientType): Promise<unknown[]> =>
      Promise.all([
        one.lRange(key, 0, -1),
        one.echo(long),
        one.get(`${key}:nothing`),
        one.sendCommand(['COMMAND', 'DOCS', 'GET', 'SET']),
        one.sendCommand(['NO SUCH COMMAND']).catch(String),
        one.exists(key),
        one.hGetAll(`${key}:nothing`),
        one.echo(''),
      ]);
    const answers = await request(client);
    expect(answers).toEqual(await request(direct));
    expect(answers.slice(0, 3)).toEqual([looksLikeAMessage, long, null]);
    await direct.del(key);
    expect(proxy.injected.messages).toBe(0);
  });
});
