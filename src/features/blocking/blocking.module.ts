import { Module } from '@nestjs/common';

import { BlockPolicy } from './block.policy.js';
import { Separations } from './separations.js';
import { UserBlocksRepository } from './user-blocks.repository.js';

/** Blocks between users, for all features above. The events are among those about people. */
@Module({
  providers: [BlockPolicy, Separations, UserBlocksRepository],
  exports: [BlockPolicy, Separations, UserBlocksRepository],
})
export class BlockingModule {}
