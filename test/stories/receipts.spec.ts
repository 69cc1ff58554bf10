import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { Circle } from '../support/circle.js';
import { OtherRoom } from '../support/other-room.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allHear, historyOf, says } from '../support/talk.js';

const MOST_IDS = 5;

let parley: Service;
let circle: Circle;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
  circle = await Circle.on(parley);
});

beforeEach(() => circle.meets());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(circle.rest()).resolves.toEqual([]);
});

const naming = (...messages: Pick<Message, 'id'>[]): object => ({ message_id: messages.map(({ id }) => id) });
const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);

/** A list of messages, also if the request named a single one. */
const listed = (data: Message | readonly Message[]): readonly Message[] => ('id' in data ? [data] : data);

describe('message.acknowledged', () => {
  it('is dispatched to all devices of the sender only, and answered to the requester', async () => {
    const { phone, laptop, bob, bobs } = circle;
    const message = await circle.said(phone, 'are you there?');
    const answer = await bobs.ask('message.acknowledged', { message_id: message.id.toUpperCase() });
    expect(answer).toEqual({
      eventType: 'messagedelivered.dispatch',
      request_id: answer.request_id,
      data: [{ ...message, delivered_to: [bob.username] }],
    });
    const heard = await allHear([phone, laptop], 'messagedelivered.dispatch');
    expect(heard).toEqual({ eventType: 'messagedelivered.dispatch', data: answer.data });
  });

  it('of several messages sends one dispatch to each sender, across rooms', async () => {
    const { phone, laptop, bobs, carol, carols } = circle;
    const other = await OtherRoom.of(circle);
    const alices = [await circle.said(phone, '1'), await other.said(laptop, '2')];
    const bobsOwn = await other.said(bobs, '3');
    const { data } = await carols.ask('message.acknowledged', naming(...alices, bobsOwn, alices[0]!));
    expect(ids(data).sort()).toEqual(ids([...alices, bobsOwn]).sort());
    for (const { delivered_to } of data) expect(delivered_to).toEqual([carol.username]);
    const { data: toAlice } = await allHear([phone, laptop], 'messagedelivered.dispatch');
    expect(ids(toAlice).sort()).toEqual(ids(alices).sort());
    const { data: toBob } = await bobs.hears('messagedelivered.dispatch');
    expect(ids(toBob)).toEqual([bobsOwn.id]);
  });

  it('when repeated changes nothing, and is not dispatched to the sender', async () => {
    const { phone, laptop, bob, bobs, carol, carols } = circle;
    const [first, second] = [await circle.said(phone, '1'), await circle.said(phone, '2')];
    await bobs.ask('message.acknowledged', naming(first));
    await allHear([phone, laptop], 'messagedelivered.dispatch');

    await expect(bobs.ask('message.acknowledged', naming(first))).resolves.toMatchObject({
      data: [],
      meta: { changed: false },
    });
    const { data } = await bobs.ask('message.acknowledged', naming(first, second));
    expect(ids(data)).toEqual([second.id]);
    expect(ids((await allHear([phone, laptop], 'messagedelivered.dispatch')).data)).toEqual([second.id]);

    await carols.ask('message.acknowledged', naming(first));
    const { data: heard } = await allHear([phone, laptop], 'messagedelivered.dispatch');
    expect(heard[0]?.delivered_to).toEqual([bob.username, carol.username]);
  });

  it('of one message on two devices concurrently is dispatched once', async () => {
    const { phone, laptop, bobs } = circle;
    const message = await circle.said(bobs, 'to all of you');
    const both = [phone, laptop].map((device) => device.ask('message.acknowledged', naming(message)));
    const answers = await Promise.all(both);
    expect(answers.map(({ data }) => data.length).sort()).toEqual([0, 1]);
    await bobs.hears('messagedelivered.dispatch');
  });

  it('ignores unknown, deleted and foreign messages in a list that contains a valid one', async () => {
    const { phone, laptop, bobs, carols, strangers } = circle;
    const [deleted, message] = [await circle.said(phone, 'oops'), await circle.said(phone, 'hello')];
    await phone.ask('message.modify', { action: 'delete', message_id: deleted.id });
    await allHear(circle.but(phone), 'messagemodification.dispatch');
    const { data: closed } = await strangers.ask('room.create', { type: 'GroupChat', name: 'Closed' });
    const foreign = await says(strangers, closed, 'hidden');
    const bad = [deleted, foreign, { id: randomUUID() }];

    for (const event of ['message.acknowledged', 'message.read']) {
      const refused = await bobs.isRefused(event, { message_id: bad[0]!.id });
      for (const { id } of bad)
        await expect(bobs.isRefused(event, { message_id: id })).resolves.toEqual(
          expect.objectContaining({ code: 4004, detail: refused.detail }),
        );
      await expect(bobs.isRefused(event, naming(...bad))).resolves.toMatchObject({ code: 4004 });
    }
    expect(ids((await bobs.ask('message.acknowledged', naming(...bad, message))).data)).toEqual([message.id]);
    await allHear([phone, laptop], 'messagedelivered.dispatch');
    expect(ids(listed((await carols.ask('message.read', naming(...bad, message))).data))).toEqual([message.id]);
    await allHear(circle.but(carols), 'readreceipt.dispatch');
    expect((await historyOf(strangers, closed))[0]?.delivered_to).toEqual([]);
  });

  it("leaves no receipt on the user's own messages", async () => {
    const { phone, room } = circle;
    const message = await circle.said(phone, 'mine');
    const answer = await phone.ask('message.acknowledged', naming(message));
    expect(answer).toMatchObject({ data: [], meta: { changed: false } });
    const read = await phone.ask('message.read', { message_id: message.id });
    expect(read).toMatchObject({ data: message, room_id: room.id, meta: { changed: false } });
    await expect(phone.ask('message.read', naming(message))).resolves.toMatchObject({ data: [] });
  });

  it('is not dispatched to a sender who has left', async () => {
    const { phone, laptop, bobs, carols, room } = circle;
    const other = await OtherRoom.of(circle);
    const [left, stayed] = [await circle.said(bobs, 'bye'), await other.said(bobs, 'still here')];
    await bobs.ask('room.leave', { room_id: room.id });
    await allHear([phone, laptop, carols], 'roomremovemembers.dispatch');
    const { data } = await carols.ask('message.acknowledged', naming(left, stayed));
    expect(ids(data).sort()).toEqual(ids([left, stayed]).sort());
    expect(ids((await bobs.hears('messagedelivered.dispatch')).data)).toEqual([stayed.id]);

    await phone.ask('message.acknowledged', naming(left));
    await expect(bobs.isRefused('message.acknowledged', naming(left))).resolves.toMatchObject({ code: 4004 });
  });

  it('never fails a list because one message is deleted concurrently', async () => {
    const { phone, laptop, bobs, carols } = circle;
    const kept = await circle.said(phone, 'kept');
    for (let times = 0; times < 10; times += 1) {
      const going = await Promise.all(['1', '2', '3'].map((content) => says(phone, circle.room, content)));
      const asked = [bobs, carols, laptop].flatMap((device, at) => {
        const list = naming(...going.toSpliced(at, 0, kept));
        return ['message.acknowledged', 'message.read'].map((event) => [device, device.asks(event, list)] as const);
      });
      await phone.ask('message.modify', { action: 'delete', ...naming(...going.toReversed()) });
      for (const [device, request] of asked) expect((await device.answered(request)).error).toBeUndefined();
    }
    for (const device of [phone, laptop, bobs, carols]) await device.rest();
  });
});

