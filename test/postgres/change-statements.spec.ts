import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { crowd } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { says } from '../support/talk.js';

const TABLES = [
  ...['users', 'rooms', 'room_members', 'messages', 'message_deletions', 'reactions', 'notifications'],
  'audit_entries',
];

let place: Place;
let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  place = await newPlace();
  proxy = await StatementProxy.to(place.env.DATABASE_URL!);
});
afterAll(async () => {
  await proxy.close();
  await place.remove();
});
afterEach(() => parley.stop());

const starts = async (env: Record<string, string> = {}): Promise<void> => {
  parley = await Service.start({ DATABASE_URL: proxy.databaseUrl, ...env }, place);
};

/** The number of statements that somebody's request takes. */
const costOf = async (device: ChatClient, event: string, data: object): Promise<number> => {
  proxy.forget();
  await device.ask(event, data);
  return proxy.about(...TABLES).length;
};

/** In a room of this size. */
const aMessage = async (size: number): Promise<{ device: ChatClient; other: ChatClient; message: Message }> => {
  const [sender, ...others] = await crowd(parley, size);
  const [device, other] = [await sender!.arrives(), await others[0]!.arrives()];
  const participants = others.map(({ id }) => id);
  const { data: room } = await device.ask('room.create', { type: 'GroupChat', name: 'x', participants });
  return { device, other, message: await says(device, room, 'hello') };
};

describe.each(['false', 'true'])('a deletion (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  it('costs the same few statements for one message and for a hundred', async () => {
    await starts({ MESSAGE_SOFT_DELETE: soft });
    const { device, message } = await aMessage(2);
    const cost: number[] = [];
    for (const count of [1, 100]) {
      const messages: Message[] = [];
      for (let at = 0; at < count; at += 1) messages.push(await says(device, message.room, String(at)));
      const message_id = messages.map(({ id }) => id);
      cost.push(await costOf(device, 'message.modify', { action: 'delete', message_id }));
    }
    expect(cost[0]).toBe(cost[1]);
    expect(cost[0]).toBeLessThanOrEqual(9);
  });

  it("of others' messages costs one more, for the audit, however many there are", async () => {
    await starts({ MESSAGE_SOFT_DELETE: soft });
    const { device, other, message } = await aMessage(2);
    const cost: number[] = [];
    for (const [sender, count] of [
      [device, 1],
      [other, 1],
      [other, 50],
    ] as const) {
      const messages: Message[] = [];
      for (let at = 0; at < count; at += 1) messages.push(await says(sender, message.room, String(at)));
      const message_id = messages.map(({ id }) => id);
      cost.push(await costOf(device, 'message.modify', { action: 'delete', message_id }));
    }
    const [own, one, many] = cost as [number, number, number];
    expect([one, many]).toEqual([own + 1, own + 1]);
  });
});

describe('an edit, a reaction', () => {
  it('cost the same few statements in a room of two and in one of a hundred', async () => {
    await starts();
    const costs: number[][] = [];
    for (const size of [2, 100]) {
      const { device, other, message } = await aMessage(size);
      const of = { message_id: message.id };
      costs.push([
        await costOf(device, 'message.modify', { ...of, action: 'update', extra_fields: { content: 'bye' } }),
        await costOf(other, 'message.react', { ...of, type: 'add', reaction_content: '👋' }),
        await costOf(other, 'message.react', { ...of, type: 'add', reaction_content: '🎉' }),
        await costOf(other, 'message.react', { ...of, type: 'remove', reaction_content: '🎉' }),
      ]);
    }
    expect(costs[0]).toEqual(costs[1]);
    expect(Math.max(...costs[0]!)).toBeLessThanOrEqual(11);
  });
});

describe('typing', () => {
  it('costs no statement once it is known who may', async () => {
    await starts();
    const { device, other, message } = await aMessage(2);
    const typing = { room_id: message.room.id };
    await device.ask('message.typing', typing);
    await other.ask('message.typing', typing);
    await expect(costOf(device, 'message.typing', typing)).resolves.toBe(0);
    const { data: room } = await device.ask('room.create', { type: 'GroupChat', name: 'x' });
    await says(device, room, 'the first one finds out who may speak');
    await expect(costOf(device, 'message.typing', { room_id: room.id })).resolves.toBe(0);
  });
});
