import { Injectable, Logger, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Message } from '@parley/protocol';

import { LinkPreviewsModule } from '../../features/link-previews/link-previews.module.js';
import { linksOf } from '../../features/messages/link-previews/message-links.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { LinkSettings } from '../../features/link-previews/link.settings.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { OutboxEntry } from '../outbox/outbox-entry-reader.js';
import { OutboxReader } from '../outbox/outbox-reader.js';
import type { OutboxConsumer } from '../outbox/outbox-reader.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { OutboxConsumersRepository } from '../outbox/outbox.repository.js';
import { FetchedLinksRepository } from '../../features/link-previews/fetched-links.repository.js';
import { LinkFetchesRepository } from '../../features/link-previews/link-fetches.repository.js';
import type { LinkingMessage } from '../../features/link-previews/link-fetches.repository.js';

/** The name of link previews as an outbox consumer. */
const LINK_CONSUMER = 'link-previews';
const CLEANUP_MS = 600_000;
const AGAIN_MS = 5_000;

/**
 * Consumes new messages and edits from the outbox, and enqueues those with links. With `LINK_PREVIEWS=off` it consumes
 * nothing, and costs nothing. Regularly removes what was fetched a day ago.
 */
@Injectable()
class LinkOutboxConsumer implements OutboxConsumer, OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = LINK_CONSUMER;
  private readonly task = new PeriodicTask(
    () => this.settle(),
    new Logger('LinkPreviews'),
    'Cannot decide whether link previews consume the outbox',
    AGAIN_MS,
  );
  private readonly isOn: boolean;

  constructor(
    private readonly outbox: OutboxReader,
    private readonly consumers: OutboxConsumersRepository,
    private readonly fetches: LinkFetchesRepository,
    private readonly cache: FetchedLinksRepository,
    private readonly work: UnitOfWork,
    settings: LinkSettings,
  ) {
    this.isOn = settings.previews;
  }

  onModuleInit(): void {
    this.outbox.register(this);
  }

  onApplicationBootstrap(): void {
    this.task.start(CLEANUP_MS);
    void this.task.runNow();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  async consume({ manager }: Work, entries: readonly OutboxEntry[]): Promise<void> {
    if (this.isOn) await this.fetches.enqueue(manager, entries.flatMap(linking));
  }

  private async settle(): Promise<void> {
    await this.work.transaction(async ({ manager }) => {
      if (this.isOn) return this.consumers.subscribe(manager, LINK_CONSUMER);
      await this.consumers.unsubscribe(manager, LINK_CONSUMER);
      // Previews that are turned on again are not those of earlier messages.
      await this.fetches.clear(manager);
    });
    await this.cache.removeExpired();
  }
}

/** The message of an entry, if one of its links has no preview. */
function linking({ roomId, frame }: OutboxEntry): LinkingMessage[] {
  const message = messageIn(frame);
  if (!message) return [];
  const shown = new Set(message.link_previews.map(({ url }) => url));
  if (linksOf(message.content).every((url) => shown.has(url))) return [];
  return [{ messageId: message.id, roomId, userId: message.sender.id }];
}

function messageIn(frame: OutboxEntry['frame']): Message | undefined {
  if (frame.eventType === 'message.dispatch') return frame.data;
  if (frame.eventType !== 'messagemodification.dispatch' || frame.data.action !== 'update') return undefined;
  return frame.data.message;
}

/** Delivers messages with links to the fetches of their previews. */
@Module({ imports: [LinkPreviewsModule, OutboxModule], providers: [LinkOutboxConsumer] })
export class LinkOutboxModule {}
