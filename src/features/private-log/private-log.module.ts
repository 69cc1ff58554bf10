import { Module } from '@nestjs/common';

import { PrivateKinds } from './private-kinds.js';
import { PrivateLog } from './private-log.js';
import { PrivateLogRepository } from './private-log.repository.js';
import { PrivateSync } from './private-sync.js';

@Module({
  providers: [PrivateKinds, PrivateLog, PrivateLogRepository, PrivateSync],
  exports: [PrivateKinds, PrivateLog, PrivateLogRepository, PrivateSync],
})
export class PrivateLogModule {}
