import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import { jsonColumn } from '../database/stored-text.js';

/** A notification to every running process, from the process that made a change. */
@Entity('signals')
export class SignalRow {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  kind!: string;

  @Column({ type: 'jsonb', transformer: jsonColumn })
  payload!: unknown;

  /** Nodes of release 0.3 name this column. The default has the form in which TypeORM reads it: without casts. */
  @Column({ type: 'bigint', default: () => '((pg_current_xact_id()))' })
  @Index()
  transaction!: number;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  @Index()
  createdAt!: Date;
}
