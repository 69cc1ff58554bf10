import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { ANY_TIME, allReceive, historyOf } from '../support/messaging.js';

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

const edit = (message: Pick<Message, 'id'>, content: unknown): object => ({
  action: 'update',
  message_id: message.id,
  extra_fields: { content },
});

describe('editing a message', () => {
  it("is dispatched to every device in the room, the sender's too, and changes the history", async () => {
    const { bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'teh');
    const own = await bobDevice.request('message.modify', edit(message, 'the'));
    const edited = { ...message, content: 'the', is_edited: true, updated_at: ANY_TIME, edited_at: ANY_TIME };
    expect(own).toMatchObject({
      eventType: 'messagemodification.dispatch',
      room_id: room.id,
      seq: message.seq + 1,
      data: { status: 'successful', action: 'update', message: edited },
    });
    const received = await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    await expect(historyOf(carolDevice, room)).resolves.toEqual([edited]);
  });

  it('to the same text changes nothing, and is answered only to the requester', async () => {
    const { phone, bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'the');
    const own = await bobDevice.request('message.modify', edit(message, 'the'));
    expect(own).toMatchObject({ data: { status: 'successful', action: 'update', message }, meta: { changed: false } });
    expect(own).not.toHaveProperty('seq');
    expect((await fixture.sendAndDeliver(phone, 'next')).seq).toBe(message.seq + 1);
  });

  it('is allowed only to the sender, not to leaders of the room', async () => {
    const { phone, bobDevice, carolDevice, outsiderDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'mine');
    for (const device of [phone, carolDevice]) {
      await expect(device.expectRefused('message.modify', edit(message, 'yours'))).resolves.toMatchObject({
        code: 4002,
      });
    }
    const unknown = await outsiderDevice.expectRefused('message.modify', edit({ id: randomUUID() }, 'yours'));
    const foreign = await outsiderDevice.expectRefused('message.modify', edit(message, 'yours'));
    expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
    await expect(historyOf(bobDevice, room)).resolves.toEqual([message]);
  });

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['a text that is too long', 'x'.repeat(10_001)],
    ['a number', 7],
    ['a list', ['x']],
    ['an object', {}],
    ['null', null],
    ['an omitted text', undefined],
  ])('to %s is refused', async (_, content) => {
    const { bobDevice } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'the');
    const refused = await bobDevice.expectRefused('message.modify', edit(message, content));
    expect(refused).toMatchObject({ code: 4003, detail: { 'extra_fields.content': [expect.any(String)] } });
  });

  it('keeps any text exactly', async () => {
    const { phone, bobDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'x');
    for (const content of ['\u0000', '\u00010', '🦜'.repeat(10_000), '<b>\u202e</b>', ' ']) {
      const { data } = await phone.request('message.modify', edit(message, content));
      expect(data).toMatchObject({ message: { content } });
      await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
      await expect(historyOf(bobDevice, room)).resolves.toMatchObject([{ content }]);
    }
  });

  it('to an empty text is allowed only with media or a forwarded message', async () => {
    const { phone } = fixture;
    const media = [{ media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png' }];
    const original = await fixture.sendAndDeliver(phone, 'look');
    for (const extra of [{ media }, { forwarded_from_id: original.id }]) {
      const message = await fixture.sendAndDeliver(phone, 'see', extra);
      const { data } = await phone.request('message.modify', edit(message, ''));
      expect(data).toMatchObject({
        message: { content: '', attachments: message.attachments, forwarded_from: message.forwarded_from },
      });
      await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
    }
  });

  it('changes the text in replies and forwards', async () => {
    const { bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'teh');
    const reply = await fixture.sendAndDeliver(carolDevice, 'what?', { parent_message_id: message.id });
    const forward = await fixture.sendAndDeliver(carolDevice, 'look', { forwarded_from_id: message.id });
    await bobDevice.request('message.modify', edit(message, 'the'));
    await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    await expect(historyOf(carolDevice, room)).resolves.toMatchObject([
      { id: forward.id, forwarded_from: { content: 'the', is_edited: true } },
      { id: reply.id, parent_message: { content: 'the', is_edited: true } },
      { id: message.id },
    ]);
  });

  it('on several devices concurrently takes one number each, and the last edit stays', async () => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, '0');
    const requested = Array.from({ length: 20 }, (_, at) =>
      [phone, laptop][at % 2]!.sendRequest('message.modify', edit(message, String(at + 1))),
    );
    const frames = [];
    for (const at of requested.keys())
      frames.push(await bobDevice.receive('messagemodification.dispatch', ({ seq }) => seq === message.seq + 1 + at));
    const last = frames.at(-1)!.data;
    await expect(historyOf(bobDevice, room)).resolves.toMatchObject([
      'message' in last ? { content: last.message.content } : {},
    ]);
    for (const device of [phone, laptop, carolDevice])
      await Promise.all(requested.map(() => device.receive('messagemodification.dispatch')));
  });

  it('is refused with any other field, and requires one message id', async () => {
    const { bobDevice, carol } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'x');
    const fields = { is_edited: false, sender: carol.id, media: [], parent_message_id: message.id };
    for (const [key, value] of Object.entries(fields)) {
      const request = { ...edit(message, 'y'), extra_fields: { content: 'y', [key]: value } };
      const refused = await bobDevice.expectRefused('message.modify', request);
      expect(refused).toMatchObject({ code: 4003, detail: { extra_fields: [expect.stringContaining(key)] } });
    }
    for (const extra_fields of [undefined, null, 'y', ['y']]) {
      const refused = await bobDevice.expectRefused('message.modify', { ...edit(message, 'y'), extra_fields });
      expect(refused).toMatchObject({ code: 4003, detail: { extra_fields: [expect.any(String)] } });
    }
    for (const message_id of [undefined, null, 7, '', 'x', [message.id], { id: message.id }]) {
      const refused = await bobDevice.expectRefused('message.modify', { ...edit(message, 'y'), message_id });
      expect(refused).toMatchObject({ code: 4003, detail: { message_id: [expect.any(String)] } });
    }
    for (const action of [undefined, null, '', 'edit', 'constructor', ['update']]) {
      const refused = await bobDevice.expectRefused('message.modify', { ...edit(message, 'y'), action });
      expect(refused).toMatchObject({ code: 4003, detail: { action: [expect.any(String)] } });
    }
  });
});
