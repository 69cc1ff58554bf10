import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { roomIdOf } from '../administration/room-lookup.service.js';
import { RoomLogCheckRepository } from './room-log-check.repository.js';
import type { NumberRange } from './room-log-check.repository.js';

/** Whether the numbered log of a room is complete. */
export interface RoomLogReport {
  readonly room_id: string;
  /** No number is missing, and none is above the last one. */
  readonly complete: boolean;
  /** The first number that was checked; null: none was, because nothing has changed in the last day. */
  readonly first_seq: number | null;
  /** The number of the latest change, by the room. */
  readonly last_seq: number;
  /** The highest number that a record has: a higher one than `last_seq` is a fault. */
  readonly highest_seq: number;
  /** The numbers without a record, of those that were checked. */
  readonly missing_count: number;
  /** The first 100 of them. */
  readonly missing: readonly number[];
}

const MOST_NAMED = 100;

/**
 * Checks that every number of the log of a room has a record: a message, its deletion, or another change. Records of
 * other changes are kept for a day, so that only the numbers since then are checked, of these the newest 100,000.
 */
@Injectable()
export class RoomLogCheckService {
  constructor(
    private readonly repository: RoomLogCheckRepository,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws Refusal 4003, 4004 */
  async check(given: string): Promise<RoomLogReport> {
    const roomId = roomIdOf(given);
    return this.work.snapshot(async (snapshot) => {
      const state = await this.repository.state(snapshot, roomId);
      if (!state) throw notFound(`No such room: ${given}.`);
      const { lastSeq, highestSeq, firstRecent } = state;
      const { ranges, total } =
        firstRecent === null
          ? { ranges: [], total: 0 }
          : await this.repository.gaps(snapshot, roomId, { first: firstRecent, last: lastSeq });
      return {
        room_id: roomId,
        complete: total === 0 && highestSeq <= lastSeq,
        first_seq: firstRecent,
        last_seq: lastSeq,
        highest_seq: highestSeq,
        missing_count: total,
        missing: firstOf(ranges),
      };
    });
  }
}

/** The first numbers of these ranges. */
function firstOf(ranges: readonly NumberRange[]): number[] {
  const numbers: number[] = [];
  for (const { first, last } of ranges) {
    const size = Math.min(last - first + 1, MOST_NAMED - numbers.length);
    numbers.push(...Array.from({ length: size }, (_, at) => first + at));
  }
  return numbers;
}
