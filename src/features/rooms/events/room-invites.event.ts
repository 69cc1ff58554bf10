import { Injectable } from '@nestjs/common';
import { ClientEvent, Id, Integer, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { InvitationPages } from '../consent/invitation-pages.js';
import { pendingInvites } from '../room.frames.js';

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
  stores: false,
  emits: ['roominvites.dispatch'],
})
export class RoomInvitesEvent implements EventHandler<RoomInvitesRequest> {
  constructor(private readonly pages: InvitationPages) {}

  async handle({ limit, before }: RoomInvitesRequest, { actor }: EventContext): Promise<Answer> {
    const { truncated, ...page } = await this.pages.page(actor, { before, limit });
    return pendingInvites(page, truncated);
  }
}
