import { WHOLE_ROOM } from '../../features/messages/mentions/mention.entity.js';
import { isPending } from '../../features/messages/receipts/unread-sql.js';
import { concerns } from '../../features/messages/threads/thread-sql.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import type { PlacesOf, Types, ValuesOf } from '../../platform/database/statement.js';

export interface NamedMessage {
  readonly messageId: string;
  readonly roomId: string;
}

export const PLACES = { rooms: 'uuid[]', messages: 'uuid[]' } as const satisfies Types;
type Places = PlacesOf<typeof PLACES>;

/** The rooms and the ids of messages, each once. */
export const placesOf = (messages: readonly NamedMessage[]): ValuesOf<typeof PLACES> => ({
  rooms: [...new Set(messages.map(({ roomId }) => roomId))],
  messages: [...new Set(messages.map(({ messageId }) => messageId))],
});

/** Of messages `m`. */
export const isNamed = ({ rooms, messages }: Places): string =>
  `m.room_id = ANY (${rooms}) AND m.id = ANY (${messages}) AND NOT m.is_deleted`;

/** Parts of statements about messages `m` and their members. @param rooms the place of the ids of the rooms */
export function about(rooms: string) {
  const ofRooms = (row: string): string => onWorkers(`${row}.room_id = ANY (${rooms})`);
  const members = `room_members member WHERE member.room_id = m.room_id${ofRooms('member')}`;
  return {
    ofRooms,
    members,
    /** Those who had joined before the message; of a reply in a thread alone, those whom it concerns. */
    earlierMembers: `${members} AND member.user_id <> m.sender_id AND member.joined_seq < m.seq
      AND ${concerns('m', 'member', `ANY (${rooms})`)}`,
    isWaiting: isPending('m', 'member', `ANY (${rooms})`),
    isMentioned: `m.has_mentions IS TRUE AND EXISTS (
      SELECT FROM mentions n WHERE n.room_id = m.room_id${ofRooms('n')} AND n.message_id = m.id
        AND n.user_id IN (member.user_id, ${String(WHOLE_ROOM)}))`,
    /** Notifications of mentions are stored by edits alone. */
    isNotified: `m.has_mentions IS TRUE AND EXISTS (
      SELECT FROM notifications n WHERE n.room_id = m.room_id${ofRooms('n')} AND n.message_id = m.id
        AND n.user_id = member.user_id AND n.notification_type = 'MENTION')`,
  };
}
