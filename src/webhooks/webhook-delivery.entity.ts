import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { boundedDelivery, jsonColumn } from '../database/index.js';

/** Something that one webhook is told, until it has taken it, and for some days after that. */
@Entity('webhook_deliveries')
@Index(['webhookId', 'nextAttemptAt'], { where: `state = 'pending'` })
@Index(['state', 'endedAt'], { where: `state <> 'pending'` })
@Index(['webhookId', 'id'])
@Check('webhook_deliveries_data_bounded', boundedDelivery('data'))
export class WebhookDeliveryRow {
  /** What the receiver knows it by, however often it is told. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('WebhookRow', { onDelete: 'CASCADE' })
  webhookId!: string;

  @Column({ type: 'varchar', length: 40 })
  event!: string;

  @Column({ type: 'uuid', nullable: true })
  @Index({ where: 'room_id IS NOT NULL' })
  roomId!: string | null;

  @Column({ type: 'bigint', nullable: true })
  seq!: number | null;

  /** The messages whose texts stand in `data`: first the one that it is about, then those that this one quotes. */
  @Column({ type: 'uuid', array: true })
  @Index({ type: 'gin' })
  messageIds!: string[];

  /** Null where what it told of is deleted. */
  @Column({ type: 'jsonb', nullable: true, transformer: jsonColumn })
  data!: unknown;

  /** `pending`, `delivered`, or `dead`: given up. */
  @Column({ type: 'varchar', length: 10, default: 'pending' })
  state!: string;

  /** Those that were begun. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  nextAttemptAt!: Date;

  /** Until then a process is at it; if that is dead, another begins after it. */
  @Column({ type: 'timestamptz', nullable: true })
  claimedUntil!: Date | null;

  /** Of the last answer, which did not take it. */
  @Column({ type: 'integer', nullable: true })
  lastStatus!: number | null;

  /** Why there was no answer. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  lastError!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
