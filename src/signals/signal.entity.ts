import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Something that every running process must act on, told by whichever process changed it. */
@Entity('signals')
export class SignalRow {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  kind!: string;

  @Column({ type: 'jsonb' })
  payload!: unknown;

  /** The transaction that announced it. The default is written as TypeORM reads it, which is without its casts. */
  @Column({ type: 'bigint', default: () => '((pg_current_xact_id()))' })
  @Index()
  transaction!: number;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  @Index()
  createdAt!: Date;
}
