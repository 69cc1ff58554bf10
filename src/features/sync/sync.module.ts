import { Module } from '@nestjs/common';

import { DeliveryRecordsModule } from '../delivery-trace/records/delivery-records.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PrivateLogModule } from '../private-log/private-log.module.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { SessionSyncEvent } from './events/session-sync.event.js';
import { ClientPositions } from './client-positions.js';
import { ProfileSync } from './profile-sync.js';
import { SyncPages } from './sync-pages.js';
import { SyncRepository } from './sync.repository.js';

@Module({
  imports: [RoomsModule, DeliveryRecordsModule, PrivateLogModule, PeopleModule],
  providers: [ClientPositions, ProfileSync, SessionSyncEvent, SyncPages, SyncRepository],
})
export class SyncModule {}
