import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Work of a feature that is to be done at a time. It is deleted in the transaction that does the work. */
@Entity('timers')
@Index('timers_due', ['dueAt'])
@Index('timers_user', ['userId'])
export class TimerRow {
  /** The name of a kind of timers. */
  @PrimaryColumn({ type: 'varchar', length: 20 })
  kind!: string;

  /** Identifies the object of the work within its kind. */
  @PrimaryColumn({ type: 'varchar', length: 200 })
  key!: string;

  /** By the clock of the database. After a failure: the time of the next attempt. */
  @Column({ type: 'timestamptz' })
  dueAt!: Date;

  /** The user whose timer it is: the timers of users take turns. Null: it is nobody's. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number | null;

  /** The number of failures. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;
}
