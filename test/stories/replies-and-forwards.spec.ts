import { randomUUID } from 'node:crypto';

import type { Message, Room, ShortMessage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { GroupFixture } from '../support/group-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, historyOf, sendMessage } from '../support/messaging.js';

const MEDIA = [
  { media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png', caption: 'secret' },
];

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

const sending = (room: Pick<Room, 'id'>, content: string, extra_fields: object): object => ({
  room_id: room.id,
  content,
  extra_fields,
});

/** As it is shown in another message. */
const within = (message: Message): Message => ({ ...message, parent_message: null, forwarded_from: null });

describe('a reply', () => {
  it('contains its parent message for all members, live and in the history', async () => {
    const { phone, bobDevice, carolDevice, room } = fixture;
    const parent = await fixture.sendAndDeliver(phone, 'shall we?', { media: MEDIA });
    const own = await bobDevice.request(
      'message.send',
      sending(room, 'yes', { parent_message_id: parent.id.toUpperCase() }),
    );
    expect(own.data).toMatchObject({ content: 'yes', is_forwarded: false, parent_message: parent });
    const received = await allReceive(fixture.allExcept(bobDevice), 'message.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    await expect(historyOf(carolDevice, room)).resolves.toEqual([own.data, parent]);
  });

  it('to a reply contains only its direct parent', async () => {
    const { phone, bobDevice, carolDevice, room } = fixture;
    const first = await fixture.sendAndDeliver(phone, 'one');
    const second = await fixture.sendAndDeliver(bobDevice, 'two', { parent_message_id: first.id });
    const third = await fixture.sendAndDeliver(carolDevice, 'three', { parent_message_id: second.id });
    const forward = await fixture.sendAndDeliver(carolDevice, 'four', { forwarded_from_id: second.id });
    const fifth = await fixture.sendAndDeliver(carolDevice, 'five', { parent_message_id: forward.id });
    expect([third, fifth]).toMatchObject([{ parent_message: within(second) }, { parent_message: within(forward) }]);
    await expect(historyOf(bobDevice, room)).resolves.toEqual([fifth, forward, third, second, first]);
  });

  it('requires a parent message in the same room', async () => {
    const { phone, laptop, bobDevice, outsiderDevice, room } = fixture;
    const { data: elsewhere } = await phone.request('room.create', { type: 'GroupChat', name: 'Elsewhere' });
    await laptop.receive('roomcreate.dispatch');
    const other = await sendMessage(phone, elsewhere, 'secret');
    await laptop.receive('message.dispatch');
    const unknown = await phone.expectRefused('message.send', sending(room, 'x', { parent_message_id: randomUUID() }));
    expect(unknown).toMatchObject({ code: 4004 });
    for (const device of [phone, bobDevice]) {
      const refused = await device.expectRefused('message.send', sending(room, 'x', { parent_message_id: other.id }));
      expect(refused).toMatchObject({ code: 4004, detail: unknown.detail });
    }
    const message = await fixture.sendAndDeliver(phone, 'here');
    const foreign = await outsiderDevice.expectRefused(
      'message.send',
      sending(room, 'x', { parent_message_id: message.id }),
    );
    expect(foreign).toMatchObject({ code: 4004 });
    await expect(historyOf(phone, room)).resolves.toEqual([message]);
  });

  it('requires a text', async () => {
    const { phone, bobDevice, room } = fixture;
    const parent = await fixture.sendAndDeliver(phone, 'well?');
    const refused = await bobDevice.expectRefused('message.send', sending(room, '', { parent_message_id: parent.id }));
    expect(refused).toMatchObject({ code: 4003, detail: { content: [expect.any(String)] } });
  });

  it('that is sent again after its parent was deleted is the same reply', async () => {
    const { phone, bobDevice, room } = fixture;
    const parent = await fixture.sendAndDeliver(phone, 'well?');
    const client_message_id = randomUUID();
    const send = { ...sending(room, 'yes', { parent_message_id: parent.id }), client_message_id };
    const { data: reply } = await bobDevice.request('message.send', send);
    await allReceive(fixture.allExcept(bobDevice), 'message.dispatch');
    await phone.request('message.modify', { action: 'delete', message_id: parent.id });
    await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
    await expect(bobDevice.request('message.send', send)).resolves.toMatchObject({
      data: { ...reply, parent_message: null },
      meta: { duplicate: true },
    });
    const fresh = { ...send, client_message_id: randomUUID() };
    await expect(bobDevice.expectRefused('message.send', fresh)).resolves.toMatchObject({ code: 4004 });
  });
});

describe('a forwarded message', () => {
  /** The room of Alice and Bob, without Carol. */
  let source: Room;
  let original: Message;

  beforeEach(async () => {
    const { phone, laptop, bobDevice, bob } = fixture;
    ({ data: source } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] }));
    await allReceive([laptop, bobDevice], 'roomcreate.dispatch');
    ({ data: original } = await bobDevice.request('message.send', sending(source, 'a secret', { media: MEDIA })));
    await allReceive([phone, laptop], 'message.dispatch');
  });

  /** Alice, on both devices, and Bob receive the original in it; Carol receives only that it is a forward. */
  const isReadBy = async (
    read: (device: ChatClient) => Promise<Message | ShortMessage | undefined>,
    shown: Pick<Message, 'id'> = original,
  ): Promise<void> => {
    const { phone, laptop, bobDevice, carolDevice } = fixture;
    for (const device of [phone, laptop, bobDevice]) {
      await expect(read(device)).resolves.toMatchObject({ is_forwarded: true, forwarded_from: shown });
    }
    const seen = await read(carolDevice);
    expect(seen).toMatchObject({ is_forwarded: true, forwarded_from: null });
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(JSON.stringify(seen)).not.toContain(original.id);
  };

  it('contains the original only for members of its source room, live and in the history', async () => {
    const { phone, room } = fixture;
    phone.sendRequest('message.send', sending(room, '', { forwarded_from_id: original.id.toUpperCase() }));
    await isReadBy(async (device) => (await device.receive('message.dispatch')).data);
    await isReadBy(async (device) => (await historyOf(device, room))[0]);
  });

  it('contains the original only for them when it is edited, reacted to and sent again', async () => {
    const { phone, carolDevice, room } = fixture;
    const client_message_id = randomUUID();
    const send = { ...sending(room, 'look', { forwarded_from_id: original.id }), client_message_id };
    phone.sendRequest('message.send', send);
    const ids: string[] = [];
    await isReadBy(async (device) => {
      const { data } = await device.receive('message.dispatch');
      ids.push(data.id);
      return data;
    });
    const [message_id] = ids;
    phone.sendRequest('message.modify', { action: 'update', message_id, extra_fields: { content: 'look!' } });
    await isReadBy(async (device) => {
      const { data } = await device.receive('messagemodification.dispatch');
      return 'message' in data ? data.message : undefined;
    });
    carolDevice.sendRequest('message.react', { type: 'add', message_id, reaction_content: '👀' });
    await isReadBy(async (device) => (await device.receive('reaction.dispatch')).data.message, { id: original.id });
    await expect(phone.request('message.send', send)).resolves.toMatchObject({
      data: { forwarded_from: original },
      meta: { duplicate: true },
    });
  });

  it('of a forward contains only its direct original', async () => {
    const { phone, bobDevice, carolDevice, room } = fixture;
    const forward = await forwarded(original);
    const again = await forwarded(forward);
    expect(again.forwarded_from).toEqual(within(forward));
    for (const device of [phone, bobDevice, carolDevice]) {
      await expect(historyOf(device, room)).resolves.toMatchObject([
        { id: again.id, forwarded_from: within(forward) },
        {},
      ]);
    }
  });

  it('requires an original that the sender may read', async () => {
    const { carolDevice, outsiderDevice, room } = fixture;
    const { data: theirs } = await outsiderDevice.request('room.create', { type: 'GroupChat', name: 'Theirs' });
    const unknown = await carolDevice.expectRefused(
      'message.send',
      sending(room, 'x', { forwarded_from_id: randomUUID() }),
    );
    expect(unknown).toMatchObject({ code: 4004 });
    for (const [device, target] of [
      [carolDevice, room],
      [outsiderDevice, theirs],
    ] as const) {
      const foreign = await device.expectRefused(
        'message.send',
        sending(target, 'x', { forwarded_from_id: original.id }),
      );
      expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
      await expect(historyOf(device, target)).resolves.toEqual([]);
    }
  });

  const forwarded = async (message: Message): Promise<Message> => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const { data } = await phone.request('message.send', sending(room, '', { forwarded_from_id: message.id }));
    await Promise.all([laptop, bobDevice, carolDevice].map((device) => device.receive('message.dispatch')));
    return data;
  };
});

