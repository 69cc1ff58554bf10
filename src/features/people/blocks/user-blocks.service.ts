import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@parley/protocol';
import type { UserBlock } from '@parley/protocol';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';

import { BlockPolicy } from '../../blocking/block.policy.js';
import type { BlockGrant } from '../../blocking/block.policy.js';
import { Separations } from '../../blocking/separations.js';
import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import { BlockSettings } from '../people.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import type { PrivateKind } from '../../private-log/private-kind.js';
import { PrivateKinds } from '../../private-log/private-kinds.js';
import { PrivateLog } from '../../private-log/private-log.js';
import { StrangerLimit } from '../../rooms/consent/stranger-limit.js';
import { ClosedChats } from '../../rooms/membership/closed-chats.js';
import { notBlocked, userBlockKind } from './user-block-kind.js';

/**
 * Users block others: every connection of the user receives the change, and nobody else does. The chat of the two is
 * closed in the same transaction, and open again when neither blocks the other.
 */
@Injectable()
export class UserBlocksService {
  private readonly kind: PrivateKind<'blocks'>;

  constructor(
    private readonly policy: BlockPolicy,
    private readonly blocks: UserBlocksRepository,
    private readonly separations: Separations,
    private readonly chats: ClosedChats,
    private readonly strangers: StrangerLimit,
    private readonly privateLog: PrivateLog,
    private readonly work: UnitOfWork,
    private readonly settings: BlockSettings,
    privateKinds: PrivateKinds,
  ) {
    this.kind = userBlockKind(blocks);
    privateKinds.add(this.kind);
  }

  /**
   * @returns the present state as the answer, if nothing has changed
   * @throws Refusal 4003 for the user, 4004 for one who is not active, 4005 beyond MAX_BLOCKS, 4029 for too many
   *   strangers
   */
  async block(actor: Actor, userId: number, origin: RequestOrigin): Promise<Answer | undefined> {
    const grant = this.policy.mayBlock(actor, userId);
    // The answer has the name of the user: ids cannot be tried out.
    await this.strangers.contact(actor, [userId]);
    return this.change(grant, origin, async (work, { other, isBlocked }) => {
      if (!other) throw notFound('No such user.');
      if (isBlocked) {
        const [item] = await this.blocks.named(work.manager, grant, [userId]);
        return { item: item ?? notBlocked(userId), isChanged: false };
      }
      const { most } = this.settings;
      if ((await this.blocks.count(work.manager, grant)) >= most) {
        throw conflict(`At most ${String(most)} users can be blocked.`);
      }
      const at = await this.blocks.put(work.manager, grant);
      const item = { user_id: userId, blocked: true, user: other, blocked_at: at.toISOString() };
      return { item, isChanged: true };
    });
  }

  /** As {@link block}. Whether the other user exists does not matter. @throws Refusal 4003 */
  unblock(actor: Actor, userId: number, origin: RequestOrigin): Promise<Answer | undefined> {
    const grant = this.policy.mayBlock(actor, userId);
    return this.change(grant, origin, async (work, { isBlocked }) => {
      if (isBlocked) await this.blocks.remove(work.manager, grant);
      return { item: notBlocked(userId), isChanged: isBlocked };
    });
  }

  /**
   * Locks the chat and then the users, as every change of a room does. If the chat is made meanwhile, its users are
   * locked by that, so that it is found after the lock of the users.
   */
  private change(
    grant: BlockGrant,
    origin: RequestOrigin,
    write: (
      work: Work,
      pair: Awaited<ReturnType<UserBlocksRepository['lock']>>,
    ) => Promise<{ readonly item: UserBlock; readonly isChanged: boolean }>,
  ): Promise<Answer | undefined> {
    const pair = [grant.userId, grant.otherId] as const;
    return this.work.transaction(async (work) => {
      const before = await this.chats.lock(work, pair);
      const locked = await this.blocks.lock(work.manager, grant);
      const chat = before ?? (await this.chats.lock(work, pair));
      const { item, isChanged } = await write(work, locked);
      if (!isChanged) return { eventType: 'userblock.dispatch', data: item, meta: { changed: false } };
      if (chat) await this.chats.close(work, chat, await this.blocks.isSeparated(work.manager, grant));
      await this.separations.publish(work, pair);
      const written = { userId: grant.userId, key: String(grant.otherId), item };
      await this.privateLog.append(work, this.kind, written, origin);
      return undefined;
    });
  }
}
