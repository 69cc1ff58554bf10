import { QueryFailedError } from 'typeorm';

import { isOutcomeUnknown, keyColumns } from '../../../platform/database/failures.js';
import type { PlacesOf, Types, ValuesOf } from '../../../platform/database/statement.js';
import { storedJson, storedJsonText, storedText } from '../../../platform/database/stored-text.js';
import { AlreadyStored, DuplicateClientMessageId, OutcomeUnknown, RowRefused } from './message-insert.js';
import type { UploadClaim } from '../../uploads/claims/upload-claims.repository.js';
import { mentionedIds, mentionsAny } from '../mentions/mention.rows.js';
import type { PlacedPoll } from '../polls/poll-insert.repository.js';
import type { NewMessage, Placed } from './message-insert.js';

/** The columns of the place of a stored message. */
export const PLACE = {
  id: 'uuid',
  seq: 'int8',
  created_at: 'timestamptz',
  is_deleted: 'bool',
} as const satisfies Types;
export type PlacedRow = ValuesOf<typeof PLACE>;

export const toPlaced = (row: PlacedRow): [id: string, place: Placed] => [
  row.id,
  { seq: row.seq, createdAt: row.created_at, isDeleted: row.is_deleted },
];

/** Columns of rows of messages, but for those that follow from the room. */
export const MESSAGES = {
  senders: 'int4[]',
  contents: 'text[]',
  client_ids: '(uuid | null)[]',
  parents: '(uuid | null)[]',
  originals: '(uuid | null)[]',
} as const satisfies Types;

export const messageValues = (messages: readonly NewMessage[]): ValuesOf<typeof MESSAGES> => ({
  senders: messages.map(({ grant }) => grant.userId),
  contents: messages.map(({ content }) => storedText(content)),
  client_ids: messages.map(({ clientMessageId }) => clientMessageId ?? null),
  parents: messages.map(({ parentId }) => parentId ?? null),
  originals: messages.map(({ forwardedFromId }) => forwardedFromId ?? null),
});

/** The columns that most messages leave null, by their names. */
export const PARTS = {
  kind: '(text | null)[]',
  metadata: '(text | null)[]',
  is_silent: '(bool | null)[]',
  has_mentions: '(bool | null)[]',
  thread_id: '(uuid | null)[]',
  also_to_room: '(bool | null)[]',
  has_poll: '(bool | null)[]',
} as const satisfies Types;

/** In SQL, after those of {@link MESSAGES}. @param of the relation that has them */
export const partColumns = (of = ''): string =>
  Object.keys(PARTS)
    .map((column) => `, ${of}${column}`)
    .join('');

/** The lists of the columns. */
export const partLists = (parts: PlacesOf<typeof PARTS>): string =>
  `, ${parts.kind}::text[], ${parts.metadata}::text[], ${parts.is_silent}::boolean[], ${parts.has_mentions}::boolean[]` +
  `, ${parts.thread_id}::uuid[], ${parts.also_to_room}::boolean[], ${parts.has_poll}::boolean[]`;

/** @returns undefined if all messages leave them null */
export function partValues(messages: readonly NewMessage[]): ValuesOf<typeof PARTS> | undefined {
  const isPlain = ({ parts: { kind, metadata, isSilent, mentions, thread, poll } }: NewMessage): boolean =>
    kind === undefined && metadata === undefined && !isSilent && !mentionsAny(mentions) && !thread && !poll;
  if (messages.every(isPlain)) return undefined;
  return {
    kind: messages.map(({ parts }) => parts.kind ?? null),
    metadata: messages.map(({ parts }) => (parts.metadata ? storedJsonText(parts.metadata) : null)),
    is_silent: messages.map(({ parts }) => parts.isSilent || null),
    has_mentions: messages.map(({ parts }) => mentionsAny(parts.mentions) || null),
    thread_id: messages.map(({ parts }) => parts.thread?.id ?? null),
    also_to_room: messages.map(({ parts }) => (parts.thread?.alsoToRoom === true ? true : null)),
    has_poll: messages.map(({ parts }) => (parts.poll ? true : null)),
  };
}

