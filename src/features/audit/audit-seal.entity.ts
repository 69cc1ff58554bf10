import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/**
 * A link of the hash chain over the audit log, in the order in which the entries were sealed. The database refuses to
 * change or remove it.
 */
@Entity('audit_seals')
@Unique('audit_seals_entry_id_key', ['entryId'])
export class AuditSealRow {
  /** From 1 on, without gaps. */
  @PrimaryColumn({ type: 'bigint' })
  seq!: number;

  @Column({ type: 'bigint' })
  entryId!: number;

  /** SHA-256 of the hash before it and of the entry. */
  @Column({ type: 'bytea' })
  hash!: Buffer;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  sealedAt!: Date;
}

/** An entry that is not sealed yet. */
@Entity('audit_unsealed')
export class AuditUnsealedRow {
  @PrimaryColumn({ type: 'bigint' })
  entryId!: number;
}
