import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { listBytes } from '../../platform/collections/list-bytes.js';
import { Config } from '../../platform/config/config.js';
import { InvitationsRepository } from '../consent/invitations.repository.js';
import { pendingInvites } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;

class RoomInvitesRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_before` of the page before. */
  @Optional()
  @Id()
  before?: string | null;
}

/** `room.invites`: returns the pending invitations of the requester, newest first, page by page. */
@Injectable()
@ClientEvent({
  name: 'room.invites',
  summary: "Returns a page of the user's pending invitations.",
  request: RoomInvitesRequest,
  emits: ['roominvites.dispatch'],
})
export class RoomInvitesEvent implements EventHandler<RoomInvitesRequest> {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly invitations: InvitationsRepository,
    private readonly config: Config,
  ) {}

  async handle({ limit, before }: RoomInvitesRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...page } = await this.invitations.pending(this.policy.mayFollow(actor), {
      before: before ?? undefined,
      limit: limit ?? DEFAULT_SIZE,
      mostBytes: listBytes(this.config.limits.answerBytes),
    });
    return pendingInvites(page, truncated);
  }
}
