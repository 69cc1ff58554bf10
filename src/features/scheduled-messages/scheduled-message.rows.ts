import type { Types, ValuesOf } from '../../platform/database/statement.js';

/** The columns of a scheduled message, as its author sees it. */
export const SCHEDULED_COLUMNS = {
  id: 'uuid',
  roomId: 'uuid',
  body: 'text',
  sendAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  version: 'int4',
  refusal: 'text | null',
  isBeingSent: 'bool',
} as const satisfies Types;

export type ScheduledRow = ValuesOf<typeof SCHEDULED_COLUMNS>;

/** These columns of a row `s` of `scheduled_messages`, in SQL. */
export const scheduledColumns = `
  s.id, s.room_id AS "roomId", s.body, s.send_at AS "sendAt", s.created_at AS "createdAt",
  s.updated_at AS "updatedAt", s.version, s.refusal,
  s.message_id IS NOT NULL AS "isBeingSent"`;
