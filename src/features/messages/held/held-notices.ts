import { Injectable } from '@nestjs/common';
import type { HeldDecision, User } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { UserRolesRepository } from '../../users/roles/user-roles.repository.js';
import type { HeldRow } from './held.rows.js';
import { heldDecided, heldReport, messageHeld, toHeldMessage } from './held-message.frames.js';
import { HeldMetrics } from './held-metrics.js';
import type { HeldStep } from './held-metrics.js';
import { HeldMessagesRepository } from './held-messages.repository.js';

interface Decision {
  readonly allowed: boolean;
  /** Null: its time is over. */
  readonly by: User | null;
  readonly origin?: RequestOrigin | undefined;
}

/**
 * Notifies connections of what is held, and of the decision, after the commit: those of its sender and of the leaders
 * of the room, and those of the moderators of the deployment, who decide where no other user leads the room.
 */
@Injectable()
export class HeldNotices {
  constructor(
    private readonly held: HeldMessagesRepository,
    private readonly roles: UserRolesRepository,
    private readonly dispatch: Dispatch,
    private readonly metrics: HeldMetrics,
  ) {}

  /** @param origin of the request of the sender, which the dispatch answers */
  async isHeld(
    { manager, afterCommit }: Work,
    row: HeldRow,
    sender: User,
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    const held = toHeldMessage(row, sender);
    const informed = new Set([sender.id, ...(await this.held.leaders(row.roomId, manager))]);
    const moderators = (await this.roles.withRole(manager)).filter((id) => id !== sender.id);
    afterCommit(() => {
      this.metrics.count('held');
      this.dispatch.toUsers([...informed], messageHeld(held), origin);
      if (moderators.length > 0) this.dispatch.toUsers(moderators, heldReport(held));
    });
  }

  /** @returns the decision as they receive it */
  async isDecided(
    { manager, afterCommit }: Work,
    row: HeldRow,
    sender: User,
    decision: Decision,
  ): Promise<HeldDecision> {
    const { origin, ...shown } = decision;
    const deciders = [...(await this.held.leaders(row.roomId, manager)), ...(await this.roles.withRole(manager))];
    const informed = new Set([sender.id, ...deciders, ...(shown.by ? [shown.by.id] : [])]);
    const frame = heldDecided(row, sender, shown);
    afterCommit(() => {
      this.metrics.count(stepOf(shown, sender));
      this.dispatch.toUsers([...informed], frame, origin);
    });
    return frame.data;
  }
}

function stepOf({ allowed, by }: Decision, sender: User): HeldStep {
  if (allowed) return 'allowed';
  if (!by) return 'expired';
  return by.id === sender.id ? 'withdrawn' : 'rejected';
}
