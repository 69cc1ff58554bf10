import { Module } from '@nestjs/common';

import { StatsRepository } from './stats.repository.js';

@Module({ providers: [StatsRepository], exports: [StatsRepository] })
export class StatsModule {}
