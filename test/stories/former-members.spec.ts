import type { Message, Room } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, historyOf, sendMessage } from '../support/messaging.js';

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

/** Removes Carol, and every device receives it. */
const removesCarol = async (room: Room): Promise<void> => {
  const { phone, laptop, bobDevice, carolDevice, carol } = fixture;
  await phone.request('room.remove_members', { room_id: room.id, members: [carol.id] });
  await allReceive([laptop, bobDevice], 'roomremovemembers.dispatch');
  await carolDevice.receive('roomexit.dispatch');
};

/** Requests that Carol could make as a member, which fail after her removal. */
const REQUESTS: [event: string, dispatch: string, data: (message: Message) => object][] = [
  [
    'message.send',
    'message.dispatch',
    ({ id, room }) => ({ room_id: room.id, content: 'x', extra_fields: { parent_message_id: id } }),
  ],
  ['message.typing', 'messagetyping.dispatch', ({ room }) => ({ room_id: room.id })],
  ['message.react', 'reaction.dispatch', ({ id }) => ({ type: 'add', message_id: id, reaction_content: '👋' })],
  [
    'message.modify',
    'messagemodification.dispatch',
    ({ id }) => ({ action: 'update', message_id: id, extra_fields: { content: 'y' } }),
  ],
  ['message.modify', 'messagemodification.dispatch', ({ id }) => ({ action: 'delete', message_id: id })],
];

describe('a former member', () => {
  it.each(REQUESTS)('receives no dispatch of %s any more, and may not request it', async (event, dispatch, data) => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const [alices, own] = [
      await fixture.sendAndDeliver(phone, 'of Alice'),
      await fixture.sendAndDeliver(carolDevice, 'of Carol'),
    ];
    await removesCarol(room);
    await expect(carolDevice.expectRefused(event, data(own))).resolves.toMatchObject({ code: 4004 });
    await expect(carolDevice.expectRefused(event, data(alices))).resolves.toMatchObject({ code: 4004 });
    await phone.request(event, data(alices));
    await allReceive([laptop, bobDevice], dispatch);
    await expect(carolDevice.drain()).resolves.toEqual([]);
  });

  it('cannot read messages that are forwarded from the room, live or in the history', async () => {
    const { phone, laptop, bobDevice, carolDevice, bob, carol, room } = fixture;
    const participants = [bob.id, carol.id];
    const { data: source } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants });
    await allReceive([laptop, bobDevice, carolDevice], 'roomcreate.dispatch');
    const original = await sendMessage(phone, source, 'a secret');
    await allReceive([laptop, bobDevice, carolDevice], 'message.dispatch');
    const forward = await fixture.sendAndDeliver(phone, '', { forwarded_from_id: original.id });
    await expect(historyOf(carolDevice, room)).resolves.toMatchObject([{ forwarded_from: original }]);

    await removesCarol(source);
    await expect(historyOf(carolDevice, room)).resolves.toEqual([{ ...forward, forwarded_from: null }]);
    await phone.request('message.react', { type: 'add', message_id: forward.id, reaction_content: '👍' });
    const { data: seen } = await carolDevice.receive('reaction.dispatch');
    expect(seen.message).toMatchObject({ id: forward.id, forwarded_from: null });
    const { data: whole } = await allReceive([laptop, bobDevice], 'reaction.dispatch');
    expect(whole.message).toMatchObject({ id: forward.id, forwarded_from: { id: original.id } });
    const again = { room_id: room.id, content: 'x', extra_fields: { forwarded_from_id: original.id } };
    await expect(carolDevice.expectRefused('message.send', again)).resolves.toMatchObject({ code: 4004 });
  });
});
