import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An account that somebody wants, and that is made once its address is verified. It is kept for a day. */
@Entity('pending_accounts')
export class PendingAccountRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'varchar', length: 150 })
  username!: string;

  @Column({ type: 'text' })
  passwordHash!: string;

  @Column({ type: 'varchar', length: 254 })
  email!: string;

  @Column({ type: 'text' })
  firstName!: string;

  @Column({ type: 'text' })
  lastName!: string;

  @Column({ type: 'varchar', length: 5 })
  language!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  @Index()
  createdAt!: Date;
}