/** The polls of those of the messages that have been stored. */
export const placedPolls = (messages: readonly NewMessage[], stored: readonly PlacedRow[]): PlacedPoll[] => {
  const ids = new Set(stored.map(({ id }) => id));
  return messages.flatMap(({ id, grant, parts: { poll } }) =>
    poll && ids.has(id) ? { roomId: grant.roomId, messageId: id, poll } : [],
  );
};

/** Columns of rows of mentions, but for the number of their message. */
export const MENTIONS = { mentioning: 'uuid[]', mentioned: 'int4[]' } as const satisfies Types;

export function mentionValues(messages: readonly NewMessage[]): ValuesOf<typeof MENTIONS> {
  const mentions = messages.flatMap(({ id, parts }) =>
    mentionedIds(parts.mentions).map((userId) => ({ messageId: id, userId })),
  );
  return { mentioning: mentions.map(({ messageId }) => messageId), mentioned: mentions.map(({ userId }) => userId) };
}

/** The ids of messages that clear no draft of their senders. */
export const idsKeepingDrafts = (messages: readonly NewMessage[]): string[] =>
  messages.flatMap(({ id, keepsDraft }) => (keepsDraft ? id : []));

/** The id of the last of these messages that stands among the messages of its room; null: none does. */
export const lastInRoom = (messages: readonly NewMessage[]): string | null =>
  messages.findLast(({ parts: { thread } }) => !thread || thread.alsoToRoom)?.id ?? null;

/** Columns of rows of attachments. */
export const ATTACHMENTS = {
  attachments: 'uuid[]',
  attached_rooms: 'uuid[]',
  attached_messages: 'uuid[]',
  attached_positions: 'int2[]',
  media_urls: 'text[]',
  media_types: 'text[]',
  mime_types: 'text[]',
  file_sizes: 'int8[]',
  captions: 'text[]',
  attached_metadata: 'jsonb[]',
  files: '(jsonb | null)[]',
} as const satisfies Types;

/** The rows `new`, in SQL. */
export const newAttachments = (lists: PlacesOf<typeof ATTACHMENTS>): string => `
  unnest(${lists.attachments}::uuid[], ${lists.attached_rooms}::uuid[], ${lists.attached_messages}::uuid[],
    ${lists.attached_positions}::smallint[], ${lists.media_urls}::text[], ${lists.media_types}::text[],
    ${lists.mime_types}::text[], ${lists.file_sizes}::bigint[], ${lists.captions}::text[],
    ${lists.attached_metadata}::jsonb[], ${lists.files}::jsonb[])
  AS new (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file)`;

export function attachmentValues(messages: readonly NewMessage[]): ValuesOf<typeof ATTACHMENTS> {
  const attached = messages.flatMap(({ id, grant, attachments }) =>
    attachments.map((attachment, position) => ({ messageId: id, roomId: grant.roomId, position, attachment })),
  );
  return {
    attachments: attached.map(({ attachment }) => attachment.id),
    attached_rooms: attached.map(({ roomId }) => roomId),
    attached_messages: attached.map(({ messageId }) => messageId),
    attached_positions: attached.map(({ position }) => position),
    media_urls: attached.map(({ attachment }) => attachment.media_url),
    media_types: attached.map(({ attachment }) => attachment.media_type),
    mime_types: attached.map(({ attachment }) => attachment.mime_type),
    file_sizes: attached.map(({ attachment }) => attachment.file_size),
    captions: attached.map(({ attachment }) => storedText(attachment.caption)),
    attached_metadata: attached.map(({ attachment }) => JSON.stringify(storedJson(attachment.metadata))),
    files: attached.map(({ attachment: { file } }) => file && JSON.stringify(storedJson(file))),
  };
}

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
