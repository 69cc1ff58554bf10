import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import type { SearchFilters } from './search-filters.js';
import { FIRST_ID, ID, LAST_ID, ROOMS_UNTIL_DEADLINE } from './ranked-sql.js';

/** The rows by which the messages of a room are found, from the rarest to the most frequent. */
type Rows = 'pin' | 'poll' | 'file' | 'sender';

const rowsFor = ({ has }: SearchFilters): Rows => {
  if (has.has('pin')) return 'pin';
  if (has.has('poll')) return 'poll';
  return has.has('file') || has.has('image') ? 'file' : 'sender';
};

const IN_ROOM = `m.room_id = s.room_id${onWorkers('m.room_id = ANY ($1)')}`;

/** `searched_text` fails after the deadline, here for each row that is read. The cheapest text is enough. */
const inTime = (condition: string): string =>
  `CASE WHEN searched_text(left(m.id::text, 1)) <> '' THEN ${condition} END`;

/** The newest messages with rows in a table that has one of them for each message. */
const newestOf = (table: string, condition: string): string => `
  SELECT c.room_id, c.message_id AS id FROM ${table} c CROSS JOIN LATERAL (
    SELECT m.id FROM messages m WHERE m.room_id = c.room_id AND m.id = c.message_id AND ${condition} LIMIT 1) m
  WHERE c.room_id = s.room_id${onWorkers('c.room_id = ANY ($1)')} AND c.message_id < $3
  ORDER BY c.message_id DESC LIMIT $5`;

/** In one room of the user, each by an index that has the order of the result. */
const NEWEST: Readonly<Record<Rows, (condition: string) => string>> = {
  // A room has few pins, and they have another order.
  pin: (condition) => `
  SELECT m.room_id, m.id FROM messages m
  WHERE ${IN_ROOM} AND m.pinned_seq IS NOT NULL AND ${ID} < $3 AND ${condition} ORDER BY ${ID} DESC LIMIT $5`,
  poll: (condition) => newestOf('polls', condition),
  file: (condition) => newestOf('(SELECT room_id, message_id FROM attachments WHERE position = 0)', condition),
  sender: (condition) => `
  SELECT m.room_id, m.id FROM messages m
  WHERE ${IN_ROOM} AND m.sender_id = $6 AND m.id < $3 AND ${condition} ORDER BY m.id DESC LIMIT $5`,
};

/** All matches are ranked alike, so that their order is that of the ids. */
const UNRANKED = `0 AS whole_words, 0 AS ranked, '${LAST_ID}'::uuid AS newest, '${FIRST_ID}'::uuid AS oldest`;

/**
 * Names the newest messages that filters find without words. Its parameters: the rooms, the user, the exclusive upper
 * bound, the seconds until the deadline, the number of messages, and those of the filters, the sender first.
 *
 * It reads as many messages in each room as it returns, and those that only some of the filters match: until the
 * deadline, as all searches do.
 * @param conditions conditions on a message `m`
 */
export function newestStatement(filters: SearchFilters, conditions: readonly string[]): string {
  const visible = ['NOT m.is_deleted', 'm.seq > s.history_seq', ...conditions].join(' AND ');
  return `SELECT found.room_id, found.id AS message_id, ${UNRANKED} FROM room_members s
    CROSS JOIN LATERAL (${NEWEST[rowsFor(filters)](inTime(visible))}) found
    WHERE s.user_id = $2 AND s.room_id = ANY (${ROOMS_UNTIL_DEADLINE}::uuid[])${onWorkers('s.room_id = ANY ($1)')}
    ORDER BY found.id DESC LIMIT $5`;
}
