import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { MessagePage } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import type { RoomGrant } from '../../rooms/room.policy.js';
import { toMessage } from '../message.view.js';
import type { StoredMessage } from '../message.view.js';
import { HistoryRepository } from './history.repository.js';
import type { PageNeighbours } from './history.repository.js';
import { PageWalks } from './page-walk.js';

/** The origin of a request for history. */
export interface HistoryRequester {
  readonly grant: RoomGrant<'room.read'>;
  readonly connectionId: string;
}

/** A sequence number, and the side of it that is requested. */
export interface NeighbourPages {
  readonly side: 'older' | 'newer';
  readonly seq: number;
}

/** A page, and whether it has fewer messages than requested because of its bytes. */
export interface HistoryPage {
  readonly page: Restrictable<MessagePage>;
  readonly truncated: boolean;
}

/** The history of a room in pages, newest message first. */
@Injectable()
export class HistoryPages {
  constructor(
    private readonly history: HistoryRepository,
    private readonly walks: PageWalks,
  ) {}

  /**
   * A page by its number. A connection that requests one page after the other gets every message that existed at the
   * first page and still exists exactly once, whatever is sent and deleted meanwhile.
   */
  async numbered(
    { grant, connectionId }: HistoryRequester,
    { page, size }: { page: number; size: number },
  ): Promise<HistoryPage> {
    const walk = this.walks.walk(connectionId, grant.roomId, { page, size });
    const { offset, ...range } = walk.placeOf(page);
    const selection = { nearest: 'newest', offset, limit: size } as const;
    const { messages, truncated } = await this.history.select(grant, range, selection);
    const seqs = messages.map(({ seq }) => seq);
    walk.shown(page, seqs, truncated);
    const end = range.from ?? seqs.at(-1) ?? 0;
    const { older } = await this.neighbours(grant, { from: end, below: end });
    const content = {
      has_next: older,
      has_previous: page > 1,
      next_page_number: older ? page + 1 : null,
      prev_page_number: page > 1 ? page - 1 : null,
      page,
      size,
      data: listed(grant.roomId, messages),
    };
    return { page: content, truncated };
  }

  /** The messages next to a sequence number: consecutive pages join without state on the server. */
  async nextTo({ grant }: HistoryRequester, { side, seq }: NeighbourPages, size: number): Promise<HistoryPage> {
    const [edge, nearest] = side === 'older' ? [seq, 'newest' as const] : [seq + 1, 'oldest' as const];
    const range = side === 'older' ? { from: undefined, below: edge } : { from: edge, below: undefined };
    const { messages, truncated } = await this.history.select(grant, range, { nearest, offset: 0, limit: size });
    const [newest, oldest] = [messages[0], messages.at(-1)];
    const { older, newer } = await this.neighbours(grant, {
      from: oldest?.seq ?? edge,
      below: newest ? newest.seq + 1 : edge,
    });
    const content = {
      has_next: older,
      has_previous: newer,
      next_page_number: null,
      prev_page_number: null,
      page: null,
      size,
      data: listed(grant.roomId, messages),
    };
    return { page: content, truncated };
  }

  private async neighbours(
    grant: HistoryRequester['grant'],
    part: { from: number; below: number },
  ): Promise<PageNeighbours> {
    const found = await this.history.neighbours(grant, part);
    if (!found) throw notFound('No such room.');
    return found;
  }
}

const listed = (roomId: string, messages: readonly StoredMessage[]): Restrictable<MessagePage['data']> => ({
  room_id: roomId,
  messages: messages.map(toMessage),
});
