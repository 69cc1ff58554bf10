import { Module } from '@nestjs/common';

import { DeliveryRetention } from './delivery-retention.js';
import { DeliveryRetentionRepository } from './delivery-retention.repository.js';
import { SyncRecords } from './sync-records.js';
import { SyncRecordsRepository } from './sync-records.repository.js';

/** For a server: records of delivery and their retention. */
@Module({
  providers: [DeliveryRetention, DeliveryRetentionRepository, SyncRecords, SyncRecordsRepository],
  exports: [SyncRecords],
})
export class DeliveryRecordsModule {}
