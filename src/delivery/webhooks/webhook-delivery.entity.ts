import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { boundedDelivery } from '../../platform/database/bounded-json.js';
import { jsonColumn } from '../../platform/database/stored-text.js';

export type DeliveryState = 'pending' | 'delivered' | 'dead';
export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'dead'];

/** A delivery of one event to one webhook, kept for some days after its end. */
@Entity('webhook_deliveries')
@Index(['webhookId', 'nextAttemptAt'], { where: `state = 'pending'` })
@Index(['state', 'endedAt'], { where: `state <> 'pending'` })
@Index(['webhookId', 'id'])
@Check('webhook_deliveries_data_bounded', boundedDelivery('data'))
export class WebhookDeliveryRow {
  /** Identifies the delivery for the receiver; the same for every attempt. */
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

  /** The messages whose texts `data` contains: first the message of the event, then those that it quotes. */
  @Column({ type: 'uuid', array: true })
  @Index({ type: 'gin' })
  messageIds!: string[];

  /** Null if its subject is deleted. */
  @Column({ type: 'jsonb', nullable: true, transformer: jsonColumn })
  data!: unknown;

  /** `pending`, `delivered`, or `dead` after the last failed attempt. */
  @Column({ type: 'varchar', length: 10, default: 'pending' })
  state!: DeliveryState;

  /** The number of attempts begun. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  nextAttemptAt!: Date;

  /** Until then one process has claimed it; if that process dies, another one claims it afterwards. */
  @Column({ type: 'timestamptz', nullable: true })
  claimedUntil!: Date | null;

  /** The status of the last failed response. */
  @Column({ type: 'integer', nullable: true })
  lastStatus!: number | null;

  /** Why there was no response. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  lastError!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
