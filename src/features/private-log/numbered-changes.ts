/** The number of latest changes that a log keeps. A client that is further behind gets the whole private state. */
export const KEPT_CHANGES = 1_000;

/**
 * Parts of a statement that records changes of many users, in SQL. Logs are locked in the order of their users, after
 * all that the statement has locked before. Nodes find the numbers in their next poll, and send the changes then.
 * @param changes a relation of the statement with the columns `user_id` and `key`
 * @param kind SQL of the name of the kind of private state, which may name columns of a change `c`
 */
export const numberedChanges = (changes: string, kind: string): string => `
  private_heads AS (
    INSERT INTO private_logs AS l (user_id, last_seq)
    SELECT c.user_id, count(*) FROM ${changes} c GROUP BY c.user_id ORDER BY c.user_id
    ON CONFLICT (user_id) DO UPDATE SET last_seq = l.last_seq + excluded.last_seq RETURNING user_id, last_seq
  ), private_old AS (
    DELETE FROM private_changes o USING private_heads h
    WHERE o.user_id = h.user_id AND o.seq <= h.last_seq - ${String(KEPT_CHANGES)}
  ), private_new AS (
    INSERT INTO private_changes (user_id, seq, kind, key)
    SELECT c.user_id, h.last_seq + 1 - row_number() OVER (PARTITION BY c.user_id ORDER BY c.key), ${kind}, c.key
    FROM ${changes} c JOIN private_heads h ON h.user_id = c.user_id
  )`;
