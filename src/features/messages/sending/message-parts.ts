import { invalid } from '@parley/protocol';
import type { Message } from '@parley/protocol';
import { Bool, JsonObject, Matching, Optional, StrictObject } from '@parley/realtime/requests';

import { MentionsRequest } from '../mentions/mentions-request.js';
import { DEFAULT_KIND } from '../message.view.js';
import { pollOf, PollRequest } from '../polls/poll-request.js';
import type { MessageParts } from './message-insert.js';

const KIND = /^[a-z][a-z0-9._-]{0,31}$/;

/** The fields of a request that describe {@link MessageParts}. */
export class MessagePartsRequest extends MentionsRequest {
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

/** @throws Refusal 4003 */
export function checkJsonBytes(value: object, field: string, most: number): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= most) return;
  throw invalid({ [field]: [`Must be at most ${String(most)} bytes as JSON.`] });
}
