import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../audit/index.js';
import { Config } from '../config/index.js';
import { UnitOfWork } from '../database/index.js';
import { Signals } from '../signals/index.js';
import { UsersService } from '../users/index.js';
import { SessionListRepository } from './session-list.repository.js';
import type { ListedSession } from './session-list.repository.js';
import { sessionsClosed } from './sessions-closed.signal.js';

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
   * @throws Refusal 4004
   */
  async close(username: string): Promise<number> {
    const userId = await this.users.idOf(username);
    const { length } = await this.living(userId);
    await this.unitOfWork.transaction(async ({ manager }) => {
      await this.signals.publish(manager, sessionsClosed, { userId });
      await this.audit.record(manager, 'operator', { action: 'sessions.close', subjectId: userId });
    });
    return length;
  }

  private living(userId?: number): Promise<ListedSession[]> {
    return this.repository.living(this.config.sockets.inactivityThreshold, userId);
  }
}
