import { isDeepStrictEqual } from 'node:util';

import { invalid } from '@parley/protocol';
import type { Message } from '@parley/protocol';
import { JsonObject, Optional, Text } from '@parley/realtime/requests';

import { MentionsRequest } from '../mentions/mention-check.js';
import type { StoredMessage } from '../message.view.js';

/** What an edit changes of a message: the given fields. */
export class EditRequest extends MentionsRequest {
  @Optional({ nullable: false })
  @Text()
  content?: string;

  @Optional()
  @JsonObject()
  metadata?: Message['metadata'] | null;
}

/** What an edit may change of a message, after it. */
export type Edited = Pick<StoredMessage, 'content' | 'metadata' | 'mentions' | 'linkPreviews'>;

/** @throws Refusal 4003 for an edit of nothing */
export function checkEditsAny({ content, metadata, mentions, mention_room }: EditRequest): void {
  if ([content, metadata, mentions, mention_room].some((field) => field !== undefined && field !== null)) return;
  throw invalid({ 'extra_fields.content': ['This field is required.'] });
}

export const isUnchanged = (message: StoredMessage, { content, metadata, mentions }: Edited): boolean =>
  isDeepStrictEqual([message.content, message.metadata], [content, metadata]) &&
  isDeepStrictEqual(idsOf(message.mentions), idsOf(mentions));

const idsOf = ({ users, room }: StoredMessage['mentions']): unknown[] => [room, ...users.map(({ id }) => id)];
