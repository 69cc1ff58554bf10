import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The pushes of one message. Until its recipients are resolved, it has one row without a user. Then it has a row for
 * each browser that gets it, and a row for each member who gets none, with the reason, or one row for all of these if
 * they are many.
 */
@Entity('pushes')
@Index(['userId', 'id'])
@Index(['roomId', 'seq'])
@Index(['dueAt', 'id'], { where: `state = 'pending' AND user_id IS NULL` })
export class PushRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** The message may be deleted by now. */
  @Column({ type: 'uuid' })
  messageId!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @Column({ type: 'bigint' })
  seq!: number;

  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number | null;

  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('PushSubscriptionRow', { onDelete: 'SET NULL' })
  @Index({ where: 'subscription_id IS NOT NULL' })
  subscriptionId!: string | null;

  /** The number of members that it stands for. */
  @Column({ type: 'integer', default: 1 })
  members!: number;

  /** `pending`, `sent` or `unsent`. */
  @Column({ type: 'varchar', length: 10, default: 'pending' })
  state!: string;

  /** Why it was not sent. */
  @Column({ type: 'varchar', length: 20, nullable: true })
  reason!: string | null;

  /** The last status of the push service. */
  @Column({ type: 'integer', nullable: true })
  status!: number | null;

  @Column({ type: 'timestamptz' })
  @Index({ where: `state = 'pending'` })
  dueAt!: Date;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  @Index()
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  doneAt!: Date | null;
}
