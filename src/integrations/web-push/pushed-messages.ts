import { WHOLE_ROOM } from '../../messages/mentions/mention.entity.js';
import { concerns } from '../../messages/threads/thread-sql.js';
import { isPending } from '../../messages/receipts/unread-sql.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { prepared } from '../../platform/database/prepared.js';
import type { QuerySource } from '../../platform/database/query.js';

/** A message in its room. */
interface NamedMessage {
  readonly messageId: string;
  readonly roomId: string;
}

/** The other members who had joined a room before a message. */
export interface Audience {
  readonly waiting: readonly number[];
  /** Those who have acknowledged or read it. */
  readonly reached: readonly number[];
  /** The number of other members, and why none of them gets a push: then the lists are empty. */
  readonly unsent: { readonly members: number; readonly reason: 'deleted' | 'silent' } | undefined;
}

/** An existing message, and the recipients of its pushes. */
export interface MessageToPush {
  readonly id: string;
  readonly senderId: number;
  /** Null for a chat of two. */
  readonly roomName: string | null;
  /** Its beginning: a push has space for no more. */
  readonly content: string;
  readonly attachments: number;
  /** Whether the recipient has acknowledged or read it; without an entry, the recipient is no member any more. */
  readonly isReadBy: ReadonlyMap<number, boolean>;
  /** The recipients whom it mentions, also as the whole room. */
  readonly mentioned: ReadonlySet<number>;
  /** The sender of the message that it answers; null: it answers none. */
  readonly parentSenderId: number | null;
}

/** The members of each of these messages at the time of the read, in the same order. */
export async function audiencesOf(source: QuerySource, messages: readonly NamedMessage[]): Promise<Audience[]> {
  const rows = await source.query<AudienceRow[]>(AUDIENCES, placesOf(messages));
  const found = new Map(rows.map((row) => [row.id, row]));
  const gone = messages.filter(({ messageId }) => !found.has(messageId)).map(({ roomId }) => roomId);
  const members = gone.length === 0 ? [] : await source.query<MembersRow[]>(MEMBERS, [[...new Set(gone)]]);
  const others = new Map(members.map(({ roomId, count }) => [roomId, count - 1]));
  return messages.map(({ messageId, roomId }) => {
    const row = found.get(messageId);
    if (!row) return nobody('deleted', others.get(roomId) ?? 0);
    return row.silent === null ? { ...row, unsent: undefined } : nobody('silent', row.silent);
  });
}

const nobody = (reason: 'deleted' | 'silent', members: number): Audience => ({
  ...{ waiting: [], reached: [], unsent: { members, reason } },
});

/** The existing ones of the messages of these pushes. */
export async function messagesToPush(
  source: QuerySource,
  pushes: readonly (NamedMessage & { readonly userId: number })[],
): Promise<MessageToPush[]> {
  const recipients = [...new Set(pushes.map(({ userId }) => userId))];
  const rows = await source.query<MessageRow[]>(MESSAGES, [...placesOf(pushes), recipients]);
  return rows.map(({ seats, ...message }) => ({
    ...message,
    isReadBy: new Map(seats.map(([userId, isRead]) => [userId, isRead])),
    mentioned: new Set(seats.flatMap(([userId, , isMentioned]) => (isMentioned ? userId : []))),
  }));
}

interface AudienceRow extends Pick<Audience, 'waiting' | 'reached'> {
  readonly id: string;
  /** The number of the members, if the message is silent. */
  readonly silent: number | null;
}

interface MembersRow {
  readonly roomId: string;
  readonly count: number;
}

interface MessageRow extends Omit<MessageToPush, 'isReadBy' | 'mentioned'> {
  readonly seats: readonly (readonly [userId: number, isRead: boolean, isMentioned: boolean])[];
}

/** The rooms and the ids of messages, each once. */
const placesOf = (messages: readonly NamedMessage[]): [rooms: string[], ids: string[]] => [
  [...new Set(messages.map(({ roomId }) => roomId))],
  [...new Set(messages.map(({ messageId }) => messageId))],
];

const ROOMS = 'ANY ($1)';
const NAMED = `m.room_id = ${ROOMS} AND m.id = ANY ($2) AND NOT m.is_deleted`;
const SEATS = `room_members seat WHERE seat.room_id = m.room_id${onWorkers(`seat.room_id = ${ROOMS}`)}`;
const IS_WAITING = isPending('m', 'seat', ROOMS);

const IS_MENTIONED = `m.has_mentions IS TRUE AND EXISTS (
  SELECT FROM mentions n WHERE n.room_id = m.room_id${onWorkers(`n.room_id = ${ROOMS}`)} AND n.message_id = m.id
    AND n.user_id IN (seat.user_id, ${String(WHOLE_ROOM)}))`;

/** The members who had joined before the message; of a reply in a thread alone, those whom it concerns. */
const EARLIER_SEATS = `${SEATS} AND seat.user_id <> m.sender_id AND seat.joined_seq < m.seq
  AND ${concerns('m', 'seat', ROOMS)}`;

const AUDIENCES = prepared(`
  SELECT m.id, CASE WHEN m.is_silent THEN (SELECT count(*)::int FROM ${EARLIER_SEATS}) END AS silent,
    ARRAY(SELECT seat.user_id FROM ${EARLIER_SEATS} AND m.is_silent IS NOT TRUE AND ${IS_WAITING}) AS waiting,
    ARRAY(SELECT seat.user_id FROM ${EARLIER_SEATS} AND m.is_silent IS NOT TRUE AND NOT (${IS_WAITING})) AS reached
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
      SELECT json_build_array(seat.user_id, NOT (${IS_WAITING}), ${IS_MENTIONED}) FROM ${SEATS} AND seat.user_id = ANY ($3))) AS seats
  FROM messages m JOIN rooms r ON r.id = m.room_id${onWorkers(`r.id = ${ROOMS}`)}
  WHERE ${NAMED}`);
