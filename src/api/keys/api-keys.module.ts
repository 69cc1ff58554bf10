import { Module } from '@nestjs/common';

import { UsersModule } from '../../users/index.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

/** The management of keys, for commands. */
@Module({
  imports: [UsersModule],
  providers: [ApiKeysService, ApiKeysRepository],
  exports: [ApiKeysService, ApiKeysRepository],
})
export class ApiKeysModule {}
