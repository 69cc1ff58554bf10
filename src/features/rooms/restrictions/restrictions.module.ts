import { Module } from '@nestjs/common';

import { TimersModule } from '../../../platform/timers/timers.module.js';
import { UsersModule } from '../../users/users.module.js';
import { RestrictUser } from '../acts/restrict-user.js';
import { RoomActsModule } from '../acts/room-acts.module.js';
import { RoomLogReplayModule } from '../change-log/room-log-replay.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { RoomRestrictEvent } from '../events/room-restrict.event.js';
import { RoomRestrictionsEvent } from '../events/room-restrictions.event.js';
import { MembershipModule } from '../membership/membership.module.js';
import { Exclusion } from './exclusion.js';
import { RestrictionEnding } from './restriction-ending.js';
import { RestrictionPages } from './restriction-pages.js';
import { RestrictionReplayer } from './restriction-replayer.js';
import { RoomRestrictionsRepository } from './room-restrictions.repository.js';

@Module({
  imports: [ConsentModule, MembershipModule, RoomActsModule, RoomLogReplayModule, TimersModule, UsersModule],
  providers: [
    Exclusion,
    RestrictUser,
    RestrictionEnding,
    RestrictionPages,
    RestrictionReplayer,
    RoomRestrictEvent,
    RoomRestrictionsEvent,
    RoomRestrictionsRepository,
  ],
  exports: [RestrictUser, RoomRestrictionsRepository],
})
export class RestrictionsModule {}
