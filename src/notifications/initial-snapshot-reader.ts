import { Injectable } from '@nestjs/common';

import { BatchLoader } from '../platform/async/batch-loader.js';
import { PendingRepository, PendingSummaryRepository } from './pending.repository.js';
import type { NotificationLimits, PendingRoom, PendingSummary } from './pending.repository.js';

/** The state of a user's rooms, each of one moment. */
export interface PendingSnapshot {
  /** The rooms with anything pending or unread. */
  readonly rooms: readonly PendingRoom[];
  /** The latest sequence number of each of the user's rooms. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The number of pending invitations to rooms. */
  readonly invitations: number;
}

/**
 * Reads the pending notifications of users who connect. Most have nothing pending: one cheap statement finds the rooms in
 * which anything may be pending, of all users who connect at the same moment. Only these rooms are read.
 */
@Injectable()
export class InitialSnapshotReader {
  private readonly summaries: BatchLoader<number, PendingSummary>;

  constructor(
    repository: PendingSummaryRepository,
    private readonly pending: PendingRepository,
  ) {
    this.summaries = new BatchLoader((userIds) => repository.read(userIds));
  }

  /** Each room is read after the call: its number and what is pending there are of one moment. */
  async read(userId: number, limits: NotificationLimits): Promise<PendingSnapshot> {
    const { numbers: last, waiting, invitations } = await this.summaries.load(userId);
    const numbers = new Map(Object.entries(last ?? {}));
    if (!waiting) return { rooms: [], numbers, invitations };
    const rooms = await this.pending.read(userId, waiting, limits);
    // A room that the user has left meanwhile has no state.
    for (const roomId of waiting) numbers.delete(roomId);
    for (const { roomId, lastSeq } of rooms) numbers.set(roomId, lastSeq);
    return { rooms, numbers, invitations };
  }
}
