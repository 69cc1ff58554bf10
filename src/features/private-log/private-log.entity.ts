import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The private log of a user: the changes that only the user receives. A user without a row has had none. */
@Entity('private_logs')
export class PrivateLogRow {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** The number of the latest change. */
  @Column({ type: 'bigint' })
  lastSeq!: number;
}

/**
 * The item that a number of a private log has changed. The item itself is stored by its feature, in its present state.
 */
@Entity('private_changes')
export class PrivateChangeRow {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @PrimaryColumn({ type: 'bigint' })
  seq!: number;

  /** The name of a kind of private state. */
  @Column({ type: 'varchar', length: 20 })
  kind!: string;

  /** Identifies the item within its kind. */
  @Column({ type: 'varchar', length: 100 })
  key!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
