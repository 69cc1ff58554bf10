import { Module } from '@nestjs/common';

import { UsersModule } from '../../users/index.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeys } from './api-keys.service.js';

/** The management of keys, for commands. */
@Module({ imports: [UsersModule], providers: [ApiKeys, ApiKeysRepository], exports: [ApiKeys, ApiKeysRepository] })
export class ApiKeysModule {}
