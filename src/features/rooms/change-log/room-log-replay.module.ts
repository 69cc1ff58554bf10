import { Module } from '@nestjs/common';

import { RoomActsModule } from '../acts/room-acts.module.js';
import { DispatchedRoomLogModule } from './dispatched-room-log.js';
import { RoomEventReplayer } from './room-event-replayer.js';
import { RoomLogReplay } from './room-log-replay.js';
import { RoomLogRepository } from './room-log.repository.js';

/** The change logs of rooms, for nodes and clients that missed a part. */
@Module({
  imports: [DispatchedRoomLogModule, RoomActsModule],
  providers: [RoomEventReplayer, RoomLogReplay, RoomLogRepository],
  exports: [RoomLogReplay],
})
export class RoomLogReplayModule {}
