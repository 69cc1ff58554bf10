import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The time since which records of delivery are complete, in one row. An event that is not recorded since then did not
 * happen; nothing is known of the time before.
 */
@Entity('delivery_recording')
export class DeliveryRecording {
  @PrimaryColumn({ type: 'smallint' })
  id!: number;

  /** For sessions and memberships; null: none are kept. */
  @Column({ type: 'timestamptz', nullable: true })
  since!: Date | null;

  /** For syncs; null: none are kept. */
  @Column({ type: 'timestamptz', nullable: true })
  syncsSince!: Date | null;
}
