import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The right of one process to do a task of the deployment, until it expires. */
@Entity('leases')
export class Lease {
  /** The name of the task. */
  @PrimaryColumn({ type: 'varchar', length: 40 })
  name!: string;

  /** A random id of the process. */
  @Column({ type: 'uuid' })
  holder!: string;

  /** The fencing number: one more with each change of the holder. */
  @Column({ type: 'bigint' })
  fence!: number;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
