import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { Circle } from '../support/circle.js';
import { people } from '../support/people.js';
import { Service } from '../support/service.js';
import { allHear, groupOf, historyOf, onADevice } from '../support/talk.js';

describe.each(['false', 'true'])('a send that is repeated later (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let parley: Service;
  let circle: Circle;

  beforeAll(async () => {
    parley = await Service.start({ MESSAGE_SOFT_DELETE: soft });
    circle = await Circle.on(parley);
  });
  afterAll(() => parley.stop());
  beforeEach(() => circle.meets());

  /** Only the requester has received the repetition. */
  afterEach(async () => {
    await expect(circle.rest()).resolves.toEqual([]);
  });

  const sent = async (content = 'once'): Promise<{ send: object; message: Message }> => {
    const send = { room_id: circle.room.id, content, client_message_id: randomUUID() };
    const { data: message } = await circle.phone.ask('message.send', send);
    await allHear(circle.but(circle.phone), 'message.dispatch');
    return { send, message };
  };

  const deletes = async (...messages: Message[]): Promise<void> => {
    const message_id = messages.map(({ id }) => id);
    await circle.phone.ask('message.modify', { action: 'delete', message_id });
    await allHear(circle.but(circle.phone), 'messagemodification.dispatch');
  };

  const asDeleted = ({ id, seq, sender, created_at, client_message_id }: Message): object => ({
    eventType: 'message.dispatch',
    room_id: circle.room.id,
    seq,
    data: { id, seq, sender, created_at, client_message_id, content: '', is_deleted: true },
    meta: { duplicate: true },
  });

  it('returns the message as edited', async () => {
    const { send, message } = await sent();
    const edit = { action: 'update', message_id: message.id, extra_fields: { content: 'edited' } };
    await circle.phone.ask('message.modify', edit);
    await allHear(circle.but(circle.phone), 'messagemodification.dispatch');
    const again = await circle.laptop.ask('message.send', send);
    expect(again).toMatchObject({ data: { id: message.id, content: 'edited' }, meta: { duplicate: true } });
  });

  it('returns the message as deleted, every time, and stores nothing', async () => {
    const { send, message } = await sent();
    await deletes(message);
    for (const device of [circle.phone, circle.laptop, circle.phone]) {
      await expect(device.ask('message.send', send)).resolves.toMatchObject(asDeleted(message));
    }
    const history = await historyOf(circle.phone, circle.room);
    expect(history.map(({ id }) => id)).toEqual(soft === 'true' ? [message.id] : []);
  });

  it('does not delay other messages sent with it', async () => {
    const { send, message } = await sent();
    await deletes(message);
    const { phone, room } = circle;
    const sends = [{ room_id: room.id, content: 'before' }, send, { room_id: room.id, content: 'after' }];
    const asked = sends.map((each) => phone.asks('message.send', each));
    const [before, again, after] = await Promise.all(asked.map((requestId) => phone.answered(requestId)));
    expect(again).toMatchObject(asDeleted(message));
    expect([before!.seq, after!.seq]).toEqual([message.seq + 2, message.seq + 3]);
    for (const content of ['before', 'after']) {
      await expect(allHear(circle.but(phone), 'message.dispatch')).resolves.toMatchObject({ data: { content } });
    }
  });

  it('is refused in another room, also after the message was deleted', async () => {
    const { send, message } = await sent();
    await deletes(message);
    const { data: other } = await circle.phone.ask('room.create', { type: 'GroupChat', name: 'Other' });
    await circle.laptop.hears('roomcreate.dispatch');
    const refused = await circle.phone.isRefused('message.send', { ...send, room_id: other.id });
    expect(refused).toMatchObject({ code: 4005 });
  });

  it('returns the message even if it could not be sent now, because its parent message is deleted', async () => {
    const question = await circle.said(circle.bobs, 'what?');
    const reply = { room_id: circle.room.id, content: 'this', client_message_id: randomUUID() };
    const send = { ...reply, extra_fields: { parent_message_id: question.id } };
    const { data: message } = await circle.phone.ask('message.send', send);
    await allHear(circle.but(circle.phone), 'message.dispatch');
    await deletes(question);
    const again = await circle.phone.ask('message.send', send);
    expect(again).toMatchObject({ data: { id: message.id, parent_message: null }, meta: { duplicate: true } });
    await deletes(message);
    await expect(circle.phone.ask('message.send', send)).resolves.toMatchObject(asDeleted(message));
  });

  it('is refused to a former member, without data of the message', async () => {
    const send = { room_id: circle.room.id, content: 'mine', client_message_id: randomUUID() };
    await circle.bobs.ask('message.send', send);
    await allHear(circle.but(circle.bobs), 'message.dispatch');
    await circle.phone.ask('room.remove_members', { room_id: circle.room.id, members: [circle.bob.id] });
    await Promise.all([
      ...[circle.laptop, circle.carols].map((device) => device.hears('roomremovemembers.dispatch')),
      circle.bobs.hears('roomexit.dispatch'),
    ]);
    await expect(circle.bobs.isRefused('message.send', send)).resolves.toMatchObject({ code: 4004 });
  });
});

describe.each(['SIGTERM', 'SIGKILL'] as const)('a send that is repeated after a restart (%s)', (signal) => {
  let parley: Service;

  beforeAll(async () => {
    parley = await Service.start();
  });
  afterAll(() => parley.stop());

  it('returns the first message, and stores no second one', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [phone, others] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [others]);
    const [send, another] = ['kept', 'deleted'].map((content) => ({
      room_id: room.id,
      content,
      client_message_id: randomUUID(),
    }));
    const { data: kept } = await phone.ask('message.send', send!);
    const { data: gone } = await phone.ask('message.send', another!);
    await phone.ask('message.modify', { action: 'delete', message_id: gone.id });

    await parley.restart(signal);
    const [back, bobs] = [await alice.arrives(), await bob.arrives()];
    const again = await back.ask('message.send', send!);
    expect(again).toMatchObject({ data: kept, meta: { duplicate: true } });
    const deleted = await back.ask('message.send', another!);
    expect(deleted).toMatchObject({ data: { id: gone.id, is_deleted: true }, meta: { duplicate: true } });
    await expect(historyOf(back, room)).resolves.toEqual([kept]);
    await expect(bobs.rest()).resolves.toEqual([]);
  });
});
