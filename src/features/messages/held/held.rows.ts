import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import type { TimerId } from '../../../platform/timers/timers.repository.js';

/** The kind of the timers that end what is held. */
export const HELD_MESSAGE = 'held_message';

/** A held message or edit. */
export interface HeldId {
  readonly roomId: string;
  readonly messageId: string;
}

/** The timer at whose time a held message is rejected. */
export const heldEnd = ({ roomId, messageId }: HeldId): TimerId => ({
  kind: HELD_MESSAGE,
  key: `${roomId} ${messageId}`,
});

/** The inverse of {@link heldEnd}. */
export function heldOf(key: string): HeldId {
  const [roomId = '', messageId = ''] = key.split(' ');
  return { roomId, messageId };
}

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
