import type { Message, Room, SearchPage } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { sendMessage } from './messaging.js';

export const search = async (device: ChatClient, query: string, options: object = {}): Promise<SearchPage> =>
  (await device.request('message.search', { query, ...options })).data;

/** The contents of the found messages, best first. */
export const expectFound = async (device: ChatClient, query: string, options: object = {}): Promise<string[]> =>
  (await search(device, query, options)).results.map(({ message }) => message.content);

/** The same, with brackets around the matches. */
export const expectFragments = async (device: ChatClient, query: string): Promise<string[]> =>
  (await search(device, query)).results.flatMap(({ fragments }) =>
    fragments.map(({ text, matches }) =>
      matches
        .toReversed()
        .reduce((rest, [start, end]) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`, text),
    ),
  );

export async function sendAll(device: ChatClient, room: Pick<Room, 'id'>, ...contents: string[]): Promise<Message[]> {
  const all: Message[] = [];
  for (const content of contents) all.push(await sendMessage(device, room, content));
  return all;
}
