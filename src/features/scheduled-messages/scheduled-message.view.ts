import { Refusal } from '@parley/protocol';
import type { CancelledSchedule, ScheduledMessage, ScheduleEnd, ScheduleRefusal } from '@parley/protocol';

import type { MessageRequest } from '../messages/sending/message-request.js';
import { jsonFromStoredText, storedJsonText } from '../../platform/database/stored-text.js';
import type { ScheduledRow } from './scheduled-message.rows.js';

/** The content of the message: its text and its other parts. */
export interface MessageBody {
  readonly content: string;
  /** As its author has given them, by the rules of `message.send`. */
  readonly extra_fields: NonNullable<MessageRequest['extra_fields']>;
}

export const bodyText = ({ content, extra_fields }: MessageBody): string => storedJsonText({ content, extra_fields });

/** The inverse of {@link bodyText}. */
export const bodyOf = (text: string): MessageBody => jsonFromStoredText(text) as MessageBody;

export function toScheduledMessage(row: ScheduledRow): ScheduledMessage {
  const { content, extra_fields } = bodyOf(row.body);
  return {
    id: row.id,
    room_id: row.roomId,
    content,
    extra_fields: extra_fields as ScheduledMessage['extra_fields'],
    send_at: row.sendAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    refused: row.refusal === null ? null : (JSON.parse(row.refusal) as ScheduleRefusal),
  };
}

/**
 * The item that is sent in place of a scheduled message that was sent or cancelled, to a client that missed which of
 * the two.
 */
export const endedMessage = (id: string): ScheduleEnd => ({ id, removed: true });

/** The item that is sent in place of a scheduled message that its author has cancelled. */
export const cancelledMessage = (id: string, roomId: string): CancelledSchedule => ({
  id,
  room_id: roomId,
  reason: null,
  removed: true,
});

export const reasonOf = (refusal: Refusal): ScheduleRefusal => ({
  code: refusal.code,
  message: sentenceOf(refusal),
});

/** Invalid fields as one text, each with its reasons. */
function sentenceOf({ detail }: Refusal): string {
  if (typeof detail === 'string') return detail;
  return Object.entries(detail)
    .map(([field, reasons]) => `${field}: ${reasons.join(' ')}`)
    .join(' ');
}
