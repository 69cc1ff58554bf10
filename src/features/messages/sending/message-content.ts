import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { hasLength } from '@parley/realtime/requests';

import type { RoomRules } from '../../rooms/rules/room-rules.js';
import { MessageSettings } from '../message.settings.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import type { StoredMessage } from '../message.view.js';

/** Validates the text of a message that is sent or edited. */
@Injectable()
export class MessageContent implements OnModuleInit {
  private sanitized = (text: string): string => text;

  constructor(
    private readonly settings: MessageSettings,
    private readonly limits: Limits,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.settings.sanitizeHtml) return;
    // Loaded only where it is used: it is large.
    const { default: sanitizeHtml } = await import('sanitize-html');
    this.sanitized = (text) => sanitizeHtml(text);
  }

  /**
   * The text to store: exactly as given, unless the deployment sanitises HTML.
   * @param field the name of the field, for the error
   * @param least the minimum number of code points; 0 beside media or a forwarded message
   * @throws Refusal 4003
   */
  accept(given: string, field: string, least: 0 | 1): string {
    const content = this.sanitized(given);
    const most = this.limits.contentLength;
    if (hasLength(content, least, most)) return content;
    throw invalid({ [field]: [`Must be ${String(least)} to ${String(most)} characters.`] });
  }
}

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
