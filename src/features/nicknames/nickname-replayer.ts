import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { LogEntry } from '@parley/realtime/ordering';

import type { ChangeRecords } from '../rooms/change-log/change-record.js';
import { RoomLogReplay } from '../rooms/change-log/room-log-replay.js';
import type { EventReplayer } from '../rooms/change-log/room-log-replay.js';
import type { LogPart } from '../rooms/change-log/room-log.repository.js';
import { nicknameChanged, nicknameChangeType } from './nickname.frames.js';
import { NicknamesRepository } from './nicknames.repository.js';

/** Rebuilds the entries of nicknames, each with the nickname that the member has now. */
@Injectable()
export class NicknameReplayer implements EventReplayer, OnModuleInit {
  readonly replays = [nicknameChangeType];

  constructor(
    private readonly log: RoomLogReplay,
    private readonly repository: NicknamesRepository,
  ) {}

  onModuleInit(): void {
    this.log.addReplayer(this);
  }

  async entries({ roomId }: LogPart, records: ChangeRecords): Promise<LogEntry[]> {
    const changes = records.ofType(nicknameChangeType);
    if (changes.length === 0) return [];
    const [users, nicknames] = await Promise.all([
      this.repository.users(changes.flatMap(({ payload }) => [payload.userId, payload.byId])),
      this.repository.present(
        roomId,
        changes.map(({ payload }) => payload.userId),
      ),
    ]);
    return changes.flatMap(({ seq, payload: { userId, byId } }) => {
      const user = users.get(userId);
      if (!user) return [];
      const changed = { roomId, user, nickname: nicknames.get(userId) ?? null, by: users.get(byId) ?? null };
      return [{ roomId, seq, frame: nicknameChanged(changed, seq) }];
    });
  }
}
