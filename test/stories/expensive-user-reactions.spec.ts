import type { Message, ShortMessage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { GroupFixture } from '../support/group-fixture.js';
import { historyOf } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const REACTIONS = 100;
const MAX_MESSAGE_BYTES = 4_096;
/** The message, and the event around it. */
const MAX_DISPATCH_BYTES = MAX_MESSAGE_BYTES + 512;

const CONTENT = '💬'.repeat(2_500);
/** Just below MAX_JSON_BYTES, as many as fit in one frame. The content and the captions are far beyond 4 KiB. */
const MEDIA = Array.from({ length: 6 }, () => ({
  media_url: `https://x.example/${'a'.repeat(1_000)}`,
  media_type: 'file',
  mime_type: 'text/csv',
  caption: 'c'.repeat(200),
  metadata: { text: 'm'.repeat(7_000) },
}));

let parley: Service;
let fixture: GroupFixture;
let parent: Message;
let reply: Message;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});

beforeEach(async () => {
  await fixture.createRoom();
  parent = await fixture.sendAndDeliver(fixture.phone, CONTENT, { media: MEDIA });
  reply = await fixture.sendAndDeliver(fixture.phone, CONTENT, { media: MEDIA, parent_message_id: parent.id });
  expect(bytesOf(reply)).toBeGreaterThan(100_000);
});
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The message keeps its keys, and is the beginning of the whole one. */
function expectShort(short: ShortMessage): void {
  expect(bytesOf(short)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  expect(Object.keys(short)).toEqual(expect.arrayContaining(Object.keys(reply)));
  expect(short).toMatchObject({ content_truncated: true, attachments_truncated: true });
  expect(short.content.length).toBeGreaterThan(100);
  expect(CONTENT.startsWith(short.content)).toBe(true);
  expect(short.parent_message).toEqual({ id: parent.id });
  for (const attachment of short.attachments) expect(attachment).not.toHaveProperty('metadata');
}

describe('a reply with the longest content and attachments, to such a message', () => {
  it(`costs each device at most 4 KiB for each of ${String(REACTIONS)} reactions`, async () => {
    const { phone, laptop, bobDevice, carolDevice, bob, carol, room } = fixture;
    const users = [
      { device: bobDevice, id: bob.id },
      { device: carolDevice, id: carol.id },
    ];
    for (let count = 0; count < REACTIONS; count += 1) {
      const { device, id } = users[count % users.length]!;
      const reaction_content = `${'👍'.repeat(60)}${String(count)}`;
      const own = await device.request('message.react', { type: 'add', message_id: reply.id, reaction_content });
      const received = await Promise.all(fixture.allExcept(device).map((other) => other.receive('reaction.dispatch')));
      for (const frame of [own, ...received]) {
        expect(bytesOf(frame)).toBeLessThanOrEqual(MAX_DISPATCH_BYTES);
        expect(frame.data).toMatchObject({ type: 'add', user_id: id });
        expectShort(frame.data.message);
        const reactions = frame.data.message.reactions.filter(({ user }) => user.id === id);
        expect(reactions).toMatchObject([{ reaction_content }]);
      }
    }
    const [stored] = await historyOf(laptop, room);
    expect(stored).toMatchObject({
      content: CONTENT,
      attachments: reply.attachments,
      parent_message: { id: parent.id },
    });
    expect(stored!.reactions).toHaveLength(users.length);
    await phone.request('message.react', { type: 'add', message_id: parent.id, reaction_content: '👍' });
    for (const device of fixture.allExcept(phone)) await device.receive('reaction.dispatch');
  });

  it('costs each device at most 4 KiB when a member acknowledges it and reads it', async () => {
    const { phone, laptop, bobDevice, bob } = fixture;
    const acknowledged = await bobDevice.request('message.acknowledged', { message_id: reply.id });
    const delivered = [acknowledged, ...(await receivedBy([phone, laptop], 'messagedelivered.dispatch'))];
    for (const { data } of delivered) {
      for (const message of data) {
        expectShort(message);
        expect(message.delivered_to).toEqual([bob.username]);
      }
    }
    const read = await bobDevice.request('message.read', { message_id: [reply.id] });
    for (const { data } of [read, ...(await receivedBy(fixture.allExcept(bobDevice), 'readreceipt.dispatch'))]) {
      const [message] = data as readonly ShortMessage[];
      expectShort(message!);
      expect(message!.read_receipts).toMatchObject([{ reader: { id: bob.id } }]);
    }
  });
});

const receivedBy = <Name extends 'messagedelivered.dispatch' | 'readreceipt.dispatch'>(
  devices: readonly ChatClient[],
  name: Name,
) => Promise.all(devices.map((device) => device.receive(name)));
