import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import { isAbove } from '../messages/named-messages-sql.js';

/**
 * Decides which users may read the files of messages. Raw SQL, because the membership decides which messages are read.
 */
@Injectable()
export class FileReadersRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether the user is a member of the room now, and sees the message there. */
  async mayRead(userId: number, roomId: string, messageId: string): Promise<boolean> {
    const rows = await MAY_READ.rows(this.source, { user: userId, room: roomId, message: messageId });
    return rows.length > 0;
  }
}

const MAY_READ = statement('file_readers.may_read', {
  parameters: { user: 'int4', room: 'uuid', message: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ user, room, message }) => `
    SELECT FROM messages m JOIN room_members s ON s.room_id = m.room_id
    WHERE m.room_id = ${room} AND m.id = ${message} AND NOT m.is_deleted AND s.user_id = ${user}
      AND ${isAbove('m.seq', 's.history_seq')}`,
});
