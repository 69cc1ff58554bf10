import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../database/index.js';
import { FeedReader } from '../feed/index.js';
import type { FeedFollower, FeedNews } from '../feed/index.js';
import { happeningOf } from './happenings.js';
import { ToldTextsRepository } from './told-texts.repository.js';
import { WebhookWorker } from './webhook-worker.js';
import { FOLLOWER, Webhooks } from './webhooks.js';

/** Enqueues deliveries of the outbox's changes of rooms, and redacts deleted texts. */
@Injectable()
export class WebhookFollower implements FeedFollower, OnModuleInit {
  readonly name = FOLLOWER;

  constructor(
    private readonly feed: FeedReader,
    private readonly webhooks: Webhooks,
    private readonly texts: ToldTextsRepository,
    private readonly worker: WebhookWorker,
  ) {}

  onModuleInit(): void {
    this.feed.handTo(this);
  }

  async follow({ manager, afterCommit }: Work, news: readonly FeedNews[]): Promise<void> {
    // Deliveries that are written after this were read after the deletion, so they do not contain the deleted texts.
    await this.texts.ofMessages(manager, news.flatMap(deletedMessages));
    await this.texts.ofRooms(manager, news.flatMap(endedRoom));
    const happenings = news.flatMap((each) => happeningOf(each) ?? []);
    if ((await this.webhooks.enqueue(manager, happenings)) === 0) return;
    afterCommit(() => {
      this.worker.wake();
    });
  }
}

function deletedMessages({ frame }: FeedNews): readonly string[] {
  if (frame.eventType === 'message.dispatch') return frame.data.is_deleted ? [frame.data.id] : [];
  if (frame.eventType !== 'messagemodification.dispatch') return [];
  return frame.data.action === 'delete' ? frame.data.message_ids : [];
}

const endedRoom = ({ frame, roomId }: FeedNews): string[] =>
  frame.eventType === 'roomdelete.dispatch' ? [roomId] : [];
