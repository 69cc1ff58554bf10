import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers } from '../support/people.js';
import { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { sendMessage } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';
import type { WatchedService } from '../support/watched-service.js';

const TABLES = [
  'users',
  'rooms',
  'room_members',
  'messages',
  'message_deletions',
  'reactions',
  'notifications',
  'audit_entries',
];

let watched: WatchedService;
let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  watched = await watchedService();
  ({ proxy, parley } = watched);
});

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
  if (soft === 'true') {
    beforeAll(async () => {
      parley = await Service.start({ DATABASE_URL: proxy.databaseUrl, MESSAGE_SOFT_DELETE: soft }, watched.serviceData);
    });
    afterAll(async () => {
      await parley.stop();
      ({ parley } = watched);
    });
  }

  it('takes the same number of statements for 1 message as for 20', async () => {
    const { device, message } = await aMessage(2);
    const cost: number[] = [];
    for (const count of [1, 20]) {
      const messages: Message[] = [];
      for (let at = 0; at < count; at += 1) messages.push(await sendMessage(device, message.room, String(at)));
      const message_id = messages.map(({ id }) => id);
      cost.push(await costOf(device, 'message.modify', { action: 'delete', message_id }));
    }
    expect(cost[0]).toBe(cost[1]);
    expect(cost[0]).toBeLessThanOrEqual(11);
  });

  it('of other users takes one statement more, for the audit log, whatever the number of messages', async () => {
    const { device, other, message } = await aMessage(2);
    const cost: number[] = [];
    for (const [sender, count] of [
      [device, 1],
      [other, 1],
      [other, 10],
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
  it('take the same number of statements in a room of 2 as in a room of 30', async () => {
    const costs: number[][] = [];
    for (const size of [2, 30]) {
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
