import type { Message, MessagePage } from '@parley/protocol';

import { readRoom } from './history.js';
import type { UserClient } from './user-client.js';

const message = (seq: number): Message => ({ id: String(seq), seq }) as Message;

/** Has the messages 1 to 5, and returns at most two, as if they were large. */
const client = {
  request: (eventType: string, { before_seq: before = 0 }: { readonly before_seq?: number }) => {
    if (eventType === 'room.info') return Promise.resolve({ data: { last_seq: 5 } });
    const messages = [5, 4, 3, 2, 1].filter((seq) => seq < before).map(message);
    const page = { has_next: messages.length > 2, data: { room_id: 'room', messages: messages.slice(0, 2) } };
    return Promise.resolve({ data: page as unknown as MessagePage });
  },
} as unknown as UserClient;

it('the whole history of a room is read, also in pages that are shorter than requested', async () => {
  const { lastSeq, messages } = await readRoom(client, 'room', false);
  expect([lastSeq, messages.map(({ seq }) => seq)]).toEqual([5, [5, 4, 3, 2, 1]]);
});
