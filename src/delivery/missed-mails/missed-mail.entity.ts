import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Whether and when it is decided about a mail of missed messages to a user. A user has at most one row. */
@Entity('missed_mails')
@Index('missed_mails_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
export class MissedMailRow {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** Null: no message has come since the last decision. */
  @Column({ type: 'timestamptz', nullable: true })
  dueAt!: Date | null;

  /** The end of the lease of the process that decides. */
  @Column({ type: 'timestamptz', nullable: true })
  leasedUntil!: Date | null;

  /** How often a process has taken it. A message that comes meanwhile raises it too: then that decision is void. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** When the last mail was handed over to be sent. */
  @Column({ type: 'timestamptz', nullable: true })
  mailedAt!: Date | null;
}
