import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { ThreadListEntry } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';
import type { OutgoingEvent, Restrictable } from '@parley/realtime/restricted-part';

import { cursorOf, isCount, isUuid } from '../../../platform/pages/cursor.js';
import { RoomPolicy } from '../../rooms/room.policy.js';
import { HistoryPages } from '../history/history-pages.js';
import type { NeighbourPages } from '../history/history-pages.js';
import { toMessage } from '../message.view.js';
import { ThreadListRepository } from './thread-list.repository.js';
import type { ThreadListItem, ThreadListPlace, WantedThreads } from './thread-list.repository.js';
import { ThreadsRepository } from './threads.repository.js';
import type { PlacedThread } from './threads.js';

const CURSOR = cursorOf<ThreadListPlace>({ latest: isCount, threadId: isUuid });

export interface ThreadListPageRequest extends Pick<WantedThreads, 'limit' | 'unreadOnly'> {
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

export interface ListedThreads {
  readonly threads: readonly Restrictable<ThreadListEntry>[];
  readonly next_cursor: string | null;
  /** Whether threads are missing because of their bytes. */
  readonly truncated: boolean;
}

/** A page, and whether messages are missing in it because of their bytes. */
type ThreadPage = OutgoingEvent<'threadmessages.dispatch'>['data'] & { readonly truncated: boolean };

/** The threads that a user follows, and the messages of a thread, page by page. */
@Injectable()
export class ThreadPages {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly lists: ThreadListRepository,
    private readonly threads: ThreadsRepository,
    private readonly history: HistoryPages,
  ) {}

  /** The latest reply first. @throws Refusal 4003 */
  async followed(
    { user, rooms: within }: Actor,
    { limit, unreadOnly, cursor }: ThreadListPageRequest,
  ): Promise<ListedThreads> {
    const after = CURSOR.decode(cursor);
    const { threads, next, truncated } = await this.lists.page(user.id, { limit, unreadOnly, after, within });
    return { threads: threads.map(toEntry), next_cursor: CURSOR.next(next), truncated };
  }

  /** The newest message first. @throws Refusal 4004 for a non-member, and if there is no such thread */
  async messages(
    actor: Actor,
    { roomId, threadId }: PlacedThread,
    neighbours: NeighbourPages,
    size: number,
  ): Promise<ThreadPage> {
    const grant = await this.policy.mayRead(actor, roomId);
    if (!(await this.threads.start(grant, threadId))) throw notFound('No such thread.');
    const { messages, older, newer, truncated } = await this.history.ofThread(grant, threadId, neighbours, size);
    return {
      room_id: roomId,
      thread_id: threadId,
      has_next: older,
      has_previous: newer,
      messages: messages.map(toMessage),
      truncated,
    };
  }
}

const toEntry = ({
  start,
  unreadCount,
  unreadMentions,
  lastReadSeq,
}: ThreadListItem): Restrictable<ThreadListEntry> => ({
  thread: toMessage(start),
  unread_count: unreadCount,
  unread_mentions: unreadMentions,
  last_read_seq: lastReadSeq,
});
