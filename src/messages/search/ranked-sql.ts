import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { prepared } from '../../platform/database/prepared.js';

/** The number of matches that are ranked together. */
export const MOST_RANKED = 1_000;
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const memberships = (rooms: string): string =>
  prepared(`SELECT room_id, history_seq FROM room_members WHERE user_id = $1${rooms}`);

/** The memberships of a user, in one PostgreSQL. */
export const MEMBERSHIPS = memberships('');

/** The memberships of a user in these rooms. */
export const MEMBERSHIPS_IN = memberships(' AND room_id = ANY ($2)');

/** The membership of a user in a room, with the latest number of the room. */
export const MEMBERSHIP = prepared(`
  SELECT s.room_id, s.history_seq, r.last_seq FROM room_members s JOIN rooms r ON r.id = $2
  WHERE s.user_id = $1 AND s.room_id = $2`);

/**
 * The index of message ids does not contain this expression. Otherwise the planner would read the newest messages of all
 * users, until it has found enough matches.
 */
export const ID = `greatest(m.id, '${FIRST_ID}'::uuid)`;

/** The statement sets the deadline before it reads the index. Each worker of a distributed database has its own. */
export const ROOMS_UNTIL_DEADLINE = `(
  SELECT CASE WHEN set_config('parley.search_until', (clock_timestamp() + make_interval(secs => $4))::text, true) <> ''
    THEN $1::uuid[] END)`;

/** The number of searched words that a message contains as whole words. PostgreSQL computes it after LIMIT. */
const WHOLE_WORDS = `(
  SELECT count(*)::int FROM (SELECT searched_text(m.content) AS text OFFSET 0) searched, unnest($8::text[]) word
  WHERE strpos(searched.text, word) > 0)`;

/**
 * Names a page of matches, and what is ranked together. Its parameters: the rooms, those with a hidden history and the
 * last hidden number of each, the seconds until the deadline, the newest match, the exclusive upper bound, the oldest
 * match, the words as whole words, the rank of the last match of the previous page, the size of the page, and those of
 * the parts and the filters.
 *
 * One index covers rooms and words, and returns matches without an order; the filters are no reason to use another one.
 * `searched_text` fails after the deadline, with the SQLSTATE of a timeout. A blank at either end of a word is matched
 * like a letter.
 * @param parts the parameters of the parts of the words
 * @param filters conditions on a message `m`
 */
export const rankedStatement = (parts: readonly string[], filters: readonly string[]): string =>
  `SELECT room_id, id AS message_id, whole_words, ranked, newest, oldest FROM (
     SELECT room_id, id, whole_words, (count(*) OVER ())::int AS ranked,
       first_value(id) OVER all_of_them AS newest, last_value(id) OVER all_of_them AS oldest
     FROM (
       SELECT m.room_id, m.id, ${WHOLE_WORDS} AS whole_words FROM messages m
       WHERE NOT m.is_deleted AND ARRAY[m.room_id] && ${ROOMS_UNTIL_DEADLINE}${onWorkers('m.room_id = ANY ($1)')}
         AND (m.room_id <> ALL ($2::uuid[]) OR m.seq > ($3::bigint[])[array_position($2::uuid[], m.room_id)])
         AND ${ID} <= $5 AND ${ID} < $6 AND ${ID} >= $7
         AND ${parts.map((part) => `searched_text(m.content) LIKE ${part}`).join(' AND ')}${whetherAll(filters)}
       ORDER BY ${ID} DESC LIMIT ${String(MOST_RANKED)}) newest
     WINDOW all_of_them AS (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) ranked
   WHERE (whole_words, id) < ($9::int, $10::uuid)
   ORDER BY whole_words DESC, id DESC LIMIT $11`;

/** The planner sees one condition, which no index has. */
const whetherAll = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` AND (${conditions.join(' AND ')}) IS TRUE`;
