import type { Parley } from '../parley.js';

/** Blocks users, on all devices of the user. Whom the user blocks is in the `PrivateState`. */
export class BlockedUsers {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

  /**
   * From now on, neither of the two can send in a chat of the two, add or invite the other, or is notified of the
   * other. The other user is not notified of it.
   * @throws ParleyError 4003 for the user, 4004 when there is no such active user, 4005 when the user blocks too many
   */
  async block(userId: number): Promise<void> {
    await this.chat.ask('user.block', { user_id: userId, blocked: true });
  }

  /** Ends a block. */
  async unblock(userId: number): Promise<void> {
    await this.chat.ask('user.block', { user_id: userId, blocked: false });
  }
}
