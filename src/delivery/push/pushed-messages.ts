import type { NotifyLevel } from '@parley/protocol';

import { messageChangeTypes } from '../../features/messages/history/message-event-replayer.js';
import { WHOLE_ROOM } from '../../features/messages/mentions/mention.entity.js';
import { adds } from '../../features/messages/mentions/mention.rows.js';
import type { AddedMentions } from '../../features/messages/mentions/mention.rows.js';
import { concerns } from '../../features/messages/threads/thread-sql.js';
import { isPending } from '../../features/messages/receipts/unread-sql.js';
import { roomLevel } from '../../features/notification-levels/level-sql.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';

interface NamedMessage {
  readonly messageId: string;
  readonly roomId: string;
}

interface EditedMessage extends NamedMessage {
  /** The number of the edit. */
  readonly editSeq: number;
}

/** The members who may get a push of a message. */
export interface Audience {
  readonly candidates: readonly Candidate[];
  /** The number of other members, and why none of them gets a push: then there are no candidates. */
  readonly unsent: { readonly members: number; readonly reason: 'deleted' | 'silent' } | undefined;
}

export interface Candidate extends Pick<RecipientMembership, 'isRead' | 'isMentioned' | 'level'> {
  readonly userId: number;
  /** Of the message. */
  readonly senderId: number;
  /** Whether the member has not acknowledged the message. */
  readonly isWaiting: boolean;
}

/** A recipient as a member of the room of a message. */
export interface RecipientMembership {
  /** Whether the recipient has acknowledged or read the message. */
  readonly isRead: boolean;
  /** Whether it mentions the recipient, or the whole room. */
  readonly isMentioned: boolean;
  /** Whether the recipient has a pending notification of a mention that an edit has added. */
  readonly isNotified: boolean;
  /** The level that the recipient has chosen for the room; null: none. */
  readonly level: NotifyLevel | null;
}

/**
 * Whether a member has read the mention that an edit has added. For a member who had acknowledged the message before,
 * the edit has stored a notification, which ends when it is acknowledged, when the message is read again, and with the
 * mention. Without notifications such a member counts as one who has not read it.
 */
export const hasReadMention = (
  { isRead, isMentioned, isNotified }: Omit<RecipientMembership, 'level'>,
  hasNotifications: boolean,
): boolean => isRead && (!isMentioned || (hasNotifications && !isNotified));

/** An existing message, and the recipients of its pushes. */
export interface MessageToPush {
  readonly id: string;
  readonly senderId: number;
  /** Null for a chat of two. */
  readonly roomName: string | null;
  /** Its beginning: a push has space for no more. */
  readonly content: string;
  readonly attachments: number;
  /** The recipients who are members still. */
  readonly memberships: ReadonlyMap<number, RecipientMembership>;
  /** The sender of the message that it answers; null: it answers none. */
  readonly parentSenderId: number | null;
}

/**
 * The other members who had joined the rooms of these messages before them, at the time of the read, in the same order.
 */
export async function audiencesOf(source: QuerySource, messages: readonly NamedMessage[]): Promise<Audience[]> {
  if (messages.length === 0) return [];
  const rows = await source.query<AudienceRow[]>(AUDIENCES, placesOf(messages));
  const found = new Map(rows.map((row) => [row.id, row]));
  const gone = messages.filter(({ messageId }) => !found.has(messageId)).map(({ roomId }) => roomId);
  const members = gone.length === 0 ? [] : await source.query<MembersRow[]>(MEMBERS, [[...new Set(gone)]]);
  const others = new Map(members.map(({ roomId, count }) => [roomId, count - 1]));
  return messages.map(({ messageId, roomId }) => {
    const row = found.get(messageId);
    if (!row) return nobody('deleted', others.get(roomId) ?? 0);
    return row.silent === null ? audienceOf(row) : nobody('silent', row.silent);
  });
}

function audienceOf({ senderId, waiting, reached, levels, mentioned }: AudienceRow): Audience {
  const mentionedIds = new Set(mentioned);
  const levelOf = new Map(levels);
  const candidates = [
    ...waiting.map((userId) => ({
      userId,
      senderId,
      isRead: false,
      isWaiting: true,
      level: levelOf.get(userId) ?? null,
      isMentioned: mentionedIds.has(WHOLE_ROOM) || mentionedIds.has(userId),
    })),
    ...reached.map((userId) => ({
      userId,
      senderId,
      isRead: true,
      isWaiting: false,
      level: null,
      isMentioned: false,
    })),
  ];
  return { candidates, unsent: undefined };
}

