import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

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
