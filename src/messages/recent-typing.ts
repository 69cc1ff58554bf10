import { Injectable } from '@nestjs/common';
import { Hub } from '@parley/realtime/hub';
import { LRUCache } from 'lru-cache';

const TOPIC = 'messages.typing.sent';
const REPEAT_AFTER_MS = 2_000;
const MOST_REMEMBERED = 100_000;

/** The recent dispatches of typing, by room and user, on all nodes: repetitions are not dispatched. */
@Injectable()
export class RecentTyping {
  private readonly recent = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: REPEAT_AFTER_MS });

  constructor(private readonly hub: Hub) {
    hub.subscribe(TOPIC, (key) => this.recent.set(key as string, true));
  }

  has(roomId: string, userId: number): boolean {
    return this.recent.has(keyOf(roomId, userId));
  }

  publish(roomId: string, userId: number): void {
    this.hub.publishToNodes(TOPIC, keyOf(roomId, userId));
  }
}

const keyOf = (roomId: string, userId: number): string => `${roomId}:${String(userId)}`;
