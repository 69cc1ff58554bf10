import type { Types, ValuesOf } from '../../../platform/database/statement.js';

/** The columns of a message or an edit that is held, or of a message that was rejected. */
export const DECIDED_COLUMNS = {
  roomId: 'uuid',
  messageId: 'uuid',
  userId: 'int4',
  isEdit: 'bool',
  clientMessageId: 'uuid | null',
  body: 'text | null',
  heldAt: 'timestamptz',
  heldUntil: 'timestamptz',
} as const satisfies Types;

/** Those of what is held, which has a body. */
export const HELD_COLUMNS = { ...DECIDED_COLUMNS, body: 'text not null' } as const satisfies Types;

/** A message or an edit that is held. */
export type HeldRow = ValuesOf<typeof HELD_COLUMNS>;

/** As {@link HeldRow}, or a message that was rejected. */
export type DecidedRow = ValuesOf<typeof DECIDED_COLUMNS>;

/** These columns of a row `h` of `held_messages`, in SQL. */
export const heldColumns = `
  h.room_id AS "roomId", h.message_id AS "messageId", h.user_id AS "userId", h.is_edit AS "isEdit",
  h.client_message_id AS "clientMessageId", h.body, h.held_at AS "heldAt", h.held_until AS "heldUntil"`;
