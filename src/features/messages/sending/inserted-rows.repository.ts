import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { isOutcomeUnknown, keyColumns } from '../../../platform/database/failures.js';
import { parameterLists } from '../../../platform/database/parameter-lists.js';
import type { PlacesOf } from '../../../platform/database/statement.js';
import { storedJson, storedJsonText, storedText } from '../../../platform/database/stored-text.js';
import { AlreadyStored, DuplicateClientMessageId, OutcomeUnknown, RowRefused } from './message-insert.js';
import type { StoredAttachment } from '../attachments/attachment.view.js';
import type { UploadClaim } from '../../uploads/claims/upload-claims.repository.js';
import { mentionedIds, mentionsAny } from '../mentions/mention-check.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { HeldMessagesRepository } from '../held/held-messages.repository.js';
import { PollInsert } from '../polls/poll-insert.repository.js';
import type { PlacedPoll } from '../polls/poll-insert.repository.js';
import { isSlow, SlowModeRepository } from './slow-mode.repository.js';
import type { NewMessage, PlacedRow } from './message-insert.js';

/** Columns of rows of messages, but for those that follow from the room. */
export const MESSAGES = parameterLists<NewMessage>()({
  senders: ['int4[]', ({ grant }) => grant.userId],
  contents: ['text[]', ({ content }) => storedText(content)],
  client_ids: ['(uuid | null)[]', ({ clientMessageId }) => clientMessageId ?? null],
  parents: ['(uuid | null)[]', ({ parentId }) => parentId ?? null],
  originals: ['(uuid | null)[]', ({ forwardedFromId }) => forwardedFromId ?? null],
});

/** The columns that most messages leave null, by their names. */
export const PARTS = parameterLists<NewMessage>()({
  kind: ['(text | null)[]', ({ parts }) => parts.kind ?? null],
  metadata: ['(text | null)[]', ({ parts }) => (parts.metadata ? storedJsonText(parts.metadata) : null)],
  is_silent: ['(bool | null)[]', ({ parts }) => parts.isSilent || null],
  has_mentions: ['(bool | null)[]', ({ parts }) => mentionsAny(parts.mentions) || null],
  thread_id: ['(uuid | null)[]', ({ parts }) => parts.thread?.id ?? null],
  also_to_room: ['(bool | null)[]', ({ parts }) => (parts.thread?.alsoToRoom === true ? true : null)],
  has_poll: ['(bool | null)[]', ({ parts }) => (parts.poll ? true : null)],
});

/** Whether a message has any of {@link PARTS}. */
export const hasParts = ({ parts: { kind, metadata, isSilent, mentions, thread, poll } }: NewMessage): boolean =>
  kind !== undefined || metadata !== undefined || isSilent || mentionsAny(mentions) || !!thread || !!poll;

/** In SQL, after those of {@link MESSAGES}. @param of the relation that has them */
export const partColumns = (of = ''): string =>
  Object.keys(PARTS.types)
    .map((column) => `, ${of}${column}`)
    .join('');

/** The lists of the columns. */
export const partLists = (parts: PlacesOf<typeof PARTS.types>): string =>
  `, ${parts.kind}::text[], ${parts.metadata}::text[], ${parts.is_silent}::boolean[], ${parts.has_mentions}::boolean[]` +
  `, ${parts.thread_id}::uuid[], ${parts.also_to_room}::boolean[], ${parts.has_poll}::boolean[]`;

/** The polls of those of the messages that have been stored. */
const placedPolls = (messages: readonly NewMessage[], stored: readonly PlacedRow[]): PlacedPoll[] => {
  const ids = new Set(stored.map(({ id }) => id));
  return messages.flatMap(({ id, grant, parts: { poll } }) =>
    poll && ids.has(id) ? { roomId: grant.roomId, messageId: id, poll } : [],
  );
};

/** Columns of rows of mentions, but for the number of their message. */
export const MENTIONS = parameterLists<{ readonly messageId: string; readonly userId: number }>()({
  mentioning: ['uuid[]', ({ messageId }) => messageId],
  mentioned: ['int4[]', ({ userId }) => userId],
});

export const mentionsIn = (messages: readonly NewMessage[]) =>
  messages.flatMap(({ id, parts }) => mentionedIds(parts.mentions).map((userId) => ({ messageId: id, userId })));

/** The ids of messages that clear no draft of their senders. */
export const idsKeepingDrafts = (messages: readonly NewMessage[]): string[] =>
  messages.flatMap(({ id, keepsDraft }) => (keepsDraft ? id : []));

