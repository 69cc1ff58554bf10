import { Module } from '@nestjs/common';

import { RoomsModule } from '../../features/rooms/rooms.module.js';
import { OutboxConsumersRepository, OutboxRangesRepository } from './outbox.repository.js';
import { OutboxEntryReader } from './outbox-entry-reader.js';
import { OutboxReader } from './outbox-reader.js';

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
