import { Injectable } from '@nestjs/common';

import { EndedRoomRemoval } from '../retention/ended-room-removal.js';
import { MessageErasure } from '../retention/message-erasure.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { AllFeatures } from '../../platform/feature/feature.js';
import type { Authority } from '../users/roles/authority.js';
import { DeleteUser } from '../people/deletion/delete-user.js';
import { UserHoldsRepository } from '../users/user-holds.repository.js';
import { UsersService } from '../users/users.service.js';
import { AuditRepository } from '../audit/audit.repository.js';

/** The counts of a receipt, in its order. What else features count is in the audit log. */
const ITEMS = [
  'messages',
  'attachments',
  'files',
  'chats',
  'rooms_left',
  'rooms_ended',
  'reactions',
  'poll_votes',
  'receipts',
  'mentions',
  'join_requests',
  'log_ins',
  'api_keys',
  'pushes',
  'push_subscriptions',
  'reports_made',
  'reports_about',
] as const;

/** The number of removed items of each kind. Of the parts of a message, only attachments are counted separately. */
export type ErasedItems = Readonly<Record<(typeof ITEMS)[number], number>>;

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
    private readonly features: AllFeatures,
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
      await this.work.transaction((work) => this.redactName(work, user.username));
    } while (!(await this.deletion.erase(authority, user.id)));
    await this.endedRooms.deleteAll();
    const totals = await this.audit.totals(user.id, ACTIONS);
    const removed = erasedItems(totals);
    return { user_id: user.id, username: user.username, erased_at: new Date().toISOString(), removed };
  }

  private async redactName({ manager }: Work, username: string): Promise<void> {
    for (const { redactName } of this.features.personalData) await redactName?.(manager, username);
  }
}

const erasedItems = (totals: Readonly<Record<string, number>>): ErasedItems =>
  Object.fromEntries(ITEMS.map((name) => [name, totals[name] ?? 0])) as Record<(typeof ITEMS)[number], number>;
