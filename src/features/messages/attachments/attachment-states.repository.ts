import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import type { ShownFile } from '../../uploads/scanning/shown-files.js';

/** The copies of the states of files that messages have. Raw SQL, because a part of a column is written. */
@Injectable()
export class AttachmentStatesRepository {
  /**
   * @param seq the number of the change: with it, clients that have missed it get the message and its forwards in the
   *   room
   */
  async set(manager: EntityManager, { uploadId, roomId, messageId, state }: ShownFile, seq: number): Promise<void> {
    await SET_STATE.changes(manager, { room: roomId, message: messageId, upload: uploadId, state });
    await SET_CHANGED.changes(manager, { room: roomId, message: messageId, seq });
  }
}

const SET_STATE = statement('attachment_states.set', {
  parameters: { room: 'uuid', message: 'uuid', upload: 'uuid', state: 'text' },
  columns: {},
  isPrepared: true,
  text: ({ room, message, upload, state }) => `
    UPDATE attachments SET file = jsonb_set(file, '{state}', to_jsonb(${state}::text))
    WHERE room_id = ${room} AND message_id = ${message} AND id = ${upload}`,
});

const SET_CHANGED = statement('attachment_states.set_changed', {
  parameters: { room: 'uuid', message: 'uuid', seq: 'int8' },
  columns: {},
  isPrepared: true,
  text: ({ room, message, seq }) => `
    UPDATE messages SET change_seq = ${seq} WHERE room_id = ${room} AND (id = ${message} OR forwarded_from_id = ${message})`,
});
