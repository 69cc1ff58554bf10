import { isLiving } from '../presence/index.js';

/**
 * Whether a browser still takes pushes for its user, in SQL. A subscription is as good as the token that it came with:
 * it ends with its log-in, however that ends, and with the user's access.
 * @param s the alias of `push_subscriptions` @param u that of the user's row
 */
export const isGood = (s: string, u: string): string => `(
  ${u}.is_active AND (${u}.tokens_valid_after IS NULL OR ${s}.confirmed_at >= ${u}.tokens_valid_after)
  AND (${s}.family IS NULL OR EXISTS (
    SELECT FROM refresh_tokens t
    WHERE t.family = ${s}.family AND t.revoked_at IS NULL AND t.expires_at > now() OFFSET 0)))`;

/**
 * Whether a user is reached without a push, in SQL: by a socket, on any living node, whose client has said lately that it
 * is there. A socket without a sign of life may be that of a telephone in a pocket: what it acknowledges counts, and it
 * does not.
 * @param user the column of the user's id @param threshold seconds, as a parameter
 */
export const isThere = (user: string, threshold: string): string => `EXISTS (
  SELECT FROM sessions x JOIN nodes n ON n.id = x.node_id
  WHERE x.user_id = ${user} AND ${isLiving('n')} AND x.seen_at >= now() - ${threshold} * interval '1 second' OFFSET 0)`;
