import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { TracedMessage } from './facts.js';

/** A push of a message to a browser of the user, or why there was none. */
export interface TracedPush {
  readonly state: 'pending' | 'sent' | 'unsent';
  readonly reason: string | null;
  /** The last status of the push service. */
  readonly status: number | null;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
  /** Whether the row is only of the user, or stands for many members, perhaps including the user. */
  readonly isOwn: boolean;
}

/** The pushes of messages, found by the sequence number, because a room may have very many. */
@Injectable()
export class TracedPushesRepository {
  constructor(private readonly source: DataSource) {}

  find({ id, roomId, seq }: Pick<TracedMessage, 'id' | 'roomId' | 'seq'>, userId: number): Promise<TracedPush[]> {
    return this.source.query<TracedPush[]>(
      `SELECT state, reason, status, attempts, created_at AS "createdAt", done_at AS "doneAt",
         user_id IS NOT NULL AS "isOwn"
       FROM pushes WHERE room_id = $1 AND seq = $2 AND message_id = $3 AND (user_id = $4 OR user_id IS NULL) ORDER BY id`,
      [roomId, seq, id, userId],
    );
  }
}
