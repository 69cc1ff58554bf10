/**
 * Two users are separated while one of them blocks the other. In SQL, for statements about users alone: the table is
 * local in a database that is spread by rooms.
 */

/** Whether the one blocks the other. */
export const isBlockedBy = (blocked: string, blocker: string): string =>
  `EXISTS (SELECT FROM user_blocks b WHERE b.blocker_id = ${blocker} AND b.blocked_id = ${blocked})`;

/** Whether two users are separated. */
export const areSeparated = (one: string, other: string): string =>
  `(${isBlockedBy(one, other)} OR ${isBlockedBy(other, one)})`;

/** The ids of the users from whom one is separated, as an array. */
export const separatedFrom = (user: string): string => `ARRAY(
  SELECT b.blocked_id FROM user_blocks b WHERE b.blocker_id = ${user}
  UNION SELECT b.blocker_id FROM user_blocks b WHERE b.blocked_id = ${user})`;
