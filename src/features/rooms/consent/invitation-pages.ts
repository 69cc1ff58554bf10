import { Injectable } from '@nestjs/common';
import type { InvitationPage } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { listBytes } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { RoomPolicy } from '../room.policy.js';
import { InvitationsRepository } from './invitations.repository.js';

const DEFAULT_SIZE = 50;

export interface InvitationPageRequest {
  /** The `next_before` of the page before. */
  readonly before: string | null | undefined;
  readonly limit: number | null | undefined;
}

/** The pending invitations of a user, the newest first, page by page. */
@Injectable()
export class InvitationPages {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly repository: InvitationsRepository,
    private readonly limits: Limits,
  ) {}

  /** @returns also whether invitations are missing in the page because of their bytes */
  page(
    actor: Actor,
    { before, limit }: InvitationPageRequest,
  ): Promise<InvitationPage & { readonly truncated: boolean }> {
    return this.repository.pending(this.policy.mayFollow(actor), {
      before: before ?? undefined,
      limit: limit ?? DEFAULT_SIZE,
      mostBytes: listBytes(this.limits.answerBytes),
    });
  }
}
