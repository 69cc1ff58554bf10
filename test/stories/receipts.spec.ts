import { randomUUID } from 'node:crypto';

import type { Message, ShortMessage } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import { OtherRoom } from '../support/other-room.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, historyOf, sendMessage } from '../support/messaging.js';

const MOST_IDS = 5;

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

const naming = (...messages: Pick<Message, 'id'>[]): object => ({ message_id: messages.map(({ id }) => id) });
const ids = (messages: readonly Pick<Message, 'id'>[]): string[] => messages.map(({ id }) => id);

/** A list of messages, also if the request named a single one. */
const listed = (data: ShortMessage | readonly ShortMessage[]): readonly ShortMessage[] =>
  'id' in data ? [data] : data;

describe('message.acknowledged', () => {
  it('is dispatched to all devices of the sender only, and answered to the requester', async () => {
    const { phone, laptop, bob, bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'are you there?');
    const answer = await bobDevice.request('message.acknowledged', { message_id: message.id.toUpperCase() });
    expect(answer).toEqual({
      eventType: 'messagedelivered.dispatch',
      request_id: answer.request_id,
      data: [{ ...message, delivered_to: [bob.username] }],
    });
    const received = await allReceive([phone, laptop], 'messagedelivered.dispatch');
    expect(received).toEqual({ eventType: 'messagedelivered.dispatch', data: answer.data });
  });

  it('of several messages sends one dispatch to each sender, across rooms', async () => {
    const { phone, laptop, bobDevice, carol, carolDevice } = fixture;
    const other = await OtherRoom.create(fixture);
    const alices = [await fixture.sendAndDeliver(phone, '1'), await other.sendAndDeliver(laptop, '2')];
    const bobsOwn = await other.sendAndDeliver(bobDevice, '3');
    const { data } = await carolDevice.request('message.acknowledged', naming(...alices, bobsOwn, alices[0]!));
    expect(ids(data).sort()).toEqual(ids([...alices, bobsOwn]).sort());
    for (const { delivered_to } of data) expect(delivered_to).toEqual([carol.username]);
    const { data: toAlice } = await allReceive([phone, laptop], 'messagedelivered.dispatch');
    expect(ids(toAlice).sort()).toEqual(ids(alices).sort());
    const { data: toBob } = await bobDevice.receive('messagedelivered.dispatch');
    expect(ids(toBob)).toEqual([bobsOwn.id]);
  });

  it('when repeated changes nothing, and is not dispatched to the sender', async () => {
    const { phone, laptop, bob, bobDevice, carol, carolDevice } = fixture;
    const [first, second] = [await fixture.sendAndDeliver(phone, '1'), await fixture.sendAndDeliver(phone, '2')];
    await bobDevice.request('message.acknowledged', naming(first));
    await allReceive([phone, laptop], 'messagedelivered.dispatch');

    await expect(bobDevice.request('message.acknowledged', naming(first))).resolves.toMatchObject({
      data: [],
      meta: { changed: false },
    });
    const { data } = await bobDevice.request('message.acknowledged', naming(first, second));
    expect(ids(data)).toEqual([second.id]);
    expect(ids((await allReceive([phone, laptop], 'messagedelivered.dispatch')).data)).toEqual([second.id]);

    await carolDevice.request('message.acknowledged', naming(first));
    const { data: received } = await allReceive([phone, laptop], 'messagedelivered.dispatch');
    expect(received[0]?.delivered_to).toEqual([bob.username, carol.username]);
  });

  it('of one message on two devices concurrently is dispatched once', async () => {
    const { phone, laptop, bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'to all of you');
    const both = [phone, laptop].map((device) => device.request('message.acknowledged', naming(message)));
    const answers = await Promise.all(both);
    expect(answers.map(({ data }) => data.length).sort()).toEqual([0, 1]);
    await bobDevice.receive('messagedelivered.dispatch');
  });

  it('ignores unknown, deleted and foreign messages in a list that contains a valid one', async () => {
    const { phone, laptop, bobDevice, carolDevice, outsiderDevice } = fixture;
    const [deleted, message] = [
      await fixture.sendAndDeliver(phone, 'oops'),
      await fixture.sendAndDeliver(phone, 'hello'),
    ];
    await phone.request('message.modify', { action: 'delete', message_id: deleted.id });
    await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
    const { data: closed } = await outsiderDevice.request('room.create', { type: 'GroupChat', name: 'Closed' });
    const foreign = await sendMessage(outsiderDevice, closed, 'hidden');
    const bad = [deleted, foreign, { id: randomUUID() }];

    for (const event of ['message.acknowledged', 'message.read']) {
      const refused = await bobDevice.expectRefused(event, { message_id: bad[0]!.id });
      for (const { id } of bad)
        await expect(bobDevice.expectRefused(event, { message_id: id })).resolves.toEqual(
          expect.objectContaining({ code: 4004, detail: refused.detail }),
        );
      await expect(bobDevice.expectRefused(event, naming(...bad))).resolves.toMatchObject({ code: 4004 });
    }
    expect(ids((await bobDevice.request('message.acknowledged', naming(...bad, message))).data)).toEqual([message.id]);
    await allReceive([phone, laptop], 'messagedelivered.dispatch');
    expect(ids(listed((await carolDevice.request('message.read', naming(...bad, message))).data))).toEqual([
      message.id,
    ]);
    await allReceive(fixture.allExcept(carolDevice), 'readreceipt.dispatch');
    expect((await historyOf(outsiderDevice, closed))[0]?.delivered_to).toEqual([]);
  });

  it("leaves no receipt on the user's own messages", async () => {
    const { phone, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'mine');
    const answer = await phone.request('message.acknowledged', naming(message));
    expect(answer).toMatchObject({ data: [], meta: { changed: false } });
    const read = await phone.request('message.read', { message_id: message.id });
    expect(read).toMatchObject({ data: message, room_id: room.id, meta: { changed: false } });
    await expect(phone.request('message.read', naming(message))).resolves.toMatchObject({ data: [] });
  });

  it('is not dispatched to a sender who has left', async () => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const other = await OtherRoom.create(fixture);
    const [left, stayed] = [
      await fixture.sendAndDeliver(bobDevice, 'bye'),
      await other.sendAndDeliver(bobDevice, 'still here'),
    ];
    await bobDevice.request('room.leave', { room_id: room.id });
    await allReceive([phone, laptop, carolDevice], 'roomremovemembers.dispatch');
    const { data } = await carolDevice.request('message.acknowledged', naming(left, stayed));
    expect(ids(data).sort()).toEqual(ids([left, stayed]).sort());
    expect(ids((await bobDevice.receive('messagedelivered.dispatch')).data)).toEqual([stayed.id]);

    await phone.request('message.acknowledged', naming(left));
    await expect(bobDevice.expectRefused('message.acknowledged', naming(left))).resolves.toMatchObject({ code: 4004 });
  });

  it('never fails a list because one message is deleted concurrently', async () => {
    const { phone, laptop, bobDevice, carolDevice } = fixture;
    const kept = await fixture.sendAndDeliver(phone, 'kept');
    for (let times = 0; times < 10; times += 1) {
      const going = await Promise.all(['1', '2', '3'].map((content) => sendMessage(phone, fixture.room, content)));
      const requested = [bobDevice, carolDevice, laptop].flatMap((device, at) => {
        const list = naming(...going.toSpliced(at, 0, kept));
        return ['message.acknowledged', 'message.read'].map(
          (event) => [device, device.sendRequest(event, list)] as const,
        );
      });
      await phone.request('message.modify', { action: 'delete', ...naming(...going.toReversed()) });
      for (const [device, request] of requested) expect((await device.response(request)).error).toBeUndefined();
    }
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });
});

