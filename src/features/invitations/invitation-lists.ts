import { Injectable } from '@nestjs/common';

import type { PartOf } from '../../platform/collections/list-part.js';
import type { InvitationListGrant } from './invitation.policy.js';
import { toInvitation } from './invitation.view.js';
import type { InvitationView } from './invitation.view.js';
import { InvitationsRepository } from './invitations.repository.js';
import type { OpenInvitation } from './invitations.repository.js';

/** What inviters and invited people see of invitations. */
@Injectable()
export class InvitationLists {
  constructor(private readonly invitations: InvitationsRepository) {}

  /** The newest first. @param part.after the id of the last one of the part before */
  async part(grant: InvitationListGrant, part: PartOf<string>): Promise<InvitationView[]> {
    return (await this.invitations.list(grant, part)).map(toInvitation);
  }

  /** The names of the rooms that exist. */
  roomNames({ roomIds }: OpenInvitation): Promise<readonly string[]> {
    return this.invitations.roomNames(roomIds);
  }
}
