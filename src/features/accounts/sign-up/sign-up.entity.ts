import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An account that somebody has made, for the limits of an address and of the deployment. It is kept for a day, and until the next one. */
@Entity('sign_ups')
@Index(['address', 'madeAt'])
export class SignUpRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Of IPv6 the network. */
  @Column({ type: 'varchar', length: 64 })
  address!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  @Index()
  madeAt!: Date;
}
