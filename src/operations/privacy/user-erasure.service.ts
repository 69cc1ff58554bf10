import { Injectable } from '@nestjs/common';

import { WebhooksService } from '../../integrations/webhooks/webhooks.js';
import { MessageErasure } from '../../messages/retention/operator-removals.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { UserDeletionService } from '../../users/user-deletion.service.js';
import { UsersService } from '../../users/users.service.js';
import { AuditRepository } from '../audit/audit.repository.js';

/** The result of an erasure, which is printed and not stored. */
export interface ErasureReceipt {
  readonly user_id: number;
  /** The name that the operator gave. */
  readonly username: string;
  readonly erased_at: string;
  /**
   * The number of removed items of each kind, by this run and by earlier interrupted runs. Of the parts of a message,
   * only attachments are counted separately.
   */
  readonly removed: Readonly<Record<(typeof COUNTED)[number], number>>;
}

const COUNTED = [
  ...(['messages', 'attachments', 'files', 'chats', 'rooms_left', 'rooms_ended'] as const),
  ...(['reactions', 'poll_votes', 'receipts', 'mentions', 'join_requests', 'log_ins', 'api_keys'] as const),
  ...(['pushes', 'push_subscriptions'] as const),
];
const ACTIONS = ['messages.erase', 'users.delete', 'users.erase'];

/**
 * Erases a user together with all messages of the user. The user is deactivated first; then the messages are removed in
 * batches. The transaction that removes the name checks that no message is left, so that the user can be found by the
 * name until everything is erased, and an interrupted erasure can be run again.
 */
@Injectable()
export class UserErasureService {
  constructor(
    private readonly users: UsersService,
    private readonly deletion: UserDeletionService,
    private readonly messages: MessageErasure,
    private readonly audit: AuditRepository,
    private readonly webhooks: WebhooksService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * @param username also the name of the placeholder of a user who was deleted without their messages
   * @throws Refusal 4004
   */
  async erase(username: string): Promise<ErasureReceipt> {
    const user = await this.users.findAny(username);
    if (!user.isDeleted) await this.users.deactivate(username);
    do {
      await this.messages.ofSender(user.id);
      await this.work.transaction(({ manager }) => this.webhooks.redactUser(manager, user.username));
    } while (!(await this.deletion.erase(user.id)));
    const totals = await this.audit.totals(user.id, ACTIONS);
    const removed = Object.fromEntries(COUNTED.map((what) => [what, totals[what] ?? 0])) as ErasureReceipt['removed'];
    return { user_id: user.id, username: user.username, erased_at: new Date().toISOString(), removed };
  }
}
