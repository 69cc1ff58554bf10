import { Column, Entity, PrimaryColumn } from 'typeorm';

export type AuditStreamName = 'file' | 'webhook';

/** How far the audit log was passed on to a receiver outside of the service. */
@Entity('audit_streams')
export class AuditStreamRow {
  @PrimaryColumn({ type: 'varchar', length: 10 })
  name!: AuditStreamName;

  /** The number of the last seal that the receiver has. */
  @Column({ type: 'bigint', default: 0 })
  seq!: number;

  /** The delivery of the next entries to the webhook; null: there is none. */
  @Column({ type: 'uuid', nullable: true })
  deliveryId!: string | null;

  /** The number of the last seal in that delivery. */
  @Column({ type: 'bigint', nullable: true })
  deliverySeq!: number | null;
}
