import { Module } from '@nestjs/common';

import { AuthModule } from '../../../features/auth/auth.module.js';
import { StatsModule } from '../../../features/statistics/stats.repository.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { UsersModule } from '../../../features/users/users.module.js';
import { ClusterFigures } from './cluster-figures.js';
import { DeploymentCountsService } from './deployment-counts.service.js';
import { FigureReader } from './figure-reader.js';
import { FigureSampler } from './figure-sampler.js';
import { FiguresController } from './figures.controller.js';
import { FiguresService } from './figures.service.js';
import { LivingNodesRepository } from './living-nodes.repository.js';

/** Live figures, without a Prometheus. */
@Module({
  imports: [AuthModule, StatsModule, UsersModule],
  providers: [
    ClusterFigures,
    DeploymentCountsService,
    FigureReader,
    FigureSampler,
    FiguresService,
    LivingNodesRepository,
    RemoteAddresses,
  ],
  controllers: [FiguresController],
  exports: [DeploymentCountsService],
})
export class FiguresModule {}