describe('the request of a receipt', () => {
  it('may name as many messages as the deployment allows, and no more', async () => {
    const { phone, laptop, bobs } = circle;
    const messages: Message[] = [];
    for (let at = 0; at <= MOST_IDS; at += 1) messages.push(await circle.said(phone, String(at)));
    for (const event of ['message.acknowledged', 'message.read']) {
      const refused = await bobs.isRefused(event, naming(...messages));
      expect(refused).toMatchObject({ code: 4003, detail: { message_id: [expect.any(String)] } });
    }
    const most = messages.slice(1);
    expect((await bobs.ask('message.acknowledged', naming(...most, most[0]!))).data).toHaveLength(MOST_IDS);
    await allHear([phone, laptop], 'messagedelivered.dispatch');
    expect((await bobs.ask('message.read', naming(...most))).data).toHaveLength(MOST_IDS);
    await allHear(circle.but(bobs), 'readreceipt.dispatch');
  });

  it('requires message ids', async () => {
    const { bobs, room } = circle;
    const [id, room_id] = [randomUUID(), room.id];
    for (const message_id of [undefined, null, 7, '', 'x', [], ['x'], [id, 7], { id }]) {
      const refused = await bobs.isRefused('message.acknowledged', { message_id });
      expect([message_id, refused]).toMatchObject([
        message_id,
        { code: 4003, detail: { message_id: [expect.any(String)] } },
      ]);
    }
    for (const [field, wrong] of [
      ['message_id', {}],
      ['message_id', { message_id: [] }],
      ['message_id', { message_id: 'x' }],
      ['room_id', { up_to_seq: 1 }],
      ['room_id', { room_id: 'x', up_to_seq: 1 }],
      ['up_to_seq', { room_id }],
      ['up_to_seq', { room_id, up_to_seq: -1 }],
      ['up_to_seq', { room_id, up_to_seq: '1' }],
      ['up_to_seq', { room_id, up_to_seq: 1.5 }],
      ['up_to_seq', { message_id: id, room_id, up_to_seq: 1 }],
    ] as const) {
      const refused = await bobs.isRefused('message.read', wrong);
      expect([wrong, refused]).toMatchObject([
        wrong,
        { code: 4003, detail: { [field]: expect.any(Array) as unknown } },
      ]);
    }
  });
});
