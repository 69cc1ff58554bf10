import { hasLength } from '@parley/realtime/requests';

import { storedText } from '../../../../src/platform/database/stored-text.js';
import type { Rows } from '../parley-rows.js';
import type { SourceMessage } from '../source/source-rows.js';

/** A message without a sequence number. */
export type ImportedMessage = Omit<Rows['messages'], 'seq' | 'change_seq'>;

export interface MessageLimits {
  /** In code points. */
  readonly contentLength: number;
  /** The ids of the users of the target. */
  readonly users: ReadonlySet<number>;
}

/** A message, or why it is left out. Deleted messages are copied as such. */
export function importedMessage(
  message: SourceMessage,
  { contentLength, users }: MessageLimits,
): ImportedMessage | string {
  const { id, room_id, sender_id, content, is_forwarded, is_edited, is_deleted, created_at } = message;
  if (sender_id === null || !users.has(sender_id)) return 'sender_not_there';
  if (created_at === null) return 'no_date';
  const mayBeEmpty = message.has_media || is_forwarded || is_deleted;
  if (content === '' && !mayBeEmpty) return 'no_content';
  if (!hasLength(content, 0, contentLength)) return 'content_too_long';
  const updated_at = message.updated_at ?? created_at;
  const kept = storedText(content);
  return { id, room_id, sender_id, content: kept, is_forwarded, is_edited, is_deleted, created_at, updated_at };
}
