import { emojiForm, isVisible } from '@parley/protocol/text';
import { hasLength } from '@parley/realtime/requests';

import { storedText } from '../../../../src/platform/database/stored-text.js';
import { MIME_TYPES } from '../../../../src/features/uploads/types/mime-types.js';
import type { Rows } from '../parley-rows.js';
import type { SourceAttachment, SourceNotification, SourceReaction, SourceReceipt } from '../source/source-rows.js';
import type { ImportedMessage } from './message.rules.js';
import { isWebUrl, storedObject } from './shapes.js';

const LONGEST_REACTION = 64;

/** An attachment, or why it is left out. If its media type does not fit its MIME type, it becomes a file. */
export function importedAttachment(
  attachment: SourceAttachment,
  { id, room_id }: ImportedMessage,
  position: number,
): Rows['attachments'] | string {
  const { media_url, media_type, mime_type, file_size, caption, metadata } = attachment;
  if (!isWebUrl(media_url)) return 'no_web_address';
  if (!MIME_TYPES.file.includes(mime_type)) return 'unknown_mime_type';
  return {
    id: attachment.id,
    room_id,
    message_id: id,
    position,
    media_url,
    media_type: isKindOf(media_type, mime_type) ? media_type : 'file',
    mime_type,
    file_size: Math.min(file_size, Number.MAX_SAFE_INTEGER),
    caption: storedText(caption),
    metadata: storedObject(metadata) ?? {},
  };
}

/** A reaction, or why it is left out. */
export function importedReaction(
  { user_id, content, created_at }: SourceReaction,
  message: ImportedMessage,
  users: ReadonlySet<number>,
): Rows['reactions'] | string {
  if (!users.has(user_id)) return 'user_not_there';
  if (!isVisible(content)) return 'no_content';
  if (!hasLength(content, 1, LONGEST_REACTION)) return 'content_too_long';
  return {
    message_id: message.id,
    user_id,
    room_id: message.room_id,
    content: storedText(emojiForm(content)),
    created_at: created_at ?? message.created_at,
  };
}

/** Why a receipt is left out; undefined if it is not. */
export function receiptFault(
  { user_id }: SourceReceipt,
  { sender_id }: ImportedMessage,
  users: ReadonlySet<number>,
): string | undefined {
  if (!users.has(user_id)) return 'user_not_there';
  return user_id === sender_id ? 'own_message' : undefined;
}

/**
 * Merges the receipts of one user for one message. The source has no time of delivery: the time of the message is used,
 * or the time of reading if that is earlier.
 */
export function importedReceipt(receipts: readonly SourceReceipt[], message: ImportedMessage): Rows['receipts'] {
  const { id: message_id, room_id, created_at } = message;
  const read = receipts.find(({ is_read }) => is_read);
  const readAt = read ? (read.read_at ?? created_at) : null;
  const givenAt = readAt !== null && readAt < created_at ? readAt : created_at;
  return { message_id, user_id: receipts[0]?.user_id ?? 0, room_id, delivered_at: givenAt, read_at: readAt };
}

/**
 * The pending notifications of reactions for the sender of a message. The source has their number, but not their users:
 * the newest reactions are used.
 * @param pending notifications of reactions to the message, for its sender
 */
export function importedNotifications(
  pending: readonly SourceNotification[],
  reactions: readonly Rows['reactions'][],
  message: ImportedMessage,
): Rows['notifications'][] {
  const others = reactions.filter(({ user_id }) => user_id !== message.sender_id);
  const newest = others.sort((one, other) => other.created_at.getTime() - one.created_at.getTime());
  return newest.slice(0, pending.length).map(({ user_id, created_at }, place) => ({
    id: pending[place]?.id ?? '',
    room_id: message.room_id,
    user_id: message.sender_id,
    message_id: message.id,
    actor_id: user_id,
    notification_type: 'REACTION',
    created_at,
  }));
}

const isKindOf = (mediaType: string, mimeType: string): boolean =>
  mediaType in MIME_TYPES && MIME_TYPES[mediaType as keyof typeof MIME_TYPES].includes(mimeType);
