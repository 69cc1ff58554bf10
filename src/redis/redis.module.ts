import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';

import { SharedRedis } from './shared-redis.js';

@Module({})
export class RedisModule {
  static with(redis: SharedRedis): DynamicModule {
    return {
      module: RedisModule,
      global: true,
      providers: [{ provide: SharedRedis, useValue: redis }],
      exports: [SharedRedis],
    };
  }
}
