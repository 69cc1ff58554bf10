import type { NotifyLevel } from '@parley/protocol';

import { messageChangeTypes } from '../../features/messages/history/message-event-replayer.js';
import { WHOLE_ROOM } from '../../features/messages/mentions/mention.entity.js';
import { adds } from '../../features/messages/mentions/mention-check.js';
import type { AddedMentions } from '../../features/messages/mentions/mention-check.js';
import { readsRow } from '../../features/messages/named-messages-sql.js';
import { roomLevel } from '../../features/notification-levels/level-sql.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import type { QuerySource } from '../../platform/database/query.js';
import { json, statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { about, isNamed, PLACES, placesOf } from './pushed-messages-sql.js';
import type { NamedMessage } from './pushed-messages-sql.js';

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
  /** Whether it mentions the member or the room, answers the member, or is of a chat of two. */
  readonly isAddressed: boolean;
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
  const rows = await AUDIENCES.rows(source, placesOf(messages));
  const found = new Map(rows.map((row) => [row.id, row]));
  const gone = messages.filter(({ messageId }) => !found.has(messageId)).map(({ roomId }) => roomId);
  const members = gone.length === 0 ? [] : await MEMBERS.rows(source, { rooms: [...new Set(gone)] });
  const others = new Map(members.map(({ roomId, count }) => [roomId, count - 1]));
  return messages.map(({ messageId, roomId }) => {
    const row = found.get(messageId);
    if (!row) return nobody('deleted', others.get(roomId) ?? 0);
    return row.silent === null ? audienceOf(row) : nobody('silent', row.silent);
  });
}

