import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../audit/audit.repository.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { PresenceSettings } from './presence.settings.js';
import { listParts } from '../../platform/collections/list-part.js';
import type { PartOf } from '../../platform/collections/list-part.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../users/roles/authority.js';
import { sessionsClosed } from '../users/user.signals.js';
import { UsersService } from '../users/users.service.js';
import { SessionListRepository } from './session-list.repository.js';
import type { ListedSession, SessionPlace } from './session-list.repository.js';

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
    private readonly settings: PresenceSettings,
  ) {}

  /**
   * The sessions part by part.
   * @param username undefined: the sessions of all users
   * @throws Refusal 4004
   */
  async list(username?: string): Promise<AsyncIterable<readonly ListedSession[]>> {
    const userId = username === undefined ? undefined : await this.users.idOf(username);
    const { inactivityThreshold } = this.settings;
    return listParts((part: PartOf<SessionPlace>) => this.repository.living(userId, inactivityThreshold, part));
  }

  /**
   * Closes every socket of the user. The tokens stay valid.
   * @returns the number of open sessions
   * @throws Refusal 4002, 4004
   */
  async close(authority: Authority, username: string): Promise<number> {
    const userId = await this.users.idOf(username);
    const count = await this.repository.count(userId);
    await this.unitOfWork.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'users.log_out', userId);
      await this.signals.publish(manager, sessionsClosed, { userId });
      await this.audit.record(manager, actor, { action: 'sessions.close', subjectId: userId });
    });
    return count;
  }
}
