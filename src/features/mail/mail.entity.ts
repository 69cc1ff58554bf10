import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** `dropped`: there was nothing to tell any more when it was due. */
export const mailStates = ['pending', 'sent', 'dropped', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** A mail. It is kept for some days after its end, for the limits of a day and for administrators. */
@Entity('mails')
@Index('mails_due', ['dueAt'], { where: "state = 'pending'" })
@Index('mails_of_state', ['state', 'id'])
@Index('mails_to_address', ['addressKey', 'createdAt'])
@Index('mails_of_day', ['createdAt'])
export class MailRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Of the feature that composes it. */
  @Column({ type: 'varchar', length: 30 })
  kind!: string;

  /** Null: the address is of nobody who has an account. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number | null;

  @Column({ type: 'varchar', length: 254 })
  address!: string;

  /** The form in which addresses are compared. */
  @Column({ type: 'varchar', length: 254 })
  addressKey!: string;

  @Column({ type: 'varchar', length: 5 })
  language!: string;

  /** What it is composed of, sealed: it may have a secret. Null after its end. */
  @Column({ type: 'text', nullable: true })
  content!: string | null;

  @Column({ type: 'varchar', length: 10, default: 'pending' })
  state!: MailState;

  /** The end of the lease of the process that sends it. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** Why the last attempt failed. */
  @Column({ type: 'varchar', length: 300, nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
