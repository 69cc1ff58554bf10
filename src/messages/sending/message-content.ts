import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Attachment } from '@parley/protocol';
import { Choice, hasLength, Integer, JsonObject, Optional, Text, WebUrl } from '@parley/realtime/requests';
import sanitizeHtml from 'sanitize-html';
import { v7 as uuidv7 } from 'uuid';

import { Config } from '../../platform/config/config.js';
import { MIME_TYPES } from '../../uploads/types/mime-types.js';
import { checkJsonBytes } from './message-parts.js';

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

const LONGEST_CAPTION = 2_000;

export class AttachmentRequest {
  @WebUrl()
  media_url!: string;

  @Choice(Object.keys(MIME_TYPES))
  media_type!: Attachment['media_type'];

  @Choice(MIME_TYPES.file)
  mime_type!: string;

  /** Bytes. */
  @Optional({ nullable: false })
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  file_size?: number;

  @Optional()
  @Text({ max: LONGEST_CAPTION })
  caption?: string | null;

  @Optional()
  @JsonObject()
  metadata?: Attachment['metadata'] | null;
}

/**
 * The attachments that a request describes, each with a new id.
 * @param most the maximum number of attachments of a message
 * @param mostJsonBytes the maximum size of the metadata of each
 * @throws Refusal 4003
 */
export function attachmentsOf(
  media: readonly AttachmentRequest[],
  { most, mostJsonBytes }: { most: number; mostJsonBytes: number },
): Attachment[] {
  if (media.length > most) throw invalid({ 'extra_fields.media': [`Must be at most ${String(most)} attachments.`] });
  return media.map((request, at) => {
    const field = `extra_fields.media.${String(at)}`;
    const metadata = request.metadata ?? {};
    if (!MIME_TYPES[request.media_type].includes(request.mime_type)) {
      throw invalid({ [`${field}.mime_type`]: [`Must be a MIME type of media_type ${request.media_type}.`] });
    }
    checkJsonBytes(metadata, `${field}.metadata`, mostJsonBytes);
    return {
      id: uuidv7(),
      media_url: request.media_url,
      media_type: request.media_type,
      mime_type: request.mime_type,
      file_size: request.file_size ?? 0,
      caption: request.caption ?? '',
      metadata,
    };
  });
}
