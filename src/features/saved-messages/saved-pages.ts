import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { cursorAfter, placeOfCursor } from '../../platform/pages/timed-place.js';
import { SavedMessagePolicy } from './saved-message.policy.js';
import { SavedMessagesRepository } from './saved-messages.repository.js';

export interface SavedPageRequest {
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether messages are missing in it because of their bytes. */
type SavedPage = ServerEvent<'savedlist.dispatch'>['data'] & { readonly truncated: boolean };

/** The messages that a user has saved, the last saved first, page by page. */
@Injectable()
export class SavedPages {
  constructor(
    private readonly policy: SavedMessagePolicy,
    private readonly repository: SavedMessagesRepository,
  ) {}

  /** @throws Refusal 4003 */
  async page(actor: Actor, { limit, cursor }: SavedPageRequest): Promise<SavedPage> {
    const grant = this.policy.mayList(actor);
    const { items, end, truncated } = await this.repository.part(grant, { after: placeOfCursor(cursor), limit });
    return { saved: items, next_cursor: cursorAfter(end), truncated };
  }
}
