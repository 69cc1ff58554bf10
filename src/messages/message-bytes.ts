/**
 * The bytes of messages on the wire, measured by the database before their rows are read. All of it is SQL for
 * {@link withMessages}, whose relations it names.
 */

/** The keys, times, ids and punctuation of a message as JSON, without its texts, lists and users. */
const MESSAGE_FRAME = 600;
const ATTACHMENT_FRAME = 400;
const RECEIPT_FRAME = 80;
const REACTION_FRAME = 100;

/** The bytes of an answer beside the entries of its list. */
const ENVELOPE = 4_096;

/**
 * The bytes that the entries of a list may take.
 * @param answerBytes the maximum size of an answer
 */
export const listBytes = (answerBytes: number): number => answerBytes - ENVELOPE;

const jsonBytes = (text: string): string => `octet_length(to_json(${text})::text)`;

/** How the rows of a statement are limited by the bytes that they take on the wire. */
export interface ByteLimit {
  /** The parameter with the maximum number of bytes of all rows together. */
  readonly most: string;
  /** The parameter with the maximum number of bytes of the first row, which is returned in any case; `most` by default. */
  readonly mostOfFirst?: string;
  /** Columns of the naming SELECT: the rows that come first in this order are kept. */
  readonly keep: string;
  /** SQL: the bytes of a row besides its message. It may use the columns of the naming SELECT. */
  readonly beside?: string;
  /** Whether the rows that do not fit are returned too, all without their messages. */
  readonly allRows?: boolean;
  /** How often a row may contain the content of its message: 1 by default. */
  readonly copies?: number;
}

/**
 * The relations `fitting` and `needed` of {@link withMessages}: the naming rows that fit with the one after them, and
 * the messages of those that fit. A first row that does not fit is needed too.
 *
 * A row is measured by its stored bytes first, which are in the row even if the value is stored elsewhere. Only the
 * rows whose stored bytes fit are measured as JSON, so the database never reads the values of more rows than fit. Users
 * are measured as the largest of all.
 */
export const measuredRows = ({
  most,
  mostOfFirst = most,
  keep,
  beside = '0',
  allRows = false,
  copies = 1,
}: ByteLimit): string => `
  largest AS MATERIALIZED (
    SELECT coalesce(max(octet_length(shown::text)), 0) AS person,
      coalesce(max(${jsonBytes("shown ->> 'username'")}), 0) AS username
    FROM persons
  ), weighed AS MATERIALIZED (
    SELECT s.id, s.content, s.parent_id, s.forwarded_from_id,
      ${String(MESSAGE_FRAME)} + largest.person
        + coalesce(r.count, 0) * (largest.person + largest.username + ${String(RECEIPT_FRAME)})
        + coalesce(e.count, 0) * (largest.person + ${String(REACTION_FRAME)}) + coalesce(e.bytes, 0) AS lists,
      octet_length(s.content) + coalesce(a.bytes, 0) AS stored
    FROM shown s CROSS JOIN largest
    LEFT JOIN (SELECT message_id, count(*) FROM receipted GROUP BY message_id) r ON r.message_id = s.id
    LEFT JOIN (
      SELECT message_id, count(*), sum(${jsonBytes('content')}) AS bytes FROM reacted GROUP BY message_id
    ) e ON e.message_id = s.id
    CROSS JOIN LATERAL (
      SELECT sum(${String(ATTACHMENT_FRAME)} + octet_length(media_url) + octet_length(caption)
        + coalesce(metadata_bytes, pg_column_size(metadata))) AS bytes
      FROM attachments WHERE message_id = s.id OFFSET 0) a
  ), placed AS MATERIALIZED (
    SELECT naming.*, row_number() OVER (ORDER BY ${keep}) AS place, ${beside} AS beside FROM naming
  ), stored AS MATERIALIZED (
    SELECT placed.place, own.id AS own_id, own.parent_id, own.forwarded_from_id,
      sum(placed.beside + coalesce(own.lists + own.stored, 0) + coalesce(parent.lists + parent.stored, 0)
        + coalesce(source.lists + source.stored, 0)) OVER by_place AS stored_sum,
      placed.beside + coalesce(own.lists, 0) + coalesce(parent.lists, 0) + coalesce(source.lists, 0) AS beside
    FROM placed
    LEFT JOIN weighed own ON own.id = placed.message_id
    LEFT JOIN weighed parent ON parent.id = own.parent_id
    LEFT JOIN weighed source ON source.id = own.forwarded_from_id
    WINDOW by_place AS (ORDER BY placed.place ROWS UNBOUNDED PRECEDING)
  ), weights AS MATERIALIZED (
    SELECT s.id, ${String(copies)} * ${jsonBytes('s.content')} + coalesce((
      SELECT sum(${String(ATTACHMENT_FRAME)} + ${jsonBytes('media_url')} + ${jsonBytes('caption')}
        + coalesce(metadata_bytes, octet_length(metadata::text)))
      FROM attachments WHERE message_id = s.id), 0) AS bytes
    FROM weighed s
    WHERE s.id IN (
      SELECT unnest(ARRAY[own_id, parent_id, forwarded_from_id]) FROM stored WHERE stored_sum <= ${most} OR place = 1)
  ), summed AS MATERIALIZED (
    SELECT stored.place, stored.stored_sum, stored.own_id, stored.parent_id, stored.forwarded_from_id,
      sum(stored.beside + coalesce(own.bytes, 0) + coalesce(parent.bytes, 0) + coalesce(source.bytes, 0))
        OVER (ORDER BY stored.place ROWS UNBOUNDED PRECEDING) AS wire_sum
    FROM stored
    LEFT JOIN weights own ON own.id = stored.own_id
    LEFT JOIN weights parent ON parent.id = stored.parent_id
    LEFT JOIN weights source ON source.id = stored.forwarded_from_id
  ), judged AS MATERIALIZED (
    SELECT summed.*, stored_sum <= ${most} AND wire_sum <= ${most} AS fits,
      place = 1 AND wire_sum > ${mostOfFirst} AS is_shortened
    FROM summed
  ), fitting AS MATERIALIZED (
    SELECT placed.*, judged.fits, judged.is_shortened FROM placed JOIN judged ON judged.place = placed.place
    ${allRows ? '' : 'WHERE placed.place <= 1 + greatest(1, (SELECT count(*) FROM judged WHERE fits))'}
  ), needed AS MATERIALIZED (
    SELECT DISTINCT unnest(ARRAY[own_id, parent_id, forwarded_from_id]) AS id FROM judged WHERE fits OR place = 1
  )`;
