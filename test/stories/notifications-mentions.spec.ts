import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, ANY_ID } from '../support/messaging.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());
afterEach(() => fixture.drain());

interface Shown {
  readonly id: string;
  readonly type: string;
}

/** The user's notifications of the room in a first frame, and the unread mentions. */
async function shownTo(user: TestUser): Promise<{ shown: Shown[]; mentions: number }> {
  const device = await user.open();
  const { data, meta } = await device.receive('chat.notifications');
  await device.close();
  return {
    shown: (data[fixture.room.id] ?? []).map(({ id, notification_type: type }) => ({ id, type })),
    mentions: (meta!.unread_mentions as Record<string, number>)[fixture.room.id] ?? 0,
  };
}

const sent = (extra_fields: object = {}): Promise<Message> =>
  fixture.sendAndDeliver(fixture.bobDevice, 'x', extra_fields);

async function edited({ id: message_id }: Message, extra_fields: object): Promise<void> {
  await fixture.bobDevice.request('message.modify', { action: 'update', message_id, extra_fields });
  await allReceive(fixture.allExcept(fixture.bobDevice), 'messagemodification.dispatch');
}

const acknowledges = (device: ChatClient, message: Message) =>
  device.request('message.acknowledged', { message_id: [message.id] });

describe('a mention in a new message', () => {
  it('is the type of its notification, also of a reply, for those whom it mentions', async () => {
    const { alice, carol, carolDevice } = fixture;
    const own = await fixture.sendAndDeliver(carolDevice, 'mine');
    const replies = [
      await sent({ parent_message_id: own.id }),
      await sent({ parent_message_id: own.id, mentions: [carol.id] }),
      await sent({ parent_message_id: own.id, mention_room: true }),
    ];
    const typed = (...types: string[]): Shown[] => replies.map(({ id }, at) => ({ id, type: types[at]! }));
    await expect(shownTo(carol)).resolves.toEqual({ shown: typed('REPLY', 'MENTION', 'MENTION'), mentions: 2 });
    const { shown, mentions } = await shownTo(alice);
    expect([shown.slice(1), mentions]).toEqual([typed('NEW_MESSAGE', 'NEW_MESSAGE', 'MENTION'), 1]);
  });

  it('is counted in a silent message, of which nobody is notified', async () => {
    const { carol } = fixture;
    await sent({ mentions: [carol.id], silent: true });
    await expect(shownTo(carol)).resolves.toEqual({ shown: [], mentions: 1 });
  });
});

describe('a mention that an edit adds', () => {
  it('changes the notification of a message that the member has not acknowledged', async () => {
    const { carol } = fixture;
    const message = await sent();
    await edited(message, { mentions: [carol.id] });
    await expect(shownTo(carol)).resolves.toEqual({ shown: [{ id: message.id, type: 'MENTION' }], mentions: 1 });
  });

  it('notifies a member who has acknowledged the message, once', async () => {
    const { alice, carol, carolDevice } = fixture;
    const message = await sent({ mentions: [alice.id] });
    await acknowledges(carolDevice, message);
    await edited(message, { mentions: [alice.id, carol.id] });
    const { shown } = await shownTo(carol);
    expect(shown).toEqual([{ id: ANY_ID, type: 'MENTION' }]);
    expect(shown[0]!.id).not.toBe(message.id);
    await edited(message, { content: 'y', mention_room: true });
    await expect(shownTo(carol)).resolves.toMatchObject({ shown });
    await carolDevice.request('notification.acknowledge', { notification_id: shown[0]!.id });
    await edited(message, { content: 'z' });
    await expect(shownTo(carol)).resolves.toEqual({ shown: [], mentions: 1 });
    await carolDevice.request('message.read', { message_id: message.id });
    await expect(shownTo(carol)).resolves.toEqual({ shown: [], mentions: 0 });
  });

  it('of the whole room notifies the members who were not mentioned before', async () => {
    const { phone, alice, carol, carolDevice } = fixture;
    const message = await sent({ mentions: [alice.id] });
    for (const device of [phone, carolDevice]) await acknowledges(device, message);
    await edited(message, { mention_room: true });
    await expect(shownTo(alice)).resolves.toMatchObject({ shown: [] });
    await expect(shownTo(carol)).resolves.toMatchObject({ shown: [{ type: 'MENTION' }] });
    await edited(message, { mention_room: false });
    await expect(shownTo(carol)).resolves.toEqual({ shown: [], mentions: 0 });
  });

  it('notifies nobody of a silent message, and no former member', async () => {
    const { carol, carolDevice, room } = fixture;
    const [silent, message] = [await sent({ silent: true }), await sent()];
    for (const each of [silent, message]) await acknowledges(carolDevice, each);
    await edited(silent, { mentions: [carol.id] });
    await expect(shownTo(carol)).resolves.toEqual({ shown: [], mentions: 1 });
    await edited(message, { mentions: [carol.id] });
    await carolDevice.request('room.leave', { room_id: room.id });
    await expect(shownTo(carol)).resolves.toEqual({ shown: [], mentions: 0 });
  });
});
