import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { ApiKeyStatusRepository } from './api-key-status.repository.js';
import { ApiKeysModule } from './api-keys.service.js';
import { UsersModule } from '../users/users.module.js';
import { ApiMetrics } from './api-metrics.js';
import { KeyAccess } from './key-access.js';
import { KeyAuthorities } from './key-authorities.js';
import { KeyCheck } from './key-check.js';
import { KeyUses } from './key-uses.js';

/** For a server: the routes that programs use with API keys. */
@Module({
  imports: [ApiKeysModule, AuthModule, UsersModule],
  providers: [ApiKeyStatusRepository, ApiMetrics, KeyAccess, KeyAuthorities, KeyCheck, KeyUses, RemoteAddresses],
  exports: [KeyAccess, KeyAuthorities],
})
export class KeyAccessModule {}
