import { Injectable } from '@nestjs/common';
import type { Actor } from '@parley/realtime/requests';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import { SecondFactorSettings } from '../second-factor/second-factor.settings.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { sessionsClosed } from '../../users/user.signals.js';
import { isRecent, noFreshProof } from './log-in-proof.js';
import { LogInsRepository } from './log-ins.repository.js';

/**
 * Changes what log-ins have proven. Connections read the role of their user when they open, so those of the user close
 * where REQUIRE_TOTP binds roles to a second factor, and open again with or without the role.
 */
@Injectable()
export class LogInProofs {
  constructor(
    private readonly logIns: LogInsRepository,
    private readonly signals: Signals,
    private readonly settings: SecondFactorSettings,
  ) {}

  /** @param family of the log-in in which a password or a code was given */
  async renew({ manager }: Work, userId: number, family: string, hasSecondFactor: boolean): Promise<void> {
    const isNew = await this.logIns.authenticatedAgain(manager, userId, family, hasSecondFactor);
    if (isNew) await this.reconnect({ manager }, userId);
  }

  /**
   * Requires of an act that gives lasting power what a stolen access token does not have.
   * @throws Refusal 4002 `reauthentication_required`
   */
  async requireFresh(manager: Work['manager'], { user, client }: Pick<Actor, 'user' | 'client'>): Promise<void> {
    const { sessionId, authenticatedAt } = client ?? {};
    const isFresh =
      sessionId === undefined ? isRecent(authenticatedAt) : await this.logIns.isFresh(manager, user.id, sessionId);
    if (!isFresh) throw noFreshProof();
  }

  async removeSecondFactor({ manager }: Pick<Work, 'manager'>, userId: number): Promise<void> {
    await this.logIns.secondFactorRemoved(manager, userId);
    await this.reconnect({ manager }, userId);
  }

  private async reconnect({ manager }: Pick<Work, 'manager'>, userId: number): Promise<void> {
    if (this.settings.requiredOf === 'nobody') return;
    await this.signals.publish(manager, sessionsClosed, { userId });
  }
}
