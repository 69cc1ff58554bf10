import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { TracedMessage } from './facts.js';

/** A push of a message to a browser of the user, or why there was none. */
export interface TracedPush {
  readonly state: 'pending' | 'sent' | 'unsent';
  readonly reason: string | null;
  /** What the push service answered last. */
  readonly status: number | null;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
  /** Whether it is of the user alone, or stands for many members, perhaps the user among them. */
  readonly isOwn: boolean;
}

/** What became of pushing messages. They are found by the number: a room may have had very many. */
@Injectable()
export class TracedPushesRepository {
  constructor(private readonly source: DataSource) {}

  of({ id, roomId, seq }: Pick<TracedMessage, 'id' | 'roomId' | 'seq'>, userId: number): Promise<TracedPush[]> {
    return this.source.query<TracedPush[]>(
      `SELECT state, reason, status, attempts, created_at AS "createdAt", done_at AS "doneAt",
         user_id IS NOT NULL AS "isOwn"
       FROM pushes WHERE room_id = $1 AND seq = $2 AND message_id = $3 AND (user_id = $4 OR user_id IS NULL) ORDER BY id`,
      [roomId, seq, id, userId],
    );
  }
}
