import type { Message } from '@parley/protocol';

import { logIn, people } from '../support/people.js';
import { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';

let parley: Service;

beforeEach(async () => {
  parley = await Service.start();
});
afterEach(() => parley.stop());

describe('after kill -9', () => {
  it('users, rooms, messages and pending notifications are still stored', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const { id } = (await parley.parley('users', 'create', 'newcomer', '--password', 'a fine password')) as {
      id: number;
    };
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    const messages: Message[] = [];
    for (let count = 1; count <= 10; count += 1) messages.push(await says(phone, room, `message ${String(count)}`));

    await parley.restart('SIGKILL');
    await expect(phone.closed()).resolves.toMatchObject({ code: 1006 });

    const device = await bob.connects();
    const { data, meta } = await device.hears('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(messages);
    expect(meta).toMatchObject({ total: 10, unread: { [room.id]: 10 } });
    const { data: page } = await device.ask('room.messages', { room_id: room.id });
    expect(page.data.messages).toEqual(messages.toReversed());

    const back = await alice.arrives();
    await expect(says(device, room, 'still there?')).resolves.toMatchObject({ seq: messages.at(-1)!.seq + 1 });
    await expect(back.hears('message.dispatch')).resolves.toMatchObject({ data: { content: 'still there?' } });
    const { data: again } = await back.ask('room.create', { type: 'OneToOneChat', participants: [id] });
    expect(again.member_count).toBe(2);
    await expect(logIn(parley, bob.username)).resolves.toMatchObject({ id: bob.id });
  });

  it('every delivered message is stored in its place, whenever the process was killed', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    for (let count = 1; count <= 2_000; count += 1) {
      phone.asks('message.send', { room_id: room.id, content: String(count) });
    }
    await others.device.hears('message.dispatch', ({ data }) => data.content === '300');
    await parley.restart('SIGKILL');

    await Promise.all([phone.closed(), others.device.closed()]);
    const dispatches = [...(await phone.rest()), ...(await others.device.rest())].filter(
      ({ eventType }) => eventType === 'message.dispatch',
    );
    const heard = new Map(dispatches.map(({ data }) => [(data as Message).seq, data as Message]));
    expect(heard.size).toBeGreaterThan(200);

    const back = await alice.arrives();
    const stored = new Map<number, Message>();
    for (let page = 1, more = true; more; page += 1) {
      const { data } = await back.ask('room.messages', { room_id: room.id, paginate: { page, size: 200 } });
      for (const message of data.data.messages) stored.set(message.seq, message);
      more = data.has_next;
    }
    for (const [seq, message] of heard) expect(stored.get(seq)).toEqual(message);
    const seqs = [...stored.keys()].sort((one, other) => one - other);
    expect(seqs).toEqual(seqs.map((_, at) => room.last_seq + 1 + at));
  });
});