function audienceOf(row: RowOf<typeof AUDIENCES>): Audience {
  const { senderId, waiting, reached, levels, mentioned, answered, isOfTwo } = row;
  const mentionedIds = new Set(mentioned);
  const addressedIds = new Set([...mentioned, ...answered]);
  const levelOf = new Map(levels);
  const isAddressed = (userId: number): boolean => isOfTwo || addressedIds.has(WHOLE_ROOM) || addressedIds.has(userId);
  const candidates = [
    ...waiting.map((userId) => ({
      userId,
      senderId,
      isRead: false,
      isWaiting: true,
      level: levelOf.get(userId) ?? null,
      isMentioned: mentionedIds.has(WHOLE_ROOM) || mentionedIds.has(userId),
      isAddressed: isAddressed(userId),
    })),
    ...reached.map((userId) => ({
      userId,
      senderId,
      isRead: true,
      isWaiting: false,
      level: null,
      isMentioned: false,
      isAddressed: isAddressed(userId),
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
  const records = await RECORDS.rows(source, {
    rooms: placesOf(edits).rooms,
    seqs: edits.map(({ editSeq }) => editSeq),
  });
  const added = new Map(records.map(({ roomId, seq, mentioned }) => [`${roomId} ${String(seq)}`, mentioned]));
  const mentionsOf = ({ roomId, editSeq }: EditedMessage): AddedMentions | undefined =>
    added.get(`${roomId} ${String(editSeq)}`) ?? undefined;
  const ids = [...new Set(edits.flatMap((edit) => mentionsOf(edit)?.ids ?? []))];
  if (ids.length === 0) return edits.map(() => NOBODY);
  const rows = await MENTIONED.rows(source, { ...placesOf(edits), users: ids });
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
      isAddressed: true,
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
  const rows = await MESSAGES.rows(source, { ...placesOf(pushes), recipients });
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

const RECORDS = statement('pushed_messages.records', {
  parameters: { rooms: 'uuid[]', seqs: 'int8[]' },
  columns: { roomId: 'uuid', seq: 'int8', mentioned: json<AddedMentions | null>() },
  isPrepared: true,
  text: ({ rooms, seqs }) => `
    SELECT c.room_id AS "roomId", c.seq, c.about -> 'mentioned' AS mentioned FROM room_changes c
    WHERE c.room_id = ANY (${rooms}) AND c.seq = ANY (${seqs}) AND c.kind = '${messageChangeTypes.edited.name}'`,
});

type MentionedMember = readonly [userId: number, isWaiting: boolean, isNotified: boolean, level: NotifyLevel | null];

const MENTIONED = statement('pushed_messages.mentioned', {
  parameters: { ...PLACES, users: 'int4[]' },
  columns: { id: 'uuid', senderId: 'int4', memberships: json<readonly MentionedMember[]>() },
  isPrepared: true,
  text: ({ users, ...places }) => {
    const { members, isWaiting, isNotified, isMentioned } = about(places.rooms);
    return `
      SELECT m.id, m.sender_id AS "senderId", array_to_json(ARRAY(
        SELECT json_build_array(member.user_id, ${isWaiting}, ${isNotified}, ${roomLevel('member')})
        FROM ${members} AND member.user_id <> m.sender_id AND m.seq > member.history_seq
          AND (member.user_id = ANY (${users}) OR ${String(WHOLE_ROOM)} = ANY (${users}))
          AND ${isMentioned})) AS memberships
      FROM messages m WHERE ${isNamed(places)} AND m.is_silent IS NOT TRUE`;
  },
});

/**
 * `reached` are the members who have acknowledged or read the message. `levels` has those who have chosen one for the
 * room. {@link WHOLE_ROOM} is among `mentioned` if it mentions the room. `silent` is the number of the members, if the
 * message is silent. `answered` are the senders of the message that it answers, and of the first one of its thread.
 */
const AUDIENCES = statement('pushed_messages.audiences', {
  parameters: PLACES,
  columns: {
    id: 'uuid',
    senderId: 'int4',
    silent: 'int4 | null',
    waiting: 'int4[]',
    reached: 'int4[]',
    levels: json<readonly (readonly [userId: number, level: NotifyLevel])[]>(),
    mentioned: 'int4[]',
    answered: 'int4[]',
    isOfTwo: 'bool not null',
  },
  isPrepared: true,
  text: (places) => {
    const { earlierMembers, isWaiting, ofRooms } = about(places.rooms);
    return `
      SELECT m.id, m.sender_id AS "senderId",
        CASE WHEN m.is_silent THEN (SELECT count(*)::int FROM ${earlierMembers}) END AS silent,
        ARRAY(SELECT member.user_id FROM ${earlierMembers} AND m.is_silent IS NOT TRUE AND ${isWaiting}) AS waiting,
        ARRAY(
          SELECT member.user_id FROM ${earlierMembers} AND m.is_silent IS NOT TRUE AND NOT (${isWaiting})) AS reached,
        array_to_json(ARRAY(
          SELECT json_build_array(member.user_id, ${roomLevel('member')})
          FROM ${earlierMembers} AND m.is_silent IS NOT TRUE AND ${roomLevel('member')} IS NOT NULL)) AS levels,
        ARRAY(
          SELECT n.user_id FROM mentions n
          WHERE m.has_mentions AND n.room_id = m.room_id${ofRooms('n')} AND n.message_id = m.id) AS mentioned,
        ARRAY(
          SELECT p.sender_id FROM messages p
          WHERE p.room_id = m.room_id${ofRooms('p')} AND p.id IN (m.parent_id, m.thread_id)
            AND ${readsRow('p')}) AS answered,
        r.pair_key IS NOT NULL AS "isOfTwo"
      FROM messages m JOIN rooms r ON r.id = m.room_id${onWorkers(`r.id = ANY (${places.rooms})`)}
      WHERE ${isNamed(places)}`;
  },
});

const MEMBERS = statement('pushed_messages.members', {
  parameters: { rooms: 'uuid[]' },
  columns: { roomId: 'uuid', count: 'int4' },
  text: ({ rooms }) => `
    SELECT room_id AS "roomId", count(*)::int AS count FROM room_members
    WHERE room_id = ANY (${rooms}) GROUP BY room_id`,
});

type PushedMember = readonly [
  userId: number,
  isRead: boolean,
  isMentioned: boolean,
  isNotified: boolean,
  level: NotifyLevel | null,
];

const MESSAGES = statement('pushed_messages.messages', {
  parameters: { ...PLACES, recipients: 'int4[]' },
  columns: {
    id: 'uuid',
    senderId: 'int4',
    roomName: 'text | null',
    content: 'text',
    parentSenderId: 'int4 | null',
    attachments: 'int4',
    memberships: json<readonly PushedMember[]>(),
  },
  isPrepared: true,
  text: ({ recipients, ...places }) => {
    const { members, isWaiting, isMentioned, isNotified, ofRooms } = about(places.rooms);
    return `
      SELECT m.id, m.sender_id AS "senderId", CASE WHEN r.pair_key IS NULL THEN r.name END AS "roomName",
        left(m.content, 4000) AS content,
        (SELECT p.sender_id FROM messages p
          WHERE p.room_id = m.room_id${ofRooms('p')} AND p.id = m.parent_id AND ${readsRow('p')}) AS "parentSenderId",
        (SELECT count(*)::int FROM attachments a
          WHERE a.room_id = m.room_id${ofRooms('a')} AND a.message_id = m.id) AS attachments,
        array_to_json(ARRAY(
          SELECT json_build_array(
            member.user_id, NOT (${isWaiting}), ${isMentioned}, ${isNotified}, ${roomLevel('member')})
          FROM ${members} AND member.user_id = ANY (${recipients}))) AS memberships
      FROM messages m JOIN rooms r ON r.id = m.room_id${onWorkers(`r.id = ANY (${places.rooms})`)}
      WHERE ${isNamed(places)}`;
  },
});
