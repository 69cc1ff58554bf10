import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

import { haveAccess } from '../../features/users/kinds/access.js';

/** A browser that receives pushes for a user. Its endpoint is a secret of the browser, its push service and Parley. */
@Entity('push_subscriptions')
@Unique(['endpoint'])
export class PushSubscriptionRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  /** The log-in that created it, and with which it ends. Null: created with a token of another issuer. */
  @Column({ type: 'uuid', nullable: true })
  family!: string | null;

  @Column({ type: 'text' })
  endpoint!: string;

  /** The host of the endpoint, which may be shown. */
  @Column({ type: 'text' })
  host!: string;

  /** The browser's public key, 65 bytes as base64url. */
  @Column({ type: 'text' })
  p256dh!: string;

  /** 16 bytes as base64url. */
  @Column({ type: 'text' })
  auth!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When the browser last confirmed the subscription. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  confirmedAt!: Date;

  /** When its push service last accepted a push. */
  @Column({ type: 'timestamptz', nullable: true })
  lastOkAt!: Date | null;

  /** Failed pushes since then. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;
}

/**
 * Whether a subscription is valid, in SQL. It is as valid as the token that created it: it ends with its log-in,
 * however that ends, and with the user's access.
 * @param s the alias of `push_subscriptions` @param u that of the user's row
 */
export const isUsable = (s: string, u: string): string => `(
  ${haveAccess(u)} AND (${u}.tokens_valid_after IS NULL OR ${s}.confirmed_at >= ${u}.tokens_valid_after)
  AND (${s}.family IS NULL OR EXISTS (
    SELECT FROM refresh_tokens t
    WHERE t.family = ${s}.family AND t.revoked_at IS NULL AND t.expires_at > now() OFFSET 0)))`;
