import { Module } from '@nestjs/common';
import { Greeter } from '@parley/realtime/inbound';

import { NotificationsGreeter } from './notifications.greeter.js';
import { PendingRepository } from './pending.repository.js';

@Module({
  providers: [PendingRepository, { provide: Greeter, useClass: NotificationsGreeter }],
  exports: [Greeter],
})
export class NotificationsModule {}
