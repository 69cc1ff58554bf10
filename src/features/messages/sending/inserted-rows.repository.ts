import { QueryFailedError } from 'typeorm';

import { isOutcomeUnknown, keyColumns } from '../../../platform/database/failures.js';
import { storedJson, storedJsonText, storedText } from '../../../platform/database/stored-text.js';
import { AlreadyStored, DuplicateClientMessageId, OutcomeUnknown, RowRefused } from './message-insert.js';
import type { StoredAttachment } from '../attachments/attachment.view.js';
import type { UploadClaim } from '../../uploads/claims/upload-claims.repository.js';
import { mentionedIds, mentionsAny } from '../mentions/mention.rows.js';
import type { PlacedPoll } from '../polls/poll-insert.repository.js';
import type { NewMessage, Placed } from './message-insert.js';

export interface PlacedRow {
  readonly id: string;
  readonly seq: number;
  readonly created_at: Date;
  readonly is_deleted: boolean;
}

export const toPlaced = (row: PlacedRow): [id: string, place: Placed] => [
  row.id,
  { seq: row.seq, createdAt: row.created_at, isDeleted: row.is_deleted },
];

interface Attached {
  readonly messageId: string;
  readonly roomId: string;
  readonly position: number;
  readonly attachment: StoredAttachment;
}

const attachedTo = (messages: readonly NewMessage[]): Attached[] =>
  messages.flatMap(({ id, grant, attachments }) =>
    attachments.map((attachment, position) => ({ messageId: id, roomId: grant.roomId, position, attachment })),
  );

/** The columns of rows of messages, but for those that follow from the room. */
export const messageParameters = (messages: readonly NewMessage[]): unknown[] => [
  messages.map(({ grant }) => grant.userId),
  messages.map(({ content }) => storedText(content)),
  messages.map(({ clientMessageId }) => clientMessageId ?? null),
  messages.map(({ parentId }) => parentId ?? null),
  messages.map(({ forwardedFromId }) => forwardedFromId ?? null),
];

/** The columns that most messages leave null; undefined if all of these do. */
export function partsParameters(messages: readonly NewMessage[]): unknown[] | undefined {
  const isPlain = ({ parts: { kind, metadata, isSilent, mentions, thread, poll } }: NewMessage): boolean =>
    kind === undefined && metadata === undefined && !isSilent && !mentionsAny(mentions) && !thread && !poll;
  if (messages.every(isPlain)) return undefined;
  return [
    messages.map(({ parts }) => parts.kind ?? null),
    messages.map(({ parts }) => (parts.metadata ? storedJsonText(parts.metadata) : null)),
    messages.map(({ parts }) => parts.isSilent || null),
    messages.map(({ parts }) => mentionsAny(parts.mentions) || null),
    messages.map(({ parts }) => parts.thread?.id ?? null),
    messages.map(({ parts }) => (parts.thread?.alsoToRoom === true ? true : null)),
    messages.map(({ parts }) => (parts.poll ? true : null)),
  ];
}

/** The polls of those of the messages that have been stored. */
export const placedPolls = (messages: readonly NewMessage[], stored: readonly PlacedRow[]): PlacedPoll[] => {
  const ids = new Set(stored.map(({ id }) => id));
  return messages.flatMap(({ id, grant, parts: { poll } }) =>
    poll && ids.has(id) ? { roomId: grant.roomId, messageId: id, poll } : [],
  );
};

/** The columns of rows of mentions but for the number of their message; undefined if there are none. */
export function mentionParameters(
  messages: readonly NewMessage[],
): [messageIds: string[], userIds: number[]] | undefined {
  const mentions = messages.flatMap(({ id, parts }) =>
    mentionedIds(parts.mentions).map((userId) => ({ messageId: id, userId })),
  );
  if (mentions.length === 0) return undefined;
  return [mentions.map(({ messageId }) => messageId), mentions.map(({ userId }) => userId)];
}

/** The ids of messages that clear no draft of their senders. */
export const idsKeepingDrafts = (messages: readonly NewMessage[]): string[] =>
  messages.flatMap(({ id, keepsDraft }) => (keepsDraft ? id : []));

/** The id of the last of these messages that stands among the messages of its room; null: none does. */
export const lastInRoom = (messages: readonly NewMessage[]): string | null =>
  messages.findLast(({ parts: { thread } }) => !thread || thread.alsoToRoom)?.id ?? null;

/** The columns of rows of attachments; undefined if there are none. */
export function attachmentParameters(messages: readonly NewMessage[]): unknown[] | undefined {
  const attached = attachedTo(messages);
  return attached.length === 0 ? undefined : attachmentColumns(attached);
}

const attachmentColumns = (attached: readonly Attached[]): unknown[] => [
  attached.map(({ attachment }) => attachment.id),
  attached.map(({ roomId }) => roomId),
  attached.map(({ messageId }) => messageId),
  attached.map(({ position }) => position),
  attached.map(({ attachment }) => attachment.media_url),
  attached.map(({ attachment }) => attachment.media_type),
  attached.map(({ attachment }) => attachment.mime_type),
  attached.map(({ attachment }) => attachment.file_size),
  attached.map(({ attachment }) => storedText(attachment.caption)),
  attached.map(({ attachment }) => JSON.stringify(storedJson(attachment.metadata))),
  attached.map(({ attachment: { file } }) => file && JSON.stringify(storedJson(file))),
];

/** The files of the service that those of the messages show which have been stored. */
export const uploadClaims = (messages: readonly NewMessage[], stored: readonly PlacedRow[]): UploadClaim[] => {
  const ids = new Set(stored.map(({ id }) => id));
  return messages.flatMap(({ id, attachments }) =>
    ids.has(id)
      ? attachments.flatMap(({ id: uploadId, file }) => (file ? { uploadId, messageId: id, state: file.state } : []))
      : [],
  );
};

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
