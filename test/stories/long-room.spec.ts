import { MAX_COUNTED_UNREAD } from '@parley/protocol';
import type { MessagePage, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sendMessage } from '../support/messaging.js';

const SAID = 5_100;
const AT_ONCE = 300;
const LARGEST_PAGE = 200;
const MEMBERS = 20;
const SHOWN = 50;
/** Of a first frame that contains fifty short messages. */
const MOST_BYTES = 64 * 1_024;

let parley: Service;
let sender: ChatClient;
/** The room of the speaker and the members who are away. */
let room: Room;
let away: TestUser[];
/** The room of the speaker alone. */
let elsewhere: Room;

beforeAll(async () => {
  parley = await sharedService();
  const [first, ...others] = await manyUsers(parley, MEMBERS);
  away = others;
  sender = await first!.connect();
  const participants = away.map(({ id }) => id);
  ({ data: room } = await sender.request('room.create', { type: 'GroupChat', name: 'Long', participants }));
  ({ data: elsewhere } = await sender.request('room.create', { type: 'GroupChat', name: 'Elsewhere' }));
  for (let sent = 0; sent < SAID; sent += AT_ONCE) {
    const requested = Array.from({ length: AT_ONCE }, (_, at) =>
      sender.sendRequest('message.send', { room_id: room.id, content: `message ${String(sent + at + 1)}` }),
    );
    for (const requestId of requested) await sender.response(requestId);
  }
});

const bytes = (frame: object): number => Buffer.byteLength(JSON.stringify(frame));

describe('a room with 5,100 messages', () => {
  it('sends a small first frame to each member, even if all reconnect together', async () => {
    const devices = await Promise.all(away.map((user) => user.open()));
    for (const device of devices) {
      const first = await device.receive('chat.notifications');
      expect(first.meta).toMatchObject({
        total: MAX_COUNTED_UNREAD,
        truncated: true,
        unread: { [room.id]: MAX_COUNTED_UNREAD },
      });
      expect(first.data[room.id]).toHaveLength(SHOWN);
      expect(bytes(first)).toBeLessThan(MOST_BYTES);
      await expect(device.drain()).resolves.toEqual([]);
    }
    await Promise.all(devices.map((device) => device.close()));
  });

  it('is returned in pages, with any requested size', async () => {
    const { data: page } = await sender.request('room.messages', { room_id: room.id });
    expect(page.data.messages).toHaveLength(SHOWN);
    for (const size of [LARGEST_PAGE + 1, SAID, Number.MAX_SAFE_INTEGER]) {
      const refused = await sender.expectRefused('room.messages', { room_id: room.id, paginate: { size } });
      expect(refused).toMatchObject({ code: 4003, detail: { 'paginate.size': [expect.any(String)] } });
    }
  });

  it('can be read from end to end without delaying another member who sends', async () => {
    const reader = await away[0]!.connect();
    const pages = Array.from({ length: Math.ceil(SAID / LARGEST_PAGE) }, (_, at) =>
      reader.sendRequest('room.messages', { room_id: room.id, paginate: { page: at + 1, size: LARGEST_PAGE } }),
    );
    const contents: string[] = [];
    const reads = async (requestId: string): Promise<void> => {
      const { data: page } = (await reader.response(requestId)) as { data: MessagePage };
      contents.push(...page.data.messages.map(({ content }) => content));
    };
    await reads(pages.shift()!);
    const reading = (async () => {
      for (const requestId of pages) await reads(requestId);
    })();
    await sendMessage(sender, elsewhere, 'does anybody read?');
    await sender.request('room.list', {});
    expect(contents.length).toBeLessThan(SAID);
    await reading;
    expect(contents).toEqual(Array.from({ length: SAID }, (_, at) => `message ${String(SAID - at)}`));
    await reader.close();
  });
});
