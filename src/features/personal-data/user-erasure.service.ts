import { Injectable } from '@nestjs/common';

import { WebhooksService } from '../../delivery/webhooks/webhooks.js';
import { EndedRoomRemoval } from '../retention/ended-room-removal.js';
import { MessageErasure } from '../retention/message-erasure.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../users/roles/authority.js';
import { DeleteUser } from '../people/deletion/delete-user.js';
import { UserHoldsRepository } from '../users/user-holds.repository.js';
import { UsersService } from '../users/users.service.js';
import { AuditRepository } from '../audit/audit.repository.js';

/** The number of removed items of each kind. Of the parts of a message, only attachments are counted separately. */
export interface ErasedItems {
  readonly messages: number;
  readonly attachments: number;
  readonly files: number;
  readonly chats: number;
  readonly rooms_left: number;
  readonly rooms_ended: number;
  readonly reactions: number;
  readonly poll_votes: number;
  readonly receipts: number;
  readonly mentions: number;
  readonly join_requests: number;
  readonly log_ins: number;
  readonly api_keys: number;
  readonly pushes: number;
  readonly push_subscriptions: number;
  readonly reports_made: number;
  readonly reports_about: number;
}

/** The result of an erasure, which is returned and not stored. */
export interface ErasureReceipt {
  readonly user_id: number;
  /** The name that was given. */
  readonly username: string;
  readonly erased_at: string;
  /** By this run and by earlier interrupted runs. */
  readonly removed: ErasedItems;
}

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
    private readonly deletion: DeleteUser,
    private readonly holds: UserHoldsRepository,
    private readonly messages: MessageErasure,
    private readonly endedRooms: EndedRoomRemoval,
    private readonly audit: AuditRepository,
    private readonly webhooks: WebhooksService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * @param username also the name of the placeholder of a user who was deleted without their messages
   * @throws Refusal 4004, 4002 without the right, and while a room of the user is held
   */
  async erase(authority: Authority, username: string): Promise<ErasureReceipt> {
    const user = await this.users.findAny(username);
    await this.work.transaction(({ manager }) => authority.permit(manager, 'users.delete', user.id));
    await this.holds.check(user.id);
    if (!user.isDeleted) await this.users.deactivate(authority, username);
    await this.endedRooms.deleteAll();
    do {
      await this.messages.ofSender(authority, user.id);
      await this.work.transaction(({ manager }) => this.webhooks.redactUser(manager, user.username));
    } while (!(await this.deletion.erase(authority, user.id)));
    await this.endedRooms.deleteAll();
    const totals = await this.audit.totals(user.id, ACTIONS);
    const removed = erasedItems(totals);
    return { user_id: user.id, username: user.username, erased_at: new Date().toISOString(), removed };
  }
}

function erasedItems(totals: Readonly<Record<string, number>>): ErasedItems {
  const count = (name: keyof ErasedItems): number => totals[name] ?? 0;
  return {
    messages: count('messages'),
    attachments: count('attachments'),
    files: count('files'),
    chats: count('chats'),
    rooms_left: count('rooms_left'),
    rooms_ended: count('rooms_ended'),
    reactions: count('reactions'),
    poll_votes: count('poll_votes'),
    receipts: count('receipts'),
    mentions: count('mentions'),
    join_requests: count('join_requests'),
    log_ins: count('log_ins'),
    api_keys: count('api_keys'),
    pushes: count('pushes'),
    push_subscriptions: count('push_subscriptions'),
    reports_made: count('reports_made'),
    reports_about: count('reports_about'),
  };
}
