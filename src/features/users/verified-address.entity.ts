import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** The address of a user who receives mail there. It belongs to one user alone. */
@Entity('verified_addresses')
@Unique(['userId'])
export class VerifiedAddressRow {
  /** The form in which addresses are compared: two that reach one mailbox have the same. */
  @PrimaryColumn({ type: 'varchar', length: 254 })
  addressKey!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  verifiedAt!: Date;
}
