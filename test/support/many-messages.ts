import { randomUUID } from 'node:crypto';

import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Frame, Received } from './frames.js';

/** A sent message and its answer. */
export interface Sent {
  readonly content: string;
  readonly answer: Frame;
}

/** Sends this many messages without waiting, every other one with a `client_message_id`, and waits for all answers. */
export async function sendMany(
  device: ChatClient,
  room: Pick<Room, 'id'>,
  name: string,
  count: number,
): Promise<Sent[]> {
  const requested = Array.from({ length: count }, (_, at) => {
    const content = `${name} ${String(at)}`;
    const client_message_id = at % 2 === 0 ? randomUUID() : undefined;
    return { content, requestId: device.sendRequest('message.send', { room_id: room.id, content, client_message_id }) };
  });
  return Promise.all(
    requested.map(async ({ content, requestId }) => ({ content, answer: await device.response(requestId) })),
  );
}

/** Every message of a room, oldest first. */
export async function wholeHistory(device: ChatClient, room: Pick<Room, 'id'>): Promise<Message[]> {
  const messages: Message[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const { data } = await device.request('room.messages', { room_id: room.id, paginate: { page, size: 200 } });
    messages.push(...data.data.messages);
    more = data.has_next;
  }
  return messages.sort((one, other) => one.seq - other.seq);
}

/** The unread messages of a device, in the order of their arrival. */
export async function receivedMessages(device: ChatClient): Promise<Message[]> {
  const frames = (await device.drain()).filter(({ eventType }) => eventType === 'message.dispatch');
  return frames.map((frame) => (frame as Received<'message.dispatch'>).data);
}
