import { Injectable } from '@nestjs/common';
import { Hub } from '@parley/realtime/hub';
import { LRUCache } from 'lru-cache';

const TOLD = 'messages.typing.told';
const TOLD_FOR_MS = 2_000;
const MOST_REMEMBERED = 100_000;

/** The recent dispatches of typing, by room and user, on all nodes: repetitions are not dispatched. */
@Injectable()
export class TypingTold {
  private readonly told = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: TOLD_FOR_MS });

  constructor(private readonly hub: Hub) {
    hub.subscribe(TOLD, (key) => this.told.set(key as string, true));
  }

  has(roomId: string, userId: number): boolean {
    return this.told.has(keyOf(roomId, userId));
  }

  add(roomId: string, userId: number): void {
    this.hub.publishToNodes(TOLD, keyOf(roomId, userId));
  }
}

const keyOf = (roomId: string, userId: number): string => `${roomId}:${String(userId)}`;
