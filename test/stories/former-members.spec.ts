import type { Message, Room } from '@parley/protocol';

import { Circle } from '../support/circle.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allHear, historyOf, says } from '../support/talk.js';

let parley: Service;
let circle: Circle;

beforeAll(async () => {
  parley = await sharedService();
  circle = await Circle.on(parley);
});

beforeEach(() => circle.meets());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(circle.rest()).resolves.toEqual([]);
});

/** Removes Carol, and every device receives it. */
const removesCarol = async (room: Room): Promise<void> => {
  const { phone, laptop, bobs, carols, carol } = circle;
  await phone.ask('room.remove_members', { room_id: room.id, members: [carol.id] });
  await allHear([laptop, bobs], 'roomremovemembers.dispatch');
  await carols.hears('roomexit.dispatch');
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
    const { phone, laptop, bobs, carols, room } = circle;
    const [alices, own] = [await circle.said(phone, 'of Alice'), await circle.said(carols, 'of Carol')];
    await removesCarol(room);
    await expect(carols.isRefused(event, data(own))).resolves.toMatchObject({ code: 4004 });
    await expect(carols.isRefused(event, data(alices))).resolves.toMatchObject({ code: 4004 });
    await phone.ask(event, data(alices));
    await allHear([laptop, bobs], dispatch);
    await expect(carols.rest()).resolves.toEqual([]);
  });

  it('cannot read messages that are forwarded from the room, live or in the history', async () => {
    const { phone, laptop, bobs, carols, bob, carol, room } = circle;
    const participants = [bob.id, carol.id];
    const { data: source } = await phone.ask('room.create', { type: 'GroupChat', name: 'x', participants });
    await allHear([laptop, bobs, carols], 'roomcreate.dispatch');
    const original = await says(phone, source, 'a secret');
    await allHear([laptop, bobs, carols], 'message.dispatch');
    const forward = await circle.said(phone, '', { forwarded_from_id: original.id });
    await expect(historyOf(carols, room)).resolves.toMatchObject([{ forwarded_from: original }]);

    await removesCarol(source);
    await expect(historyOf(carols, room)).resolves.toEqual([{ ...forward, forwarded_from: null }]);
    await phone.ask('message.react', { type: 'add', message_id: forward.id, reaction_content: '👍' });
    const { data: seen } = await carols.hears('reaction.dispatch');
    expect(seen.message).toMatchObject({ id: forward.id, forwarded_from: null });
    const { data: whole } = await allHear([laptop, bobs], 'reaction.dispatch');
    expect(whole.message).toMatchObject({ id: forward.id, forwarded_from: original });
    const again = { room_id: room.id, content: 'x', extra_fields: { forwarded_from_id: original.id } };
    await expect(carols.isRefused('message.send', again)).resolves.toMatchObject({ code: 4004 });
  });
});
