import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../users/roles/authority.js';
import { UsersService } from '../users/users.service.js';
import { DeleteMessages } from '../messages/acts/delete-messages.js';
import type { DeletedCount } from '../messages/acts/delete-messages.js';
import { RecentMessagesRepository } from './recent-messages.repository.js';
import type { SentSince } from './recent-messages.repository.js';

/** What a purge of the messages of a user would remove. */
export interface SenderPurgePlan {
  readonly messages: number;
  readonly rooms: number;
  /** Rooms that are held, whose messages stay. */
  readonly held_rooms: number;
}

/** What a purge of the messages of a user has removed. */
export interface SenderPurge {
  readonly removed: number;
  readonly rooms: number;
  /** Rooms that are held, whose messages stay. */
  readonly held_rooms: number;
}

/** The number of messages that are removed in one transaction, while the room is locked. */
const BATCH = 500;
const MOST_DAYS = 7;
const DAY_SECONDS = 86_400;
/** So that a time of exactly 7 days ago is accepted, although the request takes a moment. */
const TOLERANCE_SECONDS = 60;

/**
 * Removes the messages that a user has sent in the last days, in all rooms, and notifies the rooms: against spam. Messages
 * that the user sends meanwhile may stay.
 */
@Injectable()
export class SenderPurgeService {
  constructor(
    private readonly messages: RecentMessagesRepository,
    private readonly deletion: DeleteMessages,
    private readonly users: UsersService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * @param username may be the placeholder of a deleted user
   * @throws Refusal 4003 if the time is ahead or more than 7 days ago, 4004
   */
  async sentSince(username: string, since: Date): Promise<SentSince> {
    const { id: senderId } = await this.users.findAny(username);
    if (!(await this.messages.isWithin(since, MOST_DAYS * DAY_SECONDS + TOLERANCE_SECONDS))) {
      throw invalid({ since: [`Must be a time in the last ${String(MOST_DAYS)} days.`] });
    }
    return { senderId, since };
  }

  /** Counts what {@link purge} would remove. */
  async count(sent: SentSince): Promise<SenderPurgePlan> {
    let plan: SenderPurgePlan = { messages: 0, rooms: 0, held_rooms: 0 };
    for await (const { messages, isHeld } of this.messages.rooms(sent)) {
      plan = isHeld
        ? { ...plan, held_rooms: plan.held_rooms + 1 }
        : { ...plan, messages: plan.messages + messages, rooms: plan.rooms + 1 };
    }
    return plan;
  }

  /**
   * Passes over rooms that are held. Can be interrupted at any moment and run again.
   * @throws Refusal 4002
   */
  async purge(authority: Authority, sent: SentSince): Promise<SenderPurge> {
    await this.work.transaction(({ manager }) => authority.permit(manager, 'messages.delete', sent.senderId));
    let purge: SenderPurge = { removed: 0, rooms: 0, held_rooms: 0 };
    for await (const { id } of this.messages.rooms(sent)) {
      const removed = await this.purgeRoom(authority, id, sent);
      if (removed === 'held') purge = { ...purge, held_rooms: purge.held_rooms + 1 };
      else if (removed > 0) purge = { ...purge, removed: purge.removed + removed, rooms: purge.rooms + 1 };
    }
    return purge;
  }

  private async purgeRoom(authority: Authority, roomId: string, sent: SentSince): Promise<DeletedCount> {
    let removed = 0;
    for await (const ids of this.messages.pages(roomId, sent, BATCH)) {
      const batch = await this.deletion.byAuthority(
        authority,
        { action: 'messages.delete', on: sent.senderId },
        {
          roomId,
          find: () => Promise.resolve(ids),
          audited: ({ length }) => ({
            action: 'messages.purge',
            subjectId: sent.senderId,
            details: { messages: length, since: sent.since.toISOString() },
          }),
        },
      );
      if (batch === 'held') return removed === 0 ? 'held' : removed;
      removed += batch;
    }
    return removed;
  }
}
