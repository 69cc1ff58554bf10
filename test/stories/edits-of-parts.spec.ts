import type { Message } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, ANY_TIME, historyOf, userView } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
  fixture = await GroupFixture.create(parley);
});

beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const edit = ({ id }: Message, extra_fields: object): object => ({
  action: 'update',
  message_id: id,
  room_id: fixture.room.id,
  extra_fields,
});

/** Bob edits, every device receives it, and the history has the same. */
async function edited(message: Message, extra_fields: object): Promise<Message> {
  const { bobDevice, carolDevice, room } = fixture;
  const { data, seq } = await bobDevice.request('message.modify', edit(message, extra_fields));
  const received = await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
  expect([received.data, received.seq]).toEqual([data, seq]);
  const [newest] = await historyOf(carolDevice, room);
  expect(data).toEqual({ status: 'successful', action: 'update', message: newest });
  return newest!;
}

const refused = async (message: Message, extra_fields: object): Promise<object> => {
  const { code, detail } = await fixture.bobDevice.expectRefused('message.modify', edit(message, extra_fields));
  return { code, fields: Object.keys(typeof detail === 'object' ? detail : {}) };
};

const sent = (extra_fields: object = {}): Promise<Message> =>
  fixture.sendAndDeliver(fixture.bobDevice, 'x', extra_fields);

describe('an edit of what a message carries', () => {
  it('changes the given fields, and keeps the others', async () => {
    const { alice, bob, carol } = fixture;
    const message = await sent({ kind: 'card', metadata: { a: 1 }, mentions: [carol.id] });
    const times = { is_edited: true, updated_at: ANY_TIME, edited_at: ANY_TIME };
    const first = { ...message, ...times, metadata: { b: '\0' } };
    await expect(edited(message, { metadata: { b: '\0' } })).resolves.toEqual(first);
    const second = { ...first, mentions: [userView(alice), userView(bob)] };
    await expect(edited(message, { mentions: [bob.id, alice.id] })).resolves.toEqual(second);
    const third = { ...second, mention_room: true, content: 'y' };
    await expect(edited(message, { mention_room: true, content: 'y' })).resolves.toEqual(third);
    const last = { ...third, metadata: {}, mentions: [], mention_room: false };
    await expect(edited(message, { metadata: {}, mentions: [], mention_room: false })).resolves.toEqual(last);
  });

  it('to the same changes nothing', async () => {
    const { alice, carol, bobDevice } = fixture;
    const message = await sent({ metadata: { a: 1 }, mentions: [carol.id, alice.id], mention_room: true });
    const same = { mentions: [alice.id, carol.id, alice.id], mention_room: true, metadata: { a: 1 } };
    const answer = await bobDevice.request('message.modify', edit(message, same));
    expect(answer).toMatchObject({ data: { message }, meta: { changed: false } });
  });

  it('is refused without any field, and with what a send would be refused with', async () => {
    const { alice, bob, carol } = fixture;
    const message = await sent();
    for (const nothing of [{}, { metadata: null, mentions: null, mention_room: null }]) {
      await expect(refused(message, nothing)).resolves.toEqual({ code: 4003, fields: ['extra_fields.content'] });
    }
    for (const mentions of [[alice.id, bob.id, carol.id], [carol.id + 10_000], ['x']]) {
      await expect(refused(message, { mentions })).resolves.toEqual({ code: 4003, fields: ['extra_fields.mentions'] });
    }
    for (const metadata of [{ a: 'x'.repeat(8_192) }, { a: 1e21 }, []]) {
      await expect(refused(message, { metadata })).resolves.toEqual({ code: 4003, fields: ['extra_fields.metadata'] });
    }
    await expect(refused(message, { kind: 'card' })).resolves.toMatchObject({ code: 4003 });
  });

  it('keeps a mention of a member who has left, and refuses a new one', async () => {
    const { alice, carol, bobDevice, carolDevice, room } = fixture;
    const [message, other] = [await sent({ mentions: [carol.id] }), await sent()];
    await carolDevice.request('room.leave', { room_id: room.id });
    const remaining = [fixture.phone, fixture.laptop, bobDevice];
    await allReceive(remaining, 'roomremovemembers.dispatch');
    const { data } = await bobDevice.request('message.modify', edit(message, { mentions: [carol.id, alice.id] }));
    expect(data).toMatchObject({ message: { mentions: [userView(alice), userView(carol)] } });
    await allReceive([fixture.phone, fixture.laptop], 'messagemodification.dispatch');
    await expect(refused(other, { mentions: [carol.id] })).resolves.toMatchObject({ code: 4003 });
  });

  it('mentions the room only with permission, unless the message does so already', async () => {
    const { phone, laptop, bobDevice, carolDevice, outsiderDevice, room } = fixture;
    const [plain, loud] = [await sent(), await sent({ mention_room: true })];
    const { data: own } = await outsiderDevice.request('user.update', {});
    await phone.request('room.add_members', { room_id: room.id, members: [own.user.id] });
    await allReceive([laptop, bobDevice, carolDevice, outsiderDevice], 'roomaddmembers.dispatch');
    await expect(refused(plain, { mention_room: true })).resolves.toMatchObject({ code: 4002 });
    const { data } = await bobDevice.request('message.modify', edit(loud, { mention_room: true, content: 'y' }));
    expect(data).toMatchObject({ message: { mention_room: true, content: 'y' } });
    await allReceive([phone, laptop, carolDevice, outsiderDevice], 'messagemodification.dispatch');
  });
});
