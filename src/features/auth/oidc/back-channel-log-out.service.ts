import { Injectable } from '@nestjs/common';

import { Signals } from '../../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { accessChanged } from '../../users/user.signals.js';
import type { AccessChange } from '../../users/user.signals.js';
import { LogInAudit } from '../log-ins/log-in-audit.js';
import { SpentTicketsRepository } from '../tickets/spent-tickets.repository.js';
import { LogOutTokens } from './log-out-tokens.js';
import { ProviderLogInsRepository } from './provider-log-ins.repository.js';

/** Ends the log-ins of a session that has ended at the provider, and closes their sockets on all nodes. */
@Injectable()
export class BackChannelLogOutService {
  constructor(
    private readonly tokens: LogOutTokens,
    private readonly spent: SpentTicketsRepository,
    private readonly logIns: ProviderLogInsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: LogInAudit,
  ) {}

  /**
   * @returns false for a token that is not valid, or was used before
   * @throws LogInFailure while the provider was never reached
   */
  async end(text: string): Promise<boolean> {
    const token = await this.tokens.verify(text);
    if (!token) return false;
    const { session, jti, expiresAt } = token;
    const ended = await this.unitOfWork.transaction(async ({ manager }) => {
      if (!(await this.spent.spend(manager, `oidc log-out ${session.issuer} ${jti}`, expiresAt))) return undefined;
      const logIns = await this.logIns.end(manager, session);
      const changes = logIns.map((logIn): AccessChange => ({ ...logIn, reason: 'token_revoked' }));
      await this.signals.publish(manager, accessChanged, ...changes);
      return logIns;
    });
    for (const { userId } of ended ?? []) this.audit.count('log_in.ended_by_provider', userId);
    return ended !== undefined;
  }
}
