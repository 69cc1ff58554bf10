import type { Message, Poll } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { ClientState, sync, syncInto } from '../support/client-state.js';
import { eventually } from '../support/eventually.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, historyOf, sendMessage, userView } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const OPTIONS = ['Here', 'There \u0000', 'Nowhere'];

/** Sends a poll, which every other device receives. */
const asks = (device: ChatClient, poll: object = {}): Promise<Message> =>
  fixture.sendAndDeliver(device, 'Where?', { poll: { options: OPTIONS, ...poll } });

/** Votes, and every device of others receives it without own votes. */
async function votes(device: ChatClient, { id }: Message, ...options: number[]): Promise<Poll> {
  const { data } = await device.request('poll.vote', { message_id: id, options });
  expect(data.poll.own_votes).toEqual(options);
  const { own_votes: _own, ...seen } = data.poll;
  const own = device === fixture.phone ? fixture.laptop : undefined;
  const others = fixture.allExcept(device).filter((other) => other !== own);
  const received = await allReceive(others, 'pollupdate.dispatch');
  expect(received.data).toStrictEqual({ message_id: id, poll: seen });
  if (own) expect((await own.receive('pollupdate.dispatch')).data.poll.own_votes).toEqual(options);
  return data.poll;
}

const countsOf = ({ options }: Poll): number[] => options.map(({ votes: count }) => count);

async function pollIn(device: ChatClient, { id }: Message): Promise<Poll | null | undefined> {
  return (await historyOf(device, fixture.room)).find((message) => message.id === id)?.poll;
}

const close = (device: ChatClient, { id }: Message): Promise<unknown> =>
  device.request('poll.close', { message_id: id });