/** The id of the last of these messages that stands among the messages of its room; null: none does. */
export const lastInRoom = (messages: readonly NewMessage[]): string | null =>
  messages.findLast(({ parts: { thread } }) => !thread || thread.alsoToRoom)?.id ?? null;

interface Attached {
  readonly messageId: string;
  readonly roomId: string;
  readonly position: number;
  readonly attachment: StoredAttachment;
}

/** Columns of rows of attachments. */
export const ATTACHMENTS = parameterLists<Attached>()({
  attachments: ['uuid[]', ({ attachment }) => attachment.id],
  attached_rooms: ['uuid[]', ({ roomId }) => roomId],
  attached_messages: ['uuid[]', ({ messageId }) => messageId],
  attached_positions: ['int2[]', ({ position }) => position],
  media_urls: ['text[]', ({ attachment }) => attachment.media_url],
  media_types: ['text[]', ({ attachment }) => attachment.media_type],
  mime_types: ['text[]', ({ attachment }) => attachment.mime_type],
  file_sizes: ['int8[]', ({ attachment }) => attachment.file_size],
  captions: ['text[]', ({ attachment }) => storedText(attachment.caption)],
  attached_metadata: ['jsonb[]', ({ attachment }) => JSON.stringify(storedJson(attachment.metadata))],
  files: ['(jsonb | null)[]', ({ attachment: { file } }) => file && JSON.stringify(storedJson(file))],
});

export const attachedTo = (messages: readonly NewMessage[]): Attached[] =>
  messages.flatMap(({ id, grant, attachments }) =>
    attachments.map((attachment, position) => ({ messageId: id, roomId: grant.roomId, position, attachment })),
  );

/** The rows `new`, in SQL. */
export const newAttachments = (lists: PlacesOf<typeof ATTACHMENTS.types>): string => `
  unnest(${lists.attachments}::uuid[], ${lists.attached_rooms}::uuid[], ${lists.attached_messages}::uuid[],
    ${lists.attached_positions}::smallint[], ${lists.media_urls}::text[], ${lists.media_types}::text[],
    ${lists.mime_types}::text[], ${lists.file_sizes}::bigint[], ${lists.captions}::text[],
    ${lists.attached_metadata}::jsonb[], ${lists.files}::jsonb[])
  AS new (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file)`;

/** The files of the service that those of the messages show which have been stored. */
const uploadClaims = (messages: readonly NewMessage[], stored: readonly PlacedRow[]): UploadClaim[] => {
  const ids = new Set(stored.map(({ id }) => id));
  return messages.flatMap(({ id, attachments }) =>
    ids.has(id)
      ? attachments.flatMap(({ id: uploadId, file }) => (file ? { uploadId, messageId: id, state: file.state } : []))
      : [],
  );
};

/** What a message stores in further statements, which take a transaction: most messages store nothing more. */
@Injectable()
export class FurtherRows {
  constructor(
    private readonly polls: PollInsert,
    private readonly uploads: AttachedUploads,
    private readonly slowMode: SlowModeRepository,
    private readonly held: HeldMessagesRepository,
  ) {}

  /** Whether a message has any: a poll, files of the service, a sender in slow mode, or the end of what was held. */
  has({ parts, attachments, grant, releasedBy }: NewMessage): boolean {
    return (
      isSlow(grant) ||
      parts.poll !== undefined ||
      releasedBy !== undefined ||
      attachments.some(({ file }) => file !== null)
    );
  }

  /**
   * To be called in the transaction that has stored the messages.
   * @param rows of those that were stored
   * @throws SentTooFast, UploadsScanned
   */
  async store(manager: EntityManager, messages: readonly NewMessage[], rows: readonly PlacedRow[]): Promise<void> {
    await this.polls.insert(manager, placedPolls(messages, rows));
    await this.uploads.claim(manager, uploadClaims(messages, rows));
    const stored = new Set(rows.map(({ id }) => id));
    await this.slowMode.take(manager, messages, stored);
    await this.held.releaseStored(manager, messages, stored);
  }
}

/** SQLSTATE classes 22, data exception, and 23, integrity constraint violation. */
const ROW_PARAMETERS = /^2[23]/;

/** The errors of an insert, in the terms of its callers. */
export function translated(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return error;
  if (isOutcomeUnknown(error)) return new OutcomeUnknown(error.message, { cause: error });
  const duplicated = keyColumns(error);
  if (duplicated.includes('id')) return new AlreadyStored();
  if (duplicated.includes('client_message_id')) return new DuplicateClientMessageId();
  const { code = '' } = error.driverError as { code?: string };
  return ROW_PARAMETERS.test(code) ? new RowRefused(error) : error;
}
