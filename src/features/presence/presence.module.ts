import { Module } from '@nestjs/common';
import { SessionRegistry } from '@parley/realtime/requests';

import { AuthModule } from '../auth/auth.module.js';
import { BlockingModule } from '../blocking/blocking.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountListRepository } from './account-list/account-list.repository.js';
import { PresenceSubscribeEvent } from './events/presence-subscribe.event.js';
import { SessionCloseEvent } from './events/session-close.event.js';
import { SessionHeartbeatEvent } from './events/session-heartbeat.event.js';
import { SessionListEvent } from './events/session-list.event.js';
import { LastSeen } from './last-seen.js';
import { OwnSessions } from './own-sessions.js';
import { OwnSessionsRepository } from './own-sessions.repository.js';
import { PresencePublisher } from './presence-publisher.js';
import { LastSeenRepository, PresenceRepository } from './presence.repository.js';
import { SessionWriter } from './session-writer.js';
import { Sessions } from './sessions.js';
import { SessionListRepository } from './session-list.repository.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { PresenceSubscriptions } from './presence-subscriptions.js';

/** For a server, which has sessions. */
@Module({
  imports: [AuthModule, BlockingModule, RoomsModule],
  providers: [
    LastSeenRepository,
    LastSeen,
    PresenceRepository,
    PresencePublisher,
    SessionsRepository,
    Sessions,
    SessionWriter,
    PresenceSubscriptions,
    { provide: SessionRegistry, useExisting: Sessions },
    PresenceSubscribeEvent,
    SessionHeartbeatEvent,
    OwnSessions,
    OwnSessionsRepository,
    SessionListEvent,
    SessionCloseEvent,
  ],
  exports: [OwnSessionsRepository, SessionRegistry],
})
export class PresenceModule {}

/** For a command, which reads the sessions of servers, and users with theirs. */
@Module({
  imports: [UsersModule],
  providers: [AccountListRepository, SessionListRepository, SessionsService],
  exports: [AccountListRepository, SessionsService],
})
export class SessionListModule {}
