import type { MessagePart, SearchPage } from '@parley/protocol';

import type { Parley } from '../parley.js';

/** Conditions that every found message meets. At least a `query`, a `fromUserId` or a `has` is required. */
export interface MessageFilters {
  /** Messages that contain all of its words. */
  readonly query?: string | undefined;
  /** Messages of this room; of all rooms of the user without it. */
  readonly roomId?: string | undefined;
  readonly fromUserId?: number | undefined;
  /** Not before this time, as of ISO 8601. */
  readonly since?: string | undefined;
  /** Before this time, as of ISO 8601. */
  readonly until?: string | undefined;
  /** Messages that have all of these. */
  readonly has?: readonly MessagePart[] | undefined;
}

/** Searches by filters, which `chat.search` does by words alone. */
export class MessageSearch {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

  /**
   * A page of the found messages.
   * @param page.before `next_before` of the previous page
   * @param page.limit 1 to 50; default 20
   * @throws ParleyError 4003 when the filters match too much
   */
  async find(
    { roomId: room_id, fromUserId: from_user_id, ...filters }: MessageFilters,
    page: { readonly before?: string; readonly limit?: number } = {},
  ): Promise<SearchPage> {
    return (await this.chat.ask('message.search', { room_id, from_user_id, ...filters, ...page })).data;
  }
}
