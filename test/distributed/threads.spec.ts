import type { GroupChat, Message, ThreadFollow, ThreadListEntry } from '@parley/protocol';

import { connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Frame, Received } from '../support/frames.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { PrivateCopy } from '../support/private-state.js';
import { sharedService } from '../support/shared-services.js';

const REPLIES_EACH = 4;

let cast: Cast;
let room: GroupChat;
let start: Message;
/** Every device in the room; with several nodes, they are connected to different ones. */
let devices: readonly ChatClient[];

beforeEach(async () => {
  cast = await connectCast(await sharedService());
  const { phone, laptop, bob, bobDevice, carol, carolDevice, dave, daveDevice } = cast;
  room = await createGroup(phone, [
    { user: bob, device: bobDevice },
    { user: carol, device: carolDevice },
    { user: dave, device: daveDevice },
  ]);
  start = await sendMessage(phone, room, 'a question');
  devices = [phone, laptop, bobDevice, carolDevice, daveDevice];
  for (const device of devices) await device.drain();
});
afterEach(async () => {
  for (const device of devices) await device.close();
});

const reply = async (device: ChatClient, extra: object = {}): Promise<Message> => {
  const extra_fields = { thread_id: start.id, ...extra };
  return (await device.request('message.send', { room_id: room.id, content: 'a reply', extra_fields })).data;
};

/** All others reply several times at once. @returns the replies in the order of the room */
async function allReply(): Promise<Message[]> {
  const { bobDevice, carolDevice, daveDevice } = cast;
  const sent = [bobDevice, carolDevice, daveDevice].flatMap((device) =>
    Array.from({ length: REPLIES_EACH }, () => reply(device)),
  );
  return (await Promise.all(sent)).sort((one, other) => one.seq - other.seq);
}

const isReply = (frame: Frame): frame is Received<'message.dispatch'> => frame.eventType === 'message.dispatch';

const isFollow = ({ eventType }: Frame): boolean => eventType === 'threadfollow.dispatch';

const entryOf = async (device: ChatClient): Promise<ThreadListEntry | undefined> => {
  const { data } = await device.request('thread.list', {});
  return data.find(({ thread }) => thread.id === start.id);
};

describe('a thread of users on several nodes', () => {
  it('has one order, and the summary of each reply counts it and those before it', async () => {
    const replies = await allReply();
    for (const device of [cast.phone, cast.laptop]) {
      const frames = (await device.drain()).filter(isReply);
      expect(frames.map(({ seq }) => seq)).toEqual(replies.map(({ seq }) => seq));
      expect(frames.map(({ data }) => data.id)).toEqual(replies.map(({ id }) => id));
      // A summary is read after its reply was stored, and may count later ones too.
      const counts = frames.map(({ data }) => data.thread!.summary!.reply_count);
      expect(counts).toEqual(counts.map((count, at) => Math.max(count, at + 1)));
      const last = replies.at(-1)!;
      expect(frames.at(-1)!.data.thread).toMatchObject({
        id: start.id,
        summary: { reply_count: replies.length, last_reply_at: last.created_at },
      });
    }
    for (const device of devices) {
      const { data } = await device.request('thread.messages', { room_id: room.id, thread_id: start.id });
      expect(data.messages.map(({ seq }) => seq)).toEqual([...replies.toReversed(), start].map(({ seq }) => seq));
    }
  });

  it('is followed by those who start it or reply, each with one private number, the same on all devices', async () => {
    const following: ThreadFollow = { room_id: room.id, thread_id: start.id, following: true };
    await allReply();
    for (const device of devices) {
      const follow = await device.receive('threadfollow.dispatch');
      expect(follow).toMatchObject({ data: following, private_seq: 1 });
      await expect(PrivateCopy.of(device)).resolves.toMatchObject({ seq: 1 });
      expect((await device.drain()).filter(isFollow)).toEqual([]);
    }
  });

  it('is followed by those whom it mentions, and counts their mentions on any node', async () => {
    const { bobDevice, carolDevice, dave, daveDevice } = cast;
    await Promise.all([reply(bobDevice, { mentions: [dave.id] }), reply(carolDevice, { mentions: [dave.id] })]);
    const elsewhere = await dave.connect();
    for (const device of [daveDevice, elsewhere])
      await expect(entryOf(device)).resolves.toMatchObject({ unread_count: 2, unread_mentions: 2 });
    await expect(daveDevice.receive('threadfollow.dispatch')).resolves.toMatchObject({ private_seq: 1 });
    expect((await daveDevice.drain()).filter(isFollow)).toEqual([]);
    await elsewhere.close();
  });

  it('is read up to the highest mark of the devices of a user', async () => {
    const { alice, phone, laptop } = cast;
    const replies = await allReply();
    for (const device of devices) await device.drain();
    const read = (device: ChatClient, { seq }: Message) =>
      device.request('message.read', { room_id: room.id, thread_id: start.id, up_to_seq: seq });
    await Promise.all(replies.map((each, at) => read(at % 2 === 0 ? phone : laptop, each)));
    for (const device of [phone, laptop])
      await expect(entryOf(device)).resolves.toMatchObject({ unread_count: 0, last_read_seq: replies.at(-1)!.seq });
    const { data } = await cast.bobDevice.request('thread.messages', { room_id: room.id, thread_id: start.id });
    const readers = data.messages
      .slice(0, -1)
      .map(({ read_receipts: receipts }) => receipts.map(({ reader }) => reader.id));
    expect(readers).toEqual(replies.map(() => [alice.id]));
    const late = await reply(cast.bobDevice);
    await read(phone, replies[0]!);
    await expect(entryOf(laptop)).resolves.toMatchObject({ unread_count: 1, thread: { id: start.id } });
    expect(late.seq).toBeGreaterThan(replies.at(-1)!.seq);
  });

  it('has the last choice of a user on all devices, whichever devices chose at once', async () => {
    const { phone, laptop, bobDevice } = cast;
    await reply(bobDevice);
    const copies = [await PrivateCopy.of(phone), await PrivateCopy.of(laptop)];
    const choices = Array.from({ length: 12 }, (_, at) => ({
      device: at % 2 === 0 ? phone : laptop,
      follow: at % 3 === 0,
    }));
    const answers = await Promise.all(
      choices.map(({ device, follow }) =>
        device.request('thread.follow', { room_id: room.id, thread_id: start.id, follow }),
      ),
    );
    const changed = answers.filter(({ private_seq: seq }) => seq !== undefined);
    const numbers = changed.map(({ private_seq: seq }) => seq!).sort((one, next) => one - next);
    // The first follow was number 1.
    expect(numbers).toEqual(numbers.map((_, at) => at + 2));
    const last = changed.find(({ private_seq: seq }) => seq === numbers.at(-1))!.data.following;
    for (const [at, device] of [phone, laptop].entries()) {
      const copy = copies[at]!;
      await copy.sync(device);
      const anew = await PrivateCopy.of(device);
      expect(copy.view()).toEqual(anew.view());
      await expect(entryOf(device)).resolves.toEqual(last ? expect.objectContaining({ unread_count: 0 }) : undefined);
    }
  });
});
