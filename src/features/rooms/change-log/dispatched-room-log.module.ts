import { Global, Module } from '@nestjs/common';
import { ConnectionGroups } from '@parley/realtime/requests';

import { RoomActsModule } from '../acts/room-acts.module.js';
import { MembershipCache } from '../membership/membership-cache.js';
import { DispatchedRoomLog } from './dispatched-room-log.js';
import { RoomLog } from './room-log.js';
import { RoomLogListener } from './room-log-listener.js';

/** For a service: changes of rooms reach its connections, and those of other nodes. */
@Global()
@Module({
  imports: [RoomActsModule],
  providers: [
    MembershipCache,
    RoomLogListener,
    { provide: ConnectionGroups, useExisting: MembershipCache },
    { provide: RoomLog, useClass: DispatchedRoomLog },
  ],
  exports: [ConnectionGroups, MembershipCache, RoomLog],
})
export class DispatchedRoomLogModule {}
