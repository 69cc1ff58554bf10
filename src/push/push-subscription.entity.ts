import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A browser that takes pushes for a user. Its endpoint is a secret between the browser, its push service and us. */
@Entity('push_subscriptions')
@Unique(['endpoint'])
export class PushSubscriptionRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  /** The log-in that it was made in, and ends with. Null: by a token of another issuer. */
  @Column({ type: 'uuid', nullable: true })
  family!: string | null;

  @Column({ type: 'text' })
  endpoint!: string;

  /** That of the endpoint: what may be told of it. */
  @Column({ type: 'text' })
  host!: string;

  @Column({ type: 'text' })
  p256dh!: string;

  @Column({ type: 'text' })
  auth!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When the browser last said that it is so. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  confirmedAt!: Date;

  /** When its push service last took a push. */
  @Column({ type: 'timestamptz', nullable: true })
  lastOkAt!: Date | null;

  /** Pushes since then that it did not take. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;
}
