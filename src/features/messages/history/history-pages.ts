import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { MessagePage } from '@parley/protocol';
import type { Restrictable } from '@parley/realtime/restricted-part';

import type { RoomGrant } from '../../rooms/room.policy.js';
import { toMessage } from '../message.view.js';
import type { StoredMessage } from '../message.view.js';
import { HistoryRepository } from './history.repository.js';
import type { HistoryScope, PageNeighbours, SelectedMessages } from './history.repository.js';
import { PageWalks } from './page-walk.js';

/** The origin of a request for history. */
export interface HistoryRequester {
  readonly grant: RoomGrant<'room.read'>;
  readonly connectionId: string;
  /** Whether replies in threads are wanted too, or only the messages that stand in the room. */
  readonly scope: 'room' | 'log';
}

/** Messages next to a sequence number, newest first. */
export type HistoryPart = SelectedMessages & PageNeighbours;

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
    { grant, connectionId, scope }: HistoryRequester,
    { page, size }: { page: number; size: number },
  ): Promise<HistoryPage> {
    const walk = this.walks.walk(connectionId, `${grant.roomId} ${scope}`, { page, size });
    const { offset, ...range } = walk.placeOf(page);
    const selection = { nearest: 'newest', offset, limit: size } as const;
    const { messages, truncated } = await this.history.select(grant, range, selection, scope);
    const seqs = messages.map(({ seq }) => seq);
    walk.shown(page, seqs, truncated);
    const end = range.from ?? seqs.at(-1) ?? 0;
    const { older } = await this.neighbours(grant, { from: end, below: end }, scope);
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
  async nextTo({ grant, scope }: HistoryRequester, neighbours: NeighbourPages, size: number): Promise<HistoryPage> {
    const { messages, older, newer, truncated } = await this.part(grant, scope, neighbours, size);
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

  /** The messages of a thread next to a sequence number. @throws Refusal 4004 for a user who is no longer a member */
  ofThread(
    grant: RoomGrant<'room.read'>,
    threadId: string,
    neighbours: NeighbourPages,
    size: number,
  ): Promise<HistoryPart> {
    return this.part(grant, { threadId }, neighbours, size);
  }

  private async part(
    grant: RoomGrant<'room.read'>,
    scope: HistoryScope,
    { side, seq }: NeighbourPages,
    size: number,
  ): Promise<HistoryPart> {
    const [edge, nearest] = side === 'older' ? [seq, 'newest' as const] : [seq + 1, 'oldest' as const];
    const range = side === 'older' ? { from: undefined, below: edge } : { from: edge, below: undefined };
    const selected = await this.history.select(grant, range, { nearest, offset: 0, limit: size }, scope);
    const [newest, oldest] = [selected.messages[0], selected.messages.at(-1)];
    const around = { from: oldest?.seq ?? edge, below: newest ? newest.seq + 1 : edge };
    return { ...selected, ...(await this.neighbours(grant, around, scope)) };
  }

  private async neighbours(
    grant: HistoryRequester['grant'],
    part: { from: number; below: number },
    scope: HistoryScope,
  ): Promise<PageNeighbours> {
    const found = await this.history.neighbours(grant, part, scope);
    if (!found) throw notFound('No such room.');
    return found;
  }
}

const listed = (roomId: string, messages: readonly StoredMessage[]): Restrictable<MessagePage['data']> => ({
  room_id: roomId,
  messages: messages.map(toMessage),
});
