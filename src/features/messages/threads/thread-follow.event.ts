import { Injectable } from '@nestjs/common';
import { Bool, ClientEvent, Id, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { ThreadsService } from './threads.js';

class ThreadFollowRequest {
  /** The message that starts the thread. */
  @Id()
  thread_id!: string;

  @Optional()
  @Id()
  room_id?: string | null;

  @Bool()
  follow!: boolean;
}

/**
 * `thread.follow`: lets the requester follow a thread, from now on, or ends that. Only the requester's devices receive
 * the change. Members follow a thread by themselves when they start it, reply in it, or are mentioned in it, also after
 * they had ended that.
 */
@Injectable()
@ClientEvent({
  name: 'thread.follow',
  summary: 'Lets the user follow a thread, or ends that.',
  request: ThreadFollowRequest,
  roomTokens: 'open',
  emits: ['threadfollow.dispatch'],
})
export class ThreadFollowEvent implements EventHandler<ThreadFollowRequest> {
  constructor(private readonly threads: ThreadsService) {}

  async handle(request: ThreadFollowRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const place = await this.threads.place(actor, { threadId: request.thread_id, roomId: request.room_id });
    return this.threads.follow(actor, place, request.follow, origin);
  }
}
