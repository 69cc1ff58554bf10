import type { Message } from '@parley/protocol';

import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

/** The setting of this profile. */
const MAX_ANSWER_BYTES = 65_536;
/** A short message has 4 KiB: the first takes the space of the envelope. */
const MOST_IDS = 15;
/** Longer than the space of a short message. */
const LONG = '\u0001'.repeat(4_000);

let alice: Member;
let bob: Member;
let roomId: string;
let sent: Message[];

const bytesOf = (frame: object): number => Buffer.byteLength(JSON.stringify(frame));

beforeAll(async () => {
  const parley = await sharedService('smallAnswers');
  const { alice: sender, bob: reader } = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(sender), await connectMember(reader)];
  const room = await createGroup(alice.device, [bob]);
  roomId = room.id;
  sent = [];
  while (sent.length <= MOST_IDS) sent.push(await sendMessage(alice.device, room, LONG));
});
afterAll(() => Promise.all([alice.device.close(), bob.device.close()]));

const ids = (count: number): string[] => sent.slice(0, count).map(({ id }) => id);

describe('the ids of one event, with a low MAX_ANSWER_BYTES', () => {
  it('are as many as the first frame says', async () => {
    const device = await bob.user.open();
    const { meta } = await device.receive('chat.notifications');
    expect(meta?.limits).toMatchObject({ max_bulk_ids: MOST_IDS, max_answer_bytes: MAX_ANSWER_BYTES });
    await device.close();
  });

  it.each(['message.acknowledged', 'message.read'])('are refused beyond that: %s', async (event) => {
    const refused = await bob.device.expectRefused(event, { message_id: ids(MOST_IDS + 1) });
    expect(refused).toMatchObject({ code: 4003, detail: { message_id: [`Must be at most ${String(MOST_IDS)} ids.`] } });
  });

  it('name long messages that fit in one dispatch about their delivery', async () => {
    const answer = await bob.device.request('message.acknowledged', { message_id: ids(MOST_IDS) });
    const dispatch = await alice.device.receive('messagedelivered.dispatch');
    for (const frame of [answer, dispatch]) {
      expect(frame.data).toHaveLength(MOST_IDS);
      expect(bytesOf(frame)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    }
  });

  it('name long messages that fit in one dispatch about their readers', async () => {
    await bob.device.request('message.read', { room_id: roomId, up_to_seq: sent.at(-1)!.seq });
    const dispatch = await alice.device.receive('readreceipt.dispatch');
    expect(dispatch.data).toHaveLength(MOST_IDS);
    expect(bytesOf(dispatch)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  });
});
