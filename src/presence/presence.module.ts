import { Module } from '@nestjs/common';
import { SessionLog } from '@parley/realtime/inbound';

import { UsersModule } from '../users/index.js';
import { SessionHeartbeatEvent } from './events/session-heartbeat.event.js';
import { LastSeen } from './last-seen.js';
import { LastSeenRepository } from './last-seen.repository.js';
import { SessionListRepository } from './session-list.repository.js';
import { SessionWriter } from './session-writer.js';
import { Sessions } from './sessions.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** For a server, which has sessions. */
@Module({
  providers: [
    LastSeenRepository,
    LastSeen,
    SessionsRepository,
    Sessions,
    SessionWriter,
    { provide: SessionLog, useExisting: Sessions },
    SessionHeartbeatEvent,
  ],
  exports: [SessionLog],
})
export class PresenceModule {}

/** For a command, which reads of those that servers have. */
@Module({
  imports: [UsersModule],
  providers: [SessionListRepository, SessionsService],
  exports: [SessionsService],
})
export class SessionListModule {}
