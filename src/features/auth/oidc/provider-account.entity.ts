import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An account at a provider of identities, which belongs to a user. The same person is found by it at each log-in. */
@Entity('provider_accounts')
@Index('provider_accounts_of_user', ['userId'])
export class ProviderAccount {
  @PrimaryColumn({ type: 'varchar', length: 512 })
  issuer!: string;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  subject!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** The last log-out that the provider has reported; null: none. */
  @Column({ type: 'timestamptz', nullable: true })
  loggedOutAt!: Date | null;
}

/** The session at the provider that a log-in came from. */
@Entity('provider_log_ins')
@Index('provider_log_ins_of_subject', ['issuer', 'subject'])
@Index('provider_log_ins_of_sid', ['issuer', 'sid'])
export class ProviderLogIn {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('RefreshToken', { onDelete: 'CASCADE' })
  family!: string;

  @Column({ type: 'varchar', length: 512 })
  issuer!: string;

  @Column({ type: 'varchar', length: 255 })
  subject!: string;

  /** Null: the provider has named none. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  sid!: string | null;
}
