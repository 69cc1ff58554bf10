import type { Message } from '@parley/protocol';

import { logIn, users } from '../support/people.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let parley: Service;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

describe('after kill -9', () => {
  it('users, rooms, messages and pending notifications are still stored', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const { id } = (await parley.parley('users', 'create', 'newcomer', '--password', 'a fine password')) as {
      id: number;
    };
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    const messages: Message[] = [];
    for (let count = 1; count <= 10; count += 1)
      messages.push(await sendMessage(phone, room, `message ${String(count)}`));

    await parley.restart('SIGKILL');
    await expect(phone.closed()).resolves.toMatchObject({ code: 1006 });

    const device = await bob.open();
    const { data, meta } = await device.receive('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(messages);
    expect(meta).toMatchObject({ total: 10, unread: { [room.id]: 10 } });
    const { data: page } = await device.request('room.messages', { room_id: room.id });
    expect(page.data.messages).toEqual(messages.toReversed());

    const back = await alice.connect();
    await expect(sendMessage(device, room, 'still there?')).resolves.toMatchObject({ seq: messages.at(-1)!.seq + 1 });
    await expect(back.receive('message.dispatch')).resolves.toMatchObject({ data: { content: 'still there?' } });
    const { data: again } = await back.request('room.create', { type: 'OneToOneChat', participants: [id] });
    expect(again.member_count).toBe(2);
    await expect(logIn(parley, bob.username)).resolves.toMatchObject({ id: bob.id });
  });

  it('every delivered message is stored in its place, whenever the process was killed', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [phone, others] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [others]);
    for (let count = 1; count <= 2_000; count += 1) {
      phone.sendRequest('message.send', { room_id: room.id, content: String(count) });
    }
    await others.device.receive('message.dispatch', ({ data }) => data.content === '300');
    await parley.restart('SIGKILL');

    await Promise.all([phone.closed(), others.device.closed()]);
    const dispatches = [...(await phone.drain()), ...(await others.device.drain())].filter(
      ({ eventType }) => eventType === 'message.dispatch',
    );
    const received = new Map(dispatches.map(({ data }) => [(data as Message).seq, data as Message]));
    expect(received.size).toBeGreaterThan(200);

    const back = await alice.connect();
    const stored = new Map<number, Message>();
    for (let page = 1, more = true; more; page += 1) {
      const { data } = await back.request('room.messages', { room_id: room.id, paginate: { page, size: 200 } });
      for (const message of data.data.messages) stored.set(message.seq, message);
      more = data.has_next;
    }
    for (const [seq, message] of received) expect(stored.get(seq)).toEqual(message);
    const seqs = [...stored.keys()].sort((one, other) => one - other);
    expect(seqs).toEqual(seqs.map((_, at) => room.last_seq + 1 + at));
  });
});
