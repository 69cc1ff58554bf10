import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { sendMessage } from '../support/messaging.js';

const TABLES = [
  ...['users', 'rooms', 'room_members', 'messages', 'message_deletions', 'reactions', 'notifications'],
  'audit_entries',
];

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
});
afterAll(async () => {
  await proxy.close();
  await serviceData.remove();
});
afterEach(() => parley.stop());

const starts = async (env: Record<string, string> = {}): Promise<void> => {
  parley = await Service.start({ DATABASE_URL: proxy.databaseUrl, ...env }, serviceData);
};

/** The number of statements that a request takes. */
const costOf = async (device: ChatClient, event: string, data: object): Promise<number> => {
  proxy.forget();
  await device.request(event, data);
  return proxy.about(...TABLES).length;
};

/** A message in a room with this many members. */
const aMessage = async (size: number): Promise<{ device: ChatClient; other: ChatClient; message: Message }> => {
  const [sender, ...others] = await manyUsers(parley, size);
  const [device, other] = [await sender!.connect(), await others[0]!.connect()];
  const participants = others.map(({ id }) => id);
  const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'x', participants });
  return { device, other, message: await sendMessage(device, room, 'hello') };
};

describe.each(['false', 'true'])('deleting messages (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  it('takes the same number of statements for 1 message as for 100', async () => {
    await starts({ MESSAGE_SOFT_DELETE: soft });
    const { device, message } = await aMessage(2);
    const cost: number[] = [];
    for (const count of [1, 100]) {
      const messages: Message[] = [];
      for (let at = 0; at < count; at += 1) messages.push(await sendMessage(device, message.room, String(at)));
      const message_id = messages.map(({ id }) => id);
      cost.push(await costOf(device, 'message.modify', { action: 'delete', message_id }));
    }
    expect(cost[0]).toBe(cost[1]);
    expect(cost[0]).toBeLessThanOrEqual(11);
  });

  it('of other users takes one statement more, for the audit log, whatever the number of messages', async () => {
    await starts({ MESSAGE_SOFT_DELETE: soft });
    const { device, other, message } = await aMessage(2);
    const cost: number[] = [];
    for (const [sender, count] of [
      [device, 1],
      [other, 1],
      [other, 50],
    ] as const) {
      const messages: Message[] = [];
      for (let at = 0; at < count; at += 1) messages.push(await sendMessage(sender, message.room, String(at)));
      const message_id = messages.map(({ id }) => id);
      cost.push(await costOf(device, 'message.modify', { action: 'delete', message_id }));
    }
    const [own, one, many] = cost as [number, number, number];
    expect([one, many]).toEqual([own + 1, own + 1]);
  });
});

describe('an edit and a reaction', () => {
  it('take the same number of statements in a room of 2 as in a room of 100', async () => {
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
    expect(Math.max(...costs[0]!)).toBeLessThanOrEqual(13);
  });
});

describe('typing', () => {
  it('takes no statement once the permission is cached', async () => {
    await starts();
    const { device, other, message } = await aMessage(2);
    const typing = { room_id: message.room.id };
    await device.request('message.typing', typing);
    await other.request('message.typing', typing);
    await expect(costOf(device, 'message.typing', typing)).resolves.toBe(0);
    const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'x' });
    await sendMessage(device, room, 'the first one finds out who may speak');
    await expect(costOf(device, 'message.typing', { room_id: room.id })).resolves.toBe(0);
  });
});
