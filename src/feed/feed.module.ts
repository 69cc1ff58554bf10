import { Module } from '@nestjs/common';

import { RoomsModule } from '../rooms/index.js';
import { FeedFollowersRepository } from './feed-followers.repository.js';
import { FeedNewsReader } from './feed-news-reader.js';
import { FeedPartsRepository } from './feed-parts.repository.js';
import { FeedReader } from './feed-reader.js';

/** The registration of consumers, for commands; needs no running node. */
@Module({ providers: [FeedFollowersRepository], exports: [FeedFollowersRepository] })
export class FeedFollowersModule {}

/** For a server, which processes the outbox. */
@Module({
  imports: [FeedFollowersModule, RoomsModule],
  providers: [FeedNewsReader, FeedPartsRepository, FeedReader],
  exports: [FeedFollowersModule, FeedReader],
})
export class FeedModule {}
