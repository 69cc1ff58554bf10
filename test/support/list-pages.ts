import type { Message, Room, RoomListEntry } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Received } from './frames.js';

type Found = Received<'messagesearch.dispatch'>['data']['results'][number];

/** A whole list, and whether one of its pages was cut because of its bytes. */
interface WholeList<Entry> {
  readonly entries: readonly Entry[];
  readonly truncated: boolean;
}

type HistoryPage = Received<'roommessages.dispatch'>['data'];

/** A way to page through the history of a room: where it begins, and the place of the next page, if there is one. */
interface Way {
  readonly first: number;
  readonly next: (page: HistoryPage) => number | null;
}
export type WayOfPaging = 'page' | 'before_seq' | 'after_seq';
const WAYS: Record<WayOfPaging, Way> = {
  page: { first: 1, next: ({ next_page_number: number }) => number },
  before_seq: {
    first: Number.MAX_SAFE_INTEGER,
    next: ({ has_next, data }) => (has_next ? data.messages.at(-1)!.seq : null),
  },
  after_seq: {
    first: 0,
    next: ({ has_previous, data }) => (has_previous ? data.messages[0]!.seq : null),
  },
};

const SIZE = 200;

/** Reads the history of a room in pages that join. @returns the messages, newest first */
export async function wholeHistory(
  device: ChatClient,
  { id: room_id }: Pick<Room, 'id'>,
  way: WayOfPaging,
): Promise<WholeList<Message>> {
  const pages: (readonly Message[])[] = [];
  let truncated = false;
  for (let place: number | null = WAYS[way].first; place !== null;) {
    const request: object = { room_id, [way]: place, size: SIZE };
    const { data, meta } = await device.request('room.messages', request);
    truncated ||= meta?.truncated === true;
    pages.push(data.data.messages);
    place = WAYS[way].next(data);
  }
  return { entries: (way === 'after_seq' ? pages.toReversed() : pages).flat(), truncated };
}

export async function allResults(device: ChatClient, query: string): Promise<WholeList<Found>> {
  const entries: Found[] = [];
  let truncated = false;
  for (let before: string | null | undefined; before !== null;) {
    const { data, meta } = await device.request('message.search', { query, before, limit: 50 });
    truncated ||= meta?.truncated === true;
    entries.push(...data.results);
    before = data.next_before;
  }
  return { entries, truncated };
}

export async function allRooms(device: ChatClient): Promise<WholeList<RoomListEntry>> {
  const entries: RoomListEntry[] = [];
  let truncated = false;
  for (let cursor: unknown; cursor !== null;) {
    const { data, meta } = await device.request('room.list', { cursor });
    truncated ||= meta?.truncated === true;
    entries.push(...data);
    cursor = meta?.next_cursor;
  }
  return { entries, truncated };
}
