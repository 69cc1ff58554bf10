import type { Message } from '@parley/protocol';

import { Circle } from '../support/circle.js';
import { people } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { A_TIME, allHear, historyOf, says } from '../support/talk.js';

let parley: Service;
let circle: Circle;

beforeAll(async () => {
  parley = await sharedService('keepDeletedMessages');
  circle = await Circle.on(parley);
});

beforeEach(() => circle.meets());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(circle.rest()).resolves.toEqual([]);
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
  updated_at: A_TIME,
});

/** A device deletes, and every other device receives it. */
const deleted = async (...messages: Message[]): Promise<number | undefined> => {
  const { seq } = await circle.phone.ask('message.modify', deletion(...messages));
  await allHear(circle.but(circle.phone), 'messagemodification.dispatch');
  return seq;
};

describe('a message deleted with MESSAGE_SOFT_DELETE=true', () => {
  it('stays in the history without its content', async () => {
    const { bobs, carols, room } = circle;
    const parent = await circle.said(carols, 'well?');
    const messages = [
      await circle.said(bobs, 'secret', { media: MEDIA, parent_message_id: parent.id }),
      await circle.said(bobs, '', { forwarded_from_id: parent.id }),
    ];
    await carols.ask('message.react', { type: 'add', message_id: messages[0]!.id, reaction_content: '🎉' });
    await allHear(circle.but(carols), 'reaction.dispatch');
    await expect(deleted(...messages)).resolves.toBe(messages[1]!.seq + 2);
    const history = await historyOf(bobs, room);
    expect(history).toEqual([...messages.map(remains).reverse(), parent]);
    expect(JSON.stringify(history)).not.toMatch(/secret|🎉/);
  });

  it('can be deleted again without a change, which is answered only to the requester', async () => {
    const { phone, bobs, room } = circle;
    const [message, other] = [await circle.said(bobs, 'one'), await circle.said(bobs, 'two')];
    const seq = (await deleted(message)) ?? 0;
    const again = await phone.ask('message.modify', deletion(message));
    expect(again).toMatchObject({
      room_id: room.id,
      data: { status: 'successful', action: 'delete', message_ids: [message.id] },
      meta: { changed: false },
    });
    expect(again).not.toHaveProperty('seq');

    const both = await phone.ask('message.modify', deletion(message, other));
    expect(both).toMatchObject({ seq: seq + 1, data: { message_ids: [other.id] } });
    await allHear(circle.but(phone), 'messagemodification.dispatch');
  });

  it('cannot be edited, reacted to, answered or forwarded', async () => {
    const { bobs, carols, room } = circle;
    const message = await circle.said(bobs, 'secret');
    await deleted(message);
    const edit = { action: 'update', message_id: message.id, extra_fields: { content: 'back' } };
    await expect(bobs.isRefused('message.modify', edit)).resolves.toMatchObject({
      code: 4003,
      detail: { message_id: [expect.any(String)] },
    });
    await expect(carols.isRefused('message.modify', edit)).resolves.toMatchObject({ code: 4002 });
    for (const type of ['add', 'remove']) {
      const reaction = { type, message_id: message.id, reaction_content: '🎉' };
      await expect(bobs.isRefused('message.react', reaction)).resolves.toMatchObject({
        code: 4003,
        detail: { message_id: [expect.any(String)] },
      });
    }
    for (const key of ['parent_message_id', 'forwarded_from_id']) {
      const send = { room_id: room.id, content: 'x', extra_fields: { [key]: message.id } };
      await expect(bobs.isRefused('message.send', send)).resolves.toMatchObject({ code: 4004 });
    }
    await expect(historyOf(bobs, room)).resolves.toEqual([remains(message)]);
  });

  it('is removed from its replies and forwards', async () => {
    const { phone, bobs, carols, room } = circle;
    const message = await circle.said(bobs, 'secret');
    const reply = await circle.said(phone, 'what?', { parent_message_id: message.id });
    const forward = await circle.said(phone, 'look', { forwarded_from_id: message.id });
    await deleted(message);
    await expect(historyOf(carols, room)).resolves.toEqual([
      { ...forward, forwarded_from: null },
      { ...reply, parent_message: null },
      remains(message),
    ]);
    for (const { id } of [reply, forward]) {
      await carols.ask('message.react', { type: 'add', message_id: id, reaction_content: '👍' });
      const { data } = await allHear(circle.but(carols), 'reaction.dispatch');
      expect(data.message).toMatchObject({ id, parent_message: null, forwarded_from: null });
    }
  });

  it('is not the last message of its room', async () => {
    const { phone, bobs, room } = circle;
    const lastMessage = async (): Promise<Message | null | undefined> => {
      const { data: rooms } = await bobs.ask('room.list', {});
      return rooms.find(({ id }) => id === room.id)?.last_message;
    };
    const messages = [await circle.said(phone, '1'), await circle.said(phone, '2'), await circle.said(phone, '3')];
    await deleted(messages[1]!);
    await expect(lastMessage()).resolves.toEqual(messages[2]);
    await deleted(messages[2]!);
    await expect(lastMessage()).resolves.toEqual(messages[0]);
    await deleted(messages[0]!);
    await expect(lastMessage()).resolves.toBeNull();
  });

  it('is not a pending notification any more', async () => {
    const { erin } = await people(parley, 'erin');
    const { bobs } = circle;
    const { data: chat } = await bobs.ask('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const [kept, message] = [await says(bobs, chat, 'stays'), await says(bobs, chat, 'goes')];
    await bobs.ask('message.modify', deletion(message));
    const device = await erin.connects();
    const { data, meta } = await device.hears('chat.notifications');
    expect(data[chat.id]?.map(({ message: { id } }) => id)).toEqual([kept.id]);
    expect(meta).toMatchObject({ total: 1, unread: { [chat.id]: 1 } });
    await device.leaves();
  });
});
