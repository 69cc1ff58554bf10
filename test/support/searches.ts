import type { Message, Room, SearchPage } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { says } from './talk.js';

export const search = async (device: ChatClient, query: string, options: object = {}): Promise<SearchPage> =>
  (await device.ask('message.search', { query, ...options })).data;

/** The contents of the found messages, best first. */
export const finds = async (device: ChatClient, query: string, options: object = {}): Promise<string[]> =>
  (await search(device, query, options)).results.map(({ message }) => message.content);

/** The same, with brackets around the matches. */
export const shows = async (device: ChatClient, query: string): Promise<string[]> =>
  (await search(device, query)).results.flatMap(({ fragments }) =>
    fragments.map(({ text, matches }) =>
      matches
        .toReversed()
        .reduce((rest, [start, end]) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`, text),
    ),
  );

export async function saysAll(device: ChatClient, room: Pick<Room, 'id'>, ...contents: string[]): Promise<Message[]> {
  const all: Message[] = [];
  for (const content of contents) all.push(await says(device, room, content));
  return all;
}
