import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../operations/audit/audit.repository.js';
import { Signals } from '../platform/cluster-signals/signals.js';
import { Config } from '../platform/config/config.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Authority } from '../users/roles/authority.js';
import { sessionsClosed } from '../users/user.signals.js';
import { UsersService } from '../users/users.service.js';
import { SessionListRepository } from './sessions.repository.js';
import type { ListedSession } from './sessions.repository.js';

/** A session as operators see it. */
export interface SessionView {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
  readonly device: string;
  readonly state: 'active' | 'inactive';
  readonly connected_at: string;
  readonly last_seen_at: string;
}

export const toSessionView = (session: ListedSession): SessionView => ({
  id: session.id,
  user_id: session.userId,
  username: session.username,
  device: session.device,
  state: session.isActive ? 'active' : 'inactive',
  connected_at: session.connectedAt.toISOString(),
  last_seen_at: session.seenAt.toISOString(),
});

/** The actions of operators on sessions of all nodes. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionListRepository,
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
    private readonly config: Config,
  ) {}

  /**
   * @param username undefined: the sessions of all users
   * @throws Refusal 4004
   */
  async list(username?: string): Promise<ListedSession[]> {
    return this.living(username === undefined ? undefined : await this.users.idOf(username));
  }

  /**
   * Closes every socket of the user. The tokens stay valid.
   * @returns the number of open sessions
   * @throws Refusal 4002, 4004
   */
  async close(authority: Authority, username: string): Promise<number> {
    const userId = await this.users.idOf(username);
    const { length } = await this.living(userId);
    await this.unitOfWork.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'users.log_out', userId);
      await this.signals.publish(manager, sessionsClosed, { userId });
      await this.audit.record(manager, actor, { action: 'sessions.close', subjectId: userId });
    });
    return length;
  }

  private living(userId?: number): Promise<ListedSession[]> {
    return this.repository.living(this.config.sockets.inactivityThreshold, userId);
  }
}
