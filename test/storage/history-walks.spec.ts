import type { GroupChat, Message, MessagePage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { runAlongside } from '../support/run-alongside.js';
import { manyUsers } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

const SAID = 60;
const SIZE = 4;

let parley: Service;
let reader: ChatClient;
let others: Member[];
let room: GroupChat;
/** The messages that are not deleted yet, oldest first. */
let left: Message[];
/** The ids of the messages whose deletion was requested. */
let deleted: Set<string>;

beforeAll(async () => {
  parley = await sharedService();
  const [first, ...rest] = await manyUsers(parley, 3);
  reader = await first!.connect();
  others = await Promise.all(rest.map(connectMember));
});

beforeEach(async () => {
  room = await createGroup(reader, others);
  deleted = new Set();
  left = [];
  for (let count = 0; count < SAID; count += 1)
    left.push(await sendMessage(others[count % 2]!.device, room, String(count)));
});

const page = async (paginate: object): Promise<MessagePage> =>
  (await reader.request('room.messages', { room_id: room.id, paginate })).data;

/** One of the others sends a message, and deletes one of theirs at random. */
const sendsAndDeletes =
  ({ device, user }: Member) =>
  async (): Promise<void> => {
    left.push(await sendMessage(device, room, 'one more'));
    const own = left.filter(({ sender }) => sender.id === user.id);
    const gone = own[Math.floor(Math.random() * own.length)]!;
    left.splice(left.indexOf(gone), 1);
    deleted.add(gone.id);
    await device.request('message.modify', { action: 'delete', message_id: gone.id });
  };

const whileOthersSend = <Result>(body: () => Promise<Result>): Promise<Result> =>
  runAlongside(others.map(sendsAndDeletes), body);

/** Of the messages at the beginning, every one that was never deleted was returned once, and all are in order. */
function expectAllOf(there: readonly Message[], shown: readonly Message[]): void {
  const seqs = shown.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => other - one));
  const ids = new Set(shown.map(({ id }) => id));
  const missed = there.filter(({ id }) => !ids.has(id) && !deleted.has(id));
  expect(missed.map(({ content }) => content)).toEqual([]);
}

describe('room.messages while others send and delete', () => {
  it.each([1, 2, 3])('numbered pages have neither gaps nor duplicates (%i)', async () => {
    await whileOthersSend(async () => {
      const there = [...left];
      const shown: Message[] = [];
      for (let number: number | null = 1; number !== null;) {
        const { data, next_page_number } = await page({ page: number, size: SIZE });
        shown.push(...data.messages);
        number = next_page_number;
      }
      expectAllOf(there, shown);
    });
  });

  it('a repeated request of a page returns the messages that are left of it', async () => {
    await whileOthersSend(async () => {
      for (const number of [1, 2, 3]) await page({ page: number, size: SIZE });
      const { data: before } = await page({ page: 2, size: SIZE });
      const { data: after } = await page({ page: 2, size: SIZE });
      const seqs = before.messages.map(({ seq }) => seq);
      for (const { seq } of after.messages) expect(seqs).toContain(seq);
      const gone = before.messages.filter(({ id }) => !after.messages.some((message) => message.id === id));
      for (const { id } of gone) expect(deleted).toContain(id);
    });
  });

  it.each([1, 2, 3])('pages with before_seq have neither gaps nor duplicates (%i)', async () => {
    await whileOthersSend(async () => {
      const there = [...left];
      const shown: Message[] = [];
      for (let older = true; older;) {
        const { data, has_next } = await page({ before_seq: shown.at(-1)?.seq ?? 1e9, limit: SIZE });
        shown.push(...data.messages);
        older = has_next;
      }
      expectAllOf(there, shown);
    });
  });

  it.each([1, 2, 3])('pages with after_seq have neither gaps nor duplicates (%i)', async () => {
    const shown: Message[] = [];
    let there: Message[] = [];
    const reads = async (): Promise<boolean> => {
      const { data, has_previous } = await page({ after_seq: shown[0]?.seq ?? 0, limit: SIZE });
      shown.unshift(...data.messages);
      return has_previous;
    };
    await whileOthersSend(async () => {
      there = [...left];
      for (let count = 0; count < SAID / SIZE; count += 1) await reads();
    });
    while (await reads());
    expectAllOf([...there, ...left], shown);
  });
});
