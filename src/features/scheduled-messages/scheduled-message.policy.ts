import { Injectable } from '@nestjs/common';
import type { Actor } from '@parley/realtime/requests';
import type { Branded } from '../../platform/types/branded.js';

/** Permission of a user for the own scheduled messages, which concern nobody else. */
export interface OwnScheduledGrant extends Branded<'message.scheduled'> {
  readonly userId: number;
}

/** Users list, change and cancel their own scheduled messages. To schedule one takes the permission to send it. */
@Injectable()
export class ScheduledMessagePolicy {
  mayManage({ user }: Actor): OwnScheduledGrant {
    return { userId: user.id } as OwnScheduledGrant;
  }
}
