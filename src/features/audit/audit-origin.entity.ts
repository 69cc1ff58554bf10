import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * From where a user did what an entry of the audit log records. An address is data of the user, so it is removed with
 * the user, while the entry and its seal stay.
 */
@Entity('audit_origins')
export class AuditOriginRow {
  @PrimaryColumn({ type: 'bigint' })
  entryId!: number;

  @Column({ type: 'integer' })
  @Index('audit_origins_of_user')
  userId!: number;

  /** Of IPv6 the network. */
  @Column({ type: 'varchar', length: 45 })
  address!: string;

  /** Null: the user had no log-in, as with an API key. */
  @Column({ type: 'uuid', nullable: true })
  sessionId!: string | null;
}