describe('a poll', () => {
  it('is sent with a message, and shows its votes to all, and the own ones to their user alone', async () => {
    const { phone, laptop, bobDevice, carolDevice, bob, carol } = fixture;
    const message = await asks(phone);
    expect(message.poll).toEqual({
      options: OPTIONS.map((text) => ({ text, votes: 0, voters: [] })),
      multiple: false,
      anonymous: false,
      closed: false,
      closes_at: null,
    });
    await votes(bobDevice, message, 1);
    const poll = await votes(carolDevice, message, 1);
    expect(countsOf(poll)).toEqual([0, 2, 0]);
    expect(poll.options[1]!.voters).toEqual([userView(bob), userView(carol)]);
    const { own_votes: _own, ...seen } = poll;
    await expect(pollIn(carolDevice, message)).resolves.toEqual({ ...seen, own_votes: [1] });
    await expect(pollIn(laptop, message)).resolves.toEqual({ ...seen, own_votes: [] });
    await votes(bobDevice, message, 2);
    await votes(phone, message, 0);
    expect(countsOf(await votes(bobDevice, message))).toEqual([1, 1, 0]);
    const again = await bobDevice.request('poll.vote', { message_id: message.id, options: [] });
    expect(again).toMatchObject({ meta: { changed: false }, data: { poll: { own_votes: [] } } });
    expect(again.seq).toBeUndefined();
  });

  it('takes several options if it permits that, and hides the voters of an anonymous one', async () => {
    const { phone, bobDevice, carolDevice } = fixture;
    const message = await asks(phone, { multiple: true, anonymous: true });
    await votes(bobDevice, message, 0, 2);
    const poll = await votes(carolDevice, message, 2);
    expect(poll.options).toEqual(OPTIONS.map((text, at) => ({ text, votes: [1, 0, 2][at], voters: null })));
  });

  it('refuses what is no poll, and no vote in it', async () => {
    const { phone, bobDevice, outsiderDevice, room } = fixture;
    const send = (poll: object): Promise<unknown> =>
      phone.expectRefused('message.send', { room_id: room.id, content: 'x', extra_fields: { poll } });
    const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));
    for (const options of [
      [],
      ['a'],
      texts(13),
      ['a', 'a'],
      ['a', ' '],
      ['a', '\u200b'],
      ['a', 'a\u200b'],
      ['a', ''],
      ['a', 'b'.repeat(201)],
      'ab',
      [1, 2],
    ]) {
      await expect(send({ options })).resolves.toMatchObject({ code: 4003 });
    }
    const past = new Date(Date.now() - 1_000).toISOString();
    await expect(send({ options: ['a', 'b'], closes_at: past })).resolves.toMatchObject({ code: 4003 });
    await expect(send({ options: ['a', 'b'], colour: 'red' })).resolves.toMatchObject({ code: 4003 });
    const message = await asks(phone, { options: [...texts(11), 'b'.repeat(200)] });
    for (const options of [[0, 1], [12], [-1], [0, 0], ['0'], 0, [0.5]]) {
      const refused = await bobDevice.expectRefused('poll.vote', { message_id: message.id, options });
      expect(refused).toMatchObject({ code: 4003, detail: { options: [expect.any(String)] } });
    }
    const vote = { message_id: message.id, options: [0] };
    await expect(outsiderDevice.expectRefused('poll.vote', vote)).resolves.toMatchObject({ code: 4004 });
    const plain = await fixture.sendAndDeliver(phone, 'no poll');
    await expect(bobDevice.expectRefused('poll.vote', { ...vote, message_id: plain.id })).resolves.toMatchObject({
      code: 4003,
      detail: { message_id: ['The message has no poll.'] },
    });
  });

  it('is closed by its author or a leader, once, and takes no votes then', async () => {
    const { phone, bobDevice, carolDevice } = fixture;
    for (const closer of [bobDevice, phone]) {
      const message = await asks(bobDevice);
      await votes(carolDevice, message, 0);
      await expect(carolDevice.expectRefused('poll.close', { message_id: message.id })).resolves.toMatchObject({
        code: 4002,
      });
      await close(closer, message);
      const closed = await Promise.all(
        fixture.allExcept(closer).map((device) => device.receive('pollupdate.dispatch')),
      );
      for (const { data } of closed) expect(data.poll).toMatchObject({ closed: true, options: [{ votes: 1 }, {}, {}] });
      await expect(close(closer, message)).resolves.toMatchObject({ meta: { changed: false } });
      const vote = { message_id: message.id, options: [1] };
      await expect(carolDevice.expectRefused('poll.vote', vote)).resolves.toMatchObject({ code: 4005 });
    }
  });

  it('closes at its time, and tells everybody once', async () => {
    const { phone, bobDevice } = fixture;
    const closesAt = new Date(Date.now() + 1_500).toISOString();
    const message = await asks(phone, { closes_at: closesAt });
    expect(message.poll).toMatchObject({ closed: false, closes_at: closesAt });
    await votes(bobDevice, message, 0);
    const ended = await allReceive(fixture.allExcept(bobDevice), 'pollupdate.dispatch');
    expect(ended).toMatchObject({ seq: message.seq + 2, data: { message_id: message.id, poll: { closed: true } } });
    await bobDevice.receive('pollupdate.dispatch');
    const vote = { message_id: message.id, options: [1] };
    await expect(bobDevice.expectRefused('poll.vote', vote)).resolves.toMatchObject({ code: 4005 });
  });

  it('counts the last votes of a user, and none after its end, whatever comes at the same time', async () => {
    const { phone, laptop, bobDevice, carolDevice } = fixture;
    const message = await asks(phone);
    const [one, other] = [phone, laptop].map((device, at) =>
      device.response(device.sendRequest('poll.vote', { message_id: message.id, options: [at] })),
    );
    await Promise.all([one, other]);
    const poll = (await pollIn(phone, message))!;
    expect(countsOf(poll).toSorted()).toEqual([0, 0, 1]);
    expect(poll.options[poll.own_votes![0]!]!.votes).toBe(1);
    const voting = carolDevice.sendRequest('poll.vote', { message_id: message.id, options: [2] });
    const closing = phone.sendRequest('poll.close', { message_id: message.id });
    const [voted] = await Promise.all([carolDevice.response(voting), phone.response(closing)]);
    const last = (await pollIn(bobDevice, message))!;
    expect([last.closed, last.options[2]!.votes]).toEqual([true, voted.error ? 0 : 1]);
    expect(voted.error?.code ?? 4005).toBe(4005);
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });

  it('is not shown in a reply, in a forward, or once the message is deleted', async () => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const message = await asks(phone);
    await votes(bobDevice, message, 1);
    const reply = await fixture.sendAndDeliver(phone, 'this one', { parent_message_id: message.id });
    expect(reply.parent_message).toMatchObject({ id: message.id, content: 'Where?', poll: null });
    const forward = await fixture.sendAndDeliver(phone, '', { forwarded_from_id: message.id });
    expect(forward).toMatchObject({ poll: null, forwarded_from: { content: 'Where?', poll: null } });
    const edit = { message_id: message.id, action: 'update', extra_fields: { content: 'Where then?' } };
    const { data: edited } = await phone.request('message.modify', edit);
    expect(edited).toMatchObject({ message: { content: 'Where then?', poll: { options: [{}, { votes: 1 }, {}] } } });
    await phone.request('message.modify', { message_id: message.id, action: 'delete' });
    await eventually(async () => (await pollIn(bobDevice, message)) === undefined);
    const vote = { room_id: room.id, message_id: message.id, options: [1] };
    await expect(bobDevice.expectRefused('poll.vote', vote)).resolves.toMatchObject({ code: 4004 });
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });
});

describe('a device that was away', () => {
  it('gets the votes with its sync', async () => {
    const { phone, laptop, bob, bobDevice, carolDevice, room } = fixture;
    const { data: message } = await phone.request('message.send', {
      room_id: room.id,
      content: 'Where?',
      extra_fields: { poll: { options: OPTIONS } },
    });
    await sendMessage(phone, room, 'another');
    const copy = new ClientState();
    await syncInto(bobDevice, copy);
    await bobDevice.request('poll.vote', { message_id: message.id, options: [2] });
    const again = await bob.connect();
    const pages = await sync(again, copy.syncRequest());
    const synced = pages.flatMap(({ rooms }) => rooms).find(({ room_id: id }) => id === room.id);
    expect(synced?.messages).toMatchObject([
      { id: message.id, poll: { own_votes: [2], options: [{}, {}, { votes: 1 }] } },
    ]);
    await again.close();
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });
});
