import { randomUUID } from 'node:crypto';

import type { Message, ShortMessage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { GroupFixture } from '../support/group-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, allReceive, historyOf, sendMessage, userView } from '../support/messaging.js';

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

const add = ({ id }: Pick<Message, 'id'>, reaction_content: unknown): object => ({
  type: 'add',
  message_id: id,
  reaction_content,
});
const remove = ({ id }: Pick<Message, 'id'>, reaction_content: unknown): object => ({
  type: 'remove',
  message_id: id,
  reaction_content,
});

/** A device reacts, and every other device receives it. */
const reacts = async (device: ChatClient, request: object): Promise<ShortMessage> => {
  const { data } = await device.request('message.react', request);
  await allReceive(fixture.allExcept(device), 'reaction.dispatch');
  return data.message;
};

describe('message.react', () => {
  it("is dispatched to every device in the room, the requester's too, and changes the history", async () => {
    const { phone, bobDevice, carolDevice, bob, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    const own = await bobDevice.request('message.react', add(message, '🎉'));
    const reaction = { user: userView(bob), reaction_content: '🎉', created_at: ANY_TIME };
    expect(own).toEqual({
      eventType: 'reaction.dispatch',
      room_id: room.id,
      seq: message.seq + 1,
      request_id: own.request_id,
      data: { status: 'successful', type: 'add', user_id: bob.id, message: { ...message, reactions: [reaction] } },
    });
    const received = await allReceive(fixture.allExcept(bobDevice), 'reaction.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    await expect(historyOf(carolDevice, room)).resolves.toEqual([own.data.message]);
  });

  it("replaces the user's previous reaction, and keeps those of others", async () => {
    const { phone, bobDevice, carolDevice, bob, carol } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    await reacts(bobDevice, add(message, '🎉'));
    await reacts(carolDevice, add(message, '🎉'));
    const { reactions } = await reacts(bobDevice, add(message, '👎'));
    expect(reactions).toHaveLength(2);
    expect(new Map(reactions.map(({ user, reaction_content }) => [user.id, reaction_content]))).toEqual(
      new Map([
        [bob.id, '👎'],
        [carol.id, '🎉'],
      ]),
    );
  });

  it('removes a reaction once', async () => {
    const { phone, bobDevice, bob, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    await reacts(bobDevice, add(message, '🎉'));
    await expect(bobDevice.expectRefused('message.react', remove(message, '👎'))).resolves.toMatchObject({
      code: 4004,
    });
    await expect(phone.expectRefused('message.react', remove(message, '🎉'))).resolves.toMatchObject({ code: 4004 });
    const own = await bobDevice.request('message.react', remove(message, '🎉'));
    expect(own).toMatchObject({ seq: message.seq + 2, data: { type: 'remove', user_id: bob.id, message } });
    const received = await allReceive(fixture.allExcept(bobDevice), 'reaction.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    await expect(bobDevice.expectRefused('message.react', remove(message, '🎉'))).resolves.toMatchObject({
      code: 4004,
    });
    await expect(historyOf(bobDevice, room)).resolves.toEqual([message]);
  });

  it('with the same reaction again changes nothing, and is answered only to the requester', async () => {
    const { phone, bobDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    const reacted = await reacts(phone, add(message, '🎉'));
    const again = await phone.request('message.react', add(message, '🎉'));
    expect(again).toEqual({
      eventType: 'reaction.dispatch',
      room_id: room.id,
      request_id: again.request_id,
      data: { status: 'successful', type: 'add', user_id: fixture.alice.id, message: reacted },
      meta: { changed: false },
    });
    expect((await fixture.sendAndDeliver(bobDevice, 'next')).seq).toBe(message.seq + 2);
  });

  it('from all members concurrently takes a number each, and leaves one reaction per user', async () => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    const devices = [phone, laptop, bobDevice, carolDevice];
    const requested = devices.flatMap((device, at) =>
      Array.from(
        { length: 10 },
        (_, count) =>
          [device, device.sendRequest('message.react', add(message, `${String(at)}.${String(count)}`))] as const,
      ),
    );
    const seqs = await Promise.all(requested.map(async ([device, id]) => (await device.response(id)).seq));
    expect(seqs.sort((one, other) => one! - other!)).toEqual(requested.map((_, at) => message.seq + 1 + at));
    const [{ reactions } = message] = await historyOf(bobDevice, room);
    expect(new Set(reactions.map(({ user }) => user.id)).size).toBe(3);
    expect(reactions).toHaveLength(3);
    await Promise.all(
      devices.map(async (device) => {
        for (let count = 0; count < 30; count += 1) await device.receive('reaction.dispatch');
      }),
    );
  });

  it('keeps up to 64 characters exactly', async () => {
    const { phone, bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    for (const content of ['🎉'.repeat(64), '\u0000a', '<b>', 'a\u200d', ' a']) {
      const { reactions } = await reacts(bobDevice, add(message, content));
      expect(reactions.map(({ reaction_content }) => reaction_content)).toEqual([content]);
    }
  });

  it('is the same with and without a variation selector, and another one with a tone of skin', async () => {
    const { phone, bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    await reacts(phone, add(message, '👍'));
    const contents = ({ reactions }: ShortMessage): string[] =>
      reactions.map(({ reaction_content }) => reaction_content).toSorted();
    expect(contents(await reacts(bobDevice, add(message, '👍\ufe0f')))).toEqual(['👍', '👍']);
    for (const content of ['👍', '👍\ufe0e']) {
      const { data } = await bobDevice.request('message.react', add(message, content));
      expect(contents(data.message)).toEqual(['👍', '👍']);
    }
    await reacts(bobDevice, remove(message, '👍\ufe0f'));
    expect(contents(await reacts(bobDevice, add(message, '👍🏽')))).toEqual(['👍', '👍🏽']);
  });

  it.each([' ', '\u200b', '\u3164', '\u2800', '\u00ad'])('is refused with the blank %j', async (content) => {
    const { phone, bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    const refused = await bobDevice.expectRefused('message.react', add(message, content));
    expect(refused).toMatchObject({ code: 4003, detail: { reaction_content: ['Must not be blank.'] } });
  });

  it.each(['', 'x'.repeat(65), '🎉'.repeat(65), null, 7, ['🎉'], {}, undefined])(
    'is refused with the content %j',
    async (content) => {
      const { phone, bobDevice } = fixture;
      const message = await fixture.sendAndDeliver(phone, 'we won');
      for (const request of [add(message, content), remove(message, content)]) {
        const refused = await bobDevice.expectRefused('message.react', request);
        expect(refused).toMatchObject({ code: 4003, detail: { reaction_content: [expect.any(String)] } });
      }
    },
  );

  it.each([
    ['type', [undefined, null, '', 'ADD', 'toggle', 'constructor', 7, ['add']]],
    ['message_id', [undefined, null, '', 'x', 7, {}, [randomUUID()]]],
  ])('is refused with an invalid %s', async (field, values) => {
    const message = await fixture.sendAndDeliver(fixture.phone, 'we won');
    for (const value of values) {
      const refused = await fixture.bobDevice.expectRefused('message.react', { ...add(message, '🎉'), [field]: value });
      expect(refused).toMatchObject({ code: 4003, detail: { [field]: [expect.any(String)] } });
    }
  });

  it('is refused to non-members as for a message that does not exist or is deleted', async () => {
    const { phone, bobDevice, outsiderDevice } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    const unknown = await outsiderDevice.expectRefused('message.react', add({ id: randomUUID() }, '🎉'));
    const foreign = await outsiderDevice.expectRefused('message.react', add(message, '🎉'));
    expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
    await phone.request('message.modify', { action: 'delete', message_id: message.id });
    await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
    const gone = await bobDevice.expectRefused('message.react', add(message, '🎉'));
    expect(gone).toMatchObject({ code: 4004, detail: unknown.detail });
  });

  it('is allowed to every member, also where the member may not send', async () => {
    const { phone, laptop, bobDevice, bob } = fixture;
    for (const requested of [
      { type: 'Channel', name: 'News', subscribers: [bob.id] },
      { type: 'GroupChat', name: 'Quiet', participants: [bob.id], extra_fields: { group_locked: true } },
    ]) {
      const { data: quiet } = await phone.request('room.create', requested);
      await allReceive([laptop, bobDevice], 'roomcreate.dispatch');
      const message = await sendMessage(phone, quiet, 'news');
      await allReceive([laptop, bobDevice], 'message.dispatch');
      await bobDevice.request('message.react', add(message, '🎉'));
      await allReceive([phone, laptop], 'reaction.dispatch');
    }
  });

  it('is deleted together with its message', async () => {
    const { phone, bobDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'we won');
    const reply = await fixture.sendAndDeliver(phone, 'indeed', { parent_message_id: message.id });
    const reacted = await reacts(bobDevice, add(message, '🎉'));
    await expect(historyOf(bobDevice, room)).resolves.toEqual([{ ...reply, parent_message: reacted }, reacted]);
  });
});
