import { isLiving } from '../../presence/node.entity.js';

/**
 * Whether a subscription is valid, in SQL. It is as valid as the token that created it: it ends with its log-in,
 * however that ends, and with the user's access.
 * @param s the alias of `push_subscriptions` @param u that of the user's row
 */
export const isUsable = (s: string, u: string): string => `(
  ${u}.is_active AND (${u}.tokens_valid_after IS NULL OR ${s}.confirmed_at >= ${u}.tokens_valid_after)
  AND (${s}.family IS NULL OR EXISTS (
    SELECT FROM refresh_tokens t
    WHERE t.family = ${s}.family AND t.revoked_at IS NULL AND t.expires_at > now() OFFSET 0)))`;

/**
 * Whether a user needs no push, in SQL: a connection on a living node has had a recent heartbeat. A connection without
 * one may be that of a phone in a pocket: its acknowledgements count, but the connection does not.
 * @param user the column of the user's id @param threshold seconds, as a parameter
 */
export const isOnline = (user: string, threshold: string): string => `EXISTS (
  SELECT FROM sessions x JOIN nodes n ON n.id = x.node_id
  WHERE x.user_id = ${user} AND ${isLiving('n')} AND x.seen_at >= now() - ${threshold} * interval '1 second' OFFSET 0)`;
