import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { cursorAfter, placeOfCursor } from '../../platform/pages/timed-place.js';
import { ScheduledMessagePolicy } from './scheduled-message.policy.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';

export interface ScheduledPageRequest {
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether messages are missing in it because of their bytes. */
type ScheduledPage = ServerEvent<'schedulelist.dispatch'>['data'] & { readonly truncated: boolean };

/** The messages that a user has scheduled, the earliest first, page by page. */
@Injectable()
export class ScheduledPages {
  constructor(
    private readonly policy: ScheduledMessagePolicy,
    private readonly repository: ScheduledMessagesRepository,
  ) {}

  /** @throws Refusal 4003 */
  async page(actor: Actor, { limit, cursor }: ScheduledPageRequest): Promise<ScheduledPage> {
    const grant = this.policy.mayManage(actor);
    const { items, end, truncated } = await this.repository.part(grant, { after: placeOfCursor(cursor), limit });
    return { scheduled: items, next_cursor: cursorAfter(end), truncated };
  }
}