describe('the request of a receipt', () => {
  it('may name as many messages as the deployment allows, and no more', async () => {
    const { phone, laptop, bobDevice } = fixture;
    const messages: Message[] = [];
    for (let at = 0; at <= MOST_IDS; at += 1) messages.push(await fixture.sendAndDeliver(phone, String(at)));
    for (const event of ['message.acknowledged', 'message.read']) {
      const refused = await bobDevice.expectRefused(event, naming(...messages));
      expect(refused).toMatchObject({ code: 4003, detail: { message_id: [expect.any(String)] } });
    }
    const most = messages.slice(1);
    expect((await bobDevice.request('message.acknowledged', naming(...most, most[0]!))).data).toHaveLength(MOST_IDS);
    await allReceive([phone, laptop], 'messagedelivered.dispatch');
    expect((await bobDevice.request('message.read', naming(...most))).data).toHaveLength(MOST_IDS);
    await allReceive(fixture.allExcept(bobDevice), 'readreceipt.dispatch');
  });

  it('requires message ids', async () => {
    const { bobDevice, room } = fixture;
    const [id, room_id] = [randomUUID(), room.id];
    for (const message_id of [undefined, null, 7, '', 'x', [], ['x'], [id, 7], { id }]) {
      const refused = await bobDevice.expectRefused('message.acknowledged', { message_id });
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
      const refused = await bobDevice.expectRefused('message.read', wrong);
      expect([wrong, refused]).toMatchObject([
        wrong,
        { code: 4003, detail: { [field]: expect.any(Array) as unknown } },
      ]);
    }
  });
});