const nobody = (reason: 'deleted' | 'silent', members: number): Audience => ({
  candidates: [],
  unsent: { members, reason },
});

export const NOBODY: Audience = { candidates: [], unsent: undefined };

/**
 * The members whom each of these edits mentions newly and whom the message still mentions, in the same order: nobody of
 * a deleted or a silent message.
 */
export async function newlyMentioned(
  source: QuerySource,
  edits: readonly EditedMessage[],
  hasNotifications: boolean,
): Promise<Audience[]> {
  if (edits.length === 0) return [];
  const records = await source.query<RecordRow[]>(RECORDS, [placesOf(edits)[0], edits.map(({ editSeq }) => editSeq)]);
  const added = new Map(records.map(({ roomId, seq, mentioned }) => [`${roomId} ${String(seq)}`, mentioned]));
  const mentionsOf = ({ roomId, editSeq }: EditedMessage): AddedMentions | undefined =>
    added.get(`${roomId} ${String(editSeq)}`) ?? undefined;
  const ids = [...new Set(edits.flatMap((edit) => mentionsOf(edit)?.ids ?? []))];
  if (ids.length === 0) return edits.map(() => NOBODY);
  const rows = await source.query<MentionedRow[]>(MENTIONED, [...placesOf(edits), ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return edits.map((edit) => {
    const mentions = mentionsOf(edit);
    const message = found.get(edit.messageId);
    if (!mentions || !message) return NOBODY;
    const { senderId } = message;
    const members = message.memberships.filter(([userId]) => adds(mentions, userId));
    const candidates = members.map(([userId, isWaiting, isNotified, level]) => ({
      userId,
      senderId,
      isWaiting,
      level,
      isMentioned: true,
      isRead: hasReadMention({ isRead: !isWaiting, isMentioned: true, isNotified }, hasNotifications),
    }));
    return { candidates, unsent: undefined };
  });
}

/** The existing ones of the messages of these pushes. */
export async function messagesToPush(
  source: QuerySource,
  pushes: readonly (NamedMessage & { readonly userId: number })[],
): Promise<MessageToPush[]> {
  const recipients = [...new Set(pushes.map(({ userId }) => userId))];
  const rows = await source.query<MessageRow[]>(MESSAGES, [...placesOf(pushes), recipients]);
  return rows.map(({ memberships, ...message }) => ({
    ...message,
    memberships: new Map(
      memberships.map(([userId, isRead, isMentioned, isNotified, level]) => [
        userId,
        { isRead, isMentioned, isNotified, level },
      ]),
    ),
  }));
}

interface AudienceRow {
  readonly id: string;
  readonly senderId: number;
  readonly waiting: readonly number[];
  /** The members who have acknowledged or read it. */
  readonly reached: readonly number[];
  /** Of those who have chosen one for the room. */
  readonly levels: readonly (readonly [userId: number, level: NotifyLevel])[];
  /** {@link WHOLE_ROOM} among them, if it mentions the room. */
  readonly mentioned: readonly number[];
  /** The number of the members, if the message is silent. */
  readonly silent: number | null;
}

interface RecordRow {
  readonly roomId: string;
  readonly seq: number;
  readonly mentioned: AddedMentions | null;
}

interface MentionedRow {
  readonly id: string;
  readonly senderId: number;
  readonly memberships: readonly (readonly [
    userId: number,
    isWaiting: boolean,
    isNotified: boolean,
    level: NotifyLevel | null,
  ])[];
}

interface MembersRow {
  readonly roomId: string;
  readonly count: number;
}

interface MessageRow extends Omit<MessageToPush, 'memberships'> {
  readonly memberships: readonly (readonly [
    userId: number,
    isRead: boolean,
    isMentioned: boolean,
    isNotified: boolean,
    level: NotifyLevel | null,
  ])[];
}

/** The rooms and the ids of messages, each once. */
const placesOf = (messages: readonly NamedMessage[]): [rooms: string[], ids: string[]] => [
  [...new Set(messages.map(({ roomId }) => roomId))],
  [...new Set(messages.map(({ messageId }) => messageId))],
];

const ROOMS = 'ANY ($1)';
const NAMED = `m.room_id = ${ROOMS} AND m.id = ANY ($2) AND NOT m.is_deleted`;
const ROOM_MEMBERS = `room_members member WHERE member.room_id = m.room_id${onWorkers(`member.room_id = ${ROOMS}`)}`;
const IS_WAITING = isPending('m', 'member', ROOMS);

const IS_MENTIONED = `m.has_mentions IS TRUE AND EXISTS (
  SELECT FROM mentions n WHERE n.room_id = m.room_id${onWorkers(`n.room_id = ${ROOMS}`)} AND n.message_id = m.id
    AND n.user_id IN (member.user_id, ${String(WHOLE_ROOM)}))`;

/** Notifications of mentions are stored by edits alone. */
const IS_NOTIFIED = `m.has_mentions IS TRUE AND EXISTS (
  SELECT FROM notifications n WHERE n.room_id = m.room_id${onWorkers(`n.room_id = ${ROOMS}`)} AND n.message_id = m.id
    AND n.user_id = member.user_id AND n.notification_type = 'MENTION')`;

const RECORDS = prepared(`
  SELECT c.room_id AS "roomId", c.seq, c.about -> 'mentioned' AS mentioned FROM room_changes c
  WHERE c.room_id = ${ROOMS} AND c.seq = ANY ($2) AND c.kind = '${messageChangeTypes.edited.name}'`);

const MENTIONED = prepared(`
  SELECT m.id, m.sender_id AS "senderId", array_to_json(ARRAY(
    SELECT json_build_array(member.user_id, ${IS_WAITING}, ${IS_NOTIFIED}, ${roomLevel('member')})
    FROM ${ROOM_MEMBERS} AND member.user_id <> m.sender_id AND m.seq > member.history_seq
      AND (member.user_id = ANY ($3) OR ${String(WHOLE_ROOM)} = ANY ($3)) AND ${IS_MENTIONED})) AS memberships
  FROM messages m WHERE ${NAMED} AND m.is_silent IS NOT TRUE`);

/** The members who had joined before the message; of a reply in a thread alone, those whom it concerns. */
const EARLIER_MEMBERS = `${ROOM_MEMBERS} AND member.user_id <> m.sender_id AND member.joined_seq < m.seq
  AND ${concerns('m', 'member', ROOMS)}`;

const AUDIENCES = prepared(`
  SELECT m.id, m.sender_id AS "senderId", CASE WHEN m.is_silent THEN (SELECT count(*)::int FROM ${EARLIER_MEMBERS}) END AS silent,
    ARRAY(SELECT member.user_id FROM ${EARLIER_MEMBERS} AND m.is_silent IS NOT TRUE AND ${IS_WAITING}) AS waiting,
    ARRAY(SELECT member.user_id FROM ${EARLIER_MEMBERS} AND m.is_silent IS NOT TRUE AND NOT (${IS_WAITING})) AS reached,
    array_to_json(ARRAY(
      SELECT json_build_array(member.user_id, ${roomLevel('member')})
      FROM ${EARLIER_MEMBERS} AND m.is_silent IS NOT TRUE AND ${roomLevel('member')} IS NOT NULL)) AS levels,
    ARRAY(
      SELECT n.user_id FROM mentions n
      WHERE m.has_mentions AND n.room_id = m.room_id${onWorkers(`n.room_id = ${ROOMS}`)} AND n.message_id = m.id) AS mentioned
  FROM messages m WHERE ${NAMED}`);

const MEMBERS = `
  SELECT room_id AS "roomId", count(*)::int AS count FROM room_members WHERE room_id = ${ROOMS} GROUP BY room_id`;

const MESSAGES = prepared(`
  SELECT m.id, m.sender_id AS "senderId", CASE WHEN r.pair_key IS NULL THEN r.name END AS "roomName",
    left(m.content, 4000) AS content,
    (SELECT p.sender_id FROM messages p
      WHERE p.room_id = m.room_id${onWorkers(`p.room_id = ${ROOMS}`)} AND p.id = m.parent_id) AS "parentSenderId",
    (SELECT count(*)::int FROM attachments a
      WHERE a.room_id = m.room_id${onWorkers(`a.room_id = ${ROOMS}`)} AND a.message_id = m.id) AS attachments,
    array_to_json(ARRAY(
      SELECT json_build_array(member.user_id, NOT (${IS_WAITING}), ${IS_MENTIONED}, ${IS_NOTIFIED}, ${roomLevel('member')})
      FROM ${ROOM_MEMBERS} AND member.user_id = ANY ($3))) AS memberships
  FROM messages m JOIN rooms r ON r.id = m.room_id${onWorkers(`r.id = ${ROOMS}`)}
  WHERE ${NAMED}`);
