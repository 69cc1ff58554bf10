import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { FILE_NAME } from '../../platform/database/searched-text/searched-text-sql.js';

/** The number of matches that are ranked together. */
export const MOST_RANKED = 1_000;
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The index of message ids does not contain this expression. Otherwise the planner would read the newest messages of
 * all users, until it has found enough matches.
 */
export const ID = `greatest(m.id, '${FIRST_ID}'::uuid)`;

/** The statement sets the deadline before it reads the index. Each worker of a distributed database has its own. */
export const ROOMS_UNTIL_DEADLINE = `(
  SELECT CASE WHEN set_config('parley.search_until', (clock_timestamp() + make_interval(secs => $4))::text, true) <> ''
    THEN $1::uuid[] END)`;

/** The number of searched words that a text contains as whole words. PostgreSQL computes it after LIMIT. */
const wholeWordsOf = (text: string): string => `(
  SELECT count(*)::int FROM (SELECT searched_text(${text}) AS text OFFSET 0) searched, unnest($8::text[]) word
  WHERE strpos(searched.text, word) > 0)`;

/** The newest messages of which something matches, without an order of rooms. */
const NEWEST = `ORDER BY id DESC LIMIT ${String(MOST_RANKED)}`;

/** Conditions on a message `m`: it is in the part of the history that the user sees, and in the range of the search. */
const IN_RANGE = `NOT m.is_deleted
  AND (m.room_id <> ALL ($2::uuid[]) OR m.seq > ($3::bigint[])[array_position($2::uuid[], m.room_id)])
  AND ${ID} <= $5 AND ${ID} < $6 AND ${ID} >= $7`;

const hasAll = (text: string, parts: readonly string[]): string =>
  parts.map((part) => `searched_text(${text}) LIKE ${part}`).join(' AND ');

/**
 * The messages whose text has all parts. One index covers rooms and words; the filters are no reason to use another
 * one.
 */
const byText = (parts: readonly string[], filters: readonly string[]): string => `
  SELECT m.room_id, ${ID} AS id, ${wholeWordsOf('m.content')} AS whole_words FROM messages m
  WHERE ${IN_RANGE} AND ARRAY[m.room_id] && ${ROOMS_UNTIL_DEADLINE}${onWorkers('m.room_id = ANY ($1)')}
    AND ${hasAll('m.content', parts)}${whetherAll(filters)} ${NEWEST}`;

/** The messages of which one file has all parts in its name. A message with several such files is one match. */
const byName = (parts: readonly string[], filters: readonly string[]): string => `
  SELECT m.room_id, m.id, max(${wholeWordsOf(FILE_NAME)}) AS whole_words FROM attachments a
  CROSS JOIN LATERAL (
    SELECT m.room_id, ${ID} AS id FROM messages m
    WHERE m.room_id = a.room_id AND m.id = a.message_id AND ${IN_RANGE}${whetherAll(filters)} LIMIT 1) m
  WHERE a.file IS NOT NULL AND ARRAY[a.room_id] && ${ROOMS_UNTIL_DEADLINE}${onWorkers('a.room_id = ANY ($1)')}
    AND ${hasAll(FILE_NAME, parts)}
  GROUP BY m.room_id, m.id ${NEWEST}`;

/**
 * Names a page of matches, and what is ranked together. Its parameters: the rooms, those with a hidden history and the
 * last hidden number of each, the seconds until the deadline, the newest match, the exclusive upper bound, the oldest
 * match, the words as whole words, the rank of the last match of the previous page, the size of the page, and those of
 * the parts and the filters.
 *
 * The indexes return matches without an order. `searched_text` fails after the deadline, with the SQLSTATE of a
 * timeout. A blank at either end of a word is matched like a letter.
 * @param inText the parameters of the parts that a text has
 * @param inName those that otherwise the name of a file has; empty: names are not searched
 * @param filters conditions on a message `m`
 */
export function rankedStatement(
  inText: readonly string[],
  inName: readonly string[],
  filters: readonly string[],
): string {
  const found = [byText(inText, filters), ...(inName.length > 0 ? [byName(inName, filters)] : [])];
  return `SELECT room_id, id AS message_id, whole_words, ranked, newest, oldest FROM (
     SELECT room_id, id, whole_words, (count(*) OVER ())::int AS ranked,
       first_value(id) OVER all_of_them AS newest, last_value(id) OVER all_of_them AS oldest
     FROM (
       SELECT room_id, id, max(whole_words) AS whole_words FROM (${found.map((each) => `(${each})`).join(' UNION ALL ')}) found
       GROUP BY room_id, id ${NEWEST}) newest
     WINDOW all_of_them AS (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) ranked
   WHERE (whole_words, id) < ($9::int, $10::uuid)
   ORDER BY whole_words DESC, id DESC LIMIT $11`;
}

/** The planner sees one condition, which no index has. */
const whetherAll = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` AND (${conditions.join(' AND ')}) IS TRUE`;
