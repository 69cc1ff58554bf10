import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import type { ShownFile } from '../../uploads/scanning/shown-files.js';

/** The copies of the states of files that messages have. Raw SQL, because a part of a column is written. */
@Injectable()
export class AttachmentStatesRepository {
  /**
   * @param seq the number of the change: with it, clients that have missed it get the message and its forwards in the
   *   room
   */
  async set(manager: EntityManager, { uploadId, roomId, messageId, state }: ShownFile, seq: number): Promise<void> {
    await manager.query(SET_STATE, [roomId, messageId, uploadId, state]);
    await manager.query(SET_CHANGED, [roomId, messageId, seq]);
  }
}

const SET_STATE = prepared(`
  UPDATE attachments SET file = jsonb_set(file, '{state}', to_jsonb($4::text))
  WHERE room_id = $1 AND message_id = $2 AND id = $3`);

const SET_CHANGED = prepared(`
  UPDATE messages SET change_seq = $3 WHERE room_id = $1 AND (id = $2 OR forwarded_from_id = $2)`);
