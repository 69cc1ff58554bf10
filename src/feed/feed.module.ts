import { Module } from '@nestjs/common';

import { RoomsModule } from '../rooms/index.js';
import { OutboxConsumersRepository } from './feed-followers.repository.js';
import { OutboxEntryReader } from './feed-news-reader.js';
import { OutboxRangesRepository } from './feed-parts.repository.js';
import { OutboxReader } from './feed-reader.js';

/** The registration of consumers, for commands; needs no running node. */
@Module({ providers: [OutboxConsumersRepository], exports: [OutboxConsumersRepository] })
export class OutboxConsumersModule {}

/** For a server, which processes the outbox. */
@Module({
  imports: [OutboxConsumersModule, RoomsModule],
  providers: [OutboxEntryReader, OutboxRangesRepository, OutboxReader],
  exports: [OutboxConsumersModule, OutboxReader],
})
export class OutboxModule {}
