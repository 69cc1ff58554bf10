import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { LogEntry } from '@parley/realtime/ordering';

import type { ChangeRecords } from '../change-log/change-record.js';
import { RoomLogReplay } from '../change-log/room-log-replay.js';
import type { EventReplayer } from '../change-log/room-log-replay.js';
import type { LogPart } from '../change-log/room-log.repository.js';
import { MOST_INFORMED, restrictionChanged, restrictionChangeType } from './restriction.frames.js';
import { RoomRestrictionsRepository } from './room-restrictions.repository.js';

/** Rebuilds the entries of restrictions, each with the restriction that its user has now. */
@Injectable()
export class RestrictionReplayer implements EventReplayer, OnModuleInit {
  readonly replays = [restrictionChangeType];

  constructor(
    private readonly log: RoomLogReplay,
    private readonly restrictions: RoomRestrictionsRepository,
  ) {}

  onModuleInit(): void {
    this.log.addReplayer(this);
  }

  async entries({ roomId }: LogPart, records: ChangeRecords): Promise<LogEntry[]> {
    const restricted = records.ofType(restrictionChangeType);
    if (restricted.length === 0) return [];
    const leaders = await this.restrictions.leaders(roomId, MOST_INFORMED);
    const ids = restricted.flatMap(({ payload: { userId, byId } }) => [userId, byId]);
    const users = await this.restrictions.users(ids);
    const entries: LogEntry[] = [];
    for (const { seq, payload } of restricted) {
      const user = users.get(payload.userId);
      if (!user) continue;
      const restriction = await this.restrictions.find({ roomId, userId: user.id });
      const by = payload.byId === null ? null : (users.get(payload.byId) ?? null);
      const informed = [...new Set([...leaders, user.id])];
      entries.push({ roomId, seq, frame: restrictionChanged({ roomId, user, restriction, by, informed }, seq) });
    }
    return entries;
  }
}
