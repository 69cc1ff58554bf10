import { invalid } from '@parley/protocol';
import { hasLength } from '@parley/realtime/requests';

import type { RoomRules } from '../../rooms/rules/room-rules.js';
import type { StoredMessage } from '../message.view.js';

export type ContentRules = Pick<RoomRules, 'maxMessageLength' | 'mediaAllowed'>;

interface CheckedContent {
  readonly content: string;
  readonly attachments: readonly unknown[];
  /** The message that it forwards, whose text and attachments it shows. */
  readonly forwardedFrom: Pick<StoredMessage, 'content' | 'attachments'> | null;
}

/** @throws Refusal 4003 if a message that is sent breaks a rule of its room */
export function checkRules(rules: ContentRules, { content, attachments, forwardedFrom }: CheckedContent): void {
  checkLength(rules, content, 'content');
  if (forwardedFrom) checkLength(rules, forwardedFrom.content, 'extra_fields.forwarded_from_id');
  if (rules.mediaAllowed) return;
  const field = attachments.length > 0 ? 'media' : 'forwarded_from_id';
  if (attachments.length > 0 || (forwardedFrom?.attachments.length ?? 0) > 0) {
    throw invalid({ [`extra_fields.${field}`]: ['Attachments are not allowed in this room.'] });
  }
}

/**
 * @param field of the request, for the error
 * @throws Refusal 4003 if a text is longer than the room permits
 */
export function checkLength(
  { maxMessageLength: most }: Pick<RoomRules, 'maxMessageLength'>,
  text: string,
  field: string,
): void {
  if (most === null || hasLength(text, 0, most)) return;
  throw invalid({ [field]: [`Must be at most ${String(most)} characters in this room.`] });
}
