import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../database/index.js';
import { FeedReader } from '../feed/index.js';
import type { FeedFollower, FeedNews } from '../feed/index.js';
import { FOLLOWER } from './follower-name.js';
import type { NewMessage } from './looks.repository.js';
import { PushLooks } from './push-looks.js';

/** Consumes every new message from the outbox, on one process at a time, and enqueues its push. */
@Injectable()
export class PushFollower implements FeedFollower, OnModuleInit {
  readonly name = FOLLOWER;

  constructor(
    private readonly feed: FeedReader,
    private readonly looks: PushLooks,
  ) {}

  onModuleInit(): void {
    this.feed.handTo(this);
  }

  async follow({ manager }: Work, news: readonly FeedNews[]): Promise<void> {
    await this.looks.remember(manager, news.flatMap(newMessage));
  }
}

/** The frame under the sequence number of a message is that message, until it is deleted. */
function newMessage({ roomId, seq, frame }: FeedNews): NewMessage[] {
  if (frame.eventType !== 'message.dispatch') return [];
  return [{ id: frame.data.id, roomId, seq, senderId: frame.data.sender.id }];
}
