import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { ClientEvent, Id, Integer, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import type { NeighbourPages } from '../history/history-pages.js';
import { ThreadPages } from './thread-pages.js';
import { ThreadsService } from './threads.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;

class ThreadMessagesRequest {
  /** The message that starts the thread. */
  @Id()
  thread_id!: string;

  @Optional()
  @Id()
  room_id?: string | null;

  /** Requests the newest messages below this sequence number. */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  before_seq?: number | null;

  /** Requests the oldest messages above this sequence number. */
  @Optional()
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  after_seq?: number | null;

  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;
}

/**
 * `thread.messages`: returns a page of a thread to the requester only, newest message first. The message that started
 * the thread is the oldest one; it is missing if it was erased.
 */
@Injectable()
@ClientEvent({
  name: 'thread.messages',
  summary: 'Returns a page of the messages of a thread, newest message first.',
  request: ThreadMessagesRequest,
  stores: false,
  roomTokens: 'open',
  emits: ['threadmessages.dispatch'],
})
export class ThreadMessagesEvent implements EventHandler<ThreadMessagesRequest> {
  constructor(
    private readonly threads: ThreadsService,
    private readonly pages: ThreadPages,
  ) {}

  async handle(request: ThreadMessagesRequest, { actor }: EventContext): Promise<Answer> {
    const neighbours = neighboursOf(request);
    const place = await this.threads.place(actor, { threadId: request.thread_id, roomId: request.room_id });
    const size = request.limit ?? DEFAULT_SIZE;
    const { truncated, ...data } = await this.pages.messages(actor, place, neighbours, size);
    return { eventType: 'threadmessages.dispatch', data, ...(truncated && { meta: { truncated } }) };
  }
}

/** The newest messages, if no number is given. @throws Refusal 4003 if both are */
function neighboursOf({ before_seq, after_seq }: ThreadMessagesRequest): NeighbourPages {
  if (typeof after_seq !== 'number') return { side: 'older', seq: before_seq ?? Number.MAX_SAFE_INTEGER };
  if (typeof before_seq !== 'number') return { side: 'newer', seq: after_seq };
  const reasons = ['Only one of before_seq and after_seq is allowed.'];
  throw invalid({ before_seq: reasons, after_seq: reasons });
}
