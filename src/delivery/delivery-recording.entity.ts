import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Since when records of delivery are complete, in its one row. What is not recorded since then did not happen; of what was
 * before, nobody knows.
 */
@Entity('delivery_recording')
export class DeliveryRecording {
  @PrimaryColumn({ type: 'smallint' })
  id!: number;

  /** Of sessions and memberships; null: none are kept. */
  @Column({ type: 'timestamptz', nullable: true })
  since!: Date | null;

  /** Of syncs; null: none are kept. */
  @Column({ type: 'timestamptz', nullable: true })
  syncsSince!: Date | null;
}
