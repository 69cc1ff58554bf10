import type { Message } from '@parley/protocol';
import { Bool, Id, JsonObject, Matching, Optional, StrictObject, StrictObjects, Text } from '@parley/realtime/requests';

import { AttachmentRequest } from '../attachments/attachment.request.js';
import { checkJsonBytes } from '../json-space.js';
import { MentionsRequest } from '../mentions/mention-check.js';
import { DEFAULT_KIND } from '../message.view.js';
import { pollOf, PollRequest } from '../polls/poll-request.js';
import type { MessageParts } from './message-insert.js';

const KIND = /^[a-z][a-z0-9._-]{0,31}$/;

/** The fields of a request that describe {@link MessageParts}. */
class MessagePartsRequest extends MentionsRequest {
  /** The integrator's own type of message; `text` by default. */
  @Optional()
  @Matching(KIND)
  kind?: string | null;

  /** The integrator's own, returned as it is sent. */
  @Optional()
  @JsonObject()
  metadata?: Message['metadata'] | null;

  /** Whether members are not notified. */
  @Optional()
  @Bool()
  silent?: boolean | null;

  /** A poll, of which the content is the question. */
  @Optional()
  @StrictObject(() => PollRequest)
  poll?: PollRequest | null;
}

/**
 * @param mostJsonBytes the maximum size of the metadata
 * @throws Refusal 4003
 */
export function partsOf(
  { kind, metadata, silent, poll }: MessagePartsRequest,
  mostJsonBytes: number,
): Omit<MessageParts, 'mentions' | 'thread'> {
  return {
    kind: kind === DEFAULT_KIND ? undefined : (kind ?? undefined),
    metadata: metadata && !isEmpty(metadata) ? acceptedMetadata(metadata, mostJsonBytes) : undefined,
    isSilent: silent === true,
    poll: poll ? pollOf(poll) : undefined,
  };
}

/** @throws Refusal 4003 */
export function acceptedMetadata(metadata: Message['metadata'], mostJsonBytes: number): Message['metadata'] {
  checkJsonBytes(metadata, 'extra_fields.metadata', mostJsonBytes);
  return metadata;
}

/** Whether it needs no place. */
export const isEmpty = (metadata: Message['metadata']): boolean => Object.keys(metadata).length === 0;

/** The fields of a message besides its text. */
export class ExtraFieldsRequest extends MessagePartsRequest {
  @Optional()
  @Id()
  parent_message_id?: string | null;

  @Optional()
  @Id()
  forwarded_from_id?: string | null;

  /** The room of the forwarded message. */
  @Optional()
  @Id()
  forwarded_from_room_id?: string | null;

  /** The message that starts the thread in which this is a reply. */
  @Optional()
  @Id()
  thread_id?: string | null;

  /** Whether the reply stands among the messages of the room too. */
  @Optional()
  @Bool()
  also_to_room?: boolean | null;

  @Optional()
  @StrictObjects(() => AttachmentRequest)
  media?: AttachmentRequest[] | null;
}

/** A message that is sent, now or later. */
export class MessageRequest {
  @Id()
  room_id!: string;

  @Text()
  content!: string;

  @Optional()
  @Id()
  client_message_id?: string | null;

  @Optional()
  @StrictObject(() => ExtraFieldsRequest)
  extra_fields?: ExtraFieldsRequest | null;
}
