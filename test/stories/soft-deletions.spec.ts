import type { Message } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, allReceive, historyOf, sendMessage } from '../support/messaging.js';

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService('keepDeletedMessages');
  fixture = await GroupFixture.create(parley);
});

beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const MEDIA = [
  { media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png', caption: 'secret' },
];

const deletion = (...messages: Message[]): object => ({
  action: 'delete',
  message_id: messages.map(({ id }) => id),
});

/** The visible part of a deleted message. */
const remains = (message: Message): Message => ({
  ...message,
  content: '',
  is_deleted: true,
  parent_message: null,
  forwarded_from: null,
  attachments: [],
  reactions: [],
  updated_at: ANY_TIME,
});

/** A device deletes, and every other device receives it. */
const deleted = async (...messages: Message[]): Promise<number | undefined> => {
  const { seq } = await fixture.phone.request('message.modify', deletion(...messages));
  await allReceive(fixture.allExcept(fixture.phone), 'messagemodification.dispatch');
  return seq;
};

describe('a message deleted with MESSAGE_SOFT_DELETE=true', () => {
  it('stays in the history without its content', async () => {
    const { bobDevice, carolDevice, room } = fixture;
    const parent = await fixture.sendAndDeliver(carolDevice, 'well?');
    const messages = [
      await fixture.sendAndDeliver(bobDevice, 'secret', { media: MEDIA, parent_message_id: parent.id }),
      await fixture.sendAndDeliver(bobDevice, '', { forwarded_from_id: parent.id }),
    ];
    await carolDevice.request('message.react', { type: 'add', message_id: messages[0]!.id, reaction_content: '🎉' });
    await allReceive(fixture.allExcept(carolDevice), 'reaction.dispatch');
    await expect(deleted(...messages)).resolves.toBe(messages[1]!.seq + 2);
    const history = await historyOf(bobDevice, room);
    expect(history).toEqual([...messages.map(remains).reverse(), parent]);
    expect(JSON.stringify(history)).not.toMatch(/secret|🎉/);
  });

  it('can be deleted again without a change, which is answered only to the requester', async () => {
    const { phone, bobDevice, room } = fixture;
    const [message, other] = [
      await fixture.sendAndDeliver(bobDevice, 'one'),
      await fixture.sendAndDeliver(bobDevice, 'two'),
    ];
    const seq = (await deleted(message)) ?? 0;
    const again = await phone.request('message.modify', deletion(message));
    expect(again).toMatchObject({
      room_id: room.id,
      data: { status: 'successful', action: 'delete', message_ids: [message.id] },
      meta: { changed: false },
    });
    expect(again).not.toHaveProperty('seq');

    const both = await phone.request('message.modify', deletion(message, other));
    expect(both).toMatchObject({ seq: seq + 1, data: { message_ids: [other.id] } });
    await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
  });

  it('cannot be edited, reacted to, answered or forwarded', async () => {
    const { bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'secret');
    await deleted(message);
    const edit = { action: 'update', message_id: message.id, extra_fields: { content: 'back' } };
    await expect(bobDevice.expectRefused('message.modify', edit)).resolves.toMatchObject({
      code: 4003,
      detail: { message_id: [expect.any(String)] },
    });
    await expect(carolDevice.expectRefused('message.modify', edit)).resolves.toMatchObject({ code: 4002 });
    for (const type of ['add', 'remove']) {
      const reaction = { type, message_id: message.id, reaction_content: '🎉' };
      await expect(bobDevice.expectRefused('message.react', reaction)).resolves.toMatchObject({
        code: 4003,
        detail: { message_id: [expect.any(String)] },
      });
    }
    for (const key of ['parent_message_id', 'forwarded_from_id']) {
      const send = { room_id: room.id, content: 'x', extra_fields: { [key]: message.id } };
      await expect(bobDevice.expectRefused('message.send', send)).resolves.toMatchObject({ code: 4004 });
    }
    await expect(historyOf(bobDevice, room)).resolves.toEqual([remains(message)]);
  });

  it('is removed from its replies and forwards', async () => {
    const { phone, bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'secret');
    const reply = await fixture.sendAndDeliver(phone, 'what?', { parent_message_id: message.id });
    const forward = await fixture.sendAndDeliver(phone, 'look', { forwarded_from_id: message.id });
    await deleted(message);
    await expect(historyOf(carolDevice, room)).resolves.toEqual([
      { ...forward, forwarded_from: null },
      { ...reply, parent_message: null },
      remains(message),
    ]);
    for (const { id } of [reply, forward]) {
      await carolDevice.request('message.react', { type: 'add', message_id: id, reaction_content: '👍' });
      const { data } = await allReceive(fixture.allExcept(carolDevice), 'reaction.dispatch');
      expect(data.message).toMatchObject({ id, parent_message: null, forwarded_from: null });
    }
  });

  it('is not the last message of its room', async () => {
    const { phone, bobDevice, room } = fixture;
    const lastMessage = async (): Promise<Message | null | undefined> => {
      const { data: rooms } = await bobDevice.request('room.list', {});
      return rooms.find(({ id }) => id === room.id)?.last_message;
    };
    const messages = [
      await fixture.sendAndDeliver(phone, '1'),
      await fixture.sendAndDeliver(phone, '2'),
      await fixture.sendAndDeliver(phone, '3'),
    ];
    await deleted(messages[1]!);
    await expect(lastMessage()).resolves.toEqual(messages[2]);
    await deleted(messages[2]!);
    await expect(lastMessage()).resolves.toEqual(messages[0]);
    await deleted(messages[0]!);
    await expect(lastMessage()).resolves.toBeNull();
  });

  it('is not a pending notification any more', async () => {
    const { erin } = await users(parley, 'erin');
    const { bobDevice } = fixture;
    const { data: chat } = await bobDevice.request('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const [kept, message] = [await sendMessage(bobDevice, chat, 'stays'), await sendMessage(bobDevice, chat, 'goes')];
    await bobDevice.request('message.modify', deletion(message));
    const device = await erin.open();
    const { data, meta } = await device.receive('chat.notifications');
    expect(data[chat.id]?.map(({ message: { id } }) => id)).toEqual([kept.id]);
    expect(meta).toMatchObject({ total: 1, unread: { [chat.id]: 1 } });
    await device.close();
  });
});
