import { Module } from '@nestjs/common';

import { LinkPreviewsModule } from '../../features/link-previews/link-previews.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { LinkOutboxConsumer } from './link-outbox-consumer.js';

/** Delivers messages with links to the fetches of their previews. */
@Module({ imports: [LinkPreviewsModule, OutboxModule], providers: [LinkOutboxConsumer] })
export class LinkOutboxModule {}
