import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, createGroup, historyOf, connectMember } from '../support/messaging.js';

describe.each(['false', 'true'])('a send that is repeated later (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let fixture: GroupFixture;

  beforeAll(async () => {
    fixture = await GroupFixture.create(await sharedService(soft === 'true' ? 'keepDeletedMessages' : 'default'));
  });
  beforeEach(() => fixture.createRoom());

  /** Only the requester has received the repetition. */
  afterEach(async () => {
    await expect(fixture.drain()).resolves.toEqual([]);
  });

  const sent = async (content = 'once'): Promise<{ send: object; message: Message }> => {
    const send = { room_id: fixture.room.id, content, client_message_id: randomUUID() };
    const { data: message } = await fixture.phone.request('message.send', send);
    await allReceive(fixture.allExcept(fixture.phone), 'message.dispatch');
    return { send, message };
  };

  const deletes = async (...messages: Message[]): Promise<void> => {
    const message_id = messages.map(({ id }) => id);
    await fixture.phone.request('message.modify', { action: 'delete', message_id });
    await allReceive(fixture.allExcept(fixture.phone), 'messagemodification.dispatch');
  };

  const asDeleted = ({ id, seq, sender, created_at, client_message_id }: Message): object => ({
    eventType: 'message.dispatch',
    room_id: fixture.room.id,
    seq,
    data: { id, seq, sender, created_at, client_message_id, content: '', is_deleted: true },
    meta: { duplicate: true },
  });

  it('returns the message as edited', async () => {
    const { send, message } = await sent();
    const edit = { action: 'update', message_id: message.id, extra_fields: { content: 'edited' } };
    await fixture.phone.request('message.modify', edit);
    await allReceive(fixture.allExcept(fixture.phone), 'messagemodification.dispatch');
    const again = await fixture.laptop.request('message.send', send);
    expect(again).toMatchObject({ data: { id: message.id, content: 'edited' }, meta: { duplicate: true } });
  });

  it('returns the message as deleted, every time, and stores nothing', async () => {
    const { send, message } = await sent();
    await deletes(message);
    for (const device of [fixture.phone, fixture.laptop, fixture.phone]) {
      await expect(device.request('message.send', send)).resolves.toMatchObject(asDeleted(message));
    }
    const history = await historyOf(fixture.phone, fixture.room);
    expect(history.map(({ id }) => id)).toEqual(soft === 'true' ? [message.id] : []);
  });

  it('does not delay other messages sent with it', async () => {
    const { send, message } = await sent();
    await deletes(message);
    const { phone, room } = fixture;
    const sends = [{ room_id: room.id, content: 'before' }, send, { room_id: room.id, content: 'after' }];
    const requested = sends.map((each) => phone.sendRequest('message.send', each));
    const [before, again, after] = await Promise.all(requested.map((requestId) => phone.response(requestId)));
    expect(again).toMatchObject(asDeleted(message));
    expect([before!.seq, after!.seq]).toEqual([message.seq + 2, message.seq + 3]);
    for (const content of ['before', 'after']) {
      await expect(allReceive(fixture.allExcept(phone), 'message.dispatch')).resolves.toMatchObject({
        data: { content },
      });
    }
  });

  it('is another message in another room', async () => {
    const { send, message } = await sent();
    await deletes(message);
    const { data: other } = await fixture.phone.request('room.create', { type: 'GroupChat', name: 'Other' });
    await fixture.laptop.receive('roomcreate.dispatch');
    const { data: another } = await fixture.phone.request('message.send', { ...send, room_id: other.id });
    expect(another).toMatchObject({ room: { id: other.id }, client_message_id: message.client_message_id });
    expect(another.id).not.toBe(message.id);
    await fixture.laptop.receive('message.dispatch');
  });

  it('returns the message even if it could not be sent now, because its parent message is deleted', async () => {
    const question = await fixture.sendAndDeliver(fixture.bobDevice, 'what?');
    const reply = { room_id: fixture.room.id, content: 'this', client_message_id: randomUUID() };
    const send = { ...reply, extra_fields: { parent_message_id: question.id } };
    const { data: message } = await fixture.phone.request('message.send', send);
    await allReceive(fixture.allExcept(fixture.phone), 'message.dispatch');
    await deletes(question);
    const again = await fixture.phone.request('message.send', send);
    expect(again).toMatchObject({ data: { id: message.id, parent_message: null }, meta: { duplicate: true } });
    await deletes(message);
    await expect(fixture.phone.request('message.send', send)).resolves.toMatchObject(asDeleted(message));
  });

  it('is refused to a former member, without data of the message', async () => {
    const send = { room_id: fixture.room.id, content: 'mine', client_message_id: randomUUID() };
    await fixture.bobDevice.request('message.send', send);
    await allReceive(fixture.allExcept(fixture.bobDevice), 'message.dispatch');
    await fixture.phone.request('room.remove_members', { room_id: fixture.room.id, members: [fixture.bob.id] });
    await Promise.all([
      ...[fixture.laptop, fixture.carolDevice].map((device) => device.receive('roomremovemembers.dispatch')),
      fixture.bobDevice.receive('roomexit.dispatch'),
    ]);
    await expect(fixture.bobDevice.expectRefused('message.send', send)).resolves.toMatchObject({ code: 4004 });
  });
});

describe('a send that is repeated after a restart', () => {
  let parley: Service;

  beforeAll(async () => {
    parley = await Service.start();
  });
  afterAll(() => parley.stop());

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    '(%s) returns the first message, and stores no second one',
    async (signal) => {
      const { alice, bob } = await users(parley, 'alice', 'bob');
      const [phone, others] = [await alice.connect(), await connectMember(bob)];
      const room = await createGroup(phone, [others]);
      const [send, another] = ['kept', 'deleted'].map((content) => ({
        room_id: room.id,
        content,
        client_message_id: randomUUID(),
      }));
      const { data: kept } = await phone.request('message.send', send!);
      const { data: gone } = await phone.request('message.send', another!);
      await phone.request('message.modify', { action: 'delete', message_id: gone.id });

      await parley.restart(signal);
      const [back, bobDevice] = [await alice.connect(), await bob.connect()];
      const again = await back.request('message.send', send!);
      expect(again).toMatchObject({ data: kept, meta: { duplicate: true } });
      const deleted = await back.request('message.send', another!);
      expect(deleted).toMatchObject({ data: { id: gone.id, is_deleted: true }, meta: { duplicate: true } });
      await expect(historyOf(back, room)).resolves.toEqual([kept]);
      await expect(bobDevice.drain()).resolves.toEqual([]);
    },
  );
});
