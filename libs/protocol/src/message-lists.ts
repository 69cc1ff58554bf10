import type { Message } from './objects.js';

/** A part of the text of a message. */
export interface SearchFragment {
  readonly text: string;
  /** The start and end (exclusive) of each match in the text, in UTF-16 code units, in order. */
  readonly matches: readonly (readonly [start: number, end: number])[];
}

/** A part of a message besides its text. A file is an attachment of any media type. */
export type MessagePart = 'file' | 'image' | 'link' | 'pin' | 'poll';

export interface SearchResult {
  readonly message: Message;
  /** In the order of the text. */
  readonly fragments: readonly SearchFragment[];
}

/** A page of search results, best first. */
export interface SearchPage {
  readonly results: readonly SearchResult[];
  /** The cursor of the next page; null on the last one. */
  readonly next_before: string | null;
}

/** One page of a room's history, newest message first. */
export interface MessagePage {
  readonly has_next: boolean;
  readonly has_previous: boolean;
  readonly next_page_number: number | null;
  readonly prev_page_number: number | null;
  /** Null when the page was requested by a number of the log. */
  readonly page: number | null;
  readonly size: number;
  readonly data: { readonly room_id: string; readonly messages: readonly Message[] };
}

/** A page of the pinned messages of a room, the newest pin first. */
export interface PinPage {
  readonly room_id: string;
  readonly messages: readonly Message[];
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}
