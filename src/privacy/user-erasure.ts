import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../audit/index.js';
import { UnitOfWork } from '../database/index.js';
import { MessageErasure } from '../messages/index.js';
import { UserDeletion, UsersService } from '../users/index.js';
import { Webhooks } from '../webhooks/index.js';

/** What is printed of an erasure, and by nobody kept. */
export interface ErasureReceipt {
  readonly user_id: number;
  /** As the operator gave it. */
  readonly username: string;
  readonly erased_at: string;
  /**
   * How many of each are gone, by this run and by those that were ended before they were done. What belongs to a message
   * that went is counted with it, but for its attachments.
   */
  readonly removed: Readonly<Record<(typeof COUNTED)[number], number>>;
}

const COUNTED = [
  ...(['messages', 'attachments', 'chats', 'rooms_left', 'rooms_ended'] as const),
  ...(['reactions', 'receipts', 'join_requests', 'log_ins', 'api_keys'] as const),
  ...(['pushes', 'push_subscriptions'] as const),
];
const ACTIONS = ['messages.erase', 'users.delete', 'users.erase'];

/**
 * The end of a user with all that they sent. First they are let in no more; then their messages go, some at a time; and
 * in the transaction in which their name goes nothing may be left of these. So as long as there is anything to erase,
 * the user is found by the name, and an erasure that was interrupted is done by asking for it again.
 */
@Injectable()
export class UserErasure {
  constructor(
    private readonly users: UsersService,
    private readonly deletion: UserDeletion,
    private readonly messages: MessageErasure,
    private readonly audit: AuditRepository,
    private readonly webhooks: Webhooks,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * @param username also that of a placeholder, of somebody who was deleted without what they sent
   * @throws Refusal 4004
   */
  async erase(username: string): Promise<ErasureReceipt> {
    const user = await this.users.anybody(username);
    if (!user.isDeleted) await this.users.deactivate(username);
    do {
      await this.messages.ofSender(user.id);
      await this.work.run(({ manager }) => this.webhooks.forgetUser(manager, user.username));
    } while (!(await this.deletion.erase(user.id)));
    const totals = await this.audit.totals(user.id, ACTIONS);
    const removed = Object.fromEntries(COUNTED.map((what) => [what, totals[what] ?? 0])) as ErasureReceipt['removed'];
    return { user_id: user.id, username: user.username, erased_at: new Date().toISOString(), removed };
  }
}
