import { Module } from '@nestjs/common';
import { SessionLog } from '@parley/realtime/inbound';

import { SessionHeartbeatEvent } from './events/session-heartbeat.event.js';
import { LastSeen } from './last-seen.js';
import { LastSeenRepository } from './last-seen.repository.js';
import { Sessions } from './sessions.js';

@Module({
  providers: [
    LastSeenRepository,
    LastSeen,
    Sessions,
    { provide: SessionLog, useExisting: Sessions },
    SessionHeartbeatEvent,
  ],
  exports: [SessionLog],
})
export class PresenceModule {}
