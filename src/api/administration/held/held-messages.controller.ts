import { Controller, Param } from '@nestjs/common';
import type { HeldDecision, HeldMessage } from '@parley/protocol';
import { Bool } from '@parley/realtime/requests';

import { HeldRelease } from '../../../features/messages/held/held-release.js';
import { HeldOfAllRoomsRepository } from '../../../features/messages/held/held-of-all-rooms.repository.js';
import { cursorAfter, placeOfCursor } from '../../../platform/pages/timed-place.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { PageRequest, sizeOf } from '../access/page-request.js';
import { uuidOf } from '../access/path-values.js';

/** A page of the held messages and edits of all rooms, the oldest first. */
export interface HeldOfAllRooms {
  readonly held: readonly HeldMessage[];
  readonly next_cursor: string | null;
}

class HeldDecisionRequest {
  /** False: it is rejected. */
  @Bool()
  allow!: boolean;
}

/** Messages and edits that are held, for moderators and administrators. */
@Controller('api/admin/held')
@Administration()
export class HeldMessagesController {
  constructor(
    private readonly held: HeldOfAllRoomsRepository,
    private readonly decisions: HeldRelease,
  ) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of the held messages and edits of all rooms, the oldest first.',
    right: 'messages.release',
    query: PageRequest,
    answer: { description: 'A page of held messages.', type: 'HeldOfAllRooms' },
  })
  async list(@QueryOf(PageRequest) request: PageRequest): Promise<HeldOfAllRooms> {
    const { items, end } = await this.held.part(placeOfCursor(request.cursor), sizeOf(request));
    return { held: items, next_cursor: cursorAfter(end) };
  }

  @AdministrationRoute('POST', ':message_id/release/', {
    summary: 'Allows or rejects a held message or edit of another user.',
    right: 'messages.release',
    body: HeldDecisionRequest,
    answer: { description: 'The decision.', type: 'HeldDecision' },
    refusals: { 409: { description: 'Its sender may not send it now: `conflict`.', type: 'HttpError' } },
  })
  release(
    @CurrentAdministrator() { actor }: Administrator,
    @Param('message_id') messageId: string,
    @JsonBody(HeldDecisionRequest) { allow }: HeldDecisionRequest,
  ): Promise<HeldDecision> {
    const named = { messageId: uuidOf(messageId), roomId: undefined };
    return allow ? this.decisions.allow({ actor }, named) : this.decisions.reject({ actor }, named);
  }
}
