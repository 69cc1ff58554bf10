import { Controller, Param } from '@nestjs/common';
import type { Session } from '@parley/protocol';

import { listBytes } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { OwnSessionsRepository } from '../../../features/presence/own-sessions.repository.js';
import { SessionsService } from '../../../features/presence/sessions.service.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';

/** The log-ins of a user with their open connections, the newest activity first. */
export interface SessionsOfUser {
  readonly sessions: readonly Session[];
}

/** How many open connections were closed. */
export interface ClosedSessions {
  readonly closed: number;
}

/** The log-ins and connections of a user, for moderators and administrators. */
@Controller('api/admin/users/:username/sessions')
@Administration()
export class UserSessionsController {
  constructor(
    private readonly users: UsersService,
    private readonly lists: OwnSessionsRepository,
    private readonly sessions: SessionsService,
    private readonly limits: Limits,
  ) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns the log-ins of a user with their open connections.',
    right: 'users.read',
    answer: { description: 'The log-ins, the newest activity first.', type: 'SessionsOfUser' },
  })
  async list(@Param('username') username: string): Promise<SessionsOfUser> {
    const userId = await this.users.idOf(username);
    const nobody = { userId, connectionId: '', logIn: undefined };
    return { sessions: await this.lists.of(nobody, listBytes(this.limits.answerBytes)) };
  }

  @AdministrationRoute('DELETE', '', {
    summary: 'Closes every connection of a user. The tokens of the user stay valid.',
    right: 'users.read',
    answer: { description: 'The number of connections.', type: 'ClosedSessions' },
  })
  async close(
    @CurrentAdministrator() { authority }: Administrator,
    @Param('username') username: string,
  ): Promise<ClosedSessions> {
    return { closed: await this.sessions.close(authority, username) };
  }
}
