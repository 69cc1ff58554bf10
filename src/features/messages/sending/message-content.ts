import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { hasLength } from '@parley/realtime/requests';

import { MessageSettings } from '../message.settings.js';
import { Limits } from '../../../platform/config/limits.settings.js';

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