describe('the reference of a message to another', () => {
  it.each(['parent_message_id', 'forwarded_from_id'])(
    'takes as many bytes at the end of a chain of fifty as near its beginning: %s',
    async (key) => {
      const { phone, bobDevice, room } = fixture;
      const chain = [await fixture.sendAndDeliver(phone, 'link 0')];
      for (let at = 1; at <= 50; at += 1) {
        chain.push(await fixture.sendAndDeliver(phone, `link ${String(at % 10)}`, { [key]: chain.at(-1)!.id }));
      }
      const bytes = chain.slice(10).map((message) => Buffer.byteLength(JSON.stringify(message)));
      expect(new Set(bytes).size).toBe(1);
      await expect(historyOf(bobDevice, room)).resolves.toEqual(chain.toReversed());
    },
  );

  it('is a single message id', async () => {
    const { phone, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'x');
    for (const key of ['parent_message_id', 'forwarded_from_id']) {
      for (const id of ['', 'x', 7, true, {}, [message.id]]) {
        const refused = await phone.expectRefused('message.send', sending(room, 'x', { [key]: id }));
        expect(refused).toMatchObject({ code: 4003, detail: { [`extra_fields.${key}`]: [expect.any(String)] } });
      }
    }
    const both = { parent_message_id: message.id, forwarded_from_id: message.id };
    const refused = await phone.expectRefused('message.send', sending(room, 'x', both));
    expect(refused).toMatchObject({ code: 4003, detail: { extra_fields: [expect.any(String)] } });
    for (const extra_fields of ['x', 7, true, [both]]) {
      const wrong = await phone.expectRefused('message.send', { room_id: room.id, content: 'x', extra_fields });
      expect(wrong).toMatchObject({ code: 4003, detail: { extra_fields: [expect.any(String)] } });
    }
    const none = await fixture.sendAndDeliver(phone, 'x', {
      parent_message_id: null,
      forwarded_from_id: null,
      media: null,
    });
    expect(none).toMatchObject({ parent_message: null, forwarded_from: null, is_forwarded: false, attachments: [] });
  });
});
