import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import { isAbove } from '../messages/named-messages-sql.js';

/**
 * Decides which users may read the files of messages. Raw SQL, because the membership decides which messages are read.
 */
@Injectable()
export class FileReadersRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether the user is a member of the room now, and sees the message there. */
  async mayRead(userId: number, roomId: string, messageId: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(MAY_READ, [userId, roomId, messageId]);
    return rows.length > 0;
  }
}

const MAY_READ = prepared(`
  SELECT FROM messages m JOIN room_members s ON s.room_id = m.room_id
  WHERE m.room_id = $2 AND m.id = $3 AND NOT m.is_deleted AND s.user_id = $1 AND ${isAbove('m.seq', 's.history_seq')}`);
