import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { hasLength } from '@parley/realtime/requests';
import sanitizeHtml from 'sanitize-html';

import { Config } from '../../platform/config/config.js';

/** Validates the text of a message that is sent or edited. */
@Injectable()
export class MessageContent {
  constructor(private readonly config: Config) {}

  /**
   * The text to store: exactly as given, unless the deployment sanitises HTML.
   * @param field the name of the field, for the error
   * @param least the minimum number of code points; 0 beside media or a forwarded message
   * @throws Refusal 4003
   */
  accept(given: string, field: string, least: 0 | 1): string {
    const content = this.config.features.sanitizeHtml ? sanitizeHtml(given) : given;
    const most = this.config.limits.contentLength;
    if (hasLength(content, least, most)) return content;
    throw invalid({ [field]: [`Must be ${String(least)} to ${String(most)} characters.`] });
  }
}
