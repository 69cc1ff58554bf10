import { randomUUID } from 'node:crypto';

/** @typedef {{ room_id: string, content: string, event_type?: string }} Said */

/**
 * The message frame of a server without storage: the same fields as Parley's, so that all contenders are measured with
 * frames of the same size.
 * @param {string} roomId
 * @param {string} content
 * @param {number} seq
 */
export function frameOf(roomId, content, seq) {
  const now = new Date().toISOString();
  return {
    eventType: 'message.dispatch',
    data: {
      id: randomUUID(),
      room: { id: roomId },
      sender: { id: 1, username: 'bench1', first_name: '', last_name: '', avatar: null, status: null, is_bot: false },
      content,
      is_deleted: false,
      is_edited: false,
      is_forwarded: false,
      forwarded_from: null,
      parent_message: null,
      delivered_to: [],
      read_receipts: [],
      reactions: [],
      attachments: [],
      created_at: now,
      updated_at: now,
      seq,
      client_message_id: null,
    },
    room_id: roomId,
    seq,
  };
}

/**
 * The message of a client.
 * @param {Buffer} data
 */
export function saidIn(data) {
  /** @type {unknown} */
  const sent = JSON.parse(data.toString());
  return /** @type {Said} */ (sent);
}
